import { chatOf, type LaneKey, laneKey, type SessionKey } from "./keys.js";

/** What routing looks at. Ids are the channel's own and are never compared across sessions. */
export interface Routed {
  readonly session: SessionKey;
  readonly topic: string | null;
  readonly replyTo: string | null;
}

/**
 * The lane of a message: its topic; else the lane of the message that it replies to; else, for an unknown parent, a
 * lane of its own; else the root.
 */
export function route(message: Routed, parentLane: LaneKey | null): LaneKey {
  const chat = encodeURIComponent(chatOf(message.session));
  if (message.topic !== null) return laneKey(`topic:${chat}:${encodeURIComponent(message.topic)}`);
  if (parentLane !== null) return parentLane;
  if (message.replyTo !== null) return laneKey(`reply:${chat}:${encodeURIComponent(message.replyTo)}`);
  return laneKey(`root:${chat}`);
}

import { type LaneKey, parseChatId, parseLaneKey, type SessionKey } from "./keys.js";

/** The fields that routing depends on. Ids are the channel's own and are never compared across sessions. */
export interface RoutedMessage {
  readonly session: SessionKey;
  readonly topic: string | null;
  readonly replyTo: string | null;
}

/**
 * The lane of a message: that of its topic; else that of the message to which it replies; else, if that message is
 * unknown, a lane of its own; else the root.
 */
export function route(message: RoutedMessage, parentLane: LaneKey | null): LaneKey {
  const chat = encodeURIComponent(parseChatId(message.session));
  if (message.topic !== null) return parseLaneKey(`topic:${chat}:${encodeURIComponent(message.topic)}`);
  if (parentLane !== null) return parentLane;
  if (message.replyTo !== null) return parseLaneKey(`reply:${chat}:${encodeURIComponent(message.replyTo)}`);
  return parseLaneKey(`root:${chat}`);
}

/** The id of the message under which a lane of replies was opened; null for any other lane. */
export function readAwaitedParent(lane: LaneKey): string | null {
  const [kind, , parent] = lane.split(":");
  return kind === "reply" && parent !== undefined ? decodeURIComponent(parent) : null;
}

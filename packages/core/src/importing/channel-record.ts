import type { Instant, LaneKey, SessionKey } from "../log/keys.js";
import type { ImportedRecord, ImportedSource } from "./importer.js";

export interface ChannelMessage {
  readonly session: SessionKey;
  readonly lane: LaneKey;
  readonly key: string;
  readonly at: Instant | null;
  readonly text: string;
  readonly from: string | null;
  /** Null if the channel gave the message no id. */
  readonly source: ImportedSource | null;
  readonly byAgent: boolean;
  readonly group?: boolean | undefined;
}

/** The agent's own messages keep their source too, so that replies to them find their lane. */
export function makeChannelRecord(message: ChannelMessage): ImportedRecord {
  const { session, lane, key, at, text, from, source, byAgent, group } = message;
  const sourced = source === null ? {} : { source };
  const speaker = byAgent ? { call: key } : from === null ? {} : { from };
  const role = byAgent ? "agent" : "user";
  const item = { kind: "said", role, parts: [{ kind: "text", text }] } as const;
  return { kind: "item", session, lane, key, at, group, item, ...sourced, ...speaker };
}

/** The note that `sync` leaves behind each message of a list. */
import type { Entry, Note } from "@clewline/core/log/entry.js";
import type { LaneKey } from "@clewline/core/log/keys.js";

interface SyncMark {
  /** Names the list up to the message. */
  readonly mark: string;
  /** The host's own id of the message; null where it gave none. */
  readonly host: string | null;
  /** The provider's ids of an answer's reasoning and of its entries, in their order. */
  readonly names: readonly string[];
}

const prefix = "sync:";
const anewPrefix = "anew:";

/** `hash` is that of the list up to the message. */
export function formatMark(hash: string): string {
  return `${prefix}${hash}`;
}

export function makeMarkNote(mark: string, host: string | null, names: readonly string[] = []): Note {
  return { kind: "sent", messages: host === null ? [mark] : [mark, host, ...names] };
}

/** Marks where a lane's host restarted its list. It names the lane, because stores look up ids in the whole session. */
export function makeAnewMark(lane: LaneKey): string {
  return `${anewPrefix}${lane}`;
}

export function isAnewMark(entry: Entry): boolean {
  if (entry.kind !== "noted" || entry.note.kind !== "sent") return false;
  return entry.note.messages[0]?.startsWith(anewPrefix) === true;
}

/** Null for any other entry. */
export function findMark(entry: Entry): SyncMark | null {
  if (entry.kind !== "noted" || entry.note.kind !== "sent") return null;
  const [mark, host, ...names] = entry.note.messages;
  return mark?.startsWith(prefix) === true ? { mark, host: host ?? null, names } : null;
}

/** Whether the log has a message that is to be answered, and which turn answers it. */
import { findEntrySource } from "@clewline/core/log/delivery.js";
import { type Entry, isErased } from "@clewline/core/log/entry.js";
import type { EntryId, LaneRef } from "@clewline/core/log/keys.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { Incoming } from "./incoming.js";
import { isVersionSaid } from "./repeated-delivery.js";

export interface MessageStatus {
  readonly message: Incoming;
  readonly known: KnownMessage | null;
  /** It is the agent's own: an echo of an answer, or a message of the agent outside of a turn. */
  readonly isOwn?: boolean;
  /** The newest turn that answers it and has not failed; a queued one counts. */
  readonly answer: TurnRecord | null;
  /** The process that answers it is silent, and may or may not be gone. */
  readonly isUnsure: boolean;
}

export interface KnownMessage {
  readonly ref: LaneRef;
  /** The first version, which is the one that a turn answers. */
  readonly id: EntryId;
  readonly entry: Entry;
}

/** Also if it was erased: there is nothing to answer any more. */
export function isTakenBack({ known }: MessageStatus): boolean {
  return known !== null && (known.entry.kind === "withdrawn" || isErased(known.entry));
}

/** Whether the log has a newer version. */
export function isOutdated({ message, known }: MessageStatus): boolean {
  const newest = known === null ? null : findEntrySource(known.entry);
  return newest !== null && newest.revision > message.revision;
}

/** Returns the stored entry with the same id and time of edit; null if there is none. */
export function pickSameVersion({ message, known }: MessageStatus): Entry | null {
  return known !== null && isVersionSaid(known.entry, message) ? known.entry : null;
}

/** What the log knows of messages that are to be answered: whether it has them, and which turn answers them. */
import { findEntrySource } from "../../core/log/delivery.js";
import { type Entry, isErased } from "../../core/log/entry.js";
import type { EntryId, LaneRef } from "../../core/log/keys.js";
import type { TurnRecord } from "../../core/log/turn.js";
import type { Incoming } from "./incoming.js";
import { isVersionSaid } from "./repeated-delivery.js";

export interface MessageStatus {
  readonly message: Incoming;
  readonly known: KnownMessage | null;
  /** It is the agent's own: an echo of an answer, or what the agent said outside of a turn. */
  readonly isOwn?: boolean;
  /** The newest turn that answers it and has not failed; a queued one counts. */
  readonly answer: TurnRecord | null;
  /** Whoever answers it has been silent, and it is not known yet whether he is gone. */
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

/** What the log has under the same id and time of edit. */
export function pickSameVersion({ message, known }: MessageStatus): Entry | null {
  return known !== null && isVersionSaid(known.entry, message) ? known.entry : null;
}

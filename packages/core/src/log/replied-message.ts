import type { Entry, SaidEntry } from "./entry.js";
import type { EntryId } from "./keys.js";

export function findReply(entries: readonly Entry[], messages: readonly EntryId[]): SaidEntry | null {
  const isReply = (entry: Entry): entry is SaidEntry =>
    entry.kind === "said" && entry.replyTo !== null && messages.includes(entry.id);
  return entries.find(isReply) ?? null;
}

/** The channel's id of the message to which the first reply replies. */
export function findRepliedMessage(entries: readonly Entry[], messages: readonly EntryId[]): string | null {
  return findReply(entries, messages)?.replyTo ?? null;
}

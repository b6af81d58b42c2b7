import type { Entry, Said } from "./entry.js";
import type { EntryId } from "./keys.js";

/** The channel's id of what the first reply among these messages replies to. */
export function repliedBy(entries: readonly Entry[], messages: readonly EntryId[]): string | null {
  const isReply = (entry: Entry): entry is Said => entry.kind === "said" && messages.includes(entry.id);
  return entries.filter(isReply).find(({ replyTo }) => replyTo !== null)?.replyTo ?? null;
}

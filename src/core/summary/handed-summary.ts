/** Recognises summaries that another program wrote and handed over as a message: nobody in the conversation said them. */
import type { Entry, SaidEntry } from "../log/entry.js";
import type { EntryId } from "../log/keys.js";

/** The ids of messages that directly follow the note of another program's compaction. */
export function listHandedIds(entries: readonly Entry[]): ReadonlySet<EntryId> {
  const noted = new Set(
    entries.flatMap((entry) => (entry.kind === "noted" && entry.note.kind === "compacted" ? [entry.seq] : [])),
  );
  return new Set(entries.filter((entry) => entry.kind === "said" && noted.has(entry.seq - 1)).map(({ id }) => id));
}

/** Whether a user's message is such a summary: by its place, or by the words that agents put before it. */
export function isHandedSummary(
  { id, by }: Pick<SaidEntry, "id" | "by">,
  text: string,
  handed: ReadonlySet<EntryId>,
): boolean {
  return by.role === "user" && (handed.has(id) || opening.test(text.slice(0, 300)));
}

const opening =
  /^\W{0,20}(?:this session is being continued from a previous conversation|(?:the )?conversation history before this point was compacted|another language model started to solve this problem|(?:here|this|the following) is (?:a|the) summary of (?:the|our|this) (?:previous |earlier |prior )?(?:conversation|session|chat)|(?:previous|earlier|prior) conversation summary|summary of (?:the |our )?(?:previous|earlier|prior) (?:conversation|session|chat)|conversation summary\b|compacted? (?:conversation )?(?:history|summary)\b)/iu;

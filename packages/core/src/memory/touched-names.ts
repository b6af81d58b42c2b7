import type { EntryId } from "../log/keys.js";
import type { MemoryChange } from "../log/memories/memory.js";
import type { CurrentMemories, LaneMemories } from "./fold-changes.js";
import { hasWords, isRespelt } from "./spell-words.js";

/** The names of memories that a person wrote, changed or pinned, in whichever way: these are the person's. */
export function listTouched(changes: readonly MemoryChange[]): ReadonlySet<string> {
  return new Set(changes.flatMap(({ by, name }) => (by === "person" || by === "file" ? [name] : [])));
}

/**
 * Whether a message that was edited says in the end what it said before, in words of which a person has made another memory since:
 * whoever mends a slip of the pen does not take back what the memory was made to say by hand.
 */
export function isSaidBefore(
  { memories, changes }: CurrentMemories,
  source: EntryId,
  { text }: { readonly text: string },
): boolean {
  const isOwn = ({ name, by, after }: MemoryChange) =>
    by === "rule" &&
    memories.get(name)?.replacedBy === undefined &&
    memories.has(name) &&
    after?.sources.some(({ entry }) => entry === source) === true &&
    isRespelt(after.text, text);
  const told = changes.filter(isOwn);
  if (told.length === 0) return false;
  const touched = listTouched(changes);
  return told.some(({ name }) => touched.has(name));
}

/** Whether somebody forgot, undid or worded anew what had these words, and no memory has them now. */
export function isToldNoMore(
  { memories, takenBack }: Pick<LaneMemories, "memories" | "takenBack">,
  { text }: { readonly text: string },
): boolean {
  if (![...takenBack.values()].some((memory) => hasWords(memory.text, text))) return false;
  return ![...memories.values()].some((memory) => memory.replacedBy === undefined && isRespelt(memory.text, text));
}

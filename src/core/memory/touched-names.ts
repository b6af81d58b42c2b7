import type { EntryId } from "../log/keys.js";
import type { MemoryChange } from "../log/memories/memory.js";
import type { CurrentMemories } from "./fold-changes.js";
import { isRespelt } from "./spell-words.js";

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

import type { EntryId } from "../../log/keys.js";
import type { ErasedWords } from "./erased-words.js";

/** What is erased of a session of which something stays, as far as one must know it to find what was made of it. */
export interface Erased {
  /** The entries. */
  readonly ids: ReadonlySet<EntryId>;
  /** The person who is erased with all that they said; null if it is not about a person. */
  readonly person: string | null;
  readonly words: ErasedWords;
  /** Whether another of these sources, which stays, says the same word for word. */
  isSaidElsewhere(entry: EntryId, sources: readonly EntryId[]): boolean;
}

/** Whether something that was made of these entries has to go: unless all that is erased of them was said by another one too. */
export function isMadeOfErased(
  sources: readonly EntryId[],
  { ids, isSaidElsewhere }: Pick<Erased, "ids" | "isSaidElsewhere">,
): boolean {
  return sources.some((source) => ids.has(source) && !isSaidElsewhere(source, sources));
}

/** Those of its sources that stay, where it stays too: nothing that is made of it later may name the others. The same list if all do. */
export function dropErasedSources(sources: readonly EntryId[], { ids }: Pick<Erased, "ids">): readonly EntryId[] {
  const standing = sources.filter((source) => !ids.has(source));
  return standing.length === sources.length ? sources : standing;
}

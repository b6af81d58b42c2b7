import type { EntryId } from "../../log/keys.js";
import type { ErasedWords } from "./erased-words.js";

/** The erased part of a session that stays, with the means to find what was derived from it. */
export interface Erased {
  /** The ids of the erased entries. */
  readonly ids: ReadonlySet<EntryId>;
  /** The person whose messages are all erased; null if the erasure does not concern a person. */
  readonly person: string | null;
  readonly words: ErasedWords;
  /** Whether another of these sources, which is not erased, says the same word for word. */
  isSaidElsewhere(entry: EntryId, sources: readonly EntryId[]): boolean;
}

/** Whether something derived from these entries has to go. It stays if other sources say all that is erased of it. */
export function isMadeOfErased(
  sources: readonly EntryId[],
  { ids, isSaidElsewhere }: Pick<Erased, "ids" | "isSaidElsewhere">,
): boolean {
  return sources.some((source) => ids.has(source) && !isSaidElsewhere(source, sources));
}

/** The sources that remain, so that nothing derived later names an erased one. The same list if all remain. */
export function dropErasedSources(sources: readonly EntryId[], { ids }: Pick<Erased, "ids">): readonly EntryId[] {
  const standing = sources.filter((source) => !ids.has(source));
  return standing.length === sources.length ? sources : standing;
}

import type { EntryId } from "../log/keys.js";
import type { KeptChange, MemoryChange } from "../log/memories/memory.js";

export type UndoPlan =
  | { readonly kind: "undo"; readonly changes: readonly MemoryChange[] }
  /** A later change of the same memory has to be undone before. */
  | { readonly kind: "changed-since"; readonly by: KeptChange }
  | { readonly kind: "undone"; readonly by: KeptChange }
  | { readonly kind: "unknown" };

/**
 * The changes that take a change back, with those that were made as one with it, the last one first. `changes` are all of
 * the lane. What came later and was itself undone is not in the way; an undo is taken back like any other change.
 */
export function planUndo(changes: readonly KeptChange[], id: EntryId, because: string): UndoPlan {
  const target = changes.find((change) => change.id === id);
  if (target === undefined) return { kind: "unknown" };
  const first = target.together ?? target.id;
  const group = changes.filter((change) => (change.together ?? change.id) === first);
  for (const each of group) {
    const later = changes
      .slice(changes.indexOf(each) + 1)
      .filter((other) => other.name === each.name && !group.includes(other));
    const by = listInEffect(later).at(-1);
    if (by !== undefined) return { kind: by.undoes === each.id ? "undone" : "changed-since", by };
  }
  const undone = group.toReversed().map(
    ({ id: undoes, name, before, after }): MemoryChange => ({
      name,
      before: after,
      after: before,
      by: "person",
      because,
      undoes,
    }),
  );
  return { kind: "undo", changes: undone };
}

/** Of the changes of one memory those that stand, the first one first: an undo and what it undoes cancel each other out. */
function listInEffect(changes: readonly KeptChange[]): readonly KeptChange[] {
  const standing: KeptChange[] = [];
  for (const change of changes) {
    if (change.undoes !== undefined && standing.at(-1)?.id === change.undoes) standing.pop();
    else standing.push(change);
  }
  return standing;
}

/** The last change that an undo without a name takes back: of any memory, and not one that is an undo itself. */
export function findLastInEffect(changes: readonly KeptChange[]): KeptChange | null {
  const byName = new Map<string, KeptChange[]>();
  for (const change of changes) {
    const own = byName.get(change.name) ?? [];
    own.push(change);
    byName.set(change.name, own);
  }
  const last = [...byName.values()].flatMap((own) => listInEffect(own).slice(-1));
  return last.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1)).at(-1) ?? null;
}

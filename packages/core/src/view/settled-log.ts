import type { Entry, RevisedEntry } from "../log/entry.js";
import type { EntryId } from "../log/keys.js";
import type { Places } from "./places.js";

/** Why no view shows an entry, whatever its room. */
export type HidingRule = "bookkeeping" | "withdrawn" | "queued" | "erased" | "unreadable" | "late" | "hidden";

export interface SortedEntries {
  readonly entries: readonly Entry[];
  readonly places: Places;
  /** Of these places, those by time. */
  readonly late: Places;
}

/** A lane's entries, with everything about them that does not depend on a view's room. */
export interface SettledLog {
  /** In the order in which a view shows them. */
  readonly entries: readonly Entry[];
  /** The places of entries that are not shown at their seq. */
  readonly places: Places;
  /** The same after a compaction has sorted late entries; null if sorting changes nothing. */
  readonly sorted: SortedEntries | null;
  readonly byId: ReadonlyMap<EntryId, Entry>;
  /** Withdrawn and hidden messages, and their edits. */
  readonly withdrawn: ReadonlySet<EntryId>;
  /** The entries that no view shows, by seq. */
  readonly hidden: ReadonlyMap<number, HidingRule>;
  /** Edits that arrived after a newer one of the same message, by seq: they have no effect. */
  readonly outdated: ReadonlySet<number>;
  /** The other edits, oldest first. Each replaces its message's text once a compaction has folded it. */
  readonly edits: readonly RevisedEntry[];
}

/** Edits after the boundary that a newer one of the same message replaces, by seq. */
export function listReplacedEdits(edits: readonly RevisedEntry[], foldedThrough: number): readonly number[] {
  const newest = new Map(edits.map(({ target, seq }) => [target, seq]));
  return edits.flatMap(({ target, seq }) => (seq > foldedThrough && newest.get(target) !== seq ? [seq] : []));
}

export function findOutdatedEdits(entries: readonly Entry[]): ReadonlySet<number> {
  const outdated = new Set<number>();
  const newest = new Map<EntryId, number>();
  for (const entry of entries) {
    if (entry.kind !== "revised") continue;
    const { revision } = entry.source;
    if (revision < (newest.get(entry.target) ?? 0)) outdated.add(entry.seq);
    else newest.set(entry.target, revision);
  }
  return outdated;
}

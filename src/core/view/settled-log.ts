import type { Entry, RevisedEntry } from "../log/entry.js";
import type { EntryId } from "../log/keys.js";

/** A lane's entries with what is settled about them before anybody asks what a view has room for. */
export interface SettledLog {
  /** As they were read, oldest first. */
  readonly entries: readonly Entry[];
  readonly byId: ReadonlyMap<EntryId, Entry>;
  /** What was taken back, with its edits. */
  readonly withdrawn: ReadonlySet<EntryId>;
  /** What no view shows, by seq. */
  readonly hidden: ReadonlyMap<number, "bookkeeping" | "withdrawn" | "queued">;
  /** Edits that arrived after a newer one of the same message, by seq: they change nothing any more. */
  readonly outdated: ReadonlySet<number>;
  /** The other edits, oldest first. Each stands in its message's place once a compaction has folded it. */
  readonly edits: readonly RevisedEntry[];
}

/** Edits that arrived after a newer one of the same message, by seq. */
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

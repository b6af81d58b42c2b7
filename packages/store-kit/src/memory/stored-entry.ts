import type { Draft, EntrySource } from "@clewline/core/log/entry.js";
import type { EntryId, LaneRef } from "@clewline/core/log/keys.js";

/** An entry with its content as text, so that callers share no object with the log. */
export interface StoredEntry {
  readonly ref: LaneRef;
  readonly seq: number;
  /** Place in the whole store, in order of writing. */
  readonly order: number;
  readonly draft: Pick<Draft, "id" | "kind" | "turn" | "step" | "at" | "arrived">;
  readonly source: EntrySource | null;
  /** The entry that an edit or a withdrawal is aimed at. */
  readonly target: EntryId | null;
  readonly sent: readonly string[];
  readonly fromAgent: boolean;
  readonly fromSystem: boolean;
  readonly address: string;
  readonly content: string;
}

/** All versions of one message, or all changes aimed at it. A look-up costs the same, however many there are. */
export interface Versions {
  /** The newest by revision; among equals the one that was written last. */
  newest: StoredEntry;
  /** The newest message among them, by revision. A message that moved to another lane was said again there. */
  said: StoredEntry | null;
  isWithdrawn: boolean;
}

export function putVersion<Key>(groups: Map<Key, Versions>, key: Key, kept: StoredEntry): void {
  const isSaid = kept.draft.kind === "said";
  const isWithdrawn = kept.draft.kind === "withdrawn";
  const known = groups.get(key);
  if (known === undefined) {
    groups.set(key, { newest: kept, said: isSaid ? kept : null, isWithdrawn });
    return;
  }
  if (isNewer(kept, known.newest)) known.newest = kept;
  if (isSaid && (known.said === null || isNewer(kept, known.said))) known.said = kept;
  known.isWithdrawn ||= isWithdrawn;
}

/** Whether one of these versions replaces the entry. */
export function isReplaced(versions: Versions | undefined, kept: StoredEntry): boolean {
  return versions !== undefined && (versions.isWithdrawn || isNewer(versions.newest, kept));
}

function isNewer(a: StoredEntry, b: StoredEntry): boolean {
  const [revisionOfA, revisionOfB] = [a.source?.revision ?? 0, b.source?.revision ?? 0];
  return revisionOfA > revisionOfB || (revisionOfA === revisionOfB && a.order > b.order);
}

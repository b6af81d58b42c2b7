import type { StoredEntry } from "./stored-entry.js";

/** All that is known of one message, or aimed at one. What is asked of it costs the same, however many versions there are. */
export interface Versions {
  /** The newest by revision; among equals the one that was written last. */
  newest: StoredEntry;
  /** The newest, by revision, of those that were said: a message that moved to another lane was said there again. */
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

/** Whether one of these versions stands for the entry. */
export function isReplaced(versions: Versions | undefined, kept: StoredEntry): boolean {
  return versions !== undefined && (versions.isWithdrawn || isNewer(versions.newest, kept));
}

function isNewer(a: StoredEntry, b: StoredEntry): boolean {
  const [revisionOfA, revisionOfB] = [a.source?.revision ?? 0, b.source?.revision ?? 0];
  return revisionOfA > revisionOfB || (revisionOfA === revisionOfB && a.order > b.order);
}

import type { Entry } from "../log/entry.js";

/** The vector of an entry, to be stored. */
export interface EntryVector {
  /** Place of the entry in its lane. */
  readonly seq: number;
  /** One byte for each number, as `quantiseVector` makes them; null for an entry without anything to compare. */
  readonly bytes: Int8Array | null;
}

/** Vectors of one lane, written together. */
export interface VectorChange {
  /** The name of the embedder. Vectors under two names are never read together. */
  readonly embedder: string;
  /** Stores skip entries that are missing, edited, withdrawn, erased, already indexed, or neither said nor notes. */
  readonly vectors: readonly EntryVector[];
  /** Everything up to this seq has its vector: `unindexed` need not look there again. The mark never moves back. */
  readonly through?: number;
}

/** A vector as it was written. */
export interface StoredVector {
  /** Grows with each vector that is written to the lane under the same name. */
  readonly number: number;
  /** Place of the entry in its lane. */
  readonly seq: number;
  /** Null for an entry without comparable text, or edited or withdrawn: an earlier vector of the same seq is void. */
  readonly bytes: Int8Array | null;
}

/** A page of a lane's vectors under one name. */
export interface VectorPage {
  /** By their numbers. */
  readonly vectors: readonly StoredVector[];
  /** The mark of `VectorChange`. */
  readonly through: number;
  /** The seq of the lane's last entry; 0 for an unknown lane. */
  readonly last: number;
}

/** Entries of a lane that have no vector yet, a page at a time from the newest. */
export interface UnindexedPage {
  /** Newest first. */
  readonly entries: readonly Entry[];
  /** Where the next page begins: below this seq; null if there is nothing more to look at. */
  readonly next: number | null;
  /** The seq of the lane's last entry; 0 for an unknown lane. */
  readonly last: number;
}

/** The number of places that one page of `unindexed` or one count looks at. */
export const placesPerPage = 20_000;

import type { StoredVector } from "../../core/ports/index.js";

/** What a lane has of one embedder. */
export interface LaneVectors {
  /** In order of writing; the number of each is its place here, from 1. */
  readonly written: StoredVector[];
  /** The newest of each seq. */
  readonly bySeq: Map<number, StoredVector>;
  through: number;
}

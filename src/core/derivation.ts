import type { EntryId } from "./keys.js";

/** A row that holds words of entries: a chunk by its hash, a turn's volatile block by the turn. */
export interface Derivation {
  readonly kind: "chunk" | "aside";
  readonly key: string;
  readonly sources: readonly EntryId[];
}

/**
 * Texts as points that lie near each other where they mean the same. `Signal` is what stops it.
 * 1. The answer has one vector for each text, in their order; no text gives no vector.
 * 2. Equal texts give equal vectors for as long as `name` is the same; vectors of two names are never compared.
 * 3. It may be slow, and it may fail: a search goes on without it.
 *
 * @public
 */
export interface Embedder<Signal> {
  /** The model and its version, as vectors are kept under it. */
  readonly name: string;
  /** How many numbers a vector has. */
  readonly dimensions: number;
  embed(texts: readonly string[], signal: Signal): Promise<readonly Float32Array[]>;
}

/**
 * Turns texts into vectors that are close where meanings are close. `Signal` is the type that aborts a call.
 * 1. The answer has one vector for each text, in their order and all of one length; no texts give no vectors.
 * 2. Equal texts give equal vectors as long as `name` is the same; vectors under two names are never compared.
 * 3. A call may be slow and may fail: a search then continues without it.
 */
export interface Embedder<Signal> {
  /** The model and its version; vectors are stored under it. */
  readonly name: string;
  /** The length of a vector; null where only the first answer tells. */
  readonly dimensions: number | null;
  /**
   * How many of a text's words it was made for, as a part between 0 and 1; all without this. A model of one language finds
   * likenesses in all of them, and most in another are chance: they then count less, or not at all.
   */
  knows?(text: string): number;
  /** Makes the vectors. */
  embed(texts: readonly string[], signal: Signal): Promise<readonly Float32Array[]>;
}

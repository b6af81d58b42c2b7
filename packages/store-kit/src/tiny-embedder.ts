/**
 * A stand-in for a model that knows meanings: words and their parts, hashed into a few dimensions, so that texts are near
 * to one another where they share words or the beginnings of words. The same texts always give the same vectors.
 */
import type { Embedder } from "@clewline/core/ports/index.js";

export interface TinyEmbedderOptions {
  readonly name?: string;
  readonly dimensions?: number;
  /** Words that count as another, such as "holiday" for "vacation": what a real model knows by itself. */
  readonly sameAs?: Readonly<Record<string, string>>;
  /** Called with the texts of each call, before it answers; what it throws is the answer. */
  readonly onCall?: (texts: readonly string[]) => void | Promise<void>;
}

export function makeTinyEmbedder(options: TinyEmbedderOptions = {}): Embedder<AbortSignal> {
  const { name = "tiny", dimensions = 64, sameAs = {}, onCall } = options;
  return {
    name,
    dimensions,
    async embed(texts, signal) {
      signal.throwIfAborted();
      await onCall?.(texts);
      return texts.map((text) => embedText(text, dimensions, sameAs));
    },
  };
}

function embedText(text: string, dimensions: number, sameAs: Readonly<Record<string, string>>): Float32Array {
  const vector = new Float32Array(dimensions);
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  for (const word of words.map((each) => sameAs[each] ?? each)) {
    add(vector, word, 2);
    for (let from = 0; from + 3 <= word.length; from++) add(vector, word.slice(from, from + 3), 0.5);
  }
  return vector;
}

function add(vector: Float32Array, feature: string, weight: number): void {
  let hash = 0x811c9dc5;
  for (let index = 0; index < feature.length; index++) {
    hash = Math.imul(hash ^ feature.charCodeAt(index), 0x01000193) >>> 0;
  }
  const place = hash % vector.length;
  vector[place] = (vector[place] ?? 0) + ((hash >>> 16) % 2 === 0 ? weight : -weight);
}

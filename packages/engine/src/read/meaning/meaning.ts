/** How texts are compared by meaning: with which model, and what of it is kept in memory. */

import type { Embedder, Pause } from "@clewline/core/ports/index.js";
import { defer } from "@clewline/text/defer.js";
import { raceAbort } from "./race-abort.js";
import { makeVectorCache, type VectorCache } from "./vector-cache.js";

/** The outcome of loading the model that makes vectors. */
export type LoadedEmbedder =
  /** None is installed, or it is switched off. */
  | { readonly kind: "none" }
  /** Chosen, and it can't be used: why, and what to do, as a sentence without its full stop. */
  | { readonly kind: "unusable"; readonly because: string }
  | { readonly kind: "ready"; readonly embedder: Embedder<AbortSignal> };

/** An embedder whose vectors have a known length. */
export interface ReadyEmbedder {
  /** The key of its vectors in the store: a model whose vectors get another length is another one. */
  readonly name: string;
  /** Its name for people, without the version behind an @. */
  readonly title: string;
  readonly dimensions: number;
  /** The part of a text's words that it was made for. */
  knows(text: string): number;
  /** Throws where the answer is not one vector of that length for each text. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]>;
}

/** How vectors are made. */
export interface Indexing {
  readonly embedder: ReadyEmbedder;
  readonly signal: AbortSignal;
  /** Hears how many entries were dealt with, after each batch. */
  readonly onBatch?: (entries: number) => void;
}

type MeaningState =
  | Exclude<LoadedEmbedder, { kind: "ready" }>
  | { readonly kind: "ready"; readonly embedder: ReadyEmbedder };

export interface Meaning {
  /** Loads the model when first asked. Rejects if a model that only its first answer describes gives none. */
  state(signal: AbortSignal): Promise<MeaningState>;
  readonly cache: VectorCache;
  /** Lets others have the processor. */
  readonly pause: Pause;
}

/** `load` is called once, and never before something is to be compared. */
export function makeMeaning(load: () => Promise<LoadedEmbedder>, pause: Pause): Meaning {
  const loaded = defer(load);
  let ready: ReadyEmbedder | null = null;
  return {
    async state(signal) {
      if (ready !== null) return { kind: "ready", embedder: ready };
      const result = await loaded();
      if (result.kind !== "ready") return result;
      ready = await measureEmbedder(result.embedder, signal);
      return { kind: "ready", embedder: ready };
    },
    cache: makeVectorCache(),
    pause,
  };
}

async function measureEmbedder(embedder: Embedder<AbortSignal>, signal: AbortSignal): Promise<ReadyEmbedder> {
  const dimensions = embedder.dimensions ?? (await embedInTime(embedder, ["a"], signal))[0]?.length ?? 0;
  if (dimensions === 0) throw new Error(`${embedder.name} gave no vector`);
  // A turn compares one question with messages and with memories.
  let asked: { readonly text: string; readonly vectors: readonly Float32Array[] } | null = null;
  return {
    name: `${embedder.name}/${dimensions}`,
    title: embedder.name.split("@")[0] ?? embedder.name,
    dimensions,
    knows: (text) => embedder.knows?.(text) ?? 1,
    embed: async (texts, stop) => {
      const [text] = texts;
      if (text === undefined) return [];
      if (texts.length === 1 && asked?.text === text) return asked.vectors;
      const vectors = await embedInTime(embedder, texts, stop);
      if (vectors.length !== texts.length) {
        throw new Error(`${embedder.name} gave ${vectors.length} vectors for ${texts.length} texts`);
      }
      const other = vectors.find(({ length }) => length !== dimensions);
      if (other === undefined) {
        if (texts.length === 1) asked = { text, vectors };
        return vectors;
      }
      throw new Error(`${embedder.name} gave a vector of ${other.length} numbers instead of ${dimensions}`);
    },
  };
}

/** An embedder that says nothing for so long has failed: a call that never ends would hold up all that wait behind it. */
const embedMs = 60_000;

async function embedInTime(
  embedder: Embedder<AbortSignal>,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<readonly Float32Array[]> {
  const late = new AbortController();
  const error = new Error(`${embedder.name} gave no answer for ${embedMs / 1_000} seconds`);
  const timer = setTimeout(() => late.abort(error), embedMs);
  const stop = AbortSignal.any([late.signal, signal]);
  try {
    return await raceAbort(embedder.embed(texts, stop), stop);
  } finally {
    clearTimeout(timer);
  }
}

/** How far the vectors of a log are, and how they are finished. */

import { redactSecrets } from "@clewline/redact/redact-secrets.js";
import { describeError } from "@clewline/text/error-text.js";
import type { Engine } from "../../engine.js";
import { walkAllLanes } from "./all-lanes.js";
import { indexLane } from "./index-lane.js";
import type { Meaning, ReadyEmbedder } from "./meaning.js";
import { countWaiting } from "./vector-cache.js";

/** How many messages can be compared by meaning. */
export interface IndexReport {
  /** The name of the embedder; null without one. */
  readonly embedder: string | null;
  /** Messages with a vector. */
  readonly indexed: number;
  /** Messages that have one or will get one. */
  readonly of: number;
  /** Why there are no more, as a sentence without its full stop; absent where all is well. */
  readonly because?: string;
}

/** Options of `finishIndex`. */
export interface IndexOptions {
  /** Hears of each batch. */
  readonly onProgress?: ((report: IndexReport) => void) | undefined;
  readonly signal: AbortSignal;
}

/** Counts the vectors that exist; makes none. */
export async function reportIndex(engine: Engine, signal: AbortSignal): Promise<IndexReport> {
  return withEmbedder(engine, signal, (embedder, meaning) => countVectors(engine, embedder, meaning));
}

/** Makes all vectors that are missing. */
export async function finishIndex(engine: Engine, { onProgress, signal }: IndexOptions): Promise<IndexReport> {
  return withEmbedder(engine, signal, async (embedder, meaning) => {
    const before = await countVectors(engine, embedder, meaning);
    let { indexed } = before;
    const onBatch = (entries: number) => {
      indexed = Math.min(before.of, indexed + entries);
      onProgress?.({ ...before, indexed });
    };
    for await (const ref of walkAllLanes(engine)) await indexLane(engine, ref, { embedder, signal, onBatch });
    return countVectors(engine, embedder, meaning);
  });
}

async function withEmbedder(
  engine: Engine,
  signal: AbortSignal,
  work: (embedder: ReadyEmbedder, meaning: Meaning) => Promise<IndexReport>,
): Promise<IndexReport> {
  const { meaning } = engine;
  if (meaning === null) return { embedder: null, indexed: 0, of: 0 };
  try {
    const state = await meaning.state(signal);
    if (state.kind === "ready") return await work(state.embedder, meaning);
    return { embedder: null, indexed: 0, of: 0, ...(state.kind === "none" ? {} : { because: state.because }) };
  } catch (error) {
    signal.throwIfAborted();
    return { embedder: null, indexed: 0, of: 0, because: redactSecrets(describeError(error)).slice(0, 300) };
  }
}

const page = 2_000;

async function countVectors(engine: Engine, embedder: ReadyEmbedder, { pause }: Meaning): Promise<IndexReport> {
  let [indexed, waiting] = [0, 0];
  for await (const ref of walkAllLanes(engine)) {
    for (let after = 0; ; ) {
      const { vectors, through, last } = await engine.store.vectors(ref, embedder.name, after, page);
      indexed += vectors.filter(({ bytes }) => bytes !== null).length;
      after = vectors.at(-1)?.number ?? after;
      if (vectors.length === page) continue;
      const places = { embedder: embedder.name, from: through + 1, to: last };
      waiting += await countWaiting(engine.store, ref, places, pause);
      break;
    }
  }
  return { embedder: embedder.title, indexed, of: indexed + waiting };
}

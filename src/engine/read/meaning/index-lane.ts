/** Makes the vectors of what was said, the newest first, in batches that others may come between. */

import type { Entry } from "../../../core/log/entry.js";
import { type LaneRef, makeLaneAddress } from "../../../core/log/keys.js";
import type { EntryVector } from "../../../core/ports/index.js";
import { makeMeaningText } from "../../../core/retrieval/meaning-text.js";
import { quantiseVector } from "../../../core/retrieval/quantise-vector.js";
import type { Engine } from "../../engine.js";
import type { ReadyEmbedder } from "./meaning.js";
import { findSpeakerNames, listSpeakerNames } from "./speaker-names.js";

/** Texts that are embedded together. */
const batchSize = 32;

interface Indexing {
  readonly embedder: ReadyEmbedder;
  readonly signal: AbortSignal;
  /** Hears how many entries were dealt with, after each batch. */
  readonly onBatch?: (entries: number) => void;
}

/**
 * All entries of the lane that have no vector yet. What was written stays when it is stopped, and the next call goes on
 * with the rest; entries that arrive meanwhile are left to the next call.
 */
export async function indexLane(engine: Engine, ref: LaneRef, indexing: Indexing): Promise<void> {
  // Whoever asks for a lane that is at work gets what is left then.
  await engine.presence.inOrder(`vectors of ${makeLaneAddress(ref)}`, () => indexWaiting(engine, ref, indexing));
}

async function indexWaiting(engine: Engine, ref: LaneRef, indexing: Indexing): Promise<void> {
  const { embedder, signal, onBatch } = indexing;
  const { store } = engine;
  let before: number | null = null;
  let end = 0;
  let names: readonly string[] | null = null;
  do {
    signal.throwIfAborted();
    const { entries, next, last } = await store.unindexed(ref, embedder.name, before, batchSize);
    end = before === null ? last : end;
    names = entries.length === 0 ? names : (names ?? (await findSpeakerNames(engine, { kind: "lane", ref })));
    const vectors = await makeVectors(entries, [...(names ?? []), ...listSpeakerNames(engine, entries)], indexing);
    signal.throwIfAborted();
    const isDone = next === null;
    if (vectors.length > 0 || (isDone && end > 0 && before !== null)) {
      await store.write({ ref, vectors: { embedder: embedder.name, vectors, ...(isDone ? { through: end } : {}) } });
    }
    if (entries.length > 0) onBatch?.(entries.length);
    before = next;
  } while (before !== null);
}

async function makeVectors(
  entries: readonly Entry[],
  names: readonly string[],
  { embedder, signal }: Indexing,
): Promise<readonly EntryVector[]> {
  const texts = entries.map((entry) => makeMeaningText(entry, [...new Set(names)]));
  const told = [...new Set(texts.filter((text) => text !== ""))];
  const vectors = await embedder.embed(told, signal);
  const bytes = new Map(told.map((text, index) => [text, vectors[index]]));
  return entries.map(({ seq }, index) => {
    const vector = bytes.get(texts[index] ?? "");
    return { seq, bytes: vector === undefined ? null : quantiseVector(vector) };
  });
}

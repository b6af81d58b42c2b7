/** Makes the vectors of messages, the newest first, or of memories, in batches that other work may come between. */

import type { Entry } from "@clewline/core/log/entry.js";
import { type LaneRef, makeLaneAddress, memorySession } from "@clewline/core/log/keys.js";
import type { EntryVector } from "@clewline/core/ports/index.js";
import { makeMeaningText } from "@clewline/core/retrieval/meaning-text.js";
import { hasDirection, quantiseVector } from "@clewline/core/retrieval/quantise-vector.js";
import type { Engine } from "../../engine.js";
import { indexMemories } from "./index-memories.js";
import type { Indexing } from "./meaning.js";
import { raceAbort } from "./race-abort.js";
import { findSpeakerNames, listSpeakerNames } from "./speaker-names.js";

/** Texts that are embedded together. */
const batchSize = 32;

/**
 * All entries of the lane that have no vector yet. What was written stays when it is stopped, and the next call goes on
 * with the rest; entries that arrive meanwhile are left to the next call.
 */
export async function indexLane(engine: Engine, ref: LaneRef, indexing: Indexing): Promise<void> {
  let isBegun = false;
  // Runs for one lane come one after another: a later one does the rest of an earlier one.
  const work = engine.presence.inOrder(`vectors of ${makeLaneAddress(ref)}`, () => {
    isBegun = true;
    return (ref.session === memorySession ? indexMemories : indexWaiting)(engine, ref, indexing);
  });
  try {
    await raceAbort(work, indexing.signal);
  } catch (error) {
    // The caller may be about to close the store, so a write that has begun is awaited.
    if (isBegun) await work;
    throw error;
  }
}

async function indexWaiting(engine: Engine, ref: LaneRef, indexing: Indexing): Promise<void> {
  const { embedder, signal, onBatch } = indexing;
  const { store } = engine;
  let before: number | null = null;
  let end = 0;
  let names: readonly string[] | null = null;
  let isWhole = true;
  do {
    signal.throwIfAborted();
    const { entries, next, last } = await store.unindexed(ref, embedder.name, before, batchSize);
    end = before === null ? last : end;
    names = entries.length === 0 ? names : (names ?? (await findSpeakerNames(engine, { kind: "lane", ref })));
    const vectors = await makeVectors(entries, [...(names ?? []), ...listSpeakerNames(engine, entries)], indexing);
    signal.throwIfAborted();
    isWhole &&= vectors.length === entries.length;
    const isDone = next === null && isWhole;
    if (vectors.length > 0 || (isDone && end > 0 && before !== null)) {
      await store.write({ ref, vectors: { embedder: embedder.name, vectors, ...(isDone ? { through: end } : {}) } });
    }
    if (entries.length > 0) onBatch?.(entries.length);
    before = next;
  } while (before !== null);
  if (!isWhole) throw new Error(`${embedder.title} gave vectors of zeros, or of what is no number`);
}

/** Without those whose vector has no direction: they wait for a better one. */
async function makeVectors(
  entries: readonly Entry[],
  names: readonly string[],
  { embedder, signal }: Indexing,
): Promise<readonly EntryVector[]> {
  const texts = entries.map((entry) => makeMeaningText(entry, [...new Set(names)]));
  const told = [...new Set(texts.filter((text) => text !== ""))];
  const vectors = await embedder.embed(told, signal);
  const bytes = new Map(told.map((text, index) => [text, vectors[index]]));
  return entries.flatMap(({ seq }, index): readonly EntryVector[] => {
    const text = texts[index] ?? "";
    const vector = bytes.get(text);
    if (vector === undefined) return [{ seq, bytes: null }];
    if (hasDirection(vector)) return [{ seq, bytes: quantiseVector(vector) }];
    // Signs alone may mean nothing.
    return /[\p{L}\p{N}]/u.test(text) ? [] : [{ seq, bytes: null }];
  });
}

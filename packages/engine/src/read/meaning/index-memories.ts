/** Makes the vectors of the memories that stand, each at the place of the change that made it what it is. */
import type { LaneRef } from "@clewline/core/log/keys.js";
import { parseScopeLane } from "@clewline/core/memory/memory-scope.js";
import { cutMeaningText } from "@clewline/core/retrieval/meaning-text.js";
import { hasDirection, quantiseVector } from "@clewline/core/retrieval/quantise-vector.js";
import type { Engine } from "../../engine.js";
import type { Indexing } from "./meaning.js";

/** Texts that are embedded together. */
const batchSize = 32;
const page = 2_000;

/** Goes on where an earlier call was stopped. */
export async function indexMemories(engine: Engine, ref: LaneRef, indexing: Indexing): Promise<void> {
  const { embedder, signal, onBatch } = indexing;
  const { store, memories, people } = engine;
  const scope = parseScopeLane(ref.lane);
  if (scope === null) return;
  // Of a thousand scopes hardly one has something new: none of the others is folded, or written to.
  const { through, last } = await store.vectors(ref, embedder.name, Number.MAX_SAFE_INTEGER, 1);
  if (last <= through) return;
  const lane = await memories.read(scope);
  const known = await readSeqs(engine, ref, embedder.name);
  const waiting = [...lane.memories.values()].flatMap(({ name, text }) => {
    const seq = lane.made.get(name)?.seq;
    return seq === undefined || known.has(seq) ? [] : [{ seq, text }];
  });
  const names = [...people.values()];
  for (let from = 0; from < waiting.length; from += batchSize) {
    // To cut ten thousand at once would hold up everybody else.
    const batch = waiting
      .slice(from, from + batchSize)
      .map(({ seq, text }) => ({ seq, text: cutMeaningText(text, names) }));
    const texts = [...new Set(batch.flatMap(({ text }) => (text === "" ? [] : [text])))];
    const vectors = await embedder.embed(texts, signal);
    signal.throwIfAborted();
    const byText = new Map(texts.map((text, place) => [text, vectors[place]]));
    const made = batch.map(({ seq, text }) => {
      const vector = byText.get(text);
      return { seq, bytes: vector !== undefined && hasDirection(vector) ? quantiseVector(vector) : null };
    });
    await store.write({ ref, vectors: { embedder: embedder.name, vectors: made } });
    onBatch?.(batch.length);
  }
  // No other entry of the lane is ever compared, so that none needs to be counted.
  if (lane.last > 0) await store.write({ ref, vectors: { embedder: embedder.name, vectors: [], through: lane.last } });
}

async function readSeqs({ store }: Engine, ref: LaneRef, embedder: string): Promise<ReadonlySet<number>> {
  const seqs = new Set<number>();
  for (let after = 0; ; ) {
    const { vectors } = await store.vectors(ref, embedder, after, page);
    for (const { seq } of vectors) seqs.add(seq);
    after = vectors.at(-1)?.number ?? after;
    if (vectors.length < page) return seqs;
  }
}

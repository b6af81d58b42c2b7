/**
 * The vectors of lanes in memory, so that a question reads only those that were written since the one before.
 *
 * 1. A lane's copy is extended by newer vectors, never rebuilt.
 * 2. All copies together stay below a limit: the least recently used lanes are dropped first. Of a lane larger than the
 *    limit, the rest is read again for each question.
 */
import { type LaneRef, makeLaneAddress } from "@clewline/core/log/keys.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import { multiplyBytes } from "@clewline/core/retrieval/quantise-vector.js";
import { type LaneCopy, makeLaneCopy, takeVector } from "./lane-copy.js";

const mostBytes = 128_000_000;
/** Vectors to read, or to compare, before others get the processor. */
const page = 2_000;

interface Query {
  readonly embedder: string;
  /** Of length 1. */
  readonly vector: Float32Array;
}

/** How the vectors of a lane compare with a question. */
export interface LaneScores {
  readonly ref: LaneRef;
  /** Entries with a vector. */
  readonly indexed: number;
  /** Entries that will have one. */
  readonly waiting: number;
  /** Every entry with its cosine. */
  forEach(visit: (seq: number, score: number) => void): void;
  get(seq: number): number | null;
}

export interface VectorCache {
  /** Forgets all copies, because lanes have changed. */
  forget(): void;
  /** `next` is awaited between pages; an error of it ends the comparison. */
  score(store: VectorStore, ref: LaneRef, query: Query, next: () => Promise<void>): Promise<LaneScores>;
}

type VectorStore = Pick<LogStore, "vectors" | "countUnindexed">;

export function makeVectorCache(most = mostBytes): VectorCache {
  /** In the order in which they were last asked for. */
  const copies = new Map<string, LaneCopy>();
  return {
    forget: () => copies.clear(),
    async score(store, ref, query, next) {
      const key = `${makeLaneAddress(ref)} ${query.embedder}`;
      const copy = copies.get(key) ?? makeLaneCopy();
      copies.delete(key);
      copies.set(key, copy);
      // One question at a time reads new vectors, so that none is taken twice.
      const extension = copy.ready.then(() => extendCopy(store, ref, { query, copy, most }, next));
      copy.ready = Promise.allSettled([extension]).then(() => undefined);
      const { beyond, waiting } = await extension;
      shrink(copies, most);
      const scores = await scoreCopy(copy, query.vector, next);
      return { ref, waiting, indexed: copy.places.size + beyond.size, ...makeReader(copy, scores, beyond) };
    },
  };
}

interface Extension {
  readonly query: Query;
  readonly copy: LaneCopy;
  readonly most: number;
}

/** Reads newer vectors. `beyond` has the scores of those that do not fit into the copy. */
async function extendCopy(
  store: VectorStore,
  ref: LaneRef,
  { query: { embedder, vector }, copy, most }: Extension,
  next: () => Promise<void>,
): Promise<{ readonly beyond: ReadonlyMap<number, number>; readonly waiting: number }> {
  const beyond = new Map<number, number>();
  for (let after = copy.read; ; ) {
    const { vectors, through, last } = await store.vectors(ref, embedder, after, page);
    for (const each of vectors) {
      const rest = takeVector(copy, each, { dimensions: vector.length, most, isFull: beyond.size > 0 });
      if (rest === null) beyond.delete(each.seq);
      else beyond.set(each.seq, multiplyBytes(vector, rest.bytes, 0) / rest.length);
    }
    after = vectors.at(-1)?.number ?? after;
    await next();
    if (vectors.length === page) continue;
    const count = (from: number) => countWaiting(store, ref, { embedder, from, to: last }, next);
    return { beyond, waiting: last <= through ? 0 : await updateWaiting(copy, { through, last }, count) };
  }
}

/** Each place of the lane is counted once; what got its vector since then is taken off. */
async function updateWaiting(
  copy: LaneCopy,
  { through, last }: { readonly through: number; readonly last: number },
  count: (from: number) => Promise<number>,
): Promise<number> {
  const { counted } = copy;
  const left = counted === null ? 0 : counted.waiting - (copy.taken - counted.taken);
  const isKnown = counted !== null && left > 0 && counted.last > through;
  const waiting = isKnown ? left + (counted.last < last ? await count(counted.last + 1) : 0) : await count(through + 1);
  copy.counted = { waiting, last, taken: copy.taken };
  return waiting;
}

/** Places that are counted before others get the processor. */
const placesAtOnce = 20_000;

/** How many entries at these places have no vector yet. */
export async function countWaiting(
  store: Pick<LogStore, "countUnindexed">,
  ref: LaneRef,
  { embedder, from, to }: { readonly embedder: string; readonly from: number; readonly to: number },
  next: () => Promise<void>,
): Promise<number> {
  let sum = 0;
  for (let first = from; first <= to; first += placesAtOnce) {
    sum += await store.countUnindexed(ref, embedder, first, Math.min(to, first + placesAtOnce - 1));
    await next();
  }
  return sum;
}

async function scoreCopy(copy: LaneCopy, vector: Float32Array, next: () => Promise<void>): Promise<Float32Array> {
  const scores = new Float32Array(copy.size);
  for (let from = 0; from < scores.length; from += page) {
    scorePlaces(copy, vector, scores, from);
    await next();
  }
  return scores;
}

/** A page of them; NaN for a place whose vector is void. */
function scorePlaces({ bytes, lengths }: LaneCopy, vector: Float32Array, scores: Float32Array, from: number): void {
  const to = Math.min(scores.length, from + page);
  for (let place = from; place < to; place++) {
    const length = lengths[place] ?? 0;
    scores[place] = length > 0 ? multiplyBytes(vector, bytes, place * vector.length) / length : Number.NaN;
  }
}

function makeReader(
  { places, seqs }: LaneCopy,
  scores: Float32Array,
  beyond: ReadonlyMap<number, number>,
): Pick<LaneScores, "forEach" | "get"> {
  const read = (place: number | undefined) => (place === undefined ? undefined : scores[place]);
  return {
    forEach(visit) {
      for (let place = 0; place < scores.length; place++) {
        const score = scores[place] ?? Number.NaN;
        if (!Number.isNaN(score)) visit(seqs[place] ?? 0, score);
      }
      for (const [seq, score] of beyond) visit(seq, score);
    },
    get: (seq) => read(places.get(seq)) ?? beyond.get(seq) ?? null,
  };
}

function shrink(copies: Map<string, LaneCopy>, most: number): void {
  let held = [...copies.values()].reduce((sum, { bytes }) => sum + bytes.length, 0);
  for (const [key, { bytes }] of copies) {
    // The copy that was just asked for stays: it fits alone.
    if (held <= most || copies.size === 1) return;
    held -= bytes.length;
    copies.delete(key);
  }
}

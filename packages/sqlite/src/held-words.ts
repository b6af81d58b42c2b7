/** Computes the words of a question that each row of the index holds, and their combined weight. */
import { mostSought } from "@clewline/core/log/search-words.js";
import { weighWord } from "@clewline/core/retrieval/weigh-word.js";

interface Held {
  /** A bit for each word that it is known to hold. */
  readonly bits: number;
  readonly weight: number;
}

export interface HeldWords {
  /** By the numbers of the rows: heavier first, then newer. */
  readonly rows: ReadonlyMap<number, Held>;
  /** How many rows hold each word: an exact count, or an estimate for a word with more rows than were read. */
  readonly holders: readonly number[];
  readonly weights: readonly number[];
}

export interface HeldLists {
  readonly words: number;
  /** A bit for each word that the list of rows with all words was searched for. */
  readonly together: number;
  /** How many entries the scope has. */
  readonly entries: number;
  /** The most rows of a list. More rows may hold the word. */
  readonly full: number;
  /** How many entries of the scope are as new as the row with this number; null if counting would have to read all. */
  countSince(number: number): number | null;
}

/** `lists` has the newest rows of each word, and of those that hold all of them. */
export function weighHeld(lists: Readonly<Record<string, unknown>>, held: HeldLists): HeldWords {
  const { words, entries, together } = held;
  const bits = new Map<number, number>();
  const every = readNumbers(lists.every);
  const holders = Array.from({ length: words }, (_, index) => {
    const rows = words === 1 ? every : readNumbers(lists[`word${index}`]);
    for (const number of rows) bits.set(number, (bits.get(number) ?? 0) | (1 << index));
    return Math.max(estimateHolders(rows, held), ((together >> index) & 1) === 1 ? every.length : 0);
  });
  for (const number of every) bits.set(number, (bits.get(number) ?? 0) | together);
  const weights = holders.map((count) => weighWord(count, entries));
  const sums = new Map<number, Held>();
  const weigh = (each: number): Held => {
    const known = sums.get(each) ?? { bits: each, weight: sumWeights(each, weights) };
    sums.set(each, known);
    return known;
  };
  // Most rows hold one of a few sets of words. Sorting sets and numbers apart takes a tenth of the time.
  const byWeight = new Map<number, number[]>();
  for (const [number, each] of bits) {
    const { weight } = weigh(each);
    const same = byWeight.get(weight);
    if (same === undefined) byWeight.set(weight, [number]);
    else same.push(number);
  }
  const rows = new Map<number, Held>();
  for (const [, numbers] of [...byWeight].sort(([a], [b]) => b - a)) {
    for (const number of Float64Array.from(numbers).sort().reverse()) rows.set(number, weigh(bits.get(number) ?? 0));
  }
  return { rows, holders, weights };
}

/** Assumes that the word is as frequent in the whole scope as among its newest entries. */
function estimateHolders(rows: readonly number[], { entries, full, countSince }: HeldLists): number {
  const oldest = rows.at(-1);
  const since = oldest === undefined || rows.length < full ? null : countSince(oldest);
  if (since === null) return rows.length;
  return Math.max(rows.length, Math.min(entries, Math.round((rows.length * entries) / Math.max(1, since))));
}

export function sumWeights(bits: number, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => (((bits >> index) & 1) === 1 ? sum + weight : sum), 0);
}

export function listBits(bits: number): readonly number[] {
  const places: number[] = [];
  for (let index = 0; index < mostSought; index++) if (((bits >> index) & 1) === 1) places.push(index);
  return places;
}

/** Null stands for an empty list. */
function readNumbers(list: unknown): readonly number[] {
  return typeof list === "string" ? (JSON.parse(`[${list}]`) as number[]) : [];
}

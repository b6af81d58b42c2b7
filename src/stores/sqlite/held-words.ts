/** Which words of a question each row of the index holds, and how much they weigh together. */
import { mostSought } from "../../core/log/search-words.js";
import { weighWord } from "../../core/retrieval/weigh-word.js";

interface Held {
  /** A bit for each word that it holds, as far as that was looked. */
  readonly bits: number;
  readonly weight: number;
}

export interface HeldWords {
  /** By the numbers of the rows: heavier first, then newer. */
  readonly rows: ReadonlyMap<number, Held>;
  /** How many rows hold each word, as far as that was looked. */
  readonly holders: readonly number[];
  readonly weights: readonly number[];
}

/** `lists` has the newest rows of each word, and of those that hold all of them. */
export function weighHeld(
  lists: Readonly<Record<string, unknown>>,
  { words, entries }: { readonly words: number; readonly entries: number },
): HeldWords {
  const bits = new Map<number, number>();
  const every = readNumbers(lists.every);
  const all = 2 ** Math.min(words, mostSought) - 1;
  const holders = Array.from({ length: words }, (_, index) => {
    const rows = words === 1 ? every : readNumbers(lists[`word${index}`]);
    for (const number of rows) bits.set(number, (bits.get(number) ?? 0) | (1 << index));
    return Math.max(rows.length, every.length);
  });
  for (const number of every) bits.set(number, all);
  const weights = holders.map((count) => weighWord(count, entries));
  const rows = [...bits].map(([number, held]): [number, Held] => [
    number,
    { bits: held, weight: sumWeights(held, weights) },
  ]);
  rows.sort(([a, some], [b, other]) => other.weight - some.weight || b - a);
  return { rows: new Map(rows), holders, weights };
}

export function sumWeights(bits: number, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => (((bits >> index) & 1) === 1 ? sum + weight : sum), 0);
}

export function listBits(bits: number): readonly number[] {
  return Array.from({ length: mostSought }, (_, index) => index).filter((index) => ((bits >> index) & 1) === 1);
}

/** Null where nothing was found. */
function readNumbers(list: unknown): readonly number[] {
  return typeof list === "string" ? (JSON.parse(`[${list}]`) as number[]) : [];
}

/** Which words of a question each row of the index holds. */
import { mostSought } from "../../core/log/search-words.js";

/** How many of the words a row holds, as far as that was looked, and a bit for each of them. */
export interface Held {
  readonly held: number;
  readonly bits: number;
}

/** The bits of a row that holds all the words. */
const allWords = 2 ** mostSought - 1;

/** By the numbers of the rows: more words first, then newer. */
export function countHeld(
  lists: Readonly<Record<string, unknown>>,
  words: number,
  least: number,
): ReadonlyMap<number, Held> {
  const found = new Map<number, number>();
  for (let index = 0; index < words; index++) {
    for (const number of readNumbers(lists[`word${index}`])) found.set(number, (found.get(number) ?? 0) | (1 << index));
  }
  for (const number of readNumbers(lists.every)) found.set(number, allWords);
  const rows: [number, Held][] = [];
  for (const [number, bits] of found) {
    const held = Math.min(words, countBits(bits));
    if (held >= least) rows.push([number, { held, bits }]);
  }
  return new Map(rows.sort(([a, some], [b, other]) => other.held - some.held || b - a));
}

/** Null where nothing was found. */
function readNumbers(list: unknown): readonly number[] {
  return typeof list === "string" ? (JSON.parse(`[${list}]`) as number[]) : [];
}

function countBits(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count += 1;
  return count;
}

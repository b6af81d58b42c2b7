/**
 * Looks for the words of many tables at once. An expression tries them one by one at each place; here three characters
 * decide, and only where a word begins with them the words are compared. Case doesn't count. A text is gone through once
 * for all tables.
 */

/** Decides about a place where a word of the table begins. */
type IsWord = (text: string, place: number) => boolean;

interface Row {
  readonly bit: number;
  readonly word: string;
  readonly isWord: IsWord;
}

export interface Scan {
  /** Whether the text has a word of the table; the answer for the newest text is remembered. */
  readonly test: (text: string) => boolean;
  /** The same for a short text, without forgetting the newest. */
  readonly testLine: (line: string) => boolean;
}

const keys = 32_768;
/** For the three characters that a word begins with: the tables that have such a word. */
const begins = new Uint32Array(keys);
const rowsOf = new Map<number, Row[]>();
let [tables, asked, answered] = [0, "", 0];

/** A table of words, which have three characters or more. */
export function makeScan(words: readonly string[], isWord: IsWord = () => true): Scan {
  const bit = 1 << tables++;
  for (const word of words) {
    const key = (fold(word, 0) << 10) | (fold(word, 1) << 5) | fold(word, 2);
    begins[key] = (begins[key] ?? 0) | bit;
    rowsOf.set(key, [...(rowsOf.get(key) ?? []), { bit, word: word.toLowerCase(), isWord }]);
  }
  return {
    test: (text) => {
      if (text !== asked) [asked, answered] = [text, findTables(text, -1, 0)];
      return (answered & bit) !== 0;
    },
    testLine: (line) => findTables(line, bit, bit) !== 0,
  };
}

/** The tables among `wanted` that the text has a word of; it ends as soon as it has found all that are `enough`. */
function findTables(text: string, wanted: number, enough: number): number {
  let [key, found] = [0, 0];
  for (let end = 0; end < text.length; end++) {
    key = ((key << 5) | (text.charCodeAt(end) & 31)) & (keys - 1);
    const some = (begins[key] ?? 0) & wanted & ~found;
    if (some === 0) continue;
    found |= readTables(text, end - 2, key, some);
    if (enough !== 0 && (found & enough) === enough) break;
  }
  return found;
}

function readTables(text: string, place: number, key: number, wanted: number): number {
  let found = 0;
  for (const { bit, word, isWord } of rowsOf.get(key) ?? []) {
    if ((bit & wanted & ~found) === 0) continue;
    if (text.slice(place, place + word.length).toLowerCase() === word && isWord(text, place)) found |= bit;
  }
  return found;
}

/** Equal for a letter and its capital in Latin, Greek and Cyrillic. */
function fold(word: string, place: number): number {
  return word.charCodeAt(place) & 31;
}

const letter = /[a-z\u00c0-\u024f\u0370-\u04ff]/i;

/** Whether no letter stands before the place. */
export function isAlone(text: string, place: number): boolean {
  return place === 0 || !letter.test(text.charAt(place - 1));
}

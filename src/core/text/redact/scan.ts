/**
 * Looks for the words of many tables at once. An expression tries them one by one at each place; here four characters
 * decide, and only where a word begins with them the words are compared. Case doesn't count. A text is gone through once
 * for all tables, however many there are.
 */

import type { Kind } from "./kind.js";

/** Decides about a place where a word of the table begins. */
type IsWord = (text: string, place: number) => boolean;

/** A word, and the tables that have it. */
interface Row {
  readonly word: string;
  readonly entries: { readonly table: number; readonly isWord: IsWord }[];
}

export interface Scan {
  /** Whether the text has a word of the table; the answer for the newest text is remembered. */
  readonly test: (text: string) => boolean;
  /** The same for a short text, without forgetting the newest. */
  readonly testLine: (line: string) => boolean;
}

const keys = 32_768;
const noRows: readonly Row[] = [];
/** For the two characters that a word begins with: those that come third. A place is seldom looked at any further. */
const thirds = new Uint32Array(1_024);
/** For the three characters that a word begins with: the tables that have such a word, a bit for every 32nd of them. */
const begins = new Uint32Array(keys);
/** For the same: the characters that come fourth. */
const goesOn = new Uint32Array(keys);
const rowsOf: (readonly Row[])[] = Array.from({ length: keys }, () => noRows);
const rowOf = new Map<string, Row>();
let [tables, asked] = [0, ""];
let answered: Uint8Array = new Uint8Array(0);

/** A table of words, which have two characters or more. */
export function makeScan(words: readonly string[], isWord: IsWord = () => true): Scan {
  const table = tables++;
  for (const each of words) {
    const word = each.toLowerCase();
    const row = rowOf.get(word) ?? { word, entries: [] };
    rowOf.set(word, row);
    row.entries.push({ table, isWord });
    for (const spelling of [word, word.toUpperCase()]) addRow(row, spelling, 1 << (table & 31));
  }
  return {
    test: (text) => {
      if (text !== asked || table >= answered.length) [asked, answered] = [text, findTables(text)];
      return answered[table] === 1;
    },
    testLine: (line) => findTables(line, table)[table] === 1,
  };
}

/** Whether a pattern matches, which begins with one of the words. */
export function makeWordHint(words: string | readonly string[], pattern: RegExp): Scan {
  const sticky = new RegExp(pattern.source, `${pattern.flags.replace(/[gy]/, "")}y`);
  return makeScan(typeof words === "string" ? words.split("|") : words, (text, place) => {
    sticky.lastIndex = place;
    return sticky.test(text);
  });
}

function addRow(row: Row, spelling: string, bit: number): void {
  const first = (fold(spelling, 0) << 10) | (fold(spelling, 1) << 5);
  // Any character may follow a short word.
  const after = spelling.length > 2 ? [fold(spelling, 2)] : Array.from({ length: 32 }, (_, third) => third);
  for (const third of after) {
    const key = first | third;
    thirds[key >> 5] = (thirds[key >> 5] ?? 0) | (1 << third);
    begins[key] = (begins[key] ?? 0) | bit;
    goesOn[key] = (goesOn[key] ?? 0) | (spelling.length > 3 ? 1 << fold(spelling, 3) : -1);
    const rows = rowsOf[key] ?? noRows;
    if (!rows.includes(row)) rowsOf[key] = [...rows, row];
  }
}

/** Which tables the text has a word of: all of them, or the one that is asked for. */
function findTables(text: string, only = -1): Uint8Array {
  const found = new Uint8Array(tables);
  const wanted = only < 0 ? -1 : 1 << (only & 31);
  let second = text.charCodeAt(0) & 31;
  let third = text.charCodeAt(1) & 31;
  for (let place = 0; place < text.length - 1; place++) {
    const pair = (second << 5) | third;
    second = third;
    third = text.charCodeAt(place + 2) & 31;
    if ((((thirds[pair] ?? 0) >>> third) & 1) === 0) continue;
    const key = (pair << 5) | third;
    const fourth = text.charCodeAt(place + 3) & 31;
    if ((((goesOn[key] ?? 0) >>> fourth) & 1) === 0 || ((begins[key] ?? 0) & wanted) === 0) continue;
    readRows(text, place, rowsOf[key] ?? noRows, { only, found });
    if (only >= 0 && found[only] === 1) break;
  }
  return found;
}

function readRows(
  text: string,
  place: number,
  rows: readonly Row[],
  { only, found }: { readonly only: number; readonly found: Uint8Array },
): void {
  for (const { word, entries } of rows) {
    if (!isAt(text, place, word)) continue;
    for (const { table, isWord } of entries) {
      if (found[table] === 0 && (only < 0 || table === only) && isWord(text, place)) found[table] = 1;
    }
  }
}

function isAt(text: string, place: number, word: string): boolean {
  for (let index = word.length - 1; index >= 0; index--) {
    const code = text.charCodeAt(place + index);
    const expected = word.charCodeAt(index);
    if (code === expected) continue;
    // Letters beyond ASCII are compared as strings.
    if (code > 127) return text.slice(place, place + word.length).toLowerCase() === word;
    const isCapital = code >= 65 && code <= 90;
    if (!isCapital || (code | 32) !== expected) return false;
  }
  return true;
}

/** A kind whose pattern begins with one of the words: a text without them is not looked through. */
export function addWords(words: string, kind: Kind): Kind {
  const scan = makeScan(words.split("|"));
  return { ...kind, hint: { test: (text) => scan.test(text) && kind.hint?.test(text) !== false } };
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

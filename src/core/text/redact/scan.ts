/**
 * Looks for the words of many tables at once. An expression tries them one by one at each place; here three characters
 * decide, and only where a word begins with them the words are compared. Case doesn't count. A text is gone through once
 * for all tables, however many there are.
 */

/** Decides about a place where a word of the table begins. */
type IsWord = (text: string, place: number) => boolean;

interface Row {
  readonly table: number;
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
/** For the three characters that a word begins with: the tables that have such a word, a bit for every 32nd of them. */
const begins = new Uint32Array(keys);
const rowsOf: Row[][] = [];
let [tables, asked] = [0, ""];
let answered = new Uint8Array(0);

/** A table of words, which have two characters or more. */
export function makeScan(words: readonly string[], isWord: IsWord = () => true): Scan {
  const table = tables++;
  for (const word of words) for (const key of listKeys(word)) addRow(key, { table, word: word.toLowerCase(), isWord });
  return {
    test: (text) => {
      if (text !== asked || table >= answered.length) [asked, answered] = [text, findTables(text)];
      return answered[table] === 1;
    },
    testLine: (line) => findTables(line, table)[table] === 1,
  };
}

/** Whether a pattern matches, which begins with one of the words. */
export function scanFor(words: readonly string[], pattern: RegExp): Scan {
  const sticky = new RegExp(pattern.source, `${pattern.flags.replace(/[gy]/, "")}y`);
  return makeScan(words, (text, place) => {
    sticky.lastIndex = place;
    return sticky.test(text);
  });
}

/** Any character may follow a word of two. */
function listKeys(word: string): ReadonlySet<number> {
  const keys = [word, word.toUpperCase()].flatMap((each) => {
    const key = (fold(each, 0) << 10) | (fold(each, 1) << 5);
    return word.length > 2 ? [key | fold(each, 2)] : Array.from({ length: 32 }, (_, third) => key | third);
  });
  return new Set(keys);
}

function addRow(key: number, row: Row): void {
  begins[key] = (begins[key] ?? 0) | (1 << (row.table & 31));
  rowsOf[key] = [...(rowsOf[key] ?? []), row];
}

/** Which tables the text has a word of: all of them, or the one that is asked for. */
function findTables(text: string, only = -1): Uint8Array {
  const found = new Uint8Array(tables);
  const wanted = only < 0 ? -1 : 1 << (only & 31);
  let key = 0;
  for (let end = 0; end <= text.length; end++) {
    key = ((key << 5) | (text.charCodeAt(end) & 31)) & (keys - 1);
    if (((begins[key] ?? 0) & wanted) === 0 || end < 2) continue;
    for (const { table, word, isWord } of rowsOf[key] ?? []) {
      if (found[table] === 1 || (only >= 0 && table !== only)) continue;
      if (isAt(text, end - 2, word) && isWord(text, end - 2)) found[table] = 1;
    }
    if (only >= 0 && found[only] === 1) break;
  }
  return found;
}

function isAt(text: string, place: number, word: string): boolean {
  for (let index = word.length - 1; index >= 0; index--) {
    const [code, expected] = [text.charCodeAt(place + index), word.charCodeAt(index)];
    if (code === expected) continue;
    // Letters beyond ASCII are compared as strings.
    if (code > 127) return text.slice(place, place + word.length).toLowerCase() === word;
    if ((code | 32) !== expected || code < 65 || code > 90) return false;
  }
  return true;
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

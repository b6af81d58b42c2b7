/**
 * Looks for the words of many tables at once. A text is gone through once, a step of one automaton (Aho and Corasick) for
 * each character, however many tables there are. Case doesn't count.
 */

import { defer } from "@clewline/text/defer.js";
import { foldCase } from "./fold-case.js";
import type { Kind, Spots, Words } from "./kind.js";

/** Where the word ends that begins at a place, and 0 if none does. */
type FindEnd = (text: string, place: number) => number;

/** A word, and the tables that have it. */
interface Row {
  readonly word: string;
  /** How many of its characters the automaton reads; the rest is compared. */
  readonly read: number;
  readonly entries: { readonly table: number; readonly keepsAll: boolean; readonly findEnd: FindEnd }[];
}

export interface Scan {
  /** Whether the text has a word of the table; the answer is remembered until the work on the text ends. */
  readonly test: (text: string) => boolean;
  /** The same for a short text, without remembering it. */
  readonly testLine: (line: string) => boolean;
}

export interface Line {
  readonly text: string;
  readonly start: number;
}

const rowOf = new Map<string, Row>();
type Places = readonly number[] | undefined;
let tables = 0;
/** Of the text at hand and of its parts between marks, which each rule asks for. */
const answers = new Map<string, Places[]>();
const mostAnswers = 5_000;
/** In characters of the texts, so that a text in many parts is gone through once for all rules. */
const mostAnswered = 4_000_000;
let answered = 0;

/** A table of words, which have two characters or more. */
export function makeScan(words: readonly string[], findEnd: FindEnd = () => 1): Scan {
  const table = tables++;
  for (const word of new Set(words.map((each) => each.toLowerCase())))
    addWord(word, { table, keepsAll: false, findEnd });
  return {
    test: (text) => findPlaces(text, table) !== undefined,
    testLine: (line) => findTables(line, table)[table] !== undefined,
  };
}

/** Where a pattern matches whose alternatives each begin with letters; what stands around all of them is given apart. */
export function makeSpots(pattern: string, before = "", after = ""): Spots {
  return makeWords(pattern, before, after).spots;
}

/** Where the words of a pattern begin, and where each of them ends. */
export function makeWords(pattern: string, before = "", after = "", flags = "i"): Words {
  const table = tables;
  tables += 2;
  addHeads(table, pattern, (shapes, isInside) =>
    makeTrial(new RegExp(`${isInside ? "(?<![\\d_])" : before}(?:${shapes.join("|")})${after}`, flags)),
  );
  return {
    spots: (text) => findPlaces(text, table) ?? none,
    ends: (text) => findPlaces(text, table + 1) ?? none,
  };
}

const none: readonly number[] = [];

/** The index of the first place that is not before another. */
export function findPlace(spots: readonly number[], from: number): number {
  let low = 0;
  let high = spots.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spots[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The lines that hold one of the places, and those that the one before asks for. */
export function* listLines(text: string, places: readonly number[], wantsNext = () => false): Generator<Line> {
  let end = -1;
  for (let index = 0; index < places.length || wantsNext(); ) {
    const place = wantsNext() ? end + 1 : (places[index] ?? 0);
    if (place > text.length) return;
    if (place > end) {
      const start = text.lastIndexOf("\n", place - 1) + 1;
      const next = text.indexOf("\n", place);
      end = next < 0 ? text.length : next;
      yield { text: text.slice(start, end), start };
    } else index++;
  }
}

function addWord(word: string, entry: Row["entries"][number]): void {
  automaton = null;
  forgetPlaces();
  const row = rowOf.get(word) ?? { word, read: Math.min(word.length, longestRead), entries: [] };
  rowOf.set(word, row);
  row.entries.push(entry);
}

/** A pattern that is tried where its head stands is made when that is first found. */
function addHeads(
  table: number,
  pattern: string,
  makeTest: (shapes: readonly string[], isInside: boolean) => FindEnd,
): void {
  const byHead = new Map<string, string[]>();
  for (const shape of splitShape(pattern)) {
    const inside = /^\[[^\]]+\](?:[*+?]|\{[\d,]+\})/.exec(shape)?.[0].length ?? 0;
    for (const head of listHeads(shape.slice(inside))) {
      const key = `${inside > 0 ? "-" : ""}${head.toLowerCase()}`;
      byHead.set(key, [...(byHead.get(key) ?? []), shape.slice(inside)]);
    }
  }
  for (const [key, shapes] of byHead) {
    const isInside = key.startsWith("-");
    const test = defer(() => makeTest(shapes, isInside));
    addWord(isInside ? key.slice(1) : key, {
      table,
      keepsAll: true,
      findEnd: (text, place) => test()(text, place),
    });
  }
}

function findPlaces(text: string, table: number): Places {
  const known = answers.get(text);
  if (known !== undefined) return known[table];
  if (answers.size >= mostAnswers || answered > mostAnswered) forgetPlaces();
  const found = findTables(text);
  answers.set(text, found);
  answered += text.length;
  return found[table];
}

/** Ends the work on a text. */
export function forgetPlaces(): void {
  answers.clear();
  answered = 0;
}

/** Whether a pattern matches, each alternative of which begins with letters. */
export function makeHint(pattern: RegExp): Scan {
  return makeScan(listHeads(pattern.source), makeTrial(pattern));
}

/** The same where the words that a match begins with can't be read from the pattern. */
export function makeWordHint(words: string | readonly string[], pattern: RegExp): Scan {
  return makeScan(typeof words === "string" ? words.split("|") : words, makeTrial(pattern));
}

function makeTrial(pattern: RegExp): FindEnd {
  const { source, flags } = foldCase(pattern);
  const sticky = new RegExp(source, `${flags.replace(/[gy]/, "")}y`);
  return (text, place) => {
    sticky.lastIndex = place;
    return sticky.test(text) ? sticky.lastIndex : 0;
  };
}

/** The letters that each alternative of a pattern begins with: a match begins with one of them. */
export function listHeads(pattern: string): readonly string[] {
  return splitShape(pattern).flatMap((each) => {
    const shape = each.replace(/^(?:\(\?<?[=!](?:[^()]|\([^()]*\))*\))+/, "");
    const [group = "", inner = "", mayMiss = ""] =
      /^\(\?:((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)(?![*{])(\??)/.exec(shape) ??
      /^((?:[^\\()[\]{}?*+.|^$]|\\\W))(\?)/.exec(shape) ??
      [];
    const next = shape.slice(group.length);
    if (group !== "")
      return [...splitShape(inner), ...(mayMiss === "" ? [] : [""])].flatMap((way) => listHeads(way + next));
    const [choice = "", letters = ""] = /^\[([^\]\\^]+)\](?![?*{])/.exec(shape) ?? [];
    const others = shape.slice(choice.length);
    if (choice !== "") return listLetters(letters).flatMap((each) => listHeads(each.replace(/^\W/, "\\$&") + others));
    const literal = /^(?:(?:[^\\()[\]{}?*+.|^$]|\\\W)(?![?*{]))*/.exec(shape)?.[0] ?? "";
    const head = literal.replaceAll("\\", "");
    const rest = shape.slice(literal.length);
    // Few letters say little: they are joined to what follows.
    const isJoined = head !== "" && head.length < 4 && /^(?:[[(\w -]|\\\W)(?!\?[<=!])/.test(rest);
    return isJoined ? listHeads(rest).map((each) => head + each) : [head];
  });
}

/** The letters of a class, with those of its ranges. */
function listLetters(letters: string): readonly string[] {
  const [first = "", sign, last = "", ...others] = letters.split("");
  if (sign !== "-" || last === "") return first === "" ? [] : [first, ...listLetters(letters.slice(1))];
  const [from, to] = [first.charCodeAt(0), last.charCodeAt(0)];
  const range = Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index));
  return [...range, ...listLetters(others.join(""))];
}

/** The alternatives of a shape: split at bars that stand in no group and in no class. */
export function splitShape(shape: string): readonly string[] {
  const parts = shape.match(/\\.|\[(?:\\.|[^\]\\])*\]|./g) ?? [];
  const found = [""];
  let depth = 0;
  for (const part of parts) {
    depth += part === "(" ? 1 : part === ")" ? -1 : 0;
    if (part === "|" && depth === 0) found.push("");
    else found[found.length - 1] += part;
  }
  return found;
}

interface Automaton {
  /** For each state and class of characters, the next state. */
  readonly next: Int16Array;
  /** The rows whose words end in a state. */
  readonly ends: readonly (readonly Row[] | undefined)[];
  readonly hasEnd: Uint8Array;
}

/** Few words are longer, and few places begin as one does that isn't there. */
const longestRead = 6;
/** Of classes: ASCII characters that words have, one each, and sixteen for all other characters. */
const classBits = 6;
const others = 48;
const classOf = new Uint8Array(65_536);
let automaton: Automaton | null = null;

function build(): Automaton {
  const rows = [...rowOf.values()];
  let ascii = 0;
  for (const { word, read } of rows) {
    for (const letter of word.slice(0, read).split("")) {
      const code = letter.charCodeAt(0);
      if (classOf[code] !== 0) continue;
      const its = code > 127 || ascii + 1 === others ? others + (code & 15) : ++ascii;
      classOf[code] = its;
      // The capital of the Turkish ı is that of another letter.
      if (letter.toUpperCase().toLowerCase() === letter) classOf[letter.toUpperCase().charCodeAt(0)] = its;
    }
  }
  const size = 1 + rows.reduce((sum, { read }) => sum + read, 0);
  const next = new Int16Array(size << classBits);
  const ends: Row[][] = [[]];
  for (const row of rows) {
    let state = 0;
    for (let place = 0; place < row.read; place++) {
      const step = (state << classBits) | (classOf[row.word.charCodeAt(place)] ?? 0);
      if (next[step] === 0) next[step] = ends.push([]) - 1;
      state = next[step] ?? 0;
    }
    ends[state]?.push(row);
  }
  joinStates(next, ends);
  const hasEnd = Uint8Array.from(ends, (of) => (of.length > 0 ? 1 : 0));
  return { next: next.slice(0, ends.length << classBits), ends, hasEnd };
}

/** Where no word goes on, the longest end of what was read that begins a word does. */
function joinStates(next: Int16Array, ends: Row[][]): void {
  const classes = 1 << classBits;
  const back = new Int16Array(ends.length);
  const queue = Array.from(next.subarray(0, classes)).filter((state) => state > 0);
  for (const state of queue) {
    const from = back[state] ?? 0;
    ends[state]?.push(...(ends[from] ?? []));
    for (let each = 0; each < classes; each++) {
      const step = (state << classBits) | each;
      const there = next[(from << classBits) | each] ?? 0;
      const child = next[step] ?? 0;
      if (child === 0) next[step] = there;
      else {
        back[child] = there;
        queue.push(child);
      }
    }
  }
}

/** Where words of the tables begin: of all of them, or of the one that is asked for. */
function findTables(text: string, only = -1): Places[] {
  automaton ??= build();
  const { next, ends, hasEnd } = automaton;
  const found: number[][] = new Array(tables);
  let state = 0;
  for (let place = 0; place < text.length; place++) {
    state = next[(state << classBits) | (classOf[text.charCodeAt(place)] ?? 0)] ?? 0;
    if (hasEnd[state] === 1) readRows(text, place + 1, ends[state] ?? [], { only, found });
    if (only >= 0 && found[only] !== undefined) break;
  }
  return found;
}

function readRows(
  text: string,
  end: number,
  rows: readonly Row[],
  { only, found }: { readonly only: number; readonly found: number[][] },
): void {
  for (const { word, read, entries } of rows) {
    const place = end - read;
    if (!isAt(text, place, word)) continue;
    for (const { table, keepsAll, findEnd } of entries) {
      if ((only >= 0 && table !== only) || (found[table] !== undefined && !keepsAll)) continue;
      const its = findEnd(text, place);
      if (its === 0) continue;
      if (found[table] === undefined) found[table] = [];
      if (keepsAll) found[table + 1] ??= [];
      addPlace(found[table], keepsAll ? (found[table + 1] ?? []) : [], place, its);
    }
  }
}

/** A shorter word ends, and is found, before a longer one that began earlier. */
function addPlace(places: number[], ends: number[], place: number, end: number): void {
  let index = places.length;
  while (index > 0 && (places[index - 1] ?? 0) > place) index--;
  if (places[index - 1] === place) ends[index - 1] = Math.max(end, ends[index - 1] ?? 0);
  else {
    places.splice(index, 0, place);
    ends.splice(index, 0, end);
  }
}

function isAt(text: string, place: number, word: string): boolean {
  for (let index = word.length - 1; index >= 0; index--) {
    const code = text.charCodeAt(place + index);
    const expected = word.charCodeAt(index);
    if (code === expected) continue;
    if (code > 127 ? toSmall(code) !== expected : code < 65 || code > 90 || (code | 32) !== expected) return false;
  }
  return true;
}

function toSmall(code: number): number {
  return String.fromCharCode(code).toLowerCase().charCodeAt(0);
}

/** A kind whose pattern begins with one of the words: a text without them is not looked through. */
export function addWords(words: string, kind: Kind): Kind {
  const scan = makeScan(words.split("|"));
  return { ...kind, hint: { test: (text) => scan.test(text) && kind.hint?.test(text) !== false } };
}

const letter = /[a-z\u00c0-\u024f\u0370-\u04ff]/i;

/** For a word before which no letter stands. */
export function endAlone(text: string, place: number): number {
  return place === 0 || !letter.test(text.charAt(place - 1)) ? place + 1 : 0;
}

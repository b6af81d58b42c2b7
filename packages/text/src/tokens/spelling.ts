import { findKind, findUnitCost, findUnitKind } from "./characters.js";
import type { Cursor } from "./cursor.js";
import { isKnownWord } from "./known-words.js";
import { type LetterPairs, leadMarks, pairDigits, pairLowest, pairStep, type WordStart } from "./letter-pairs.js";

export interface SpellingModel {
  readonly pairs: LetterPairs;
  readonly width: number;
  readonly costs: Float64Array;
  readonly letterOf: Uint8Array;
  readonly known: Start;
  readonly shouted: Start;
  readonly short: Start;
  readonly long: Start;
}

/** The cost of a word's beginning, by the ASCII character before it. */
interface Start {
  readonly unled: number;
  readonly led: Float64Array;
  readonly otherMark: number;
}

export const noLead = -1;
export const spaceLead = 0x20;

/** The cost of a letter from its third repetition on: the vocabulary has such runs by fours and eights. */
const repeatCost = 0.27;
/** No real word has such rare letter pairs, so one that looks known is not. */
const nonsensePerLetter = 0.42;
const shortWord = 4;
const hornedLetters = new Set([..."ƠơƯư"].map((letter) => letter.charCodeAt(0)));

/** Reads a word whose cost depends on its spelling: a tokenizer splits at rare letter pairs. */
export function readSpelled(cursor: Cursor, kind: number, model: SpellingModel, lead: number): number {
  const { text } = cursor;
  const { pairs, width, costs, letterOf } = model;
  const start = cursor.at;
  let cost = 0;
  let before = 0;
  let capitals = 0;
  let repeats = 0;
  let marked = false;
  for (; findUnitKind(text, cursor.at) === kind; cursor.at += 1) {
    const code = text.charCodeAt(cursor.at);
    if (isCapital(code)) {
      if (capitals < cursor.at - start) break;
      capitals += 1;
    }
    const letter = letterOf[code] ?? width - 1;
    repeats = letter === before ? repeats + 1 : 0;
    cost += repeats > 1 ? repeatCost : (costs[before * width + letter] ?? 0);
    before = letter;
    if (code > 0x7f) marked = true;
  }
  const length = cursor.at - start;
  cost += costs[before * width] ?? 0;
  if (marked) cost += estimateAccentCost(pairs, text, start, cursor.at);
  if (cost < length * nonsensePerLetter && (capitals < 2 || capitals === length)) {
    const known = isKnownWord(text, start, cursor.at, capitals);
    if (known) return Math.max(1, findStartCost(capitals < 2 ? model.known : model.shouted, lead));
  }
  if (capitals > 1) cost += pairs.capital * (capitals - 1) + (capitals < length ? pairs.mixed : 0);
  return Math.max(1, cost + findStartCost(length > shortWord ? model.long : model.short, lead));
}

/** `kind` is that of the table's letters; other letters are never looked up. */
export function makeSpellingModel(pairs: LetterPairs, kind: number): SpellingModel {
  const width = pairs.letters.length + 2;
  const costs = new Float64Array(width * width);
  for (const [row, digits] of pairs.rows.entries())
    for (let column = 0; column < width; column += 1) costs[row * width + column] = decodeDigitCost(digits, column);
  const letterOf = new Uint8Array(0x1f00).fill(width - 1);
  for (let code = 0; code < letterOf.length; code += 1) {
    if (findKind(code) !== kind) continue;
    const letter = String.fromCharCode(code).toLowerCase();
    const plain = pairs.letters.includes(letter) ? letter : letter.normalize("NFD").charAt(0);
    const index = pairs.letters.indexOf(plain);
    if (index !== -1) letterOf[code] = index + 1;
  }
  const { known, shouted, short, long } = pairs;
  const starts = {
    known: makeStartCosts(known),
    shouted: makeStartCosts(shouted),
    short: makeStartCosts(short),
    long: makeStartCosts(long),
  };
  return { pairs, width, costs, letterOf, ...starts };
}

function isCapital(code: number): boolean {
  if (code < 0x80) return code <= 0x5a;
  return (code >= 0xc0 && code <= 0xde) || (code >= 0x400 && code <= 0x42f);
}

/** The cost of letters with marks. A Vietnamese word has several, and is one token more often than not. */
function estimateAccentCost({ accents }: LetterPairs, text: string, start: number, end: number): number {
  let cost = 0;
  let vietnamese = 0;
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    if (code < 0x180) cost += accents[0];
    else if (code >= 0x1e00 || hornedLetters.has(code)) vietnamese = accents[1];
    else cost += accents[2];
  }
  return cost + vietnamese;
}

function findStartCost(start: Start, lead: number): number {
  if (lead === noLead) return start.unled;
  return lead < start.led.length ? (start.led[lead] ?? 0) : start.otherMark * findUnitCost(lead);
}

function makeStartCosts({ base, unspaced, marks, otherMark }: WordStart): Start {
  const led = new Float64Array(0x80).fill(base + otherMark);
  led[spaceLead] = base;
  for (let at = 0; at < leadMarks.length; at += 1) led[leadMarks.charCodeAt(at)] = base + decodeDigitCost(marks, at);
  return { unled: base + unspaced, led, otherMark: base + otherMark };
}

function decodeDigitCost(digits: string, at: number): number {
  return pairLowest + pairStep * pairDigits.indexOf(digits.charAt(at));
}

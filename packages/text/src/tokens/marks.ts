import { findUnitCost, findUnitKind } from "./characters.js";
import type { Cursor } from "./cursor.js";
import { kinds } from "./kinds.js";

const slash = 0x2f;
/** The costs of the first, second and third mark of a run; later ones cost as the last. */
const markCosts: readonly number[] = [1, 0.05, 0.3, 0.5];
/** ASCII marks that draw lines: the vocabulary has runs of sixteen and more. */
const lineMarks = new Set([..."-=*#_./~+!"].map((mark) => mark.charCodeAt(0)));

/** Reads a run of punctuation, symbols and emoji, with a space before it and line breaks after it. */
export function readMarks(cursor: Cursor): number {
  const { text } = cursor;
  if (findUnitKind(text, cursor.at) === kinds.space) cursor.at += 1;
  let cost = 0;
  let marks = 0;
  let repeats = 0;
  let before = -1;
  for (let kind = findUnitKind(text, cursor.at); isMark(kind); kind = findUnitKind(text, cursor.at)) {
    const code = text.charCodeAt(cursor.at);
    repeats = code === before ? repeats + 1 : 0;
    if (kind === kinds.surrogate) cost += readPair(cursor);
    else {
      cost += code > 0x7f ? estimateSymbolCost(code, repeats) : estimateMarkCost(code, marks, repeats);
      cursor.at += 1;
    }
    marks = isControl(code) ? 0 : marks + 1;
    before = code;
  }
  return Math.max(1, cost) + readTail(cursor, marks);
}

function isMark(kind: number): boolean {
  return kind === kinds.symbol || kind === kinds.surrogate;
}

/** An emoji or another character outside the basic plane; a lone surrogate becomes the replacement character. */
function readPair(cursor: Cursor): number {
  const first = cursor.text.charCodeAt(cursor.at);
  const second = cursor.text.charCodeAt(cursor.at + 1);
  const whole = first < 0xdc00 && second >= 0xdc00 && second < 0xe000;
  cursor.at += whole ? 2 : 1;
  return whole ? findUnitCost(first) : 1;
}

/** Control characters join no other mark: a new run begins after them. */
function isControl(code: number): boolean {
  return code < 0x20 || code === 0x7f;
}

function estimateMarkCost(code: number, marks: number, repeats: number): number {
  if (isControl(code)) return 1.05;
  if (repeats === 0) return markCosts[Math.min(marks, markCosts.length - 1)] ?? 0;
  if (repeats < 4) return marks < 2 ? 0 : 0.15;
  return lineMarks.has(code) ? 0.06 : 0.26;
}

/** Lines and bars drawn with symbols merge when they repeat. */
function estimateSymbolCost(code: number, repeats: number): number {
  return repeats === 0 ? findUnitCost(code) : Math.min(findUnitCost(code), code >= 0x2500 && code < 0x25a0 ? 0.27 : 1);
}

/** Line breaks right after marks belong to them, and so do slashes after those. */
function readTail(cursor: Cursor, marks: number): number {
  const { text } = cursor;
  let breaks = 0;
  let slashes = 0;
  let turns = 0;
  for (; cursor.at < text.length; cursor.at += 1) {
    const code = text.charCodeAt(cursor.at);
    if (code === 0x0a || code === 0x0d) breaks += 1;
    else if (code !== slash || breaks === 0) break;
    else {
      slashes += 1;
      if (text.charCodeAt(cursor.at - 1) !== slash) turns += 1;
    }
  }
  if (breaks === 0) return 0;
  return (marks > 2 ? 0.2 : 0.03) + Math.max(0, breaks - turns - 2) / 4 + turns + slashes / 16;
}

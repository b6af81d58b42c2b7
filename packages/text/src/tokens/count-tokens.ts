import { findUnitKind } from "./characters.js";
import type { Cursor } from "./cursor.js";
import { isLetter, kinds } from "./kinds.js";
import { readMarks } from "./marks.js";
import { readSpaces } from "./spaces.js";
import { readWord } from "./words.js";

/** Counts exactly, for one tokenizer. */
export type TokenCounter = (text: string) => number;

/** How tokens are counted. Counts are comparable only under the same version. */
export interface Calibration {
  readonly version: string;
  /** Replaces the estimate. */
  readonly counter?: TokenCounter;
  /** The factor on the estimate; 1 fits o200k. */
  readonly factor: number;
}

export const estimated: Calibration = { version: "runs-2/1", factor: 1 };

/** The tokens of a text. The estimate errs upwards, never throws, and takes time in proportion to the text. */
export function countTokens(text: string, calibration: Calibration): number {
  if (calibration.counter !== undefined) return calibration.counter(text);
  return Math.ceil(estimateTokens(text) * calibration.factor);
}

/** Sums the costs of a text's runs, split where a tokenizer of the GPT family splits before merging. */
export function estimateTokens(text: string): number {
  const cursor: Cursor = { text, at: 0 };
  let cost = 0;
  while (cursor.at < text.length) cost += readRun(cursor);
  return cost;
}

function readRun(cursor: Cursor): number {
  const kind = findUnitKind(cursor.text, cursor.at);
  if (isLetter(kind)) return readWord(cursor, false);
  if (kind === kinds.digit) return readDigits(cursor);
  if (kind === kinds.lineBreak) return readSpaces(cursor);
  const next = findUnitKind(cursor.text, cursor.at + 1);
  if (kind !== kinds.surrogate && isLetter(next)) return readWord(cursor, true);
  if (kind !== kinds.space || next === kinds.symbol || next === kinds.surrogate) return readMarks(cursor);
  return readSpaces(cursor);
}

/** Up to three digits are one token. */
function readDigits(cursor: Cursor): number {
  const start = cursor.at;
  while (findUnitKind(cursor.text, cursor.at) === kinds.digit) cursor.at += 1;
  return Math.ceil((cursor.at - start) / 3);
}

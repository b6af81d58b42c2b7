/** Classifies characters for the search and caches the results, because Unicode classes are slow to test. */
import { findTraits, traits } from "./traits.js";

/** Not part of a word; part of a word between spaces; part of a word in a script without spaces. */
export const [between, spacedLetter, unspacedLetter] = [1, 2, 3] as const;

const inWords = traits.letter | traits.mark | traits.number;
const privateUse = /^\p{Co}$/u;
/** Characters that may join with the one before them, so that a text with one can't be read character by character. */
const joining = /[\p{M}\p{Surrogate}\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/u;

/** Classes by UTF-16 unit; 0 for one not seen yet. Surrogates have no class of their own. */
export const classes = new Uint8Array(0x10000);
const classesBeyond = new Map<number, number>();

export function classifyCharacter(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  const known = classes[unit];
  if (known !== undefined && known !== 0) return known;
  if (isSurrogate(unit)) return classifyBeyond(text.codePointAt(index) ?? unit);
  const found = classifyPoint(unit);
  classes[unit] = found;
  return found;
}

function classifyBeyond(point: number): number {
  const known = classesBeyond.get(point);
  if (known !== undefined) return known;
  const found = classifyPoint(point);
  classesBeyond.set(point, found);
  return found;
}

function classifyPoint(point: number): number {
  const bits = findTraits(point);
  if ((bits & inWords) !== 0) return (bits & traits.unspaced) !== 0 ? unspacedLetter : spacedLetter;
  return privateUse.test(String.fromCodePoint(point)) ? spacedLetter : between;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/** Whether a surrogate pair begins here. */
export function isPairStart(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  if (unit < 0xd800 || unit > 0xdbff) return false;
  const next = text.charCodeAt(index + 1);
  return next >= 0xdc00 && next <= 0xdfff;
}

/** How a character loses its accents: unchanged, replaced, or depending on its neighbours. */
const [asItIs, otherwise, inCompany] = [1, 2, 3] as const;
const writings = new Uint8Array(0x10000);
const writingsBeyond = new Map<number, number>();
const forms = new Map<number, string>();

/** Removes accents and ligatures, then composes again, so that the parts of a Korean syllable are one character. */
export function stripAccents(text: string): string {
  let written = "";
  let from = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    const point = isSurrogate(unit) ? (text.codePointAt(index) ?? unit) : unit;
    const how = classifyWriting(point);
    if (how === inCompany) return normaliseLetters(text);
    const length = point > 0xffff ? 2 : 1;
    if (how === otherwise) {
      written += text.slice(from, index) + (forms.get(point) ?? "");
      from = index + length;
    }
    index += length - 1;
  }
  return from === 0 ? text : written + text.slice(from);
}

function classifyWriting(point: number): number {
  const known = point > 0xffff ? writingsBeyond.get(point) : writings[point];
  if (known !== undefined && known !== 0) return known;
  const character = String.fromCodePoint(point);
  const plain = normaliseLetters(character);
  const joins = joining.test(character) || joining.test(plain);
  const how = joins ? inCompany : plain === character ? asItIs : otherwise;
  if (how === otherwise) forms.set(point, plain);
  if (point > 0xffff) writingsBeyond.set(point, how);
  else writings[point] = how;
  return how;
}

function normaliseLetters(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC");
}

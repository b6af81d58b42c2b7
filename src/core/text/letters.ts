/** What characters are to the search, each looked up once: the classes of Unicode are slow to ask for. */
import { findTraits, traits } from "./traits.js";

/** No part of a word; part of a word between spaces; part of a word of a script that puts no spaces between them. */
export const [between, spacedLetter, unspacedLetter] = [1, 2, 3] as const;

const inWords = traits.letter | traits.mark | traits.number;
const privateUse = /^\p{Co}$/u;
/** These may join with what stands before them, so a text with one can't be looked at character by character. */
const joining = /[\p{M}\p{Surrogate}\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/u;

/** By UTF-16 unit; 0 for one that was not met yet. Halves of pairs have no class of their own. */
export const classes = new Uint8Array(0x10000);
const classesBeyond = new Map<number, number>();

/** The class of the character at this place of a text. */
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

/** Whether a character of two units begins here. */
export function isPairStart(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  if (unit < 0xd800 || unit > 0xdbff) return false;
  const next = text.charCodeAt(index + 1);
  return next >= 0xdc00 && next <= 0xdfff;
}

/** How a character is written without accents: as it is, otherwise, or only known in the company of the others. */
const [asItIs, otherwise, inCompany] = [1, 2, 3] as const;
const writings = new Uint8Array(0x10000);
const writingsBeyond = new Map<number, number>();
const forms = new Map<number, string>();

/**
 * The text without accents and ligatures. It is composed again at the end: what is left of a letter's parts, such as those
 * of a Korean syllable, is one character.
 */
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

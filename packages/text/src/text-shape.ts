/**
 * The shape of a text: ASCII characters unchanged, and every other one replaced by a character for its kind.
 * Expressions over shapes need no Unicode properties, which take tens of milliseconds to compile, repeatedly: the
 * engine discards what it compiled when an expression is unused for a while.
 */
import { findTraits, traits } from "./traits.js";

const { letter, mark, number, digit, upper, lower, currency, european } = traits;

/** Every kind with its substitute. White space stays white space. */
const kinds: readonly (readonly [standIn: string, bits: number])[] = [
  ["\u0080", 0],
  ["\u0081", european],
  ["\u0082", european | mark],
  ["\u0083", european | number],
  ["\u0084", european | letter],
  ["\u0085", european | letter | lower],
  ["\u0086", european | letter | upper],
  ["\u0087", letter],
  ["\u0088", letter | lower],
  ["\u0089", letter | upper],
  ["\u008a", mark],
  ["\u008b", number],
  ["\u008c", number | digit],
  ["\u008d", currency],
  ["\v", traits.space],
];
const everyBit = kinds.reduce((all, [, bits]) => all | bits, 0);
const standIns: ReadonlyMap<number, number> = new Map(kinds.map(([standIn, bits]) => [bits, standIn.charCodeAt(0)]));
const otherCharacter = 0x80;

/** Signs and words that expressions name: they are kept unchanged. */
export const hanNumerals = "零一二三四五六七八九十百千万亿两";
const hanUnits = "个只条次天周月年点分钟小时块元斤公米号日人杯张本箱袋楼岁倍";
const kept: ReadonlySet<string> = new Set(`，。、）」’−：‰°\u00a0\u202f${hanNumerals}${hanUnits}`);

export const shapes = {
  letters: `A-Za-z${listStandIns(letter)}${hanNumerals}${hanUnits}`,
  europeans: `A-Za-z${listStandIns(european)}`,
  capitals: `A-Z${listStandIns(upper)}`,
  marks: listStandIns(mark),
  numbers: `0-9${listStandIns(number)}`,
  digits: `0-9${listStandIns(digit)}`,
  currencies: `$${listStandIns(currency)}`,
  /** Letters of Latin, Cyrillic and Greek outside ASCII. */
  accented: "\u0084-\u0086",
} as const;

function listStandIns(bit: number): string {
  return kinds.flatMap(([standIn, bits]) => ((bits & bit) === 0 ? [] : [standIn])).join("");
}

export interface Shape {
  readonly text: string;
  /** Converts an index in the shape to one in the text, where characters may have two units. */
  findPlace(index: number): number;
}

export function drawShape(text: string): Shape {
  if (!/[\u0080-\uffff]/.test(text)) return { text, findPlace: (index) => index };
  const codes: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at) ?? 0;
    if (code > 0xffff) at += 1;
    codes.push(code < 0x80 ? code : findSubstitute(code));
  }
  const shape = writeCodes(codes);
  return { text: shape, findPlace: shape.length === text.length ? (index) => index : mapPlaces(text) };
}

/** Every engine accepts this many arguments in a call. */
const mostCodes = 4_096;

function writeCodes(codes: readonly number[]): string {
  if (codes.length <= mostCodes) return String.fromCharCode(...codes);
  return writeCodes(codes.slice(0, mostCodes)) + writeCodes(codes.slice(mostCodes));
}

function mapPlaces(text: string): Shape["findPlace"] {
  const places: number[] = [];
  for (let place = 0; place < text.length; place += (text.codePointAt(place) ?? 0) > 0xffff ? 2 : 1) places.push(place);
  return (index) => places[index] ?? text.length;
}

/** By code point of the first plane; 0 for one not seen yet. */
const known = new Uint16Array(0x10000);

function findSubstitute(code: number): number {
  const before = code > 0xffff ? 0 : (known[code] ?? 0);
  if (before !== 0) return before;
  const isKept = kept.has(String.fromCodePoint(code));
  const standIn = isKept ? code : (standIns.get(findTraits(code) & everyBit) ?? otherCharacter);
  if (code <= 0xffff) known[code] = standIn;
  return standIn;
}

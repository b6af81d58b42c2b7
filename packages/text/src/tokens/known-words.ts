import { defer } from "../defer.js";
import { bitDigits, knownWordBits } from "./known-word-bits.js";

const bitsPerDigit = 6;
const shortest = 5;
const longest = 14;
const loadFilter = defer(makeFilter);

/** Whether a word is probably a single token: a Bloom filter, so some other words pass. */
export function isKnownWord(text: string, start: number, end: number, capitals: number): boolean {
  if (end - start < shortest || end - start > longest) return false;
  const filter = loadFilter();
  const word = { text, start, end };
  if (holdsEveryBit(filter, word, true)) return true;
  return capitals === 1 && holdsEveryBit(filter, word, false);
}

interface BitFilter {
  /** In bits. */
  readonly size: number;
  test(bit: number): boolean;
}

interface WordSpan {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Whether the test holds for each of a word's places in a filter; `small` reads the word in lower case. */
export function holdsEveryBit(filter: BitFilter, { text, start, end }: WordSpan, small: boolean): boolean {
  let first = 0x811c9dc5;
  let second = 0;
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    const letter = small ? makeSmallLetter(code) : code;
    first = Math.imul(first ^ letter, 0x01000193);
    second = Math.imul(second + letter, 0x9e3779b1) ^ (second >>> 15);
  }
  const stride = second ^ (second >>> 13);
  let place = first ^ (first >>> 16);
  for (let turn = 0; turn < 4; turn += 1) {
    if (!filter.test((place >>> 0) % filter.size)) return false;
    place = (place + stride) | 0;
  }
  return true;
}

function makeFilter(): BitFilter {
  const bits = readBits();
  return {
    size: knownWordBits.length * bitsPerDigit,
    test(bit) {
      const digit = bits[Math.floor(bit / bitsPerDigit)] ?? 0;
      return (digit & (1 << (bit % bitsPerDigit))) !== 0;
    },
  };
}

function readBits(): Uint8Array {
  const values = new Uint8Array(0x80);
  for (let value = 0; value < bitDigits.length; value += 1) values[bitDigits.charCodeAt(value)] = value;
  const read = new Uint8Array(knownWordBits.length);
  for (let place = 0; place < read.length; place += 1) read[place] = values[knownWordBits.charCodeAt(place)] ?? 0;
  return read;
}

/** Lowers basic Latin and Russian Cyrillic, the alphabets of the filter. */
function makeSmallLetter(code: number): number {
  if (code >= 0x41 && code <= 0x5a) return code + 0x20;
  return code >= 0x410 && code <= 0x42f ? code + 0x20 : code;
}

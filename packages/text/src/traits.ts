/** Properties of a character as bits in a table, which is faster than regular expressions over Unicode properties. */
export const traits = {
  letter: 1,
  mark: 2,
  number: 4,
  underscore: 8,
  space: 16,
  /** Of a script without spaces between words. */
  unspaced: 32,
  /** A decimal digit of any script. */
  digit: 64,
  upper: 128,
  lower: 256,
  currency: 512,
  /** Latin, Cyrillic or Greek. */
  european: 1024,
  hangul: 2048,
} as const;

const tests: readonly (readonly [bit: number, test: RegExp])[] = [
  [traits.letter, /\p{L}/u],
  [traits.mark, /\p{M}/u],
  [traits.number, /\p{N}/u],
  [traits.underscore, /_/],
  [traits.space, /\s/],
  [
    traits.unspaced,
    /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]/u,
  ],
  [traits.digit, /\p{Nd}/u],
  [traits.upper, /\p{Lu}/u],
  [traits.lower, /\p{Ll}/u],
  [traits.currency, /\p{Sc}/u],
  [traits.european, /[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}]/u],
  [traits.hangul, /\p{sc=Hangul}/u],
];

/** Marks a character whose other bits are set; each is tested at its first use. */
const isKnown = 4096;
/** One table for each plane of Unicode in use. */
const planes: Uint16Array[] = [];

/** The traits of a code point; a lone surrogate has none. */
export function findTraits(code: number): number {
  const plane = planes[code >> 16] ?? addPlane(code >> 16);
  const known = plane[code & 0xffff] ?? 0;
  return known === 0 ? learnTraits(plane, code) : known;
}

/** The traits of the character at an index; none beyond the end. */
export function findCharacterTraits(text: string, at: number): number {
  const code = text.codePointAt(at);
  return code === undefined ? 0 : findTraits(code);
}

function addPlane(index: number): Uint16Array {
  const plane = new Uint16Array(0x10000);
  planes[index] = plane;
  return plane;
}

function learnTraits(plane: Uint16Array, code: number): number {
  const character = String.fromCodePoint(code);
  const found = tests.reduce((bits, [bit, test]) => (test.test(character) ? bits | bit : bits), isKnown);
  plane[code & 0xffff] = found;
  return found;
}

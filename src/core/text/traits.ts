/** What a character is, as bits: a look-up, where a regular expression with properties of Unicode is a search. */
export const traits = {
  letter: 1,
  mark: 2,
  number: 4,
  underscore: 8,
  space: 16,
  /** Of a script that puts no space between words. */
  unspaced: 32,
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
];

/** Says that the others are set: a character is tested when it is first met. */
const isKnown = 128;
/** One table for each plane of Unicode that was met. */
const planes: Uint8Array[] = [];

/** The traits of a character by its code point; half of a surrogate pair has none. */
export function traitsOf(code: number): number {
  const plane = planes[code >> 16] ?? addPlane(code >> 16);
  const known = plane[code & 0xffff] ?? 0;
  return known === 0 ? learnTraits(plane, code) : known;
}

/** The traits of the character at a place of a text: none behind its end. */
export function traitsAt(text: string, at: number): number {
  const code = text.codePointAt(at);
  return code === undefined ? 0 : traitsOf(code);
}

function addPlane(index: number): Uint8Array {
  const plane = new Uint8Array(0x10000);
  planes[index] = plane;
  return plane;
}

function learnTraits(plane: Uint8Array, code: number): number {
  const character = String.fromCodePoint(code);
  const found = tests.reduce((bits, [bit, test]) => (test.test(character) ? bits | bit : bits), isKnown);
  plane[code & 0xffff] = found;
  return found;
}

/** The kinds of characters that runs are made of. From `latin` on they are letters. */
export const kinds = {
  space: 0,
  lineBreak: 1,
  digit: 2,
  symbol: 3,
  surrogate: 4,
  latin: 5,
  cyrillic: 6,
  /** Scripts that put spaces between words, and scripts that do not. */
  letter: 7,
  unspaced: 8,
  han: 9,
  hiragana: 10,
  katakana: 11,
  hangul: 12,
} as const;

export function isLetter(kind: number): boolean {
  return kind >= kinds.latin;
}

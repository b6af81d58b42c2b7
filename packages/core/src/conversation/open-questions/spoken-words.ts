/** Splits a short message into words, and marks the pauses. */

export interface SpokenWord {
  /** In small letters. A Chinese character is a word. */
  readonly word: string;
  /** Whether a punctuation mark or the end follows. */
  readonly pause: boolean;
}

export interface SpokenText {
  /** Its beginning, in small letters. */
  readonly text: string;
  readonly words: readonly SpokenWord[];
  /** All that stands between and around the words. */
  readonly marks: string;
}

/** Longer messages are never short answers, so only the beginning is read, and is marked as cut. */
const mostRead = 400;
const cutMark = "…";
const wordOrSign =
  /\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])+(?:['.:/-][\p{L}\p{M}\p{N}]+)*|\p{Extended_Pictographic}/gu;
const pauseMark = /[,.!;:\n、。！，；]/u;

export function readSpokenText(given: string): SpokenText {
  const whole = given.trim();
  const text = normaliseSpelling(whole.length > mostRead ? `${whole.slice(0, mostRead)}${cutMark}` : whole);
  const matches = [...text.matchAll(wordOrSign)];
  const words = matches.map((match, index): SpokenWord => {
    const next = matches[index + 1];
    const between = text.slice(match.index + match[0].length, next?.index ?? text.length);
    return { word: match[0], pause: next === undefined || pauseMark.test(between) };
  });
  return { text, words, marks: text.replace(wordOrSign, " ") };
}

/** The words of a text, with a space between two. */
export function joinSpoken(text: string): string {
  return joinWords(readSpokenText(text).words);
}

export function joinWords(words: readonly SpokenWord[]): string {
  return words.map(({ word }) => word).join(" ");
}

/** Marks that end a sentence or praise. A question mark, a quotation and dots in a row leave an answer open. */
export function hasPlainMarks({ text, marks }: SpokenText): boolean {
  const isPlain = /^[\s.,!。，！、¡]*$/u.test(marks.replace(/:-?\)/g, ""));
  return isPlain && !/\.\s*\.|^[,.!]|[,，、]$/u.test(text);
}

function normaliseSpelling(text: string): string {
  const lower = text
    // "③②" and "3²" are no figures one after the other.
    .replace(/\p{No}/gu, cutMark)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
    .replaceAll("ё", "е")
    // "Yesss" is a yes, "suuure" is another word.
    .replace(/(\p{Script=Latin}|\p{Script=Cyrillic})\1{2,}(?!\p{L})/gu, "$1");
  // Skin tones, genders and marks of the writing direction add nothing to a word or a sign.
  return lower.replace(/\u200d[♂♀]|[\ufe0e\ufe0f\u200e\u200f]|\p{Emoji_Modifier}/gu, "");
}

/** Splits a short message into words without case and accents, and marks the pauses. */
import { defer } from "../../text/defer.js";
import { stripAccents } from "../../text/letters.js";

export interface SpokenWord {
  readonly word: string;
  /** Whether a punctuation mark or the end follows. */
  readonly pause: boolean;
}

export interface SpokenText {
  /** Its beginning, without case and accents. */
  readonly plain: string;
  readonly words: readonly SpokenWord[];
  /** Whether the message itself asks something. */
  readonly question: boolean;
  /** All that stands between and around the words. */
  readonly marks: string;
}

/** Longer messages are never short answers, so only the beginning is read, and is marked as cut. */
const mostRead = 400;
const cutMark = "…";
const wordOrSign = /[\p{L}\p{M}\p{N}]+(?:['.:/-][\p{L}\p{M}\p{N}]+)*|\p{Extended_Pictographic}/gu;
const pauseMark = /[,.!;:…–—\n、。！，；،।)-]/u;

export function readSpokenText(text: string): SpokenText {
  const whole = text.trim();
  const plain = normaliseSpelling(whole.length > mostRead ? `${whole.slice(0, mostRead)}${cutMark}` : whole);
  const matches = [...plain.matchAll(wordOrSign)];
  const words = matches.map((match, index): SpokenWord => {
    const next = matches[index + 1];
    const between = plain.slice(match.index + match[0].length, next?.index ?? plain.length);
    return { word: match[0], pause: next === undefined || pauseMark.test(between) };
  });
  return { plain, words, question: /[?？؟⁇⁈⁉‽՞]/u.test(plain), marks: plain.replace(wordOrSign, " ") };
}

export function splitWords(text: string): readonly string[] {
  return readSpokenText(text).words.map(({ word }) => word);
}

function normaliseSpelling(text: string): string {
  const lower = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[’‘`´]/g, "'");
  // Skin tones, genders and marks of the writing direction add nothing to a word or a sign.
  return stripAccents(lower).replace(/\u200d[♂♀]|[\ufe0e\ufe0f\u200e\u200f]|\p{Emoji_Modifier}/gu, "");
}

export interface PhraseTable {
  /** Whether these words, joined by a space, are one of the phrases. */
  has(run: string): boolean;
}

/** A set of phrases, built at the first look-up. */
export function makePhraseTable(...lines: readonly string[]): PhraseTable {
  const known = defer(
    () =>
      new Set(
        lines.flatMap((line) => {
          const phrases = line.split("|").map((each) => splitWords(each).join(" "));
          // Many people leave out apostrophes.
          return [...phrases, ...phrases.map((each) => each.replaceAll("'", ""))];
        }),
      ),
  );
  return { has: (run) => known().has(run) };
}

const longestPhrase = 6;

/** The number of words of the longest phrase that begins here; 0 for none. */
export function countPhraseWords(words: readonly SpokenWord[], from: number, known: PhraseTable): number {
  for (let length = Math.min(longestPhrase, words.length - from); length > 0; length--) {
    const run = words.slice(from, from + length).map(({ word }) => word);
    if (known.has(run.join(" "))) return length;
  }
  return 0;
}

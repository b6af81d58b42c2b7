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
}

/** Longer messages are never short answers, so only the beginning is read. */
const mostRead = 400;
const wordOrSign = /[\p{L}\p{M}\p{N}]+(?:['.:/-][\p{L}\p{M}\p{N}]+)*|\p{Extended_Pictographic}/gu;
const pauseMark = /[,.!;:…–—\n、。！，；)-]/u;

export function readSpokenText(text: string): SpokenText {
  const plain = normaliseSpelling(text.slice(0, mostRead));
  const matches = [...plain.matchAll(wordOrSign)];
  const words = matches.map((match, index): SpokenWord => {
    const next = matches[index + 1];
    const between = plain.slice(match.index + match[0].length, next?.index ?? plain.length);
    return { word: match[0], pause: next === undefined || pauseMark.test(between) };
  });
  return { plain, words, question: /[?？؟]/u.test(plain) };
}

export function splitWords(text: string): readonly string[] {
  return readSpokenText(text).words.map(({ word }) => word);
}

function normaliseSpelling(text: string): string {
  const lower = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[’‘`´]/g, "'");
  return stripAccents(lower).replace(/[\ufe0f\u{1f3fb}-\u{1f3ff}]/gu, "");
}

export interface PhraseTable {
  /** Whether these words, joined by a space, are one of the phrases. */
  has(run: string): boolean;
}

/** A set of phrases, built at the first look-up. */
export function makePhraseTable(...lines: readonly string[]): PhraseTable {
  const known = defer(
    () => new Set(lines.flatMap((line) => line.split("|")).map((each) => splitWords(each).join(" "))),
  );
  return { has: (run) => known().has(run) };
}

const longestPhrase = 4;

/** The number of words of the longest phrase that begins here; 0 for none. */
export function countPhraseWords(words: readonly SpokenWord[], from: number, known: PhraseTable): number {
  for (let length = Math.min(longestPhrase, words.length - from); length > 0; length--) {
    const run = words.slice(from, from + length).map(({ word }) => word);
    if (known.has(run.join(" "))) return length;
  }
  return 0;
}

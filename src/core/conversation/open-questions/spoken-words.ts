/** Splits a short message into words without case and accents, and marks the pauses. */
import { defer } from "../../text/defer.js";
import { stripAccents } from "../../text/letters.js";

export interface SpokenWord {
  /** Without case and accents. */
  readonly word: string;
  /** With its accents. */
  readonly written: string;
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
  const written = normaliseSpelling(whole.length > mostRead ? `${whole.slice(0, mostRead)}${cutMark}` : whole);
  const plain = stripAccents(written);
  const matches = [...written.matchAll(wordOrSign)];
  const words = matches.map((match, index): SpokenWord => {
    const next = matches[index + 1];
    const between = written.slice(match.index + match[0].length, next?.index ?? written.length);
    const pause = next === undefined || pauseMark.test(between);
    return { word: stripAccents(match[0]), written: match[0], pause };
  });
  return { plain, words, question: /[?？؟⁇⁈⁉‽՞]/u.test(plain), marks: written.replace(wordOrSign, " ") };
}

export function splitWords(text: string): readonly string[] {
  return readSpokenText(text).words.map(({ word }) => word);
}

function normaliseSpelling(text: string): string {
  const lower = text
    // "③②" and "3²" are no figures one after the other.
    .replace(/\p{No}/gu, cutMark)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
    // The capital "İ" keeps its dot, and "ё" is written without one as often as not.
    .replaceAll("i\u0307", "i")
    .replaceAll("ё", "е");
  // Skin tones, genders and marks of the writing direction add nothing to a word or a sign.
  return lower.replace(/\u200d[♂♀]|[\ufe0e\ufe0f\u200e\u200f]|\p{Emoji_Modifier}/gu, "");
}

export interface PhraseTable {
  /** Whether these words, joined by a space, are one of the phrases; `written` has their accents. */
  has(run: string, written?: string): boolean;
}

/** A set of phrases, built at the first look-up. */
export function makePhraseTable(...lines: readonly string[]): PhraseTable {
  const known = defer(
    () =>
      new Set(
        lines.flatMap((line) => {
          const phrases = line.split("|").map((each) => splitWords(each).join(" "));
          return addUnmarked(phrases);
        }),
      ),
  );
  return { has: (run) => known().has(run) };
}

/** Many people leave out apostrophes. */
function addUnmarked(phrases: readonly string[]): readonly string[] {
  return [...phrases, ...phrases.map((each) => each.replaceAll("'", ""))];
}

/**
 * A set of phrases that are known by their accents: other accents make another word. With "optional" all of them may be
 * left out at once.
 */
export function makeAccentedTable(accents: "needed" | "optional", ...lines: readonly string[]): PhraseTable {
  const known = defer(() => {
    const phrases = lines.flatMap(listWritten);
    return { written: new Set(phrases), plain: new Set(accents === "optional" ? phrases.map(stripAccents) : []) };
  });
  const lacksAccents = (run: string, written: string) => accents === "optional" && run === written;
  return {
    has: (run, written = run) => known().written.has(written) || (lacksAccents(run, written) && known().plain.has(run)),
  };
}

/** The phrases of a line as a message would have them. They are in small letters already, so that little is left to do. */
export function listWritten(line: string): readonly string[] {
  const phrases = line.normalize("NFKC").replaceAll("ё", "е").replaceAll("' ", " ").split("|");
  return addUnmarked(phrases.filter((each) => each !== ""));
}

export const longestPhrase = 6;

/** The number of words of the longest phrase that begins here; 0 for none. */
export function countPhraseWords(words: readonly SpokenWord[], from: number, known: PhraseTable): number {
  for (let length = Math.min(longestPhrase, words.length - from); length > 0; length--) {
    const run = words.slice(from, from + length);
    if (known.has(joinWords(run, "word"), joinWords(run, "written"))) return length;
  }
  return 0;
}

export function joinWords(words: readonly SpokenWord[], as: "word" | "written"): string {
  return words.map((each) => each[as]).join(" ");
}

import { countPhraseWords, type PhraseTable, type SpokenText, type SpokenWord, splitWords } from "./spoken-words.js";
import {
  followingWords,
  neitherWords,
  noWords,
  openingWords,
  politeWords,
  weakYesWords,
  yesWords,
} from "./word-tables.js";

/**
 * Reads a yes or no at the beginning of a short message: alone, before a pause, or before words that continue it.
 * Phrases that only look like one ("no idea", "no one came") are neither.
 */
export function readYesNo({ words, question }: SpokenText, about: string): "yes" | "no" | null {
  if (question) return null;
  const start = skipOpening(words);
  if (countPhraseWords(words, start, neitherWords) > 0) return null;
  const { said, end } = readAgreement(words, start);
  if (said === null || end === words.length) return said;
  const goesOn = words[end - 1]?.pause === true || countPhraseWords(words, end, followingWords) > 0;
  return goesOn || splitWords(about).includes(words[end]?.word ?? "") ? said : null;
}

function skipOpening(words: readonly SpokenWord[]): number {
  let start = 0;
  while (start < words.length - 1 && !isYesOrNo(words, start)) {
    const opening = countPhraseWords(words, start, openingWords);
    if (opening === 0) break;
    start += opening;
  }
  return start;
}

function isYesOrNo(words: readonly SpokenWord[], at: number): boolean {
  return countPhraseWords(words, at, yesWords) > 0 || countPhraseWords(words, at, noWords) > 0;
}

/** Reads all words that agree or refuse, up to the first that does neither. A mix of both counts as neither. */
function readAgreement(words: readonly SpokenWord[], start: number) {
  let said: "yes" | "no" | null = null;
  let weak = false;
  let end = start;
  while (end < words.length) {
    const lengthOf = (known: PhraseTable) => countPhraseWords(words, end, known);
    const [yes, no, ok] = [lengthOf(yesWords), lengthOf(noWords), lengthOf(weakYesWords)];
    const length = Math.max(yes, no, ok);
    if (length === 0) {
      const polite = countPhraseWords(words, end, politeWords);
      if (polite === 0) break;
      end += polite;
      continue;
    }
    const next = no === length ? "no" : "yes";
    const isWeak = Math.max(yes, no) < length;
    if (said !== null && said !== next && !weak && !isWeak) return { said: null, end };
    if (said === null || (weak && !isWeak)) [said, weak] = [next, isWeak];
    end += length;
  }
  return { said, end };
}

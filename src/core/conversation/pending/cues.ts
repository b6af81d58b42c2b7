import { countPhraseWords, type PhraseTable, type SpokenText, type SpokenWord, splitWords } from "./spoken-words.js";
import {
  actuallyWords,
  everyWords,
  insteadWords,
  noWords,
  openingWords,
  orderWords,
  politeWords,
  weakYesWords,
  yesWords,
} from "./word-tables.js";

/** Orders are short. */
const mostWords = 12;

/**
 * "Stop", "wait", "never mind" at the beginning, or "instead" anywhere. A word that the question itself offered is an
 * answer to it: "yes, cancel it" after "Shall I cancel the trip?".
 */
export function isOrder({ words, question }: SpokenText, offered: readonly string[]): boolean {
  if (words.length > mostWords || question) return false;
  const own = new Set(offered.flatMap(splitWords));
  const orders = (at: number, known: PhraseTable) => {
    const length = countPhraseWords(words, at, known);
    return length > 0 && !words.slice(at, at + length).some(({ word }) => own.has(word));
  };
  return orders(skipLead(words), orderWords) || words.some((_, at) => orders(at, insteadWords));
}

/** Past a yes, a no and other small words, unless an order begins there already. */
function skipLead(words: readonly SpokenWord[]): number {
  const leads = [openingWords, politeWords, yesWords, noWords, weakYesWords, actuallyWords];
  let at = 0;
  while (at < words.length && countPhraseWords(words, at, orderWords) === 0) {
    const length = Math.max(...leads.map((known) => countPhraseWords(words, at, known)));
    if (length === 0) break;
    at += length;
  }
  return at;
}

/** "Actually", before anything else is said. */
export function hasActuallyCue({ words }: SpokenText): boolean {
  return [0, 1].some((at) => countPhraseWords(words, at, actuallyWords) > 0);
}

/** All of several things at once. */
export function hasEveryCue({ words }: SpokenText): boolean {
  return words.some((_, at) => countPhraseWords(words, at, everyWords) > 0);
}

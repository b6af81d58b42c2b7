import { lettingGoWords, noWords } from "./no-words.js";
import {
  countPhraseWords,
  makePhraseTable,
  type PhraseTable,
  type SpokenText,
  type SpokenWord,
  splitWords,
} from "./spoken-words.js";
import {
  actuallyWords,
  contrastingWords,
  everyWords,
  insteadWords,
  joiningWords,
  openingWords,
  orderWords,
  politeWords,
} from "./word-tables.js";
import { acknowledgingWords, weakYesWords, yesWords } from "./yes-words.js";

const justWords = makePhraseTable("just|also|simply|einfach|juste|solo|só|gewoon|просто|sadece");
/** Longer messages are no orders. */
const mostWords = 12;

/**
 * Whether the message is an order: "stop", "wait", "never mind" at the beginning, or "instead" anywhere. A word that
 * the question itself offered is an answer: "yes, cancel it" after "Shall I cancel the trip?".
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

/** Skips a yes, a no and other small words, up to an order. */
function skipLead(words: readonly SpokenWord[]): number {
  const leads = [
    ...[openingWords, contrastingWords, joiningWords, politeWords, justWords, actuallyWords],
    ...[yesWords, weakYesWords, acknowledgingWords, noWords, lettingGoWords],
  ];
  let at = 0;
  while (at < words.length && countPhraseWords(words, at, orderWords) === 0) {
    const length = Math.max(...leads.map((known) => countPhraseWords(words, at, known)));
    if (length === 0) break;
    at += length;
  }
  return at;
}

/** Whether "actually" comes before anything else. */
export function hasActuallyCue({ words }: SpokenText): boolean {
  return [0, 1].some((at) => countPhraseWords(words, at, actuallyWords) > 0);
}

/** Whether the message means all of several things at once. */
export function hasEveryCue({ words }: SpokenText): boolean {
  return words.some((_, at) => countPhraseWords(words, at, everyWords) > 0);
}

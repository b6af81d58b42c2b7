import { joinWords, type PhraseTable, type SpokenWord } from "./spoken-words.js";

/**
 * "Yesss" and "nooo" as the words that they are, if these are known. "Suuure" and "riiight" are said of what nobody believes, so only
 * the plainest words may be stretched, and only by a letter: a syllable said twice, as in "네네", is another word.
 */
export function shortenStretched(words: readonly SpokenWord[], plainest: PhraseTable): readonly SpokenWord[] {
  return words.map((each) => (plainest.has(each.word, each.written) ? each : findShorter(each, plainest)));
}

const stretch = /(\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}|ー)\1{2,}/gu;
const doubledEnd = /(\p{Script=Latin}|\p{Script=Cyrillic})\1$/u;

function findShorter(spoken: SpokenWord, plainest: PhraseTable): SpokenWord {
  const ways: readonly ((text: string) => string)[] = [
    (text) => text.replace(stretch, "$1"),
    (text) => text.replace(stretch, "$1$1"),
    (text) => text.replace(doubledEnd, "$1"),
  ];
  const tries = ways.map((shorten) => ({ ...spoken, word: shorten(spoken.word), written: shorten(spoken.written) }));
  return tries.find((each) => plainest.has(joinWords([each], "word"), joinWords([each], "written"))) ?? spoken;
}

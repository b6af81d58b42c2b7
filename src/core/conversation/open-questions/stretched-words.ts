import { noWords } from "./no-words.js";
import { makePhraseTable, type SpokenWord } from "./spoken-words.js";

/** "Suuure" and "riiight" are said of what nobody believes, so only the plainest words may be stretched. */
const stretchable = makePhraseTable(
  "yes|yep|yup|ja|oui|si|sí|sim|да|evet|tak|ano|joo|jo|kyllä|ναι|iya|はい|네|응|ok|please|bitte",
);

/** "Yesss" and "nooo" as the words that they are. Words that are known as they stand, and all others, stay. */
export function shortenStretched(words: readonly SpokenWord[]): readonly SpokenWord[] {
  return words.map((each) => ({ ...each, word: findShorter(each.word) }));
}

function findShorter(word: string): string {
  if (isPlain(word)) return word;
  const tries = [word.replace(/(.)\1{2,}/gu, "$1"), word.replace(/(.)\1{2,}/gu, "$1$1"), word.replace(/(.)\1$/u, "$1")];
  return tries.find(isPlain) ?? word;
}

function isPlain(word: string): boolean {
  return stretchable.has(word) || noWords.has(word);
}

import { negationWords, noWords } from "./no-words.js";
import { makePhraseTable, type SpokenWord, splitWords } from "./spoken-words.js";

/** Words that stand for what the question named. */
const standIns = makePhraseTable(
  "it|them|that|this|those|these|him|her|es|sie|das|die|ihn|le|la|les|lo|los|las|ça|cela|eso|esto|li|gli|isso|isto|os|as|het|ze|dat|deze|это|их|его|её|bunu|onu|onları|bunları|to|je|ich|itu|ini|chúng",
);
const articles = makePhraseTable(
  "the|a|an|der|die|das|den|dem|ein|eine|einen|le|la|les|un|une|des|el|los|las|una|il|lo|i|gli|o|os|as|um|uma|de|het|een",
);
const smallWords = makePhraseTable(
  "the|a|an|my|your|our|to|of|for|in|on|at|with|and|all|der|die|das|den|dem|ein|eine|einen|alle|und|le|la|les|un|une|des|du|de|tous|toutes|et|el|los|las|una|todos|todas|y|il|lo|i|gli|tutti|tutte|e|o|os|as|um|uma|het|een",
);
const between = makePhraseTable("to|and|und|et|y|e|en|и|ve|do|please|bitte|with|for");

/**
 * Whether the words say once more what the question says and nothing else. Leaving out part of it may be meant: the verb
 * alone stands for all of it, and so do all the other words without the verb; anything between is only a part.
 */
export function restatesQuestion(words: readonly SpokenWord[], about: string): boolean {
  const own = splitWords(about);
  const content = own.filter((word) => !smallWords.has(word));
  const said = words.map(({ word }) => word);
  const [verb] = content;
  if (verb === undefined || said.length === 0 || said.length > own.length + 3) return false;
  if (said.some((word) => negationWords.has(word) || noWords.has(word))) return false;
  const matches = said.map((word) => content.find((each) => isSameWord(each, word)));
  const isCovered = said.every((word, at) => {
    const isSmall = own.includes(word) || standIns.has(word) || articles.has(word) || between.has(word);
    return matches[at] !== undefined || isSmall;
  });
  const left = content.filter((word) => !matches.includes(word));
  const isWhole = left.length === 0 || (left.length === 1 && left[0] === verb && content.length > 1);
  return isCovered && (isWhole || isVerbAlone(said, verb));
}

function isVerbAlone(said: readonly string[], verb: string): boolean {
  return (
    said.some((word) => isSameWord(verb, word)) && said.every((word) => isSameWord(verb, word) || standIns.has(word))
  );
}

const shortestStem = 4;

/** The same word, or another form of it: "löschen" and "lösch". */
function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= shortestStem && long.length - short.length <= 3 && long.startsWith(short);
}

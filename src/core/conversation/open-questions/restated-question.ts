import type { AnswerLanguage } from "./languages/answer-language.js";
import { answerLanguages } from "./languages/languages.js";
import { negationWords, noWords } from "./no-words.js";
import { makePhraseTable, readSpokenText, type SpokenWord, splitWords } from "./spoken-words.js";

const articles = makePhraseTable(
  "the|a|an|der|die|das|den|dem|ein|eine|einen|le|la|les|un|une|des|el|los|las|una|il|lo|i|gli|o|os|as|um|uma|de|het|een|το|τα|τις|τους",
);
const smallWords = makePhraseTable(...answerLanguages.map(({ small }) => small));

/**
 * Whether the words say once more what the question says and nothing else: all of its words in their order, or its verb with
 * "them" for the rest. A part of them may be meant as a part, and without the verb it is another order: "yes, order it" after
 * "cancel the order".
 */
export function restatesQuestion(words: readonly SpokenWord[], about: string, language: AnswerLanguage): boolean {
  const own = splitWords(about);
  const said = words.map(({ word }) => word);
  if (said.length === 0 || said.length > own.length + 3) return false;
  if (words.some(({ word }) => negationWords.has(word) || noWords.has(word))) return false;
  const verb = findVerb(about, language);
  if (verb === null) return isSameRow(said, own);
  const rest = own.filter((word) => word !== verb && !smallWords.has(word));
  const standIns = makeStandIns(language);
  const others = said.filter((word) => !isSameVerb(verb, word));
  if (others.length === said.length) return false;
  const content = others.filter((word) => rest.includes(word));
  const isCovered = others.every((word) => [...own, ...standIns].includes(word) || articles.has(word));
  return (
    isCovered && (isSameRow(content, rest) || (content.length === 0 && others.every((word) => standIns.includes(word))))
  );
}

function isSameRow(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((word, index) => word === other[index]);
}

function makeStandIns({ standIns }: AnswerLanguage): readonly string[] {
  return standIns.split("|").flatMap(splitWords);
}

/** The verb, if the question may be in this language and has it where this language puts it; null if that can't be told. */
function findVerb(about: string, language: AnswerLanguage): string | null {
  const { words } = readSpokenText(about);
  const isForeign = words.some(({ word }) => smallWords.has(word) && !hasWord(language.small, word));
  const found = language.verb === "first" ? words[0] : words.at(-1);
  if (isForeign || found === undefined || words.length < 2 || hasWord(language.small, found.word)) return null;
  if (language.verb === "first") return found.word;
  // Nouns have capitals in German, and an infinitive has its ending in all these languages.
  const isNoun = /\p{Lu}\P{Lu}*$/u.test(about.trim().split(/\s+/u).at(-1) ?? "");
  return language.verb.test(found.written) && !isNoun ? found.word : null;
}

function hasWord(phrases: string, word: string): boolean {
  return phrases.split("|").some((each) => splitWords(each).includes(word));
}

const shortestStem = 4;
const attached = /-?(?:lo|la|los|las|le|les|li|os|as)$/;
/** Endings that make a noun of a verb: "the booking", "die Zahlung". */
const nounEnding = /(?:ung|ing|tion|ment|age|er)$/;

/** The verb in another form, perhaps with a "them" attached: "löschen" and "lösch", "borrar" and "bórralos". */
function isSameVerb(verb: string, word: string): boolean {
  return [word, word.replace(attached, "")].some((each) => {
    if (each === verb) return true;
    const [short, long] = each.length < verb.length ? [each, verb] : [verb, each];
    const stem = short.length >= shortestStem && long.length - short.length <= 3 && long.startsWith(short);
    return stem && !nounEnding.test(each) && !nounEnding.test(verb.replace(/(?:en|er)$/, ""));
  });
}

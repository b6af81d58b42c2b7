import { isWeather, stripSmallTalk } from "../../summary/rules/small-talk.js";
import { listContentWords } from "../../text/content-words.js";
import { cues } from "../learn/learn-cues.js";
import { readValidity } from "../learn/read-validity.js";
import { speaksOfSelf } from "../learn/speaks-of-self.js";
import { listToldParts } from "../learn/told-parts.js";
import type { LearnedStatement, ToldMessage } from "../learned.js";

/** Content words of something that may be worth keeping; right after something that was kept, it may be about that. */
const leastWords = { alone: 3, after: 1 } as const;
/** In characters. */
const longest = 600;

/** What of a message a model may find something in: sentences, and two that follow each other, of which no rule has learned. */
export function listCandidates(
  { text, at, zone }: ToldMessage,
  byRule: readonly LearnedStatement[],
  place: keyof typeof leastWords,
): readonly string[] {
  const learned = new Set(byRule.filter(({ level }) => level > 0).map(({ text: said }) => said));
  const parts = listToldParts(text);
  const pairs = parts.slice(1).map((part, index) => [parts[index] ?? "", part]);
  return [...parts.map((part) => [part]), ...pairs]
    .filter((sentences) => !sentences.some((sentence) => learned.has(sentence)))
    .map((sentences) => sentences.join(" "))
    .filter(
      (words) =>
        words.length <= longest &&
        !isIdle(words) &&
        !isOfToday(words, at, zone) &&
        listContentWords(stripSmallTalk(words)).length >= leastWords[place],
    );
}

/** Weather, and thanks or a sigh that names nothing: no model may make a memory of it. */
function isIdle(words: string): boolean {
  const opening = idleOpening.exec(words)?.[0] ?? "";
  const rest = words.slice(opening.length);
  if (/\p{N}/u.test(rest) || cues.mine.isIn(rest) || cues.ours.isIn(rest) || speaksOfSelf(rest)) return false;
  return isWeather(words) || pours.test(words) || (opening !== "" && (exclaims.test(rest) || !/\s\p{Lu}/u.test(rest)));
}

/** A few words of the day, without a name or a figure: "I'm shattered today". */
function isOfToday(words: string, at: number, zone: string): boolean {
  if (listContentWords(words).length > mostOfToday || /\p{N}|\s\p{Lu}/u.test(words)) return false;
  return exclaims.test(words) || readValidity(words, at, zone).isOfToday === true;
}

const mostOfToday = 4;

/** German nouns are written as names are. */
const exclaims = /^(?:was für|what an?|quel(?:le)?|qué|какой|какая|какое)(?![\p{L}])/iu;

const idleOpening =
  /^(?:(?:thanks|thank you|cheers|thx|ha|haha|ah|oh|ugh|phew|wow|danke|ach|puh|uff|oje|merci|ouf|pff|oh là là|gracias|uf|vaya|ay|jaja|спасибо|ох|эх|ну и|ой|уф|ого|ха)(?![\p{L}])|谢谢|唉|哎|哈哈|哇)[\s,，!！.。]*/iu;

/** Idioms of rain, without a word for it that the table has. */
const pours = /(?<![\p{L}])(?:regnet|schüttet|pleut|lloviendo|llueve|льёт|льет|дождь)(?![\p{L}])|大雨|下雨|下着/iu;

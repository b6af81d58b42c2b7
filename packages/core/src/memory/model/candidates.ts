import { listContentWords } from "@clewline/text/content-words.js";
import { isWeather, stripSmallTalk } from "../../summary/rules/small-talk.js";
import { cues } from "../learn/learn-cues.js";
import { learnStatements, type SaidWords } from "../learn/learn-statements.js";
import { speaksOfSelf } from "../learn/of-speaker.js";
import { readValidity } from "../learn/read-validity.js";
import { isForeign } from "../learn/refuse.js";
import { listToldParts } from "../learn/told-parts.js";
import type { Level } from "../learned.js";

/** Words of a message that a model may choose: a sentence, or two that follow each other. */
export interface Candidate {
  readonly text: string;
  /** Whether it may be worth keeping by itself. */
  readonly isFull: boolean;
  /** How sure the rules are of it; null where they keep nothing of it. */
  readonly level: Level | null;
}

/** Content words of something that may be worth keeping by itself. */
const leastWords = 3;
/** In characters. */
const longest = 600;

export function listCandidates(told: SaidWords): readonly Candidate[] {
  const { text, at, zone } = told;
  const statements = new Map(learnStatements(told).map((each) => [each.text, each]));
  const parts = listToldParts(text).filter((part) => statements.get(part)?.forgets === undefined);
  const isFree = (part: string) => (statements.get(part)?.level ?? 0) === 0;
  const pairs = parts.slice(1).flatMap((part, index) => {
    const before = parts[index] ?? "";
    const pair = `${before} ${part}`;
    // Nothing stood between them that is not told.
    return isFree(before) && isFree(part) && text.includes(pair) ? [pair] : [];
  });
  return [...parts, ...pairs].flatMap((words): readonly Candidate[] => {
    const level = statements.get(words)?.level ?? null;
    if (level !== null && level > 0) return [{ text: words, isFull: true, level }];
    if (words.length > longest || isForeign(words) || isIdle(words) || isOfToday(words, at, zone)) return [];
    const size = listContentWords(stripSmallTalk(words)).length;
    return size === 0 ? [] : [{ text: words, isFull: size >= leastWords, level }];
  });
}

/** Whether a message says anything that a model could do something with. */
export function mayTeachModel(told: SaidWords): boolean {
  return listCandidates(told).some(({ isFull, level }) => isFull || level !== null);
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

import { foldWord, isCommon } from "@clewline/text/content-words.js";
import { findMatches } from "@clewline/text/find-matches.js";
import { drawShape, type Shape, shapes } from "@clewline/text/text-shape.js";
import { days, germanWords } from "./cues.js";

interface NameToken {
  readonly kind: "name" | "date";
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds names by capitals within a sentence and by titles beside them, and the names of days and months. German
 * capitalises every noun: there, a name must follow a title or a bare preposition, or another capital.
 */
export function findNames(text: string, shape: Shape = drawShape(text)): readonly NameToken[] {
  const words = findCapitals(text, shape);
  const german = words.length > 0 && germanWords.isIn(text);
  const shouted = words.length > 3 && words.every(({ word }) => word === word.toUpperCase());
  const named = words.filter(({ word, start }, index) => {
    if (shouted || word.length < 2 || isCommon(word) || notNames.has(word)) return false;
    if (word === word.toUpperCase()) return true;
    if (isSentenceStart(text, start)) return false;
    return german ? isGermanName(text, words, index) : true;
  });
  const tokens = named.map(({ word, start }) => makeNameToken("name", word.replace(/['’]s$/, ""), start));
  const known = new Set(tokens.map(({ start }) => start));
  const calendar = [...days.spansIn(text), ...findCapitalDays(shape)]
    .filter(({ start }) => !known.has(start))
    .map(({ start, end }) => makeNameToken("date", text.slice(start, end), start));
  return [...tokens, ...calendar, ...findTitledNames(text)];
}

function makeNameToken(kind: "name" | "date", text: string, start: number): NameToken {
  return { kind, key: foldWord(text), start, end: start + text.length };
}

const { letters, capitals, marks, numbers } = shapes;
const capitalised = new RegExp(
  `(?<![${letters}${numbers}_])[${capitals}][${letters}${marks}]*(?:['’-][${letters}][${letters}${marks}]*)*(?![${letters}${numbers}_])`,
  "g",
);

interface Capital {
  readonly word: string;
  readonly start: number;
}

function findCapitals(text: string, shape: Shape): readonly Capital[] {
  return findMatches(shape.text, capitalised).map((match) => {
    const start = shape.findPlace(match.index);
    return { word: text.slice(start, shape.findPlace(match.index + match[0].length)), start };
  });
}

const notNames: ReadonlySet<string> = new Set(
  "I I'm I'll I've I'd I’m I’ll I’ve I’d OK LOL OMG BTW FYI ASAP TODO IMO AFAIK ROFL LMAO HAHA THX TBH WOW YES NO Sie Ihr Ihre Ihnen Ich Вы Вас Вам".split(
    " ",
  ),
);

/** After a full stop, a colon, a quote or a list mark a capital proves nothing. */
function isSentenceStart(text: string, index: number): boolean {
  return /(?:^|[.!?:…"“„«([>→•|*#。！？：]\s*|^[-–—\d.)\s]*|\n\s*)$/u.test(text.slice(Math.max(0, index - 4), index));
}

function isGermanName(text: string, words: readonly Capital[], index: number): boolean {
  const start = words[index]?.start ?? 0;
  const before = text.slice(Math.max(0, start - 12), start);
  if (/(?:^|\s)(?:Herrn?|Frau|Dr\.|Prof\.|nach|aus|mit|von|bei|für|in|an|namens|heißt)\s$/u.test(before)) return true;
  const previous = words[index - 1];
  const joins = (end: number, from: number) => from - end === 1;
  const next = words[index + 1];
  const end = start + (words[index]?.word.length ?? 0);
  const follows = previous !== undefined && joins(previous.start + previous.word.length, start);
  return (follows && !isSentenceStart(text, previous.start)) || (next !== undefined && joins(end, next.start));
}

/** Names of months and days that are other words in lower case. */
function findCapitalDays(shape: Shape): readonly { readonly start: number; readonly end: number }[] {
  return findMatches(shape.text, capitalDay).map((match) => {
    const start = shape.findPlace(match.index);
    return { start, end: start + match[0].length };
  });
}

const capitalDay = new RegExp(
  `(?<![${letters}${numbers}])(?:May|March|Mai|Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?![${letters}${numbers}])`,
  "g",
);

const titled =
  /《([^》\n]{1,40})》|「([^」\n]{1,40})」|(?:我叫|名叫|叫做|名字是|名字叫)(\p{sc=Han}{2,4})|(\p{sc=Han}{1,2})(?:先生|女士|小姐|老师|医生|经理|教授)|([\p{sc=Han}\p{sc=Katakana}]{1,6})(?:さん|様)|(\p{sc=Hangul}{2,4})\s?씨/gu;

function findTitledNames(text: string): readonly NameToken[] {
  if (!/[\u2e80-\uffff]/.test(text)) return [];
  return findMatches(text, titled).map((match) => makeNameToken("name", match[0], match.index));
}

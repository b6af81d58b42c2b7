/**
 * Reads a short answer by rule, in one language at a time. A message is an answer only if the language's table knows
 * all its words and they mean nothing else. With one unknown word, the message is left to the model, which has the
 * conversation. Dates and free texts are always left to the model.
 */

import { stripAccents } from "@clewline/text/letters.js";
import type { PendingQuestion } from "../../log/open-questions.js";
import {
  type AnswerTable,
  countWords,
  findPhrase,
  loadAnswerTables,
  loadNumbers,
  loadPlaces,
  type Phrase,
  splitPhrases,
} from "./answer-tables.js";
import type { AnswerLanguage } from "./languages/answer-language.js";
import {
  hasPlainMarks,
  joinSpoken,
  joinWords,
  readSpokenText,
  type SpokenText,
  type SpokenWord,
} from "./spoken-words.js";

/** The answer; null if the message can be read otherwise. */
export function readAnswer(said: SpokenText, { expects, about, options }: PendingQuestion): string | null {
  if (expects === "yes-no") return readYesNo(said, about);
  if (expects === "number") return readNumber(said, about);
  const place = expects === "choice" ? readChoice(said, options) : null;
  return place === null ? null : (options[place] ?? null);
}

/** A yes, which the question's own words may follow, or a no. */
function readYesNo(said: SpokenText, about: string): "yes" | "no" | null {
  if (!hasPlainMarks(said) || isAskedBothWays(about)) return null;
  const readings = loadAnswerTables().flatMap((table) => {
    const restated = findRestated(said.words, about, table);
    const pieces = splitPhrases(said.words.slice(0, restated), table);
    if (pieces === null || pieces.length === 0) return [];
    const reading = weighPieces(pieces);
    return [reading === "no" && restated < said.words.length ? null : reading];
  });
  return findOnly(readings);
}

/** "Shall I not send it?" is answered by a yes and by a no alike, and "delete them or keep them" by neither. */
function isAskedBothWays(about: string): boolean {
  const { words } = readSpokenText(about);
  return (
    /\p{L}\s*\/\s*\p{L}/u.test(about) ||
    words.some((_, at) => isTurning(words, at) || /n't$|^n'/.test(words[at]?.word ?? ""))
  );
}

function isTurning(words: readonly SpokenWord[], at: number): boolean {
  return loadAnswerTables().some((table) =>
    [1, 2].some((length) => table.get(joinWords(words.slice(at, at + length)))?.has("turning")),
  );
}

/** Where all of the question's words are said once more, or its first one with a "them"; the number of words if nowhere. */
function findRestated(words: readonly SpokenWord[], about: string, table: AnswerTable): number {
  const asked = readSpokenText(about).words;
  const reduce = (of: readonly SpokenWord[]) => joinWords(of.filter(({ word }) => !table.get(word)?.has("articles")));
  const own = reduce(asked);
  const isOwn = (said: readonly SpokenWord[]) =>
    reduce(said) === own ||
    (said.length === 2 && said[0]?.word === asked[0]?.word && table.get(said[1]?.word ?? "")?.has("pointing"));
  const at = words.findIndex((_, from) => from > 0 && isOwn(words.slice(from)));
  return at < 0 || own === "" ? words.length : at;
}

const besides: readonly (keyof AnswerLanguage)[] = ["polite", "thanks", "sorry", "actually"];

function weighPieces(pieces: readonly Phrase[]): "yes" | "no" | null {
  const [first] = pieces;
  if (pieces.length === 1 && first?.fields.has("yesAlone")) return "yes";
  const telling = pieces.filter(({ fields }) => !besides.some((beside) => fields.has(beside)));
  const isAll = (...kinds: readonly (keyof AnswerLanguage)[]) =>
    telling.length > 0 && telling.every(({ fields }) => kinds.some((kind) => fields.has(kind)));
  const actually = pieces.findLastIndex(({ fields }) => fields.has("actually"));
  if (isAll("yes", "weakYes") && actually <= 0) return isPlainYes(pieces, telling) ? "yes" : null;
  return isAll("no") && actually < 0 && telling.every(isApart) ? "no" : null;
}

/** "Ok, thanks" declines as often as it agrees, regret agrees to nothing, and a yes said twice gives in or waves away. */
function isPlainYes(pieces: readonly Phrase[], telling: readonly Phrase[]): boolean {
  const isWeak = telling.every(({ fields }) => fields.has("weakYes"));
  const said = telling.map(({ phrase }) => phrase).filter((phrase) => /\p{L}/u.test(phrase));
  const has = (field: keyof AnswerLanguage) => pieces.some(({ fields }) => fields.has(field));
  if (new Set(said).size < said.length || has("sorry") || (isWeak && has("thanks"))) return false;
  return !/\p{Script=Han}/u.test(said.join("")) || telling.every(isApart);
}

/** Two refusals without a pause may lift each other, unless they are the same; two Chinese words may be a third. */
function isApart({ pause, phrase }: Phrase, index: number, telling: readonly Phrase[]): boolean {
  const next = telling[index + 1];
  return pause || next === undefined || next.phrase === phrase;
}

const figure = /(?<![\p{L}\p{N}.,])(?:\d{1,3}(?:[ ,.']\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?)(?!\p{N}|[.,/:-]\d)/gu;

/** Reads one number, beside words that leave it certain and words of the question: "about 6 guests". */
function readNumber(said: SpokenText, about: string): string | null {
  if (!hasPlainMarks(said)) return null;
  const [match, ...more] = said.text.matchAll(figure);
  if (more.length > 0) return null;
  const own = new Set(readSpokenText(about).words.map(({ word }) => word));
  const isNumber = ({ word }: SpokenWord) => match === undefined && loadNumbers().has(word);
  const words = match === undefined ? said.words : readSpokenText(said.text.replace(figure, " , ")).words;
  const numbers = words.filter(isNumber);
  const value = match === undefined ? loadNumbers().get(numbers[0]?.word ?? "") : normaliseFigure(match[0]);
  if (value === undefined || Number.isNaN(value) || numbers.length > 1) return null;
  const rest = words.filter((each, at) => !isNumber(each) && (!own.has(each.word) || isTurning(words, at)));
  const isFramed = loadAnswerTables().some(
    (table) => splitPhrases(rest, table, ["besideNumber", "polite", "thanks"]) !== null,
  );
  return isFramed ? String(value) : null;
}

/** Groups of three digits after a mark are thousands, except after a single zero. */
function normaliseFigure(raw: string): string {
  const grouped = /^0[.,]/.test(raw) ? null : /^(\d{1,3}(?:([ ,.'])\d{3})(?:\2\d{3})*)(?:[.,](\d+))?$/.exec(raw);
  const [whole = "", part] = grouped === null ? raw.split(/[.,]/) : [grouped[1], grouped[3]];
  const digits = whole.replace(/[ ,.']/g, "");
  return part === undefined ? digits : `${digits}.${part}`;
}

/** The index of the label that a message names: by all or some of its own words, by its place or by its letter. */
export function readChoice({ words, marks, text }: SpokenText, labels: readonly string[]): number | null {
  if (!/^[\s.,!:;)*_。，！、¡#]*$/u.test(marks) || /\.\s*\./.test(text)) return null;
  const written = labels.map((label) => stripAccents(joinSpoken(label)));
  const same = written.flatMap((label, index) => (label === stripAccents(joinWords(words)) ? [index] : []));
  if (same.length > 0) return findOnly(same);
  return findOnly(loadAnswerTables().flatMap((table) => findNamed(stripBesides(words, table), written) ?? []));
}

function findNamed(named: readonly SpokenWord[], labels: readonly string[]): number | null {
  if (named.length === 0 || named.some((_, at) => isTurning(named, at))) return null;
  const has = (label: string) => named.every(({ word }) => label.split(" ").includes(stripAccents(word)));
  const byWords = findOnly(labels.flatMap((label, index) => (has(label) ? [index] : [])));
  const place = findPlace(joinWords(named), labels.length);
  // "Two" among "two rooms" and "four rooms" may be the second of them or the first.
  const isUnclear = place !== null && labels.some((label) => label.split(" ").includes(named[0]?.word ?? ""));
  return isUnclear ? (byWords === place ? place : null) : (place ?? byWords);
}

/** The last of the places in a language's list stands for the last label. */
const lastPlace = 4;

function findPlace(phrase: string, count: number): number | null {
  const listed = loadPlaces().get(phrase);
  const letter = /^[a-h]$/.test(phrase) ? phrase.charCodeAt(0) - 97 : listed;
  const place = /^[1-9]$/.test(phrase) ? Number(phrase) - 1 : letter;
  if (listed === lastPlace) return count - 1;
  return place !== undefined && place < count ? place : null;
}

const besideLabel = ["besideOption", "polite", "thanks"] as const;

/** Drops words that may come before or after a label. A place is kept, since "one second" names nothing. */
function stripBesides(words: readonly SpokenWord[], table: AnswerTable): readonly SpokenWord[] {
  let start = 0;
  for (;;) {
    const next = findPhrase(words, start, table, [...besideLabel, "yes", "weakYes"]);
    const after = start + countWords(next?.phrase ?? "");
    if (next === null || next.fields.has("places") || after >= words.length) break;
    start = after;
  }
  const rest = words.slice(start);
  const isBeside = (from: number): boolean => {
    if (from === rest.length) return true;
    const next = findPhrase(rest, from, table, besideLabel);
    return next !== null && isBeside(from + countWords(next.phrase));
  };
  const end = rest.findIndex((_, at) => at > 0 && isBeside(at));
  return end < 0 ? rest : rest.slice(0, end);
}

function findOnly<Value>(values: readonly Value[]): Value | null {
  const [only = null, ...more] = new Set(values);
  return more.length === 0 ? only : null;
}

/** Whether "actually" comes before anything else. */
export function hasActuallyCue({ words }: SpokenText): boolean {
  return loadAnswerTables().some((table) => findPhrase(words, 0, table)?.fields.has("actually"));
}

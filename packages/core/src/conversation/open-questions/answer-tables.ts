/** The words of the six languages, made into tables when the first answer is read. A new language is a file and a line here. */
import { defer } from "@clewline/text/defer.js";
import { stripAccents } from "@clewline/text/letters.js";
import type { AnswerLanguage } from "./languages/answer-language.js";
import { chinese } from "./languages/chinese.js";
import { english } from "./languages/english.js";
import { french } from "./languages/french.js";
import { german } from "./languages/german.js";
import { russian } from "./languages/russian.js";
import { spanish } from "./languages/spanish.js";
import { joinSpoken, joinWords, type SpokenWord } from "./spoken-words.js";

export const answerLanguages: readonly AnswerLanguage[] = [chinese, english, french, german, russian, spanish];

/** Of every phrase, each name of a field that has it. */
export type AnswerTable = ReadonlyMap<string, ReadonlySet<keyof AnswerLanguage>>;

/** Signs and words of every language. */
const common: Partial<AnswerLanguage> = {
  yes: "👍|✅|👌|✔|💯",
  weakYes: "ok|okay|okey|🆗",
  no: "👎|❌|🚫|✖|⛔",
  polite: "🙏|😊|😀|😃|😄|🎉|❤",
};

export const loadAnswerTables = defer(() => answerLanguages.map(makeAnswerTable));

/** All places and numbers by name; a name with two values has none. */
export const loadPlaces = defer(() => mapNames(answerLanguages.map(({ places }) => places)));
export const loadNumbers = defer(() => mapNames(answerLanguages.map(({ numbers }) => numbers)));

function makeAnswerTable(language: AnswerLanguage): AnswerTable {
  const table = new Map<string, Set<keyof AnswerLanguage>>();
  for (const words of [language, common]) {
    for (const [field, line] of Object.entries(words) as readonly [keyof AnswerLanguage, string][]) {
      for (const phrase of line.split(/[|/]/).flatMap(listSpellings)) {
        table.set(phrase, (table.get(phrase) ?? new Set()).add(field));
      }
    }
  }
  return table;
}

/** Many people leave out apostrophes, and accents outside of German. */
function listSpellings(phrase: string): readonly string[] {
  const written = joinSpoken(phrase);
  const isGerman = /[äöüß]/.test(phrase);
  const spellings = [written, written.replaceAll("'", "")];
  return (isGerman ? spellings : [...spellings, ...spellings.map(stripAccents)]).filter(Boolean);
}

function mapNames(lines: readonly string[]): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  for (const line of lines) {
    for (const [value, forms] of line.split("|").entries()) {
      for (const form of forms.split("/").flatMap(listSpellings)) {
        names.set(form, names.has(form) && names.get(form) !== value ? Number.NaN : value);
      }
    }
  }
  return names;
}

const longestPhrase = 6;

export interface Phrase {
  readonly phrase: string;
  readonly fields: ReadonlySet<keyof AnswerLanguage>;
  readonly pause: boolean;
}

/** The longest phrase of the table that begins here, with one of these fields where some are given. */
export function findPhrase(
  words: readonly SpokenWord[],
  from: number,
  table: AnswerTable,
  wanted: readonly (keyof AnswerLanguage)[] = [],
): Phrase | null {
  for (let length = Math.min(longestPhrase, words.length - from); length > 0; length--) {
    const run = words.slice(from, from + length);
    const phrase = joinWords(run);
    const fields = run.slice(0, -1).some(({ pause }) => pause) ? undefined : table.get(phrase);
    const isWanted = wanted.length === 0 || wanted.some((field) => fields?.has(field));
    if (fields !== undefined && isWanted) return { phrase, fields, pause: run.at(-1)?.pause === true };
  }
  return null;
}

/** The message as phrases of the table, with one of these fields where some are given; null if it has another word. */
export function splitPhrases(
  words: readonly SpokenWord[],
  table: AnswerTable,
  wanted: readonly (keyof AnswerLanguage)[] = [],
): readonly Phrase[] | null {
  const found: Phrase[] = [];
  for (let at = 0; at < words.length; ) {
    const next = findPhrase(words, at, table, wanted);
    if (next === null) return null;
    found.push(next);
    at += countWords(next.phrase);
  }
  return found;
}

export function countWords(phrase: string): number {
  return phrase.split(" ").length;
}

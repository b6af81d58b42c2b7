/**
 * Reads a date or a time: known words and figures in a row, none of them by itself something else, with small words before
 * and a "works for me" after them. It is passed on in its own words: which day "5/12" is depends on the speaker.
 */
import {
  afterDate,
  beforeDate,
  daypartWords,
  doubtfulMonths,
  monthWords,
  relativeWords,
  shortDayWords,
  weekdayWords,
} from "./date-words.js";
import { negationWords } from "./no-words.js";
import { findNamedNumber } from "./number-words.js";
import { splitUnspaced } from "./split-unspaced.js";
import { countPhraseWords, type PhraseTable, type SpokenText, type SpokenWord } from "./spoken-words.js";
import { politeWords, skipPhrases } from "./word-tables.js";
import { weakYesWords } from "./yes-words.js";

const units =
  /^(?:minutes?|hours?|days?|weeks?|months?|minuten?|stunden?|tag|tagen?|wochen?|monate?n?|heures?|jours?|semaines?|mois|minutos?|horas?|dias?|semanas?|meses|mes|minuti|ore|giorni|settimane|mesi|uur|dagen|weken|maanden|минут|часа?|часов|дн[яи]|дней|неделю|недели|недель|dakika|saat|gun|hafta|天|周|小时|日|時間|週間|일|시간|주)$/;
const clock = /^(?:[01]?\d|2[0-4])(?:[:.h][0-5]\d)?(?:am|pm|h|uhr|点|點|時|시)$|^(?:[01]?\d|2[0-4])[:h][0-5]\d$/;
const eastern = /^(?:\d{2,4}[年년])?\d{1,2}[月월](?:\d{1,2}[日号號일])?$|^\d{1,2}[日号號일]$/;
const dayOfMonth = /^(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|er|º|e|го|е)?$/;

/** What a word of a date is about. A date has each at most once: two days are a choice between them. */
type DateField = "relative" | "weekday" | "month" | "day" | "clock" | "year" | "daypart";

interface DateWord {
  readonly field: DateField | "small" | null;
  /** Whether it tells enough by itself. */
  readonly tells: boolean;
  readonly length: number;
}

const nothing: DateWord = { field: null, tells: false, length: 0 };

export function readDate(said: SpokenText): string | null {
  const { question, plain, marks } = said;
  if (question || !/^[\s.,!:;~*_。，！、～،।¡·–—-]*$/u.test(marks) || /\.\s*\./.test(marks)) return null;
  if (said.words.some(({ word }) => negationWords.has(word))) return null;
  const tables = [relativeWords, daypartWords, weekdayWords, afterDate, politeWords, fixedDates];
  const words = splitUnspaced(said.words, tables);
  const found: DateWord[] = [];
  let at = skipAnswer(words);
  while (at < words.length) {
    const next = findDateWord(words, at);
    if (next.length === 0) break;
    found.push(next);
    at += next.length;
  }
  const end = skipPhrases(words, at, [afterDate, politeWords]);
  return end === words.length && isWholeDate(found) ? plain.trim() : null;
}

const fixedDates: PhraseTable = { has: (word) => clock.test(word) || eastern.test(word) || /^\d{1,2}$/.test(word) };

/** Thanks and an "ok" before a date. A yes before it may agree to something else. */
function skipAnswer(words: readonly SpokenWord[]): number {
  const start = skipPhrases(words, 0, [politeWords, weakYesWords]);
  return start < words.length ? start : 0;
}

/** It tells enough, or two parts do, and it ends with neither a preposition nor an article. */
function isWholeDate(found: readonly DateWord[]): boolean {
  const fields = found.flatMap(({ field }) => (field === "small" ? [] : [field]));
  // "Mai domani" is "never tomorrow": a month beside a "tomorrow" needs its day.
  const isOdd = fields.includes("relative") && fields.includes("month") && !fields.includes("day");
  const isOnce = new Set(fields).size === fields.length;
  return isOnce && !isOdd && found.at(-1)?.field !== "small" && (fields.length > 1 || found.some(({ tells }) => tells));
}

const dateTables: readonly (readonly [DateField, PhraseTable, boolean])[] = [
  ["relative", relativeWords, true],
  ["weekday", weekdayWords, true],
  ["month", monthWords, true],
  ["daypart", daypartWords, false],
  ["weekday", shortDayWords, false],
  ["month", doubtfulMonths, false],
];

function findDateWord(words: readonly SpokenWord[], at: number): DateWord {
  const small = countPhraseWords(words, at, beforeDate);
  let best = nothing;
  for (const [field, table, tells] of dateTables) {
    const length = countPhraseWords(words, at, table);
    if (length > best.length && length >= small) best = { field, tells: tells || isPlaced(words, at), length };
  }
  if (best.length > 0) return best;
  const figure = findFigure(words, at);
  if (figure.length > 0) return figure;
  if (small > 0) return { field: "small", tells: false, length: small };
  return isBeforeMonth(words, at) ? { field: "small", tells: false, length: 1 } : nothing;
}

/** A doubtful month with an "in" before it is one: "in May". */
function isPlaced(words: readonly SpokenWord[], at: number): boolean {
  const [word, before] = [words[at]?.word ?? "", words[at - 1]?.word ?? ""];
  return doubtfulMonths.has(word) && /^(?:in|im|en|em|of|next|this|early|late|в|w|v)$/.test(before);
}

/** "The 5th of May", "12 de mayo". Elsewhere "of" and "de" are other words, in Dutch an "or". */
function isBeforeMonth(words: readonly SpokenWord[], at: number): boolean {
  const after = words[at + 1]?.word ?? "";
  return (
    /^(?:of|de)$/.test(words[at]?.word ?? "") &&
    (monthWords.has(after) || doubtfulMonths.has(after) || /^\d{4}$/.test(after))
  );
}

function findFigure(words: readonly SpokenWord[], at: number): DateWord {
  const [before = "", word = "", after = ""] = [-1, 0, 1].map((step) => words[at + step]?.word);
  const made = (field: DateField, length: number, tells = true): DateWord => ({ field, tells, length });
  if (clock.test(word)) return made("clock", 1);
  if (/^\d{1,2}[月월]$/.test(word)) return made("month", 1);
  if (isDay(word) || eastern.test(word)) return made("day", 1);
  if (/^\d{4}$/.test(word)) return at > 0 ? made("year", 1, false) : nothing;
  if (units.test(after) && timeSpan.test(before) && findNamedNumber(words[at]?.written ?? "") !== null)
    return made("relative", 2);
  if (!dayOfMonth.test(word)) return nothing;
  if (/^(?:am|pm|uhr|o'clock|oclock|h|点|點|時|시)$/.test(after)) return made("clock", 2);
  if (/^\d+$/.test(word) && units.test(after)) return timeSpan.test(before) ? made("relative", 2) : nothing;
  const isBeside = [monthWords, doubtfulMonths, weekdayWords].some((table) => table.has(after) || table.has(before));
  const isDayOfMonth = isBeside || isBeforeMonth(words, at + 1) || /\D$/.test(word);
  if (isDayOfMonth && !clockBefore.test(before)) return made("day", 1, /\D$/.test(word));
  return clockBefore.test(before) ? made("clock", 1) : nothing;
}

const timeSpan = /^(?:in|within|dans|en|tra|fra|em|daqui|over|через)$/;
const clockBefore = /^(?:at|um|gegen|las|la|alle|as|om|в|saat|a|vers|kello|στις|jam|pukul|luc)$/;

function isDay(word: string): boolean {
  const iso = /^\d{4}-(\d{1,2})-(\d{1,2})$/.exec(word);
  const short = /^(\d{1,2})([./-])(\d{1,2})(?:\2(?:\d{2}|\d{4}))?$/.exec(word);
  const [one, two] = (iso === null ? [short?.[1], short?.[3]] : [iso[1], iso[2]]).map(Number) as [number, number];
  return Math.min(one, two) >= 1 && Math.min(one, two) <= 12 && Math.max(one, two) <= 31;
}

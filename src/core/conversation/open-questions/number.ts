/**
 * Reads a number: `before* number unit? after*`, where the unit is one that the question names or that counts anything. The words
 * around a number, and its name, are of one language. A number with any other word, with a second number or with a doubt
 * ("maybe", "at least") is none.
 */
import type { AnswerLanguage } from "./languages/answer-language.js";
import { answerLanguages } from "./languages/languages.js";
import { findNamedNumber, noneWords, scaleWords, waitingUnits } from "./number-words.js";
import { splitUnspaced } from "./split-unspaced.js";
import {
  countPhraseWords,
  joinWords,
  listWritten,
  makePhraseTable,
  type PhraseTable,
  readSpokenText,
  type SpokenText,
  type SpokenWord,
  splitWords,
} from "./spoken-words.js";
import { isAskedUnit, listSignUnits, unitWords } from "./unit-words.js";
import { politeWords, skipPhrases } from "./word-tables.js";
import { commonWeakYes } from "./yes-words.js";

const figure = /(?<![\p{L}\p{N}.,])\+?(?:\d{1,3}(?:[ ,.']\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?)(?![\p{N}]|[.,/:-]\d)/gu;

/** Where a figure follows a script without spaces. */
const figureAfterScript = /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])(?=\d)/gu;

export function readNumber(said: SpokenText, about: string): string | null {
  if (said.question || !hasPlainMarks(said)) return null;
  const plain = said.plain.replace(figureAfterScript, " ");
  const matches = [...plain.matchAll(figure)];
  const [match] = matches;
  if (match === undefined) return readNamedNumber(said, about);
  if (matches.length > 1 || !listSignUnits(plain).every((unit) => isAskedUnit(unit, about))) return null;
  const before = readSpokenText(plain.slice(0, match.index)).words;
  const rest = readSpokenText(plain.slice(match.index + match[0].length)).words;
  const unit = readUnit(rest, about);
  const isFramed = tables().some((around) => skipAround(before, 0, around) === before.length);
  if (!isFramed || unit === null) return null;
  return unit === "scale" ? said.plain.trim() : normaliseFigure(match[0]);
}

/** Besides those that end a sentence, the marks of money and shares. A dash before a figure may be a sign or a dash. */
function hasPlainMarks({ plain }: SpokenText): boolean {
  const bare = plain.replace(/[:=]-?\)/g, "");
  return !/["“”„«»「」『』<>=/\\|&@…(){}[\]~～#]|\.\s*\.|\d\s*\+|[-–—−]\s*\d|[,:–—-]$/u.test(bare);
}

const numberNames: PhraseTable = { has: (run, written) => findNamedNumber(written ?? run) !== null };
const aroundTables = new Map<AnswerLanguage, PhraseTable>();

/** Of each language, what may come before a number. */
function tables(): readonly PhraseTable[] {
  return answerLanguages.map((language) => {
    const known = aroundTables.get(language) ?? makePhraseTable(language.aroundNumber, commonWeakYes);
    aroundTables.set(language, known);
    return known;
  });
}

function readNamedNumber(said: SpokenText, about: string): string | null {
  const found = new Set(answerLanguages.map((language, index) => readNamedIn(language, tables()[index], said, about)));
  found.delete(null);
  const [only = null] = found;
  return found.size === 1 ? only : null;
}

function readNamedIn(
  language: AnswerLanguage,
  around: PhraseTable | undefined,
  said: SpokenText,
  about: string,
): string | null {
  if (around === undefined) return null;
  const words = splitUnspaced(said.words, [numberNames, unitWords, scaleWords, around, politeWords]);
  const start = skipAround(words, 0, around);
  const first = words[start];
  const named = findNamedNumber(first?.written ?? "");
  const none = countPhraseWords(words, start, noneWords);
  if (named === null) return none > 0 && start === 0 && none === words.length ? "0" : null;
  // A bare name may be of any language; with words before it, all of them are of one.
  if (start > 0 && named <= 20 && !listWritten(language.numbers.replaceAll(" ", "|")).includes(first?.written ?? ""))
    return null;
  const unit = readUnit(words.slice(start + 1), about);
  if (unit === null) return null;
  return unit === "scale" ? said.plain.trim() : String(named);
}

/** Skips what may surround a number. */
function skipAround(words: readonly SpokenWord[], from: number, around: PhraseTable): number {
  return skipPhrases(words, from, [around, politeWords]);
}

/** What follows a number: nothing, a unit, or a word that multiplies it; null for anything else. */
function readUnit(words: readonly SpokenWord[], about: string): "none" | "unit" | "scale" | null {
  const own = splitWords(about);
  const isOwn = own.includes(words[0]?.word ?? "");
  const scale = countPhraseWords(words, 0, scaleWords);
  const known = countPhraseWords(words, scale, unitWords);
  const named = joinWords(words.slice(scale, scale + known), "word");
  if (known > 0 && !isAskedUnit(named, about)) return null;
  const unit = Math.max(known, isOwn && scale === 0 ? 1 : 0);
  const waits = countPhraseWords(words, 0, waitingUnits) > 0;
  if (waits && !isOwn) return null;
  const end = skipPhrases(words, scale + unit, [politeWords]);
  if (end < words.length) return null;
  return scale > 0 ? "scale" : unit > 0 ? "unit" : "none";
}

/** Groups of three digits after a mark are thousands, except after a single zero. */
function normaliseFigure(raw: string): string {
  const [whole = "", part] = /^\+?0[.,]/.test(raw) ? raw.split(/[.,]/) : splitFigure(raw);
  const digits = whole.replace(/[ ,.'+]/g, "");
  return part === undefined ? digits : `${digits}.${part}`;
}

function splitFigure(raw: string): readonly string[] {
  const grouped = /^(\+?\d{1,3}(?:([ ,.'])\d{3})(?:\2\d{3})*)(?:[.,](\d+))?$/.exec(raw);
  if (grouped !== null) return [grouped[1] ?? "", ...(grouped[3] === undefined ? [] : [grouped[3]])];
  return raw.split(/[.,]/);
}

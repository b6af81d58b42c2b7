/**
 * Reads a number: `before* number unit? after*`, where the unit is a known one or a word of the question. A number with any
 * other word, with a second number or with a doubt ("maybe", "at least") is none.
 */
import { aroundNumber, findNamedNumber, noneWords, scaleWords, unitWords, waitingUnits } from "./number-words.js";
import { splitUnspaced } from "./split-unspaced.js";
import { countPhraseWords, readSpokenText, type SpokenText, type SpokenWord, splitWords } from "./spoken-words.js";
import { politeWords, skipPhrases } from "./word-tables.js";
import { weakYesWords } from "./yes-words.js";

const figure = /(?<![\p{L}\p{N}.,])[-+]?(?:\d{1,3}(?:[ ,.']\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?)(?![\p{N}]|[.,/:-]\d)/gu;

/** Where a figure follows a script without spaces. */
const figureAfterScript = /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])(?=\d)/gu;

export function readNumber(said: SpokenText, about: string): string | null {
  if (said.question || !hasPlainMarks(said)) return null;
  const plain = said.plain.replace(figureAfterScript, " ");
  const matches = [...plain.matchAll(figure)];
  const [match] = matches;
  if (match === undefined) return readNamedNumber(said, about);
  if (matches.length > 1) return null;
  const before = readSpokenText(plain.slice(0, match.index)).words;
  const rest = readSpokenText(plain.slice(match.index + match[0].length)).words;
  const unit = readUnit(rest, about);
  if (skipAround(before) < before.length || unit === null) return null;
  return unit === "scale" ? said.plain.trim() : normaliseFigure(match[0]);
}

/** Besides those that end a sentence, the marks of money and shares. */
function hasPlainMarks({ plain }: SpokenText): boolean {
  return !/["“”„«»「」『』<>=/\\|&@…(){}[\]]|\.\s*\.|\d\s*\+/u.test(plain.replace(/[:=]-?\)/g, ""));
}

const numberNames = { has: (word: string) => findNamedNumber(word) !== null };

function readNamedNumber(said: SpokenText, about: string): string | null {
  const words = splitUnspaced(said.words, [numberNames, unitWords, scaleWords, aroundNumber, politeWords]);
  const start = skipAround(words);
  const named = findNamedNumber(words[start]?.word ?? "");
  const none = countPhraseWords(words, start, noneWords);
  if (named === null) return none > 0 && skipAround(words, start + none) === words.length ? "0" : null;
  const unit = readUnit(words.slice(start + 1), about);
  if (unit === null) return null;
  return unit === "scale" ? said.plain.trim() : String(named);
}

/** Skips what may surround a number. */
function skipAround(words: readonly SpokenWord[], from = 0): number {
  return skipPhrases(words, from, [aroundNumber, politeWords, weakYesWords]);
}

/** What follows a number: nothing, a unit, or a word that multiplies it; null for anything else. */
function readUnit(words: readonly SpokenWord[], about: string): "none" | "unit" | "scale" | null {
  const own = splitWords(about);
  const isOwn = own.includes(words[0]?.word ?? "");
  const scale = countPhraseWords(words, 0, scaleWords);
  const unit = Math.max(countPhraseWords(words, scale, unitWords), isOwn && scale === 0 ? 1 : 0);
  const waits = countPhraseWords(words, 0, waitingUnits) > 0;
  if (waits && !isOwn) return null;
  const end = skipPhrases(words, scale + unit, [politeWords]);
  if (end < words.length) return null;
  return scale > 0 ? "scale" : unit > 0 ? "unit" : "none";
}

/** Groups of three digits after a mark are thousands, except after a single zero. */
function normaliseFigure(raw: string): string {
  const [whole = "", part] = /^[-+]?0[.,]/.test(raw) ? raw.split(/[.,]/) : splitFigure(raw);
  const digits = whole.replace(/[ ,.'+]/g, "");
  return part === undefined ? digits : `${digits}.${part}`;
}

function splitFigure(raw: string): readonly string[] {
  const grouped = /^([-+]?\d{1,3}(?:([ ,.'])\d{3})(?:\2\d{3})*)(?:[.,](\d+))?$/.exec(raw);
  if (grouped !== null) return [grouped[1] ?? "", ...(grouped[3] === undefined ? [] : [grouped[3]])];
  return raw.split(/[.,]/);
}

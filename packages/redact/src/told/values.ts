/** Finds words of a sentence that may be a code or a password, and scores their look. */
import { isCode, isMasked, isMethodName, isMixedWord, isPlaceholder, isStrangeWord } from "../likeness.js";
import { endAlone, makeScan } from "../scan.js";
import { joinWords } from "./cues.js";

export interface Candidate {
  readonly value: string;
  readonly start: number;
  readonly isNumber: boolean;
  readonly shape: number;
}

const number =
  /(?<![A-Za-z\d\u00c0-\u04ff_.+$€£\\/-]|\d[ ,:])#?(?:[A-ZА-Я]-?)?\d(?:[ *#-]?\d|[A-ZА-Я](?![a-zа-я])){2,13}[#*]?(?![A-Za-z\d\u00c0-\u04ff_%€:]|[.,/-]\d| \d)/g;
/** Several codes of one length. */
const slashed = /(?<![\w/.,-])(\d{4,6})(?:\/\d{4,6}){1,5}(?![\w/%]|[.,]\d)/g;
const lettered = /(?<![\w.+$€£#\\/-])(?=[A-Z-]{0,5}\d|\d+[A-Z])[A-Z\d]{2,5}-?[A-Z\d]{2,5}(?![\w%€]|[.,:/-]\w)/g;
/** Two characters: enough right after a word for a code alone. */
const short = /(?<![\w.+$€£#\\/-]|\d[ ,:])(?:[A-Z]-?\d{1,2}|\d{2}[A-Z]?|\d[A-Z])(?![\w%€°:]|[.,/-]\d| ?\d)/g;
const digitWord = joinWords("digits");
const spoken = new RegExp(`${digitWord}(?:(?:[\\s-]|, |\\s(?:y|and|et)\\s|-)?${digitWord}){1,9}`, "gi");
const scanDigits = makeScan(
  "zero one two three four five six seven eight nine ten eleven twelve thirt fift twent fort sixt sevent eight double null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf undvier deux trois quatre cinq sept huit neuf quarante cero uno dos tres cuatro cinco seis siete ocho nueve cuarenta ноль один два три четыре пять шесть семь восемь девять сорок due quattro sete jeden nula nul drie".split(
    " ",
  ),
  endAlone,
);

const saidDigits = new RegExp(`${digitWord}[\\s,-]{0,2}${digitWord}`, "i");

/** Whether two digits are said one after the other. */
export function saysDigits(sentence: string): boolean {
  return (
    (scanDigits.testLine(sentence) || /[零〇一二三四五六七八九两幺]{2}/.test(sentence)) && saidDigits.test(sentence)
  );
}

const run = /[A-Za-z\d\u00c0-\u024f\u0400-\u04ff][!#-&(-;=?-_a-~\u00c0-\u024f\u0400-\u04ff]{4,59}/g;

/** Lower than that of any other candidate. */
export const shortShape = -2;

export function listCandidates(sentence: string): readonly Candidate[] {
  const hasDigit = /\d/.test(sentence);
  return [
    ...(hasDigit
      ? [
          ...read(sentence, number, scoreNumber),
          ...read(sentence, slashed, scoreSlashed),
          ...read(sentence, lettered, scoreLettered),
          ...read(sentence, short, () => shortShape),
        ]
      : []),
    ...(saysDigits(sentence) ? read(sentence, spoken, scoreSpoken) : []),
    ...readMixed(sentence),
  ].sort((a, b) => a.start - b.start);
}

function read(sentence: string, pattern: RegExp, score: (value: string) => number | null): readonly Candidate[] {
  return [...sentence.matchAll(pattern)].flatMap(({ 0: value, index }) => {
    const shape = score(value);
    return shape === null ? [] : [{ value, start: index, isNumber: true, shape }];
  });
}

/** In groups or with a sign it is said of codes alone; four to six digits are usual, hundreds and years are figures. */
function scoreNumber(value: string): number | null {
  const digits = value.replace(/\D/g, "");
  if (
    digits.length < 3 ||
    digits.length > 10 ||
    /^(?:19|20)\d\d-\d\d?-\d\d?$|^\d\d-\d\d-(?:19|20)\d\d$|^\d\d?-\d\d$|^(?:\d ){1,2}\d$/.test(value)
  )
    return null;
  if (/^\d{1,2}-\d{1,2}-\d{1,2}$/.test(value)) return 2;
  const length = digits.length === 3 || digits.length > 8 ? 0 : digits.length < 7 ? 1 : 0;
  const isGrouped =
    /^\d{3}[ -]\d{3}$|^\d{2}[ -]\d{2}(?:[ -]\d{2})?$|^\d{4}[ -]\d{4}$|^\d(?:[ -]\d){3,}$|^\d{3}[ -]\d{3}[ -]\d{3}$/.test(
      value,
    );
  const hasSign = /[#*\p{L}]/u.test(value);
  const isFigure = /^(?:19|20)\d\d$|00$/.test(value);
  return length + (isGrouped ? 1 : 0) + (hasSign ? 1 : 0) - (isFigure ? 1 : 0);
}

function scoreSlashed(value: string): number | null {
  const codes = value.split("/");
  return codes.every((each) => each.length === codes[0]?.length && !/^(?:19|20)\d\d$|00$/.test(each)) ? 1 : null;
}

function scoreLettered(value: string): number | null {
  return /\d/.test(value) && /[A-Z]/.test(value) && value.length >= 5 && !/^GPIO/.test(value) ? 0 : null;
}

const digitWords = new RegExp(digitWord, "gi");

function scoreSpoken(value: string): number | null {
  const count = value.match(digitWords)?.length ?? 0;
  return count < 2 ? null : Math.min(2, count - 2);
}

function readMixed(sentence: string): readonly Candidate[] {
  return [...sentence.matchAll(run)].flatMap(({ 0: whole, index }) => {
    if (!/\d|[!#$%*&+~_]/.test(whole)) return [];
    const named = /^\p{L}{2,12}[=:](?=.{5})/u.exec(whole)?.[0].length ?? 0;
    const value = whole.slice(named).replace(/[.,;:?)\]}*!]+$/, "");
    const shape = scoreMixed(value);
    if (shape === null) return [];
    const hasEnd = /^.*\d!$/.test(whole);
    return [{ value, start: index + named, isNumber: false, shape: shape + (hasEnd ? 1 : 0) }];
  });
}

/** Longer ones are ids or keys, which have words of their own. */
const longest = 28;

/** Names of programs, devices, drivers and variables. */
const isName =
  /^[A-Za-z]{1,5}[-.]?\d{1,4}[A-Za-z]{0,3}$|^[A-Za-z]{6,7}\d$|^[A-Z\d.-]+$|^(?:[A-Z][a-z]+){2,}V?\d?(?:[A-Z][a-z]+)+$|^[A-Z]+(?:_[A-Z]+)+\d*$|^[a-z][a-z\d-]*-v?\d+(?:\.\d+)*$|^[a-z\d]+(?:[-_.+][a-z\d]+)+$|^[A-Z]{2,}-|-F\d+$/;
const madeUp =
  /[\p{L}\d][!#$%*&+~_]\w|\d[$#%*]$|\p{L}\d\p{L}|\p{Ll}\p{Lu}.*\d\d|^\p{L}{6,}\d{2,}$|\p{L}[!#$%*&_]\d|(?=.*\p{Lu})(?=.*\d.?\d).*[-.]/u;

/** Two words with a sign between them and a number: people make passwords so, and no names. */
const joined = /^(?=.*\p{Lu})\p{L}{3,}[.!#$%&*]\p{L}{3,}\d{2,4}[!#$%*]?$/u;

function scoreMixed(value: string): number | null {
  if (
    value.length < 5 ||
    value.length > longest ||
    !/\p{L}/u.test(value) ||
    isPlaceholder(value) ||
    isMasked(value) ||
    isMethodName(value)
  )
    return null;
  if (/:\/\/|@[\w-]+\.|[/\\|<>{}()[\]]|^\W|=|^\d+(?:[x.]|$)/.test(value) || isCode(value)) return null;
  if (!isMixedWord(value) && !(isStrangeWord(value) && /[!#$%*&+~_]|\p{L}\d\p{L}|^\d\p{L}{4}/u.test(value)))
    return null;
  if (/^[\da-f]{6,40}$/.test(value)) return null;
  if (/^[a-z]+(?:\.[a-z]+)+\.?\d{2,}$/.test(value)) return 1;
  if (/^(?:admin|guest|gast|user|pass|root|test)\d{3}|^[a-z]{9,}\d$/.test(value)) return 1;
  if (isName.test(value)) return -1;
  if (/^\p{L}+\d$/u.test(value)) return 0;
  if (joined.test(value)) return 3;
  return madeUp.test(value) ? 2 : 1;
}

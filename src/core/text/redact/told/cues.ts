/** Finds the words that say that a code or a password is near. */
import { passwordWords } from "../words.js";
import { languages, spaceless, type TellingWords } from "./languages.js";

type Field = keyof TellingWords;

/** A letter or digit of the scripts that put spaces between words. */
const inWord = "[a-z\\d_\\u00c0-\\u024f\\u0370-\\u04ff]";

/** The words of all languages for one thing. */
export function joinWords(field: Field): string {
  const spaced = languages
    .map((row) => row[field].replaceAll("\\p{L}", "[a-z\\u00df-\\u024f\\u0400-\\u04ff]"))
    .join("|");
  return `(?:(?<!${inWord})(?:${spaced})(?!${inWord})|${spaceless[field].replaceAll("\\p{Script=Han}", "\\u3400-\\u9fff")})`;
}

/** How much a word of a class says that a number, or a password, follows. */
interface CueClass {
  readonly pattern: RegExp;
  readonly number: number;
  readonly password: number;
}

const classes: readonly CueClass[] = [
  { pattern: new RegExp(joinWords("sure"), "i"), number: 3, password: 2 },
  { pattern: new RegExp(joinWords("thing"), "i"), number: 2, password: 1 },
  { pattern: new RegExp(joinWords("code"), "i"), number: 2, password: 1 },
  { pattern: new RegExp(joinWords("purpose"), "i"), number: 1, password: 0 },
  {
    pattern: new RegExp(
      `${passwordWords}|(?<!${inWord})(?:pw|(?<!(?:boarding|ski|bus|season|day|bypass|train) )pass|пасс)(?!${inWord})`,
      "i",
    ),
    number: 2,
    password: 3,
  },
  { pattern: new RegExp(joinWords("access"), "i"), number: 1, password: 2 },
  // Said of money, too.
  {
    pattern: new RegExp(`(?<!${inWord})(?:bank|banque|banco|банк[а-яё]?)(?!${inWord})|银行`, "i"),
    number: 0,
    password: 1,
  },
];

export interface CueScore {
  readonly number: number;
  readonly password: number;
}

const mostForCues = 4;

/** Each class counts once; words for what a code is, and banks, don't tell one by themselves. */
export function scoreCues(sentence: string): CueScore {
  let [number, password, isCued] = [0, 0, false];
  for (const each of classes) {
    if (!each.pattern.test(sentence)) continue;
    number += each.number;
    password += each.password;
    isCued ||= each.number + each.password > 1;
  }
  return { number: isCued ? Math.min(mostForCues, number) : 0, password: Math.min(mostForCues, password) };
}

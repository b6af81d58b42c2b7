/** Finds the words that say that a code or a password is near. */
import type { Words } from "../kind.js";
import { findPlace, makeSpots, makeWords } from "../scan.js";
import { passwordPlaces } from "../words.js";
import { languages, spaceless, type TellingWords } from "./languages.js";

type Field = keyof TellingWords;

/** A letter or digit of the scripts that put spaces between words. */
const inWord = "[a-z\\d_\\u00c0-\\u024f\\u0370-\\u04ff]";

const anyLetter = "[a-z\\u00df-\\u024f\\u0400-\\u04ff]";

/** The words of all languages for one thing: those that stand between spaces, and those of languages without them. */
function listWords(field: Field): readonly [spaced: string, others: string] {
  return [
    languages.map((row) => row[field].replaceAll("\\p{L}", anyLetter)).join("|"),
    spaceless[field].replaceAll("\\p{Script=Han}", "\\u3400-\\u9fff"),
  ];
}

export function joinWords(field: Field): string {
  const [spaced, unspaced] = listWords(field);
  return `(?:(?<!${inWord})(?:${spaced})(?!${inWord})|${unspaced})`;
}

/** How much a word of a class says that a number, or a password, follows. */
interface CueClass {
  readonly words: readonly Words[];
  readonly number: number;
  readonly password: number;
}

function readClass(field: Field, number: number, password: number): CueClass {
  const [spaced, unspaced] = listWords(field);
  return { words: [makeSpaced(spaced), makeWords(unspaced)], number, password };
}

function makeSpaced(words: string): Words {
  return makeWords(words, `(?<!${inWord})`, `(?!${inWord})`);
}

const sure = readClass("sure", 3, 2);
const thing = readClass("thing", 2, 1);
const code = readClass("code", 2, 1);
const access = readClass("access", 1, 2);
const classes: readonly CueClass[] = [
  sure,
  thing,
  code,
  {
    words: [passwordPlaces, makeSpaced("pw|(?<!(?:boarding|ski|bus|season|day|bypass|train) )pass|пасс")],
    number: 2,
    password: 3,
  },
  access,
  // Said of money, too.
  { words: [makeSpaced("bank|banque|banco|банк[а-яё]?"), makeWords("银行")], number: 0, password: 1 },
];

export interface CueScore {
  readonly number: number;
  readonly password: number;
}

const mostForCues = 4;

/** Scores a part of a text. Each class counts once; words for what a code is, and banks, don't tell one by themselves. */
export function scoreCues(text: string, from: number, end: number): CueScore {
  let [number, password, isCued] = [0, 0, false];
  for (const each of classes) {
    if (!each.words.some(({ spots }) => isBetween(text, spots(text), from, end))) continue;
    number += each.number;
    password += each.password;
    isCued ||= each.number + each.password > 1;
  }
  if (isCued && number < mostForCues && purpose.test(text.slice(from, end).replace(mark, ""))) number++;
  return { number: isCued ? Math.min(mostForCues, number) : 0, password: Math.min(mostForCues, password) };
}

/** Frequent words, which count beside others only. */
const purpose = new RegExp(joinWords("purpose"), "i");
const mark = /\[redacted: [a-z0-9 ]+\]/g;
const inMark = /\[redacted: [a-z0-9 ]*$/;

function isBetween(text: string, places: readonly number[], from: number, end: number): boolean {
  for (let index = findPlace(places, from); index < places.length && (places[index] ?? 0) < end; index++) {
    if (!inMark.test(text.slice(Math.max(0, (places[index] ?? 0) - 40), places[index]))) return true;
  }
  return false;
}

const telling = [
  ...classes.flatMap(({ words, number, password }) => (number + password > 1 ? words.map(({ spots }) => spots) : [])),
  makeSpots("redacted"),
];

/** Whether a text has such a word at all. */
export function hasCue(text: string): boolean {
  return telling.some((spots) => spots(text).length > 0);
}

const near = {
  sure: sure.words,
  code: [...sure.words, ...code.words],
  thing: [...sure.words, ...code.words, ...thing.words],
  access: [passwordPlaces, makeWords("pw|(?<!boarding )pass"), ...access.words],
};

export interface Stretch {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Whether such a word stands there, with nothing behind it but what the expression allows. */
export function hasEnding({ text, from, to }: Stretch, kind: keyof typeof near, rest: RegExp): boolean {
  return near[kind].some(({ spots, ends }) => {
    const starts = spots(text);
    for (let index = findPlace(starts, to) - 1; index >= 0 && (starts[index] ?? 0) >= from; index--) {
      const end = ends(text)[index] ?? 0;
      if (end <= to && rest.test(text.slice(end, to))) return true;
    }
    return false;
  });
}

/** Where they stand. */
export function listCues(text: string): readonly number[] {
  return telling.flatMap((spots) => spots(text)).sort((a, b) => a - b);
}

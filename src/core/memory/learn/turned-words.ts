/** The words of what a sentence says is over or otherwise, so that they can be found in what was said before. */
import { foldWord, listContentWords } from "../../text/content-words.js";
import { rememberByText } from "../../text/remember.js";
import { cues } from "./learn-cues.js";
import { shortenWord } from "./shorten-word.js";
import { turnCues } from "./turn-cues.js";

const idle = [
  turnCues.over,
  turnCues.again,
  turnCues.found,
  turnCues.left,
  turnCues.parted,
  turnCues.gone,
  turnCues.number,
  turnCues.grammar,
  cues.filler,
  cues.change,
  cues.doubt,
];

/** Whether it says that something is otherwise than before. */
export function tellsChange(text: string): boolean {
  return changing.some((cue) => cue.isIn(text));
}

const changing = [
  cues.change,
  turnCues.became,
  turnCues.shifted,
  turnCues.over,
  turnCues.overAround,
  turnCues.parted,
  turnCues.left,
];

/** Whether it says that something is over or held before, in words that say nothing else. */
export function saysItTurned(text: string): boolean {
  return turning.some((cue) => cue.isIn(text));
}

const turning = [
  cues.change,
  turnCues.shifted,
  turnCues.over,
  turnCues.overAround,
  turnCues.parted,
  turnCues.left,
  turnCues.gone,
];

/** Without those that only say that it turned. */
export const listTurnedWords = rememberByText(readTurnedWords, { texts: 4_000, characters: 400_000 });

function readTurnedWords(text: string): readonly string[] {
  const rest = idle.reduce((words, cue) => cue.blankedIn(words), text);
  const eastern = rest.match(/\p{sc=Han}+/gu) ?? [];
  const spaced = listContentWords(rest.replace(/\p{sc=Han}+/gu, " "))
    .map(({ start, end }) => shortenWord(foldWord(rest.slice(start, end))))
    .filter((word) => !/^\p{N}+$/u.test(word));
  return [...new Set([...spaced, ...eastern])];
}

/** Which part of the words is in the text. */
export function shareWords(words: readonly string[], text: string): number {
  const told = listTurnedWords(text);
  const shared = words.filter((word) =>
    /\p{sc=Han}/u.test(word) ? text.includes(word) : told.some((other) => isSameWord(word, other)),
  );
  return words.length === 0 ? 0 : shared.length / words.length;
}

/** Two forms of a word: one begins as the other, but for a vowel at the end of a short one. */
export function isSameWord(some: string, other: string): boolean {
  const [short, long] = some.length <= other.length ? [some, other] : [other, some];
  const enough = /^\p{L}{3,4}[aeiouy]$/u.test(short) ? short.length - 1 : Math.min(short.length, 5);
  if (short.length < 3) return some === other;
  return short.slice(0, enough) === long.slice(0, enough) && long.length - short.length <= 4;
}

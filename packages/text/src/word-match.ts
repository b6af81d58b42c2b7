/** Finds words, and runs of them, in a text, nearly as the search compares them. */
import { leastPart, listIrregularForms } from "./word-forms.js";

export interface WordMatch {
  readonly from: number;
  readonly to: number;
  readonly word: number;
  readonly exact: boolean;
}

/** The most characters of a text that are searched. */
export const matchReach = 20_000;

/** A word of `words` with spaces is a run of words that follow one another; a run precedes the words in it. */
export function findWordMatches(text: string, words: readonly string[]): readonly WordMatch[] {
  const asked = words.map(foldWord);
  const runs = asked.flatMap((each, word) => (each.includes(" ") ? [{ run: each.split(" "), word }] : []));
  const forms = asked.map(listIrregularForms);
  const isSought = (own: string) => (each: string, word: number) =>
    each === own || isKin(each, own) || forms[word]?.includes(own) === true;
  const matches: WordMatch[] = [];
  const tokens = [...text.slice(0, matchReach).matchAll(/[\p{L}\p{N}\p{M}\p{Co}]+/gu)];
  const folded = tokens.map(([token]) => foldWord(token));
  for (const [place, { 0: token, index }] of tokens.entries()) {
    const own = folded[place] ?? "";
    for (const { run, word } of runs) {
      const last = tokens[place + run.length - 1];
      if (last === undefined || !run.every((each, step) => folded[place + step] === each)) continue;
      matches.push({ from: index, to: last.index + last[0].length, word, exact: true });
    }
    const word = asked.findIndex(isSought(own));
    if (word !== -1) matches.push({ from: index, to: index + token.length, word, exact: asked[word] === own });
    else matches.push(...findInnerMatches(token, index, words));
  }
  return matches;
}

/** Where a word or a run of words begins in a text of any length, in lower case, from a place on; -1 if it is not there. */
export function findWordPlace(text: string, word: string, from: number): number {
  if (!word.includes(" ")) return text.indexOf(word, from);
  const edge = "[\\p{L}\\p{N}]";
  const run = new RegExp(`(?<!${edge})${word.split(" ").join(`[^\\p{L}\\p{N}]+`)}(?!${edge})`, "gu");
  run.lastIndex = from;
  return run.exec(text)?.index ?? -1;
}

/** Whether two words are forms of one, such as garden and gardens: they differ only in their last letters. Or the first ends the other. */
function isKin(a: string, b: string): boolean {
  if (a.length >= leastPart && b.length >= a.length + leastPart && b.endsWith(a)) return true;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < 3 || /\d/.test(long) || long.length - short.length > 5) return false;
  return long.startsWith(short.slice(0, Math.max(3, short.length - 1)));
}

/** In scripts without spaces a word is part of a run. */
function findInnerMatches(token: string, index: number, words: readonly string[]): readonly WordMatch[] {
  const found = words.flatMap((each, word): readonly WordMatch[] => {
    const at = /[^\p{scx=Latn}\p{N}]/u.test(each) ? token.toLowerCase().indexOf(each) : -1;
    return at === -1 ? [] : [{ from: index + at, to: index + at + each.length, word, exact: true }];
  });
  return [...found].sort((a, b) => a.from - b.from);
}

function foldWord(word: string): string {
  return word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

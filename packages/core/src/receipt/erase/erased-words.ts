import type { Json } from "@clewline/text/json.js";
import { isPairStart } from "@clewline/text/letters.js";
import { findTraits, traits } from "@clewline/text/traits.js";

/** A run of this many words hardly occurs twice by chance. */
const runLength = 5;

/** Words that occur in erased entries and nowhere else. */
export interface ErasedWords {
  /** Passes a text that stays, so that its words no longer count as erased. */
  pass(text: string): void;
  /** Whether a text has a run of erased words, or an erased name. Shorter texts are found by the register alone. */
  holds(text: string): boolean;
}

/** `names` are the names of erased memories. */
export function collectErasedWords(texts: Iterable<string>, names: Iterable<string> = []): ErasedWords {
  const runs = new Set(names);
  for (const text of texts) for (const run of listRuns(text)) runs.add(run);
  const firsts = listFirstWords(runs);
  return {
    pass(text) {
      if (runs.size > 0) for (const run of listPhrases(text, firsts)) runs.delete(run);
    },
    holds: (text) => runs.size > 0 && listPhrases(text, firsts).some((run) => runs.has(run)),
  };
}

/** The first words of the phrases. Few words of a text are among them, so few runs have to be built. */
export function listFirstWords(phrases: Iterable<string>): ReadonlySet<string> {
  return new Set(Array.from(phrases, (phrase) => phrase.split(" ", 1)[0] ?? ""));
}

/** Runs of words, and everything that may be a memory's name: words with dashes between, and four letters. */
export function listPhrases(text: string, firsts?: ReadonlySet<string>): readonly string[] {
  return [...listRuns(text, firsts), ...listDashed(text).flatMap((each) => namePattern.exec(each)?.[1] ?? [])];
}

/** Matches a memory's name by the letters at its end. In the bytes of a file anything may follow it. */
const namePattern = /^-*(.+-[0-9a-hjkmnp-tv-z]{4})/u;

/** The words of a text that contain dashes, with the dashes. */
function listDashed(text: string): readonly string[] {
  const isInside = (at: number) => text[at] === "-" || (at >= 0 && classify(text, at) !== between);
  const dashed: string[] = [];
  for (let dash = text.indexOf("-"); dash >= 0; ) {
    let [from, to] = [dash, dash + 1];
    while (isInside(from - 1)) from -= 1;
    while (isInside(to)) to += 1;
    dashed.push(text.slice(from, to));
    dash = text.indexOf("-", to);
  }
  return dashed;
}

/** The runs of `runLength` words in a text; with `firsts`, only runs that begin with one of these words. */
export function listRuns(text: string, firsts?: ReadonlySet<string>): readonly string[] {
  const words = splitWords(text.toLowerCase());
  const runs: string[] = [];
  for (let index = 0; index + runLength <= words.length; index += 1)
    if (firsts?.has(words[index] ?? "") !== false) runs.push(words.slice(index, index + runLength).join(" "));
  return runs;
}

function splitWords(text: string): readonly string[] {
  const words: string[] = [];
  let from = 0;
  for (let index = 0; index <= text.length; index += 1) {
    const kind = classify(text, index);
    if (kind === inWord) continue;
    if (from < index) words.push(text.slice(from, index));
    from = index + (isPairStart(text, index) ? 2 : 1);
    if (kind === wordAlone) words.push(text.slice(index, from));
    index = from - 1;
  }
  return words;
}

const [between, inWord, wordAlone] = [0, 1, 2] as const;
const inWords = traits.letter | traits.mark | traits.number;

/** Classifies the whole character that a unit belongs to. Regular expressions are too slow for whole files. */
function classify(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const code = unit < 0xd800 ? unit : (text.codePointAt(isPairStart(text, at - 1) ? at - 1 : at) ?? 0);
  const found = findTraits(code);
  // A character by itself in scripts that write without spaces. Korean has them, and marks may be of several scripts.
  if ((found & (traits.unspaced | traits.hangul | traits.mark)) === traits.unspaced && (found & inWords) !== 0)
    return wordAlone;
  return (found & inWords) === 0 ? between : inWord;
}

/** Every text in a value, names of fields left out. */
export function listStrings(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(listStrings);
}

/** The value without texts that hold such words. Members and items with such texts are left out. */
export function dropHeld(value: Json, words: ErasedWords): Json {
  const isKept = (each: Json) => typeof each !== "string" || !words.holds(each);
  if (Array.isArray(value)) return value.filter(isKept).map((each) => dropHeld(each, words));
  if (typeof value !== "object" || value === null) return isKept(value) ? value : null;
  const members = Object.entries(value).filter(([, each]) => isKept(each));
  return Object.fromEntries(members.map(([name, each]) => [name, dropHeld(each, words)]));
}

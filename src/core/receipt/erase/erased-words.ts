import type { Json } from "../../text/json.js";

/** Runs of as many words are nobody's by chance. */
const runLength = 5;

/** What was said in entries that are erased, and nowhere else. */
export interface ErasedWords {
  /** A text that stays: what it says, too, is not theirs alone. */
  pass(text: string): void;
  /** Whether a text has a run of their words, or a name. Shorter texts have none, and are known by the register alone. */
  holds(text: string): boolean;
}

/** `names` are those of memories that go. */
export function collectErasedWords(texts: Iterable<string>, names: Iterable<string> = []): ErasedWords {
  const runs = new Set(names);
  for (const text of texts) for (const run of listRuns(text)) runs.add(run);
  return {
    pass(text) {
      if (runs.size > 0) for (const run of listPhrases(text)) runs.delete(run);
    },
    holds: (text) => runs.size > 0 && listPhrases(text).some((run) => runs.has(run)),
  };
}

/** Runs of words, and all that may be the name of a memory: words with dashes between, and four letters. */
export function listPhrases(text: string): readonly string[] {
  const dashed = (text.match(dashedPattern) ?? []).filter((each) => each.includes("-"));
  return [...listRuns(text), ...dashed.flatMap((each) => namePattern.exec(each)?.[1] ?? [])];
}

const dashedPattern = /[\p{L}\p{N}\p{M}-]+/gu;
/** By the letters at the end of a name. In the bytes of a file anything may follow it. */
const namePattern = /^-*(.+-[0-9a-hjkmnp-tv-z]{4})/u;

export function listRuns(text: string): readonly string[] {
  const words = text.toLowerCase().match(wordPattern) ?? [];
  return words.slice(runLength - 1).map((_word, index) => words.slice(index, index + runLength).join(" "));
}

/** A character by itself in scripts that write without spaces. */
const wordPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{M}\p{N}])+/gu;

/** Every text in a value, names of fields left out. */
export function listStrings(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(listStrings);
}

/** The value without what holds such words: members and items that do are left out. */
export function dropHeld(value: Json, words: ErasedWords): Json {
  const isKept = (each: Json) => typeof each !== "string" || !words.holds(each);
  if (Array.isArray(value)) return value.filter(isKept).map((each) => dropHeld(each, words));
  if (typeof value !== "object" || value === null) return isKept(value) ? value : null;
  const members = Object.entries(value).filter(([, each]) => isKept(each));
  return Object.fromEntries(members.map(([name, each]) => [name, dropHeld(each, words)]));
}

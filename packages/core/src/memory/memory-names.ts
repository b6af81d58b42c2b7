/**
 * What a memory says that it is about: "dead letter queue, DLQ: failed messages go there".
 *
 * 1. Names stand before the first colon, with commas between; what people said in a chat has none, whatever its colons.
 * 2. A name is met by a text that has all of its words: "error handling" is not by "handle with care".
 */

import { foldWord, isCommon } from "@clewline/text/content-words.js";
import { rememberByText } from "@clewline/text/remember.js";
import type { Memory } from "../log/memories/memory.js";

/** Every name as its words. */
export type MemoryNames = readonly (readonly string[])[];

/** A text before a colon with more words is no list of names. */
const mostWords = 60;

/** None if it names nothing. */
export function readMemoryNames({ text, by }: Pick<Memory, "text" | "by">): MemoryNames {
  const end = by === "rule" ? -1 : text.search(/[:：](?:\s|(?<=：))/u);
  if (end < 1 || text.slice(end + 1).trim() === "") return [];
  const names = text
    .slice(0, end)
    .split(/[,，、]/u)
    .map(listNameWords);
  return names.flat().length > mostWords ? [] : names.filter((words) => words.length > 0);
}

/** Folded, in the singular, without those that every text has. */
export const listNameWords = rememberByText(
  (text): readonly string[] => {
    const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
    return words.filter((word) => !isCommon(word)).map((word) => foldWord(word).replace(/(?<=\p{L}{3})s$/u, ""));
  },
  { texts: 4_000, characters: 400_000 },
);

export function meetsName(names: MemoryNames, words: ReadonlySet<string>): boolean {
  return names.some((name) => name.every((word) => words.has(word)));
}

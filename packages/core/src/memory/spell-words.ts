import { measureDistance } from "@clewline/text/nearest.js";

/** A shorter word has too many neighbours. */
const leastLetters = 5;

/** The words, and beside each that is not among the known ones those that it was meant to be: one letter off, not at its beginning. */
export function spellWords(words: readonly string[], known: ReadonlySet<string>): ReadonlySet<string> {
  const spelled = new Set(words);
  for (const word of words) {
    if (known.has(word)) continue;
    for (const other of known) if (isMisspelt(word, other)) spelled.add(other);
  }
  return spelled;
}

/** Whether two texts are the same words in the same order but for marks, case and words that are misspelt in one of them. */
export function isRespelt(text: string, other: string): boolean {
  const [words, others] = [listWords(text), listWords(other)];
  return (
    words.length === others.length &&
    words.every((word, index) => word === others[index] || isMisspelt(word, others[index] ?? ""))
  );
}

/** Whether all words of the part stand in the text, in a row. */
export function hasWords(text: string, part: string): boolean {
  const words = listWords(part);
  return words.length > 0 && ` ${listWords(text).join(" ")} `.includes(` ${words.join(" ")} `);
}

function listWords(text: string): readonly string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  );
}

function isMisspelt(word: string, other: string): boolean {
  if (Math.max(word.length, other.length) < leastLetters || word.slice(0, 2) !== other.slice(0, 2)) return false;
  return Math.abs(word.length - other.length) < 2 && measureDistance(word, other) === 1;
}

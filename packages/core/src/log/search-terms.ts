/** Splits a question into search terms: each quoted phrase, each identifier and every other word is one term. */
import { stripAccents } from "@clewline/text/letters.js";
import { isCommonWord, isSpacedText, listIndexedWords, mostSought, pickAskedWords } from "./search-words.js";

export interface SearchTerms {
  readonly terms: readonly string[];
  /** The words of names separately, in case no name is found whole; null if there is no name, or only codes. */
  readonly apart: readonly string[] | null;
}

const quotes = /"([^"]+)"|“([^”“]+)”|„([^“”„]+)[“”]|«([^»«]+)»/gu;
/**
 * Letters or digits that signs join to one name, as in session_live, config.toml, src/index or v2-rc. A match begins
 * where a word begins; otherwise a long word without signs would be read again from each of its letters.
 */
const joined = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[_.:/#@-]+[\p{L}\p{N}]+)+/gu;
/** A hyphen alone joins ordinary words too. */
const isName = (token: string) => /[_.:/#@\p{N}]/u.test(token);
/** A number, a version or a date. Its digits alone occur in any table and identify nothing. */
const isCode = (token: string) => /\p{N}/u.test(token);

export function pickSearchTerms(question: string): SearchTerms {
  const asked = question.slice(0, 2_000);
  const phrases = [...asked.matchAll(quotes)].flatMap((found) => makeRuns(found.slice(1).find(Boolean) ?? ""));
  const open = asked.replace(quotes, " ");
  const names = [...open.matchAll(joined)].map(([token]) => token).filter(isName);
  const plain = pickAskedWords(open.replace(joined, (token) => (isName(token) ? " " : token)));
  const whole = [...phrases, ...names.flatMap(makeRuns)];
  const words = whole.length === 0 ? plain : plain.filter((word) => !isCommonWord(word));
  const distinct = (terms: readonly string[]) => [...new Set(terms)].slice(0, mostSought);
  const codes = names.filter(isCode);
  const loose = pickAskedWords(open.replace(joined, (token) => (isCode(token) ? " " : token)));
  return {
    terms: distinct([...whole, ...words]),
    apart: names.length === codes.length ? null : distinct([...phrases, ...codes.flatMap(makeRuns), ...loose]),
  };
}

/** The words as one term, in which they must be adjacent. In a script without spaces, each word is its own term. */
function makeRuns(text: string): readonly string[] {
  return isSpacedText(text)
    ? [listIndexedWords(stripAccents(text)).join(" ")].filter((run) => run !== "")
    : pickAskedWords(text);
}

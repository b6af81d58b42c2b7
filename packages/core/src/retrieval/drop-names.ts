/**
 * Takes the names of the people who talk out of a text. In a chat they stand in most messages and say who is meant, not
 * what: a question with a name in it would be near to all that holds the name. Who spoke is compared elsewhere.
 */

import { rememberByText } from "@clewline/text/remember.js";

/** With fewer letters a word is hardly a name; in scripts without spaces two make one. */
const leastLetters = 2;
const mostNames = 64;

/** The text without the names: whole words only, in any case, with a possessive or an @ that belongs to them. */
export function dropNames(text: string, names: readonly string[]): string {
  const words = listNameWords(names);
  if (words.length === 0) return text;
  const dropped = text.replace(makePattern(words.map(escapePattern).join("|")), " ");
  const rest = dropped
    .replace(/^[\s,:;.!-]+(?=\S)/u, "")
    .replace(/[ \t]{2,}/g, " ")
    .replace(/ +([,.;:!?])/g, "$1")
    .trim();
  // A message of nothing but a name is about that name.
  return /[\p{L}\p{N}]/u.test(rest) ? rest : text;
}

/** Compiling it takes longer than most texts do, and the names of a chat are asked about again. */
const makePattern = rememberByText(
  (names) => new RegExp(`(?<![\\p{L}\\p{N}_])@?(?:${names})(?:['’]s)?(?![\\p{L}\\p{N}_])`, "giu"),
  { texts: 200, characters: 50_000 },
);

/** A name whole, and its words, so that the first name of somebody goes too; the longest first. */
function listNameWords(names: readonly string[]): readonly string[] {
  const words = names.slice(0, mostNames).flatMap((name) => {
    const whole = name.normalize("NFC").trim().replace(/^@/, "");
    return [whole, ...whole.split(/[\s,()"]+/u)];
  });
  const telling = words.filter((word) => isName(word));
  return [...new Set(telling.map((word) => word.toLowerCase()))].sort(
    (a, b) => b.length - a.length || (a < b ? -1 : 1),
  );
}

/** An address of digits and signs is no name, and neither is a word that everybody uses. */
function isName(word: string): boolean {
  const letters = word.match(/\p{L}/gu)?.length ?? 0;
  return letters >= leastLetters && word.length <= 40 && !/[\d:/]/u.test(word) && !roles.has(word.toLowerCase());
}

const roles: ReadonlySet<string> = new Set([
  ..."user agent system assistant guest bot me you the and of de van der la le el von mr mrs ms dr".split(" "),
]);

function escapePattern(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

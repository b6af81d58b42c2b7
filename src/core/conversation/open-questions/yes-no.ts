/**
 * Reads a yes or a no. A message is one only if all of it is: it must fall apart, without a rest, into pieces that one language
 * knows, in one of these shapes, and no other language that knows all its words may read it otherwise.
 *
 *   yes     yes pieces and nothing against them: "oh yes, sure, thanks"; then perhaps "now", or the question's own words
 *           again: "yes, please delete them"
 *   no      no pieces and nothing against them; an "ok" may come before: "ok, no", "good, but no"
 *   no      a strengthening piece and right behind it a no: "absolutely not"
 *   no      "don't" and the question's own words: "don't delete them"; "no" and "that is too …"
 *
 * Everything else is neither, above all a mixture of both, a condition, a question, a quotation and a word that nobody knows.
 */
import { isAskedBothWays } from "./asked-both-ways.js";
import { splitPieces } from "./language-pieces.js";
import { answerLanguages } from "./languages/languages.js";
import { commonNo } from "./no-words.js";
import { makePhraseTable, type SpokenText } from "./spoken-words.js";
import { type Piece, type PieceKind, weighPieces } from "./weigh-pieces.js";
import { commonPolite } from "./word-tables.js";
import { commonWeakYes, commonYes } from "./yes-words.js";

const commonWords = makePhraseTable(commonYes, commonWeakYes, commonNo, commonPolite);
/** Pieces that say nothing without others. */
const fillers: readonly PieceKind[] = ["joining", "contrast", "negating", "strengthening", "immediate", "actually"];

export function readYesNo(said: SpokenText, about: string): "yes" | "no" | null {
  if (said.question || said.words.length === 0 || !hasPlainMarks(said) || isAskedBothWays(about)) return null;
  const readings = new Set<"yes" | "no" | null>();
  for (const language of answerLanguages) {
    const pieces = splitPieces(said.words, about, language);
    if (pieces !== null && isReading(pieces)) readings.add(weighPieces(pieces));
  }
  const [only = null] = readings;
  return readings.size === 1 ? only : null;
}

/** A language that knows nothing of a message but small words beside an "ok" does not read it. */
function isReading(pieces: readonly Piece[]): boolean {
  const isCommon = ({ words }: Piece) => commonWords.has(words);
  return pieces.every(isCommon) || pieces.some((piece) => !fillers.includes(piece.kind) && !isCommon(piece));
}

/**
 * Smileys that mean no irony, and marks that end a sentence. Dots in a row hesitate, quotes and a dash before are somebody else's
 * words, waves before a word strike it out, a "!" before it negates, and after a comma or a dash at the end more is to come.
 */
function hasPlainMarks({ marks, plain }: SpokenText): boolean {
  const bare = marks.replace(/[:=]-?\)|\^\^/g, "").replace(/([*_]{1,2})([^*_~]+)\1/g, "$2");
  if (!/^[\s.,!:~。，！、～،।¡·–—-]*$/u.test(bare) || /\.\s*\.|。。/.test(bare)) return false;
  const text = plain.replace(/[:=]-?\)|\^\^/g, "").trim();
  return !/^[~～–—:,.!！-]|[~～].*[\p{L}\p{N}]|[,:，、،–—-]$/su.test(text);
}

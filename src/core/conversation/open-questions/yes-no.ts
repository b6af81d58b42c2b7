/**
 * Reads a yes or a no. A message is one only if all of it is: it must fall apart, without a rest, into pieces of the closed
 * list below, in one of these shapes.
 *
 *   yes     yes pieces and nothing against them: "oh yes, sure, thanks"; then perhaps "now", or the question's own words
 *           again: "yes, please delete them"
 *   no      no pieces and nothing against them; a weak yes may come before: "ok, no", "good, but no"
 *   no      a strengthening piece and right behind it a no: "absolutely not"
 *   no      "don't" and the question's own words: "don't delete them"; "no" and "that is too …"
 *
 * Everything else is neither, above all a mixture of both, a condition, a question, a quotation and a word that nobody knows.
 */
import {
  forbiddingWords,
  lettingGoWords,
  negatingWords,
  negationWords,
  noWords,
  strengtheningWords,
} from "./no-words.js";
import { restatesQuestion } from "./restated-question.js";
import { splitUnspaced } from "./split-unspaced.js";
import { countPhraseWords, type PhraseTable, type SpokenText, type SpokenWord, splitWords } from "./spoken-words.js";
import { shortenStretched } from "./stretched-words.js";
import { type Piece, type PieceKind, weighPieces } from "./weigh-pieces.js";
import {
  actuallyWords,
  contrastingWords,
  joiningWords,
  neitherWords,
  openingWords,
  politeWords,
} from "./word-tables.js";
import { acknowledgingWords, immediateWords, weakYesWords, yesWords } from "./yes-words.js";

/** What a piece may be. Of two readings the longer counts, then the earlier of this list. */
const pieceTables = [
  ["neither", neitherWords],
  ["no", noWords],
  ["letting-go", lettingGoWords],
  ["yes", yesWords],
  ["weak-yes", weakYesWords],
  ["negating", negatingWords],
  ["contrast", contrastingWords],
  ["actually", actuallyWords],
  ["polite", politeWords],
  ["opening", openingWords],
  ["acknowledging", acknowledgingWords],
  ["strengthening", strengtheningWords],
  ["immediate", immediateWords],
  ["joining", joiningWords],
] as const satisfies readonly (readonly [PieceKind, PhraseTable])[];
const unspacedTables = pieceTables.map(([, table]) => table);

export function readYesNo(said: SpokenText, about: string): "yes" | "no" | null {
  if (said.question || !hasPlainMarks(said.marks) || hasNegation(about)) return null;
  const pieces = splitPieces(shortenStretched(splitUnspaced(said.words, unspacedTables)), about);
  return pieces === null ? null : weighPieces(pieces);
}

/** Smileys that mean no irony, and marks that end a sentence. Dots in a row hesitate; quotes are somebody else's words. */
function hasPlainMarks(marks: string): boolean {
  const bare = marks.replace(/[:=]-?\)|\^\^/g, "").replace(/([*_]{1,2})([^*_]+)\1/g, "$2");
  return /^[\s.,!:~。，！、～،।¡·–—-]*$/u.test(bare) && !/\.\s*\.|。。/.test(bare);
}

/** "Shall I not send it?" is answered by a yes and by a no alike. */
function hasNegation(about: string): boolean {
  return splitWords(about).some((word) => negationWords.has(word));
}

/** All of the words as pieces; null if one of them is none. */
function splitPieces(words: readonly SpokenWord[], about: string): readonly Piece[] | null {
  const pieces: Piece[] = [];
  for (let at = 0; at < words.length; ) {
    const last = findTailPiece(words, at, about);
    if (last !== null) return [...pieces, last];
    const { kind, length } = findPiece(words, at);
    if (length === 0 || (kind === "letting-go" && isOffered(words.slice(at, at + length), about))) return null;
    const run = words
      .slice(at, at + length)
      .map(({ word }) => word)
      .join(" ");
    pieces.push({
      kind,
      pause: words[at + length - 1]?.pause === true,
      strengthens: strengtheningWords.has(run),
      words: run,
    });
    at += length;
  }
  return pieces;
}

function findPiece(words: readonly SpokenWord[], at: number): { readonly kind: PieceKind; readonly length: number } {
  let best: { readonly kind: PieceKind; readonly length: number } = { kind: "neither", length: 0 };
  for (const [kind, table] of pieceTables) {
    const length = countPhraseWords(words, at, table);
    if (length > best.length) best = { kind, length };
  }
  return best;
}

/** "Leave it" is a no, but not where the question is whether to leave something. */
function isOffered(words: readonly SpokenWord[], about: string): boolean {
  const own = new Set(splitWords(about));
  return words.some(({ word }) => word.length > 2 && own.has(word));
}

/** The rest of the message, if it repeats the question after a yes or a "don't", or gives a reason after a no. */
function findTailPiece(words: readonly SpokenWord[], at: number, about: string): Piece | null {
  const end = dropPolite(words, at);
  const made = (kind: PieceKind): Piece => ({ kind, pause: true, strengthens: false, words: "" });
  const forbidden = countPhraseWords(words, at, forbiddingWords);
  const isKnown = findPiece(words, at).length >= end - at;
  if (isKnown) return null;
  if (forbidden > 0 && words[at + forbidden - 1]?.pause === false) {
    if (restatesQuestion(words.slice(at + forbidden, end), about)) return made("no");
  }
  if (at > 0 && restatesQuestion(words.slice(at, end), about)) return made("restated");
  return isTooMuch(words.slice(at, end)) ? made("too-much") : null;
}

/** Where the words end before thanks and a "now". */
function dropPolite(words: readonly SpokenWord[], from: number): number {
  const after = [politeWords, immediateWords];
  let end = words.length;
  for (let at = end - 1; at > from; at--) {
    const rest = words.slice(at, end);
    if (after.some((table) => countPhraseWords(rest, 0, table) === rest.length)) end = at;
  }
  return end;
}

const tooMuch =
  /^(?:that's|that is|thats|it's|it is|its|das ist|es ist|ist|c'est|es|eso es|está|è|é|isso é|dat is|het is|это|bu)? ?(?:too|zu|trop|demasiado|troppo|muito|te|слишком|çok|cok) [\p{L}\p{M}]+$/u;

function isTooMuch(words: readonly SpokenWord[]): boolean {
  return words.length < 5 && tooMuch.test(words.map(({ word }) => word).join(" "));
}

/** Decides what the pieces of a message come to: its shape must be one of those that count. */
import { plainNoWords } from "./no-words.js";

export type PieceKind =
  | "neither"
  | "no"
  | "letting-go"
  | "yes"
  | "weak-yes"
  | "negating"
  | "contrast"
  | "actually"
  | "polite"
  | "opening"
  | "acknowledging"
  | "strengthening"
  | "immediate"
  | "joining"
  /** The question's own words once more. */
  | "restated"
  /** "That is too late": a reason. */
  | "too-much";

export interface Piece {
  readonly kind: PieceKind;
  /** Whether a mark or the end follows. */
  readonly pause: boolean;
  /** Whether a no right behind it turns it into a no. */
  readonly strengthens: boolean;
  readonly words: string;
}

/** The shapes, as the kinds of their telling pieces. */
const yesShape =
  /^(?:(?:weak-)?yes(?: joining(?= yes| restated))?(?: |$))+(?:restated)?$|^(?:(?:weak-)?yes )*yes immediate$/;
const noShape = /^(?:weak-yes )*(?:contrast )?no(?: no)*(?: too-much)?$/;

export function weighPieces(split: readonly Piece[]): "yes" | "no" | null {
  const pieces = joinRefusals(split);
  if (pieces.some(isDoubleNegation) || pieces.some(isRepeatedWeakly)) return null;
  const first = pieces.findIndex(({ kind }) => isTelling(kind));
  const behind = pieces.slice(first).map(({ kind }) => kind);
  // A sound behind an answer is often a word of another language, and praise behind a no a word that is negated.
  if (first < 0 || behind.includes("opening")) return null;
  const shape = behind
    .filter(isTelling)
    .map((kind) => (kind === "letting-go" ? "no" : kind))
    .join(" ");
  const isWeak = !/(?:^| )yes/.test(shape);
  // "Ok, great" acknowledges; with a real yes beside it, praise agrees.
  if (yesShape.test(shape)) return isWeak && pieces.some(({ kind }) => kind === "acknowledging") ? null : "yes";
  const lastPraise = behind.lastIndexOf("acknowledging");
  return noShape.test(shape) && lastPraise < behind.findIndex((kind) => kind === "no" || kind === "letting-go")
    ? "no"
    : null;
}

const besides: readonly PieceKind[] = ["polite", "opening", "actually", "acknowledging"];

function isTelling(kind: PieceKind): boolean {
  return !besides.includes(kind);
}

/** Makes one no of a strengthening piece and the no right behind it: "certainly not", "claro que no". */
function joinRefusals(pieces: readonly Piece[]): readonly Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const before = joined.at(-1);
    const refuses = piece.kind === "no" || piece.kind === "negating";
    const isJoined = refuses && before?.strengthens === true && !before.pause;
    if (isJoined) joined.splice(-1, 1, { ...piece, kind: "no" });
    else joined.push(piece);
  }
  return joined;
}

/** Two refusals without a pause may lift each other, unless the first is a plain no or the same once more. */
function isDoubleNegation(piece: Piece, index: number, pieces: readonly Piece[]): boolean {
  const next = pieces[index + 1];
  const areRefusals = [piece.kind, next?.kind].every((kind) => kind === "no" || kind === "letting-go");
  return areRefusals && !piece.pause && !plainNoWords.has(piece.words) && piece.words !== next?.words;
}

/** "Alright, alright" gives in to nobody. */
function isRepeatedWeakly({ kind, words }: Piece, index: number, pieces: readonly Piece[]): boolean {
  return kind === "weak-yes" && pieces[index + 1]?.kind === kind && pieces[index + 1]?.words === words;
}

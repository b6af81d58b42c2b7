/** Decides what the pieces of a message come to: its shape must be one of those that count. */

export type PieceKind =
  | "neither"
  | "no"
  | "letting-go"
  | "plain-yes"
  | "yes"
  | "alone-yes"
  | "weak-yes"
  | "negating"
  | "contrast"
  | "actually"
  | "please"
  | "thanks"
  | "sorry"
  | "opening"
  | "praise"
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
  const [only] = pieces;
  if (only?.kind === "alone-yes") return pieces.length === 1 ? "yes" : null;
  if (pieces.some(isDoubleNegation) || pieces.some(isRepeated)) return null;
  const first = pieces.findIndex(({ kind }) => isTelling(kind));
  const behind = pieces.slice(first).map(({ kind }) => kind);
  // A sound behind an answer is often a word of another language.
  if (first < 0 || behind.includes("opening")) return null;
  const shape = behind.filter(isTelling).map(nameInShape).join(" ");
  if (yesShape.test(shape)) return agrees(pieces, shape) ? "yes" : null;
  const isRefused = pieces.some(({ kind }) => kind === "no");
  return noShape.test(shape) && isRefused && refuses(pieces) ? "no" : null;
}

const besides: readonly PieceKind[] = ["please", "thanks", "sorry", "opening", "actually", "praise"];

function isTelling(kind: PieceKind): boolean {
  return !besides.includes(kind);
}

function nameInShape(kind: PieceKind): PieceKind {
  if (kind === "plain-yes") return "yes";
  return kind === "letting-go" ? "no" : kind;
}

/**
 * "Ok, thanks" and "ok, great" acknowledge or decline; with a real yes beside them they agree. Regret agrees to nothing. After a
 * sound only a plain yes is one: "oh, of course" has understood something.
 */
function agrees(pieces: readonly Piece[], shape: string): boolean {
  const kinds = pieces.map(({ kind }) => kind);
  const isWeak = !/(?:^| )yes/.test(shape);
  if (kinds.includes("sorry") || (isWeak && (kinds.includes("thanks") || kinds.includes("praise")))) return false;
  const first = kinds.find(isTelling);
  return !kinds.includes("opening") || first === "plain-yes";
}

/** Praise beside a no is a word that is negated, or irony; only "good, but no" tells them apart. */
function refuses(pieces: readonly Piece[]): boolean {
  const kinds = pieces.map(({ kind }) => kind);
  const at = kinds.findIndex((kind) => kind === "no" || kind === "letting-go");
  return !kinds.slice(at).includes("praise") && (!kinds.includes("praise") || kinds.includes("contrast"));
}

/** Makes one no of a strengthening piece and the no right behind it: "certainly not", "claro que no". */
function joinRefusals(pieces: readonly Piece[]): readonly Piece[] {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const before = joined.at(-1);
    const refusing = piece.kind === "no" || piece.kind === "negating";
    const isJoined = refusing && before?.strengthens === true && !before.pause;
    if (isJoined) joined.splice(-1, 1, { ...piece, kind: "no" });
    else joined.push(piece);
  }
  return joined;
}

/** Two refusals without a pause may lift each other, unless they are the same: "I don't object", "no no". */
function isDoubleNegation(piece: Piece, index: number, pieces: readonly Piece[]): boolean {
  const next = pieces[index + 1];
  const areRefusals = [piece.kind, next?.kind].every((kind) => kind === "no" || kind === "letting-go");
  return areRefusals && !piece.pause && piece.words !== next?.words;
}

/** "Alright, alright" and "sí, sí" give in or wave away. Signs may be repeated. */
function isRepeated({ kind, words }: Piece, index: number, pieces: readonly Piece[]): boolean {
  const agreeing: readonly PieceKind[] = ["plain-yes", "yes", "weak-yes"];
  const isSaid = agreeing.includes(kind) && /\p{L}/u.test(words);
  return isSaid && pieces.some((other, at) => at !== index && other.words === words);
}

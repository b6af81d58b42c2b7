import type { ShownPiece } from "./shown-piece.js";

/** The pieces of one message on the wire. */
export interface PieceGroup {
  readonly role: string;
  /** The client's message whose pieces they are; null for what has none. */
  readonly message: number | null;
  readonly pieces: readonly ShownPiece[];
}

/**
 * Each of the client's messages stays one. What we write joins the one that follows, or else the one before, where it has
 * the same role: not every server takes two messages of one role in a row.
 */
export function groupPieces(
  pieces: readonly ShownPiece[],
  roleOf: (piece: ShownPiece) => string,
): readonly PieceGroup[] {
  const groups: { role: string; message: number | null; pieces: ShownPiece[] }[] = [];
  for (const [place, piece] of pieces.entries()) {
    const [role, message] = [roleOf(piece), findMessage(piece)];
    const last = groups.at(-1);
    const next = message ?? findNextMessage(pieces, place + 1, role, roleOf);
    const joins = last?.role === role && (last.message === null || next === null || last.message === next);
    if (last === undefined || !joins) groups.push({ role, message, pieces: [piece] });
    else {
      last.message ??= message;
      last.pieces.push(piece);
    }
  }
  return groups;
}

function findMessage(piece: ShownPiece): number | null {
  return "message" in piece ? piece.message : null;
}

/** The client's message that what we write would join; null where the role changes before. */
function findNextMessage(
  pieces: readonly ShownPiece[],
  from: number,
  role: string,
  roleOf: (piece: ShownPiece) => string,
): number | null {
  for (let place = from; place < pieces.length; place++) {
    const piece = pieces[place] as ShownPiece;
    if (roleOf(piece) !== role) return null;
    const message = findMessage(piece);
    if (message !== null) return message;
  }
  return null;
}

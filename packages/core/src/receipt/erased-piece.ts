import type { EntryId } from "../log/keys.js";

const prefix = "erased:";
/** More of them are told by their number alone: a summary may stand for thousands. */
const mostNamed = 8;

/** How receipts name a piece that held words of erased entries. */
export function nameErasedPiece(sources: readonly EntryId[]): string {
  return `${prefix}${sources.slice(0, mostNamed).join(",")}`;
}

export function isErasedPiece(piece: string): boolean {
  return piece.startsWith(prefix);
}

/** How a piece is named that held secrets, in a log that keeps none. */
export const withheldPiece = "withheld:";

/** The entries whose words a piece held, as far as it names them. */
export function listErasedSources(piece: string): readonly EntryId[] {
  return isErasedPiece(piece) ? (piece.slice(prefix.length).split(",").filter(Boolean) as EntryId[]) : [];
}

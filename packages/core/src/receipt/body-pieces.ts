/** The stored pieces of a request that left the gateway. */
import type { KeptBody } from "../log/record.js";
import { applySplices } from "./receipt-delta.js";

/** The prefix of a piece that is no text; its bytes follow in base64. No JSON begins so. */
export const packedPiece = "\u0002";

export function listOwnPieces({ pieces }: KeptBody): readonly string[] {
  return pieces.flatMap(({ insert }) => insert);
}

/** The names of all pieces at the end of a chain that begins with a whole list. */
export function resolvePieces(chain: readonly KeptBody[]): readonly string[] {
  return chain.reduce<readonly string[]>((names, { pieces }) => applySplices(names, pieces), []);
}

export function joinNames(pieces: readonly string[]): string {
  return pieces.join("\n");
}

/** The same with other names for some of its pieces; the same value where it has none of them. */
export function renameOwnPieces(body: KeptBody, names: ReadonlyMap<string, string>): KeptBody {
  if (!listOwnPieces(body).some((piece) => names.has(piece))) return body;
  const rename = (piece: string) => names.get(piece) ?? piece;
  return { ...body, pieces: body.pieces.map((splice) => ({ ...splice, insert: splice.insert.map(rename) })) };
}

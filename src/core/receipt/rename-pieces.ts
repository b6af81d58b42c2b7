import type { KeptReceipt } from "./receipt-delta.js";

/** The receipt with other names for some of its pieces; the same value where it has none of them. */
export function renamePieces(receipt: KeptReceipt, names: ReadonlyMap<string, string>): KeptReceipt {
  const rename = (pieces: readonly string[]) => pieces.map((piece) => names.get(piece) ?? piece);
  const has = (pieces: readonly string[]) => pieces.some((piece) => names.has(piece));
  if (!("delta" in receipt)) return has(receipt.chunks) ? { ...receipt, chunks: rename(receipt.chunks) } : receipt;
  const { delta } = receipt;
  if (!delta.chunks.some(({ insert }) => has(insert))) return receipt;
  const chunks = delta.chunks.map((splice) => ({ ...splice, insert: rename(splice.insert) }));
  return { ...receipt, delta: { ...delta, chunks } };
}

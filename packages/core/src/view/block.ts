import type { EntryId, Tokens } from "../log/keys.js";
import type { LayerName } from "../policy/layer.js";
import type { Content, Role } from "./request.js";

/** Providers add these tokens around each message; a step is two messages. */
export const messageFraming: Tokens = 4;

export interface Piece {
  readonly content: Content;
  readonly tokens: Tokens;
}

/** One rendered piece of a layer, tied to its entries. */
export interface Block {
  readonly layer: LayerName;
  readonly role: Role | "system";
  readonly seqs: readonly number[];
  /** Every entry whose words it contains: those above, and an edit's original, a folded edit, a quoted message. */
  readonly sources: readonly EntryId[];
  readonly contents: readonly Content[];
  /** For each of the contents, the entry that it shows; absent where they come from no single entries. */
  readonly shows?: readonly EntryId[];
  readonly tokens: Tokens;
  /** Whether it may differ on the next call: memories, quote, now. */
  readonly volatile: boolean;
}

/** For blocks that come from no entry. */
export const ours: Pick<Block, "seqs" | "sources"> = { seqs: [], sources: [] };

export function makeBlock(
  layer: LayerName,
  role: Block["role"],
  from: Pick<Block, "seqs" | "sources">,
  pieces: readonly Piece[],
): Block {
  return {
    layer,
    role,
    seqs: from.seqs,
    sources: from.sources,
    contents: pieces.map((piece) => piece.content),
    tokens: sumTokens(pieces),
    volatile: false,
  };
}

export function sumTokens(all: readonly { readonly tokens: Tokens }[]): Tokens {
  return all.reduce((sum, { tokens }) => sum + tokens, 0);
}

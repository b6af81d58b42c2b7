import type { EntryId, Tokens } from "../log/keys.js";
import type { LayerName } from "../policy/layer.js";
import type { Content, Role } from "./request.js";

/** What providers add around a message; a step is two of them. */
export const messageFraming: Tokens = 4;

/** Content with the tokens that it takes. */
export interface Piece {
  readonly content: Content;
  readonly tokens: Tokens;
}

/** One rendered piece of a layer, tied to the entries that it came from. */
export interface Block {
  readonly layer: LayerName;
  readonly role: Role | "system";
  readonly seqs: readonly number[];
  /** Every entry whose words it holds: those above, and an edit's original, a folded edit, what is quoted. */
  readonly sources: readonly EntryId[];
  readonly contents: readonly Content[];
  readonly tokens: Tokens;
  /** May differ on the next call: now, quote. */
  readonly volatile: boolean;
}

/** What comes from no entry. */
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

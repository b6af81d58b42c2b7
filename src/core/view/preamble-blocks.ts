import type { EntryId } from "../log/keys.js";
import { type Preamble, sourcesOf } from "../log/turn.js";
import { type Block, blockOf } from "./block.js";
import { type Renderer, textPiece } from "./renderer.js";

/** Those of whose sources none was withdrawn since, here or in another lane. */
export function standingPreambles(
  preambles: readonly Preamble[],
  ...withdrawn: readonly ReadonlySet<EntryId>[]
): readonly Preamble[] {
  return preambles.filter((each) => !sourcesOf(each).some((source) => withdrawn.some((gone) => gone.has(source))));
}

export function preambleBlocks(renderer: Renderer, preambles: readonly Preamble[]): readonly Block[] {
  return preambles.map((preamble) => {
    const from = { seqs: [], sources: sourcesOf(preamble) };
    return blockOf(preamble.layer, "user", from, [textPiece(renderer, preamble.text)], true);
  });
}

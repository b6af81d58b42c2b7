import type { EntryId } from "../log/keys.js";
import { listSources, type Preamble } from "../log/turn.js";
import { type Block, makeBlock } from "./block.js";
import { makeTextPiece, type Renderer } from "./renderer.js";

/** Keeps preambles without a withdrawn source, here or in another lane. */
export function filterStandingPreambles(
  preambles: readonly Preamble[],
  ...withdrawn: readonly ReadonlySet<EntryId>[]
): readonly Preamble[] {
  return preambles.filter((each) => !listSources(each).some((source) => withdrawn.some((gone) => gone.has(source))));
}

export function makePreambleBlocks(renderer: Renderer, preambles: readonly Preamble[]): readonly Block[] {
  return preambles.map((preamble) => {
    const from = { seqs: [], sources: listSources(preamble) };
    const block = makeBlock(preamble.layer, "user", from, [makeTextPiece(renderer, preamble.text)]);
    return { ...block, volatile: true };
  });
}

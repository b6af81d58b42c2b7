/** Marks for the provider's cache, by what the call before had. */

import type { Hash } from "../../../core/log/pointer.js";
import { readPrefix } from "../../../core/policy/policy.js";
import { type CacheMark, listCacheMarks } from "../../../core/receipt/cache-marks.js";
import type { Receipt } from "../../../core/receipt/receipt.js";
import type { Terms } from "../../../core/view/assemble.js";
import { hashBlock } from "../../../core/view/render/block-pieces.js";
import { isFraming } from "../../../core/view/render/layout.js";
import type { View } from "../../../core/view/view.js";
import type { ViewInput } from "../../../core/view/view-input.js";

export function placeCacheMarks(
  view: View,
  before: Receipt | null,
  { model, tools, closing }: Pick<ViewInput<AbortSignal>, "model" | "tools" | "closing">,
  { policy, fns }: Pick<Terms, "policy" | "fns">,
): readonly CacheMark[] {
  const most = model?.facts.marks ?? 0;
  if (most === 0) return [];
  const goesOn = tools.length > 0 && closing === undefined;
  return listCacheMarks(view.blocks, {
    most,
    shared: countSharedBlocks(view.blocks, listSpokenChunks(before, tools.length), fns.hash),
    goesOn,
    prefix: readPrefix(policy),
  });
}

/** The chunks of a call behind those of its tools. */
function listSpokenChunks(receipt: Receipt | null, tools: number): readonly string[] {
  return receipt === null ? [] : receipt.chunks.filter((chunk) => !isFraming(chunk)).slice(tools);
}

/** How many blocks from the first on the previous call had too, each in its place. */
function countSharedBlocks(blocks: View["blocks"], before: readonly string[], hash: Hash): number {
  const shown = blocks.filter(({ role, contents }) => role === "system" || contents.length > 0);
  let place = 0;
  for (const block of shown) {
    for (const key of hashBlock(block, hash)) if (key !== before[place++]) return blocks.indexOf(block);
  }
  return blocks.length;
}

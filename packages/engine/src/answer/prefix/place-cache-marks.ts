/** Marks for the provider's cache, based on those of the call before. */

import { isOfLog } from "@clewline/core/log/own-tools.js";
import type { Hash } from "@clewline/core/log/pointer.js";
import { readPrefix } from "@clewline/core/policy/policy.js";
import { type CacheMark, listCacheMarks } from "@clewline/core/receipt/cache-marks.js";
import type { Receipt } from "@clewline/core/receipt/receipt.js";
import type { Terms } from "@clewline/core/view/assemble.js";
import { hashBlock } from "@clewline/core/view/render/block-pieces.js";
import { isFraming } from "@clewline/core/view/render/layout.js";
import type { View } from "@clewline/core/view/view.js";
import type { ViewInput } from "@clewline/core/view/view-input.js";

export function placeCacheMarks(
  view: View,
  before: Receipt | null,
  { model, tools, closing }: Pick<ViewInput<AbortSignal>, "model" | "tools" | "closing">,
  { policy, fns }: Pick<Terms, "policy" | "fns">,
): readonly CacheMark[] {
  const most = model?.facts.marks ?? 0;
  if (most === 0) return [];
  const goesOn = closing === undefined && mayCallTools(view, tools);
  return listCacheMarks(view.blocks, {
    most,
    shared: countSharedBlocks(view.blocks, listSpokenChunks(before, tools.length), fns.hash),
    goesOn,
    prefix: readPrefix(policy),
  });
}

/** A chat that carries nothing but the log's own tools hardly ever calls one, and writing its message for a second call costs a quarter more. */
function mayCallTools({ blocks }: View, tools: readonly { readonly name: string }[]): boolean {
  return tools.some(({ name }) => !isOfLog(name)) || blocks.some(({ role }) => role === "tool");
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

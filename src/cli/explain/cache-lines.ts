import { countSentTokens } from "../../core/model/prices.js";
import type { Receipt } from "../../core/receipt/receipt.js";
import { describeBreak } from "../../engine/commands/cache-text.js";
import type { CallCache } from "../../engine/read/call-cache.js";
import { formatNumber, makePrintable } from "../terminal/text.js";

/** How a call was served by its provider's cache, and what it had to pay again. */
export function describeCache(cache: CallCache | null, { parent }: Pick<Receipt, "parent">): readonly string[] {
  if (cache === null) return ["Nobody has said yet what this call cost, so nothing is known of its cache."];
  const { spent, broke } = cache;
  const counted = spent === null ? [] : [describeCounts(spent)];
  if (broke !== null) return [...counted, makePrintable(describeBreak(broke))];
  return [
    ...counted,
    parent === null ? "It was the first call of its lane." : "Nothing that was cached was paid again.",
  ];
}

function describeCounts(spent: NonNullable<CallCache["spent"]>): string {
  const written = spent.written + spent.writtenLong;
  const parts = [
    `${formatNumber(spent.read)} read from the cache`,
    ...(written === 0 ? [] : [`${formatNumber(written)} written`]),
    ...(spent.fresh === 0 ? [] : [`${formatNumber(spent.fresh)} neither`]),
  ];
  return `${formatNumber(countSentTokens(spent))} tokens sent: ${parts.join(", ")}.`;
}

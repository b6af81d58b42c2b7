import type { StoreFault } from "../../core/ports.js";
import type { KeptReceipt } from "../../core/receipt-delta.js";
import { isFraming } from "../../core/view/render/layout.js";
import { pagesOf, restore, summed } from "./check-pages.js";
import { baseOf, readable, receiptId, receiptOf, textIn } from "./rows.js";
import type { Statements } from "./statements/prepared.js";
import { keyList } from "./stored-text.js";

/** Whether every receipt can be read, builds on one before it, and has the bytes that it names. */
export function checkReceipts(statements: Statements, recover: string): readonly StoreFault[] {
  const { receiptPage, brokenChains } = statements.checks;
  const broken = new Set<string>(brokenChains.all({}).map(receiptId));
  const unreadable: string[] = [];
  const incomplete: string[] = [];
  for (const rows of pagesOf(receiptPage)) {
    for (const row of rows) {
      const receipt = readable(receiptOf, row);
      if (receipt === null) unreadable.push(receiptId(row));
      else if (!buildsOnItsBase(receipt, row)) broken.add(receipt.id);
      else if (lacksChunks(statements, textIn(row, "owner"), receipt)) incomplete.push(receipt.id);
    }
  }
  return [
    ...summed("Receipts that cannot be read", unreadable, recover),
    ...summed("Receipts that build on one that is not before them in their lane", [...broken], recover),
    ...summed("Receipts whose bytes are not all there", incomplete, restore),
  ];
}

/** The column is what chains are followed by; the body is what they are made from. */
function buildsOnItsBase(receipt: KeptReceipt, row: unknown): boolean {
  return baseOf(row) === ("delta" in receipt ? receipt.delta.base : null);
}

function lacksChunks({ checks }: Statements, owner: string, receipt: KeptReceipt): boolean {
  const keys = "delta" in receipt ? receipt.delta.chunks.flatMap(({ insert }) => insert) : receipt.chunks;
  const stored = keys.filter((key) => !isFraming(key));
  return stored.length > 0 && checks.missingChunks.get({ owner, keys: keyList(stored) }) !== undefined;
}

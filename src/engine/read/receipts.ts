import { ClewError } from "../../core/errors.js";
import type { ReceiptId, SessionRef } from "../../core/log/keys.js";
import type { LogStore } from "../../core/ports/index.js";
import type { Receipt } from "../../core/receipt/receipt.js";
import { type ParentReceipt, readDepth, resolveReceipt } from "../../core/receipt/receipt-delta.js";

/** Whole receipts from a store that keeps differences. Caches the last few, which the next view is compared with. */
export interface ReceiptCache {
  /** Null for an unknown receipt. */
  find(session: SessionRef, id: ReceiptId): Promise<ParentReceipt | null>;
  remember(receipt: Receipt, depth: number): void;
}

const remembered = 16;

export function makeReceiptCache(store: LogStore): ReceiptCache {
  const recent = new Map<ReceiptId, ParentReceipt>();
  const remember = (receipt: Receipt, depth: number) => {
    recent.delete(receipt.id);
    recent.set(receipt.id, { receipt, depth });
    for (const oldest of recent.keys()) {
      if (recent.size <= remembered) break;
      recent.delete(oldest);
    }
  };
  return {
    remember,
    async find(session, id) {
      const known = recent.get(id);
      if (known?.receipt.ref.session === session.session) return known;
      const chain = await store.receipt(session, id);
      const last = chain.at(-1);
      if (last === undefined) return null;
      const receipt = resolveReceipt(chain);
      if (receipt !== null) return { receipt, depth: readDepth(last) };
      throw new ClewError("store/damaged", `Receipt ${id} builds on one that is missing`, {
        hint: "clew doctor lists what else is missing; restore the file from a backup, or recover it with: sqlite3 FILE .recover",
      });
    },
  };
}

import { ClewError } from "../../core/errors.js";
import type { BlobId, ReceiptId, SessionRef } from "../../core/log/keys.js";
import type { LogStore } from "../../core/ports/index.js";
import type { Receipt } from "../../core/receipt/receipt.js";
import { type ParentReceipt, readDepth, resolveReceipt } from "../../core/receipt/receipt-delta.js";
import { isFraming } from "../../core/view/render/layout.js";
import { readStoredPieces } from "./stored-pieces.js";

/** Whole receipts from a store that keeps differences. Caches the last few, which the next view is compared with. */
export interface ReceiptCache {
  /** Null for an unknown receipt; throws `store/damaged` for one that can't be put together any more. */
  find(session: SessionRef, id: ReceiptId): Promise<ParentReceipt | null>;
  /**
   * The same for whoever builds on it: null for a damaged receipt too, and for one whose bytes are not all there. `files`
   * are those that the caller has read.
   */
  findSound(session: SessionRef, id: ReceiptId, files?: ReadonlyMap<BlobId, string>): Promise<ParentReceipt | null>;
  remember(receipt: Receipt, depth: number): void;
  /** Receipts are no longer what they were. */
  forget(): void;
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
  const find = async (session: SessionRef, id: ReceiptId): Promise<ParentReceipt | null | "damaged"> => {
    const known = recent.get(id);
    if (known?.receipt.ref.session === session.session) return known;
    const chain = await store.receipt(session, id);
    const last = chain.at(-1);
    if (last === undefined) return null;
    const receipt = last.id === id ? resolveReceipt(chain) : null;
    return receipt === null ? "damaged" : { receipt, depth: readDepth(last) };
  };
  return {
    remember,
    forget: () => recent.clear(),
    async find(session, id) {
      const found = await find(session, id);
      if (found === "damaged") throw makeLostReceiptError(id);
      return found;
    },
    async findSound(session, id, files) {
      const known = recent.get(id);
      const found = await find(session, id);
      if (found === "damaged" || found === null || found === known) return found === "damaged" ? null : found;
      const stored = [...new Set(found.receipt.chunks)].filter((chunk) => !isFraming(chunk));
      const there = await readStoredPieces(store, session, stored, files);
      return stored.every((chunk) => there.has(chunk)) ? found : null;
    },
  };
}

export function makeLostReceiptError(id: ReceiptId): ClewError {
  return new ClewError("store/damaged", `Receipt ${id}, or one that it builds on, can't be read`, {
    hint: "clew doctor names what is damaged; clew doctor --rescue FILE saves the rest",
  });
}

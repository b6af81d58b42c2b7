import { ClewError } from "@clewline/core/errors.js";
import type { BlobId, ReceiptId, SessionRef } from "@clewline/core/log/keys.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import { isErasedPiece } from "@clewline/core/receipt/erased-piece.js";
import type { Receipt } from "@clewline/core/receipt/receipt.js";
import { type ParentReceipt, readDepth, resolveReceipt } from "@clewline/core/receipt/receipt-delta.js";
import { isFraming } from "@clewline/core/view/render/layout.js";
import { readStoredPieces } from "./pieces/stored-pieces.js";

export interface FoundReceipt extends ParentReceipt {
  /** Whether all bytes of the view are there: some may have been erased on purpose, or lost. */
  readonly bytes: "whole" | "erased" | "lost";
}

/** Whole receipts from a store that keeps differences. Caches the last few, which the next view is compared with. */
export interface ReceiptCache {
  /** Null for an unknown receipt; throws `store/damaged` for one that can't be put together any more. */
  find(session: SessionRef, id: ReceiptId): Promise<ParentReceipt | null>;
  /** The same without its bytes, null for a damaged receipt too. What is read stays for who looks at it next. */
  peek(session: SessionRef, id: ReceiptId): Promise<Receipt | null>;
  /** The same, with its bytes looked at: null for a damaged receipt too. `files` are those that the caller has read. */
  look(session: SessionRef, id: ReceiptId, files?: ReadonlyMap<BlobId, string>): Promise<FoundReceipt | null>;
  remember(receipt: Receipt, depth: number): void;
  /** Forgets all receipts, because they have changed. */
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
  let peeked: ParentReceipt | null = null;
  const find = async (session: SessionRef, id: ReceiptId): Promise<ParentReceipt | null | "damaged"> => {
    const known = recent.get(id) ?? (peeked?.receipt.id === id ? peeked : undefined);
    if (known?.receipt.ref.session === session.session) return known;
    const chain = await store.receipt(session, id);
    const last = chain.at(-1);
    if (last === undefined) return null;
    const receipt = last.id === id ? resolveReceipt(chain) : null;
    return receipt === null ? "damaged" : { receipt, depth: readDepth(last) };
  };
  return {
    remember,
    forget() {
      recent.clear();
      peeked = null;
    },
    async peek(session, id) {
      const found = await find(session, id);
      if (found === "damaged" || found === null) return null;
      peeked = found;
      return found.receipt;
    },
    async find(session, id) {
      const found = await find(session, id);
      if (found === "damaged") throw makeLostReceiptError(id);
      return found;
    },
    async look(session, id, files) {
      const known = recent.get(id);
      const found = await find(session, id);
      if (found === "damaged" || found === null) return null;
      if (found === known) return { ...found, bytes: "whole" };
      if (found.receipt.chunks.some(isErasedPiece)) return { ...found, bytes: "erased" };
      const stored = [...new Set(found.receipt.chunks)].filter((chunk) => !isFraming(chunk));
      const there = await readStoredPieces(store, session, stored, files);
      return { ...found, bytes: stored.every((chunk) => there.has(chunk)) ? "whole" : "lost" };
    },
  };
}

export function makeLostReceiptError(id: ReceiptId): ClewError {
  return new ClewError("store/damaged", `Receipt ${id}, or one that it builds on, can't be read`, {
    hint: "clew doctor names what is damaged; clew doctor --rescue FILE saves the rest",
  });
}

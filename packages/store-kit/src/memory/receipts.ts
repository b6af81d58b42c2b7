import type { LaneRef, ReceiptId, SessionRef, TurnId } from "@clewline/core/log/keys.js";
import { type KeptReceipt, readDepth } from "@clewline/core/receipt/receipt-delta.js";
import {
  compare,
  copyValue,
  type Lane,
  type Log,
  makeLaneKey,
  normaliseLimit,
  openContents,
  pushValue,
  type SessionContents,
} from "./log.js";

/** A known receipt changes nothing: what came after it goes on being the last. */
export function putReceipt(contents: SessionContents, lane: Lane, receipt: KeptReceipt): void {
  if (contents.receipts.has(receipt.id)) return;
  lane.lastReceipt = receipt.id;
  lane.lastReceiptByKey.set(receipt.epoch.key, receipt.id);
  contents.receipts.set(receipt.id, receipt);
  pushValue(contents.receiptsByTurn, receipt.turn, receipt);
  lane.receipts.push(receipt);
}

/** The receipt's depth bounds the walk, whatever the bases say. */
export function readChain(log: Log, session: SessionRef, id: ReceiptId): readonly KeptReceipt[] {
  const { receipts } = openContents(log, session);
  const chain: KeptReceipt[] = [];
  let link = receipts.get(id);
  for (let left = link === undefined ? 0 : readDepth(link) + 1; link !== undefined && left > 0; left--) {
    chain.push(copyValue(link));
    link = "delta" in link ? receipts.get(link.delta.base) : undefined;
  }
  return chain.reverse();
}

export function listTurnReceipts(log: Log, session: SessionRef, turn: TurnId): readonly ReceiptId[] {
  const receipts = openContents(log, session).receiptsByTurn.get(turn) ?? [];
  return receipts.toSorted((a, b) => a.call - b.call || a.at - b.at || compare(a.id, b.id)).map(({ id }) => id);
}

export function listLaneReceipts(
  log: Log,
  ref: LaneRef,
  after: ReceiptId | null,
  limit: number,
): readonly KeptReceipt[] {
  const receipts = log.lanes.get(makeLaneKey(ref))?.receipts ?? [];
  const place = receipts.findIndex(({ id }) => id === after);
  if (after !== null && place === -1) return [];
  return receipts.slice(place + 1, place + 1 + normaliseLimit(limit)).map(copyValue);
}

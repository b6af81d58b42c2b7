/** Keeps the cost of a call that a host made with the view of its list. */
import type { LaneRef, ReceiptId } from "@clewline/core/log/keys.js";
import { type CallReport, usageEvent } from "@clewline/core/model/call-usage.js";
import type { Engine } from "../../engine.js";
import { makeCallRecord, type SentView } from "../call-usage-events.js";
import { readCountFactor } from "../counting.js";
import { readCallUsage } from "../learned-limits.js";

/** Accounts among which that of a call is searched. */
const looked = 8;

/** `receipt` names the view, null for none; by default the lane's last one. A call is accounted for once, however often its list comes. */
export async function reportListCall(
  engine: Engine,
  ref: LaneRef,
  report: CallReport,
  receipt?: ReceiptId | null,
): Promise<void> {
  const { store } = engine;
  const id = receipt === undefined ? (await store.read(ref, { limit: 0 })).lastReceipt : receipt;
  const sent = id === null ? null : await findSentView(engine, ref, id);
  const turn = sent === null ? null : await store.turn(ref, sent.receipt.turn);
  if (receipt === null) return keepUnviewed(engine, ref, report);
  if (sent === null || turn === null) return;
  const known = (await store.records(ref, "event", usageEvent, looked)).flatMap(readCallUsage);
  if (known.some((call) => call.receipt === id && call.outcome === report.outcome)) return;
  await store.write({ ref, records: [makeCallRecord(engine, turn, sent, report)] });
}

/** A call with the host's own list, to which the lane's newest turn belongs. */
async function keepUnviewed(engine: Engine, ref: LaneRef, report: CallReport): Promise<void> {
  const [turn] = await engine.store.turns(ref, 1);
  if (turn === undefined) return;
  await engine.store.write({ ref, records: [makeCallRecord(engine, turn, null, { ...report, unviewed: true })] });
}

/** A view as it was sent, from its receipt; null where that can't be read. */
export async function findSentView(engine: Engine, ref: LaneRef, id: ReceiptId): Promise<SentView | null> {
  const found = await engine.receipts.find(ref, id);
  if (found === null) return null;
  const { receipt } = found;
  const estimated = Math.round(receipt.tokens / readCountFactor(engine, receipt));
  return { receipt, estimated, asked: receipt.window, prefix: null };
}

/** The house as the lane's calls see it: a window that nobody told at opening may have been told at the calls. */
import type { LaneRef } from "../../core/log/keys.js";
import type { Receipt } from "../../core/receipt/receipt.js";
import type { Engine } from "../engine.js";
import { type CompactResult, compactLane } from "../growth/compact-lane.js";

export interface CallContext {
  readonly house: Engine;
  /** The newest call of the lane. */
  readonly last: Receipt | null;
}

export async function readCallContext(house: Engine, ref: LaneRef): Promise<CallContext> {
  const { lastReceipt } = await house.store.read(ref, 0, null);
  const last = lastReceipt === null ? null : ((await house.receipts.find(ref, lastReceipt))?.receipt ?? null);
  if (last === null || house.windowTold || last.window === house.budget.window) return { house, last };
  const budget = { window: last.window, reply: last.reply ?? house.budget.reply };
  return { house: { ...house, budget, windowTold: true }, last };
}

export async function compactAsCalled(house: Engine, ref: LaneRef, signal?: AbortSignal): Promise<CompactResult> {
  return compactLane((await readCallContext(house, ref)).house, ref, signal);
}

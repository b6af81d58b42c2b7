/** The engine as the calls of a lane see it: a call may name a window where `openClew` named none. */
import type { LaneRef } from "../../core/log/keys.js";
import type { Receipt } from "../../core/receipt/receipt.js";
import type { Engine } from "../engine.js";
import { type CompactionWish, type CompactResult, compactLane } from "../growth/compact-lane.js";

interface CallContext {
  readonly engine: Engine;
  readonly last: Receipt | null;
}

async function readCallContext(engine: Engine, ref: LaneRef): Promise<CallContext> {
  const { lastReceipt } = await engine.store.read(ref, 0, null);
  const last = lastReceipt === null ? null : ((await engine.receipts.findSound(ref, lastReceipt))?.receipt ?? null);
  if (last === null || engine.windowTold || last.window === engine.budget.window) return { engine, last };
  const budget = { window: last.window, reply: last.reply ?? engine.budget.reply };
  return { engine: { ...engine, budget, windowTold: true }, last };
}

export async function compactAsCalled(
  engine: Engine,
  ref: LaneRef,
  wish: CompactionWish,
  signal?: AbortSignal,
): Promise<CompactResult> {
  return compactLane((await readCallContext(engine, ref)).engine, ref, wish, signal);
}

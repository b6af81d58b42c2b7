/** The engine as the calls of a lane see it: a call may name a window where `openClew` named none. */
import type { LaneRef } from "@clewline/core/log/keys.js";
import type { Engine } from "../engine.js";
import { type CompactionWish, type CompactResult, compactLane } from "../growth/compact-lane.js";

/** The terms of the last call hold even if words of its view were erased since. */
async function adoptLastWindow(engine: Engine, ref: LaneRef): Promise<Engine> {
  const { lastReceipt } = await engine.store.read(ref, { limit: 0 });
  const last = lastReceipt === null ? null : ((await engine.receipts.look(ref, lastReceipt))?.receipt ?? null);
  if (last === null || engine.windowTold || last.window === engine.budget.window) return engine;
  return { ...engine, budget: { window: last.window, reply: last.reply ?? engine.budget.reply }, windowTold: true };
}

export async function compactAsCalled(
  engine: Engine,
  ref: LaneRef,
  wish: CompactionWish,
  signal?: AbortSignal,
): Promise<CompactResult> {
  return compactLane(await adoptLastWindow(engine, ref), ref, wish, signal);
}

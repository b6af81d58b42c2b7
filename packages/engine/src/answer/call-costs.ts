/** Estimates a lane's call costs: the provider's prices, and whether its cache still has the last view. */
import type { Instant } from "@clewline/core/log/keys.js";
import { hasRecall } from "@clewline/core/log/own-tools.js";
import { type Budget, computeRoom } from "@clewline/core/policy/budget.js";
import { hasSchedule, type Policy } from "@clewline/core/policy/policy.js";
import { addCall, type LaneBill, readLaneBill } from "@clewline/core/view/schedule/lane-bill.js";
import type { CallCosts, Snapshot } from "@clewline/core/view/snapshot.js";
import { countHeadTokens, sumLayerTokens, type View } from "@clewline/core/view/view.js";
import type { FoundReceipt } from "../read/receipts.js";
import type { CountingBasis } from "./counting.js";
import { readProviderCache } from "./prefix/provider-cache.js";

export function describeCallCosts(
  { model, learned }: Pick<CountingBasis, "model" | "learned">,
  { entries, tools }: Pick<Snapshot, "entries" | "tools">,
  bill: LaneBill | null,
  now: Instant,
): CallCosts {
  const { read = 0, written = 0, writtenLong = 0 } = learned.last?.usage.spent ?? {};
  const { facts, isCold, isLong } = readProviderCache(model, learned, entries, now);
  const opens = hasRecall(tools);
  // A provider that reports no reads may have a cache or none: either guess can be dear. And what leaves for its price can be opened.
  const isKnown = read + written + writtenLong > 0 && opens && bill?.opens !== false;
  const prices = isKnown ? { read: facts.read, write: isLong ? facts.longWrite : facts.write } : null;
  const isBound = model !== null && model.facts.reasoning.bound !== "never";
  return { prices, isCold, isBound, isLong, opens, bill };
}

/** The call's costs, with the sums of the calls before it. */
export function billCosts(
  given: CallCosts | undefined,
  last: FoundReceipt | null,
  describe: (bill: LaneBill | null) => CallCosts,
): CallCosts {
  const bill = readLaneBill(last?.receipt.decisions ?? null);
  return { ...(given ?? describe(bill)), bill };
}

/** The sums with this call, for its receipt. */
export function describeBill(
  view: View,
  last: FoundReceipt | null,
  { bill, ...call }: CallCosts,
  { policy, budget }: { readonly policy: Policy; readonly budget: Budget },
): object {
  if (!hasSchedule(policy)) return {};
  const room = computeRoom(budget, policy);
  const head = countHeadTokens(Object.fromEntries(sumLayerTokens(view)), view.overheads);
  return {
    bill: addCall(bill, { ...call, view, before: bill === null ? 0 : (last?.receipt.tokens ?? 0), room, head }),
  };
}

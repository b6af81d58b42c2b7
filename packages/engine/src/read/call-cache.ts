import type { LaneRef, ReceiptId } from "@clewline/core/log/keys.js";
import { type CallUsage, usageEvent } from "@clewline/core/model/call-usage.js";
import type { PrefixBreak } from "@clewline/core/model/prefix/break.js";
import type { SpentTokens } from "@clewline/core/model/prices.js";
import { readCallUsage } from "../answer/learned-limits.js";
import type { Engine } from "../engine.js";

/** How a provider's cache served a call. */
export interface CallCache {
  /** As `provider:model`; null if unknown. */
  readonly model: string | null;
  /** The provider's count; null if it gave none. */
  readonly spent: SpentTokens | null;
  /** Tokens that were paid again, and why; null if the request only grew, or was the first. */
  readonly broke: PrefixBreak | null;
}

/** More calls than a run of weeks makes. */
const most = 100_000;

/** Null while the call has no account. */
export async function readCallCache(engine: Engine, ref: LaneRef, receipt: ReceiptId): Promise<CallCache | null> {
  const found = await findAnsweredCall(engine, ref, receipt);
  return found === null ? null : describeCall(found);
}

/** Null without one that was answered. */
export async function findAnsweredCall(
  { store }: Pick<Engine, "store">,
  ref: LaneRef,
  receipt: ReceiptId,
): Promise<CallUsage | null> {
  const calls = (await store.records(ref, "event", usageEvent, most)).flatMap(readCallUsage);
  return calls.find((call) => call.receipt === receipt && call.outcome === "answered") ?? null;
}

/** Of the lane's newest answered call; null without one. */
export async function readLastCallCache({ store }: Engine, ref: LaneRef): Promise<CallCache | null> {
  const calls = (await store.records(ref, "event", usageEvent, 32)).flatMap(readCallUsage);
  const found = calls.find(({ outcome, role }) => outcome === "answered" && role === "reply");
  return found === undefined ? null : describeCall(found);
}

function describeCall({ model, spent, prefix }: CallUsage): CallCache {
  return { model, spent, broke: prefix?.broke ?? null };
}

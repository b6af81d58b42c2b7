/** What the calls of a model have taught: how its own count differs from ours. */

import type { LaneRef, Tokens } from "../../core/log/keys.js";
import type { LaneRecord } from "../../core/log/record.js";
import { type CallUsage, usageEvent } from "../../core/model/call-usage.js";
import type { AvailableModel } from "../../core/model/facts/model-facts.js";
import type { AnsweredCall } from "../../core/model/learned-limit.js";
import { countSentTokens } from "../../core/model/prices.js";
import type { LogStore } from "../../core/ports/index.js";
import { isObject } from "../../core/text/json.js";

export interface CountingHistory {
  /** The newest answered call of the lane, by any model. */
  readonly last: CallUsage | null;
  /** Tokens of the model for one of ours, as an upper figure; null where too little is known. */
  readonly factor: number | null;
}

/** How many of the newest calls to learn from: those of one model within a short time say much the same. */
const looked = 8;
/** In a smaller request, the provider's own framing would distort the ratio. */
const leastTokens: Tokens = 1_000;
const margin = 1.03;
/** Never below our own upper estimate, because some providers leave out what they had in a cache. */
const [leastFactor, mostFactor] = [1, 3];

export async function readCountingHistory(
  store: LogStore,
  ref: LaneRef,
  model: AvailableModel,
): Promise<CountingHistory> {
  const calls = (await store.records(ref, "event", usageEvent, looked)).flatMap(readCallUsage);
  const answered = calls.filter(isAnswer);
  const ratios = answered.flatMap((call) => {
    const counted = readCountedTokens(call);
    const { estimated } = call;
    if (call.model !== model.name || counted === null || counted === 0) return [];
    return estimated === null || estimated < leastTokens ? [] : [counted / estimated];
  });
  const top = Math.max(...ratios);
  const factor = ratios.length === 0 ? null : Math.min(mostFactor, Math.max(leastFactor, roundFactor(top * margin)));
  return { last: answered[0] ?? null, factor };
}

export function readCountedTokens({ spent }: CallUsage): Tokens | null {
  return spent === null ? null : countSentTokens(spent);
}

/** The answered calls among a lane's newest accounts, newest first. */
export function readAnsweredCalls(records: readonly LaneRecord[]): readonly AnsweredCall[] {
  return records.flatMap((record) =>
    readCallUsage(record).flatMap((call) =>
      isAnswer(call) ? [{ at: record.at, model: call.model, counted: readCountedTokens(call) }] : [],
    ),
  );
}

/** A failed answer says nothing reliable about its request. */
function isAnswer({ outcome, role }: CallUsage): boolean {
  return outcome === "answered" && (role === "reply" || role === "subtask");
}

function readCallUsage(record: LaneRecord): readonly CallUsage[] {
  if (record.kind !== "event" || !isObject(record.event) || typeof record.event.role !== "string") return [];
  // Clew wrote it: in this shape or, in logs of earlier versions, without an outcome.
  const call = record.event as unknown as CallUsage;
  return call.outcome === undefined ? [] : [call];
}

function roundFactor(factor: number): number {
  return Math.ceil(factor * 50) / 50;
}

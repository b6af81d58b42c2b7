/** Learns from a model's calls how its own count of tokens differs from ours. */

import type { Instant, LaneRef, Tokens } from "@clewline/core/log/keys.js";
import type { LaneRecord } from "@clewline/core/log/record.js";
import type { CountedCall } from "@clewline/core/model/anchored-tokens.js";
import { type CallUsage, usageEvent } from "@clewline/core/model/call-usage.js";
import type { AvailableModel } from "@clewline/core/model/facts/model-facts.js";
import type { AnsweredCall } from "@clewline/core/model/learned-limit.js";
import { countSentTokens } from "@clewline/core/model/prices.js";
import type { LogStore, RecordRequest } from "@clewline/core/ports/index.js";
import { isObject } from "@clewline/text/json.js";

export interface CountingHistory {
  /** The newest answered call of the lane, by any model, and when it ended. */
  readonly last: { readonly usage: CallUsage; readonly at: Instant } | null;
  /** The newest answered call of the model whose request was counted by itself. */
  readonly anchor: CountedCall | null;
  /** Tokens of the model for one of ours, as an upper figure; null where too little is known. */
  readonly factor: number | null;
}

/** How many of the newest answers to learn from: those of one model within a short time say much the same. */
const looked = 8;
/** Refused calls, and calls for summaries and choices, may lie in between. */
const eventsLookedAt = looked * 4;
/** In a smaller request, the provider's own framing would distort the ratio. */
const leastTokens: Tokens = 1_000;
const margin = 1.03;
/** Never below our own upper estimate, because some providers leave out what they had in a cache. */
const [leastFactor, mostFactor] = [1, 3];

/** The parts of the lane that a read asks for. */
export const callsRequest: RecordRequest = { kind: "event", name: usageEvent, limit: eventsLookedAt };

export async function readCountingHistory(
  store: LogStore,
  ref: LaneRef,
  model: AvailableModel | undefined,
): Promise<CountingHistory> {
  return learnCounting(await store.records(ref, "event", usageEvent, eventsLookedAt), model);
}

/** A host that makes the calls itself names no model for its views: then the model that answered last counts. */
export function learnCounting(records: readonly LaneRecord[], model: AvailableModel | undefined): CountingHistory {
  const calls = records.flatMap((record) => readCallUsage(record).map((usage) => ({ usage, at: record.at })));
  const newest = calls.filter(({ usage }) => isAnswer(usage)).slice(0, looked);
  const [last = null] = newest;
  const answered = newest.map(({ usage }) => usage);
  const name = model === undefined ? (last?.usage.model ?? null) : model.name;
  const counted = answered.filter((call) => call.model === name).flatMap(readCountedCall);
  const ratios = counted.filter(({ estimated }) => estimated >= leastTokens).map(computeRatio);
  const factor = ratios.length === 0 ? null : limitFactor(roundFactor(Math.max(...ratios) * margin));
  return { last, anchor: counted.find(({ receipt }) => receipt !== null) ?? null, factor };
}

/** An upper figure from one call, however small. */
export function computeUpperRatio(call: CountedCall): number {
  return limitFactor(computeRatio(call) * margin);
}

function computeRatio({ counted, estimated }: CountedCall): number {
  return counted / estimated;
}

function limitFactor(factor: number): number {
  return Math.min(mostFactor, Math.max(leastFactor, factor));
}

/** A provider's own removals were estimated and not counted. */
function readCountedCall(call: CallUsage): readonly (CountedCall & Pick<CallUsage, "receipt">)[] {
  if (call.edited !== undefined) return [];
  const counted = readCountedTokens(call) ?? 0;
  const { estimated, receipt } = call;
  return counted === 0 || estimated === null || estimated === 0 ? [] : [{ counted, estimated, receipt }];
}

function readCountedTokens({ spent }: CallUsage): Tokens | null {
  return spent === null ? null : countSentTokens(spent);
}

/** The answered calls among a lane's newest accounts, newest first. */
export function readAnsweredCalls(records: readonly LaneRecord[]): readonly AnsweredCall[] {
  return records.flatMap((record) =>
    readCallUsage(record).flatMap((call) =>
      isAnswer(call)
        ? [{ at: record.at, model: call.model, counted: readCountedTokens(call), estimated: call.estimated }]
        : [],
    ),
  );
}

/** A failed answer says nothing reliable about its request. */
function isAnswer({ outcome, role }: CallUsage): boolean {
  return outcome === "answered" && (role === "reply" || role === "subtask");
}

export function readCallUsage(record: LaneRecord): readonly CallUsage[] {
  if (record.kind !== "event" || !isObject(record.event) || typeof record.event.role !== "string") return [];
  // Clew wrote it: in this shape or, in logs of earlier versions, without an outcome.
  const call = record.event as unknown as CallUsage;
  return call.outcome === undefined ? [] : [call];
}

function roundFactor(factor: number): number {
  return Math.ceil(factor * 50) / 50;
}

/** What the calls of a model have taught: how its own count differs from ours, and the window that it named. */

import { type LaneRef, makeLaneAddress, type Tokens } from "../../core/log/keys.js";
import type { LaneRecord } from "../../core/log/record.js";
import { type CallUsage, usageEvent } from "../../core/model/call-usage.js";
import type { AvailableModel } from "../../core/model/facts/model-facts.js";
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
  // A failed answer says nothing reliable about its request.
  const answered = calls.filter(
    ({ outcome, role }) => outcome === "answered" && (role === "reply" || role === "subtask"),
  );
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

/** The name of the events about windows that providers named. */
export const limitEvent = "model_limit";

/** The windows that providers named when they refused a request. */
export interface ModelLimits {
  /** The limit of a model that is assumed to have `window`; null if none was named under that assumption. */
  of(ref: LaneRef, model: string, window: Tokens): Promise<Tokens | null>;
  learn(model: string, limit: Tokens, window: Tokens): void;
}

/** A smaller figure is a mistake, or about something else, such as a batch. */
const leastLimit: Tokens = 1_024;

/**
 * A limit is a fact about the model, so all lanes of a process share it; each lane stores those that it met. A limit
 * belongs to the window that was assumed at the time, so a window that is configured or served later overrides it.
 */
export function makeModelLimits(store: LogStore): ModelLimits {
  const limits = new Map<string, Tokens>();
  const read = new Set<string>();
  const learn = (model: string, limit: Tokens, window: Tokens) => {
    if (limit < leastLimit || limit >= window) return;
    const key = `${model} ${window}`;
    limits.set(key, Math.min(limit, limits.get(key) ?? limit));
  };
  return {
    learn,
    async of(ref, model, window) {
      const lane = makeLaneAddress(ref);
      if (!read.has(lane)) {
        read.add(lane);
        for (const record of await store.records(ref, "event", limitEvent, looked)) {
          const event = record.kind === "event" && isObject(record.event) ? record.event : {};
          const { model: named, limit, window: asked } = event;
          if (typeof named === "string" && typeof limit === "number") learn(named, limit, Number(asked));
        }
      }
      return limits.get(`${model} ${window}`) ?? null;
    },
  };
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

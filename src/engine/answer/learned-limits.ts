/** What the calls of a model have taught: how far its own count is from ours, and the window that it named itself. */

import { type LaneRef, makeLaneAddress, type Tokens } from "../../core/log/keys.js";
import type { LaneRecord } from "../../core/log/record.js";
import { type CallUsage, usageEvent } from "../../core/model/call-usage.js";
import type { AvailableModel } from "../../core/model/facts/model-facts.js";
import { countSentTokens } from "../../core/model/prices.js";
import type { LogStore } from "../../core/ports/index.js";
import { isObject } from "../../core/text/json.js";

export interface CountingHistory {
  /** The newest call of the lane that was answered, whichever model did. */
  readonly last: CallUsage | null;
  /** Tokens of the model for one of ours, as an upper figure; null where too little is known. */
  readonly factor: number | null;
}

/** Calls of the past to learn from: those of one model within a short time say much the same. */
const looked = 8;
/** In a small request the provider's own framing would be taken for text. */
const leastTokens: Tokens = 1_000;
const margin = 1.03;
/** Never below our own upper estimate: some providers leave out what they had in a cache. */
const [leastFactor, mostFactor] = [1, 3];

export async function readCountingHistory(
  store: LogStore,
  ref: LaneRef,
  model: AvailableModel,
): Promise<CountingHistory> {
  const calls = (await store.records(ref, "event", usageEvent, looked)).flatMap(readCallUsage);
  // An answer that failed says nothing reliable about its request.
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

/** What the provider counted for the whole request. */
export function readCountedTokens({ spent }: CallUsage): Tokens | null {
  return spent === null ? null : countSentTokens(spent);
}

/** The name of the lines about windows that providers named. */
export const limitEvent = "model_limit";

/** The windows that providers named when they refused a request. */
export interface ModelLimits {
  /** For a model that is taken to have this window; null where nothing was named since somebody said so. */
  of(ref: LaneRef, model: string, window: Tokens): Promise<Tokens | null>;
  learn(model: string, limit: Tokens, window: Tokens): void;
}

/** A smaller one is a slip of the tongue, or about something else, such as a batch. */
const leastLimit: Tokens = 1_024;

/**
 * A limit is a fact about the model, so all lanes of a process share it; each lane keeps those that it met. It was said
 * about a certain window: whoever names another one afterwards, or a server that was started anew with another, is believed.
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
  // Written by us, in this shape or, in logs of earlier versions, without an outcome.
  const call = record.event as unknown as CallUsage;
  return call.outcome === undefined ? [] : [call];
}

function roundFactor(factor: number): number {
  return Math.ceil(factor * 50) / 50;
}

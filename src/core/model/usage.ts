/** What a lane's context takes, and when it will be reduced: values for whoever shows them. */

import type { Instant, Tokens } from "../log/keys.js";
import { type Budget, computeRoom } from "../policy/budget.js";
import { isStateless, type Policy } from "../policy/policy.js";
import type { Receipt } from "../receipt/receipt.js";
import { isObject, type Json } from "../text/json.js";
import type { MessageCounts } from "../view/message-counts.js";

export interface Usage {
  readonly messages: MessageCounts;
  /** Of everything that the model reads. */
  readonly characters: number;
  /** By kind of content; together they are `tokens`. */
  readonly categories: readonly { readonly name: string; readonly tokens: Tokens }[];
  readonly tokens: Tokens;
  readonly window: Tokens;
  /** Whether somebody said how large the window is. */
  readonly windowTold: boolean;
  /** Null where there are none in tokens. */
  readonly thresholds: Thresholds | null;
  readonly last: LastCall | null;
  readonly growth: Growth | null;
  /** Why no call has measured it yet; null where one has. */
  readonly estimated: "no call" | "compaction" | "clearing" | "setting" | null;
}

/** Where a view is reduced although it fits. */
export interface Thresholds {
  readonly clear: Tokens;
  readonly summary: Tokens;
  /** The most turns; null where they are not counted. */
  readonly turns: number | null;
}

export interface LastCall {
  /** As they were estimated when it was sent. */
  readonly tokens: Tokens;
  readonly at: Instant;
  /** What the provider counted for the turn, and over how many calls. */
  readonly counted: { readonly tokens: Tokens; readonly calls: number } | null;
}

export interface Growth {
  readonly perTurn: Tokens;
  /** Until the next compaction, at this pace. */
  readonly turnsLeft: number;
}

/** A part of the window at which people want to be told. */
export type AlertLevel = "calm" | "filling up" | "nearly full";

export function pickAlertLevel(part: number): AlertLevel {
  if (part >= 0.9) return "nearly full";
  return part >= 0.7 ? "filling up" : "calm";
}

/**
 * A view that asks for more than the summary's threshold is cleared there too. Null where a policy reduces nothing ahead
 * of need, or goes by the number of messages.
 */
export function computeThresholds(policy: Policy, budget: Budget): Thresholds | null {
  const { clear, "leave-out": leaving } = policy.reductions;
  if (isStateless(policy) || Number.isFinite(leaving?.messages?.most)) return null;
  const room = computeRoom(budget, policy);
  const { summariseAt } = policy;
  const maxTurns = leaving?.maxTurns ?? Number.POSITIVE_INFINITY;
  return {
    clear: Math.floor(room * Math.min(clear?.ahead?.at ?? 1, summariseAt)),
    summary: Math.floor(room * summariseAt),
    turns: Number.isFinite(maxTurns) ? maxTurns : null,
  };
}

/** Turns to look back at: long enough to even out, short enough to be about now. */
export const growthTurns = 6;

/** Tokens that a turn adds, by the last calls of the newest turns; those that compacted away more don't count. Null for too few. */
export function measureGrowthPerTurn(calls: readonly Pick<Receipt, "turn" | "tokens">[]): Tokens | null {
  const sizes = [...new Map(calls.map(({ turn, tokens }) => [turn, tokens])).values()].slice(-growthTurns);
  const steps = sizes.slice(1).map((size, index) => size - (sizes[index] ?? size));
  const grown = steps.filter((step) => step >= 0);
  return grown.length === 0 ? null : Math.round(grown.reduce((sum, step) => sum + step, 0) / grown.length);
}

export function estimateGrowth(
  perTurn: Tokens | null,
  tokens: Tokens,
  thresholds: Thresholds | null,
  turnsShown: number,
): Growth | null {
  if (perTurn === null || thresholds === null) return null;
  const { clear, summary, turns } = thresholds;
  const ahead = [clear, summary].filter((threshold) => threshold > tokens);
  const room = ahead.length === 0 ? 0 : Math.min(...ahead) - tokens;
  const byTokens = perTurn === 0 ? Number.POSITIVE_INFINITY : Math.ceil(room / perTurn);
  const byTurns = turns === null ? Number.POSITIVE_INFINITY : turns - turnsShown + 1;
  return { perTurn, turnsLeft: Math.max(1, Math.min(byTokens, byTurns)) };
}

/** The tokens of the request in a provider's or an SDK's own account; null for one that nobody here knows. */
export function readRequestTokens(usage: Json): Tokens | null {
  if (!isObject(usage)) return null;
  const figure = (...names: readonly string[]) => {
    const found = names.map((name) => usage[name]).find((value) => typeof value === "number");
    return typeof found === "number" ? found : null;
  };
  const whole = figure("inputTokens", "prompt_tokens", "promptTokens");
  if (whole !== null) return whole;
  const fresh = figure("input_tokens", "input");
  if (fresh === null) return null;
  // These two count what came from the cache apart.
  const read = figure("cache_read_input_tokens", "cacheRead") ?? 0;
  return fresh + read + (figure("cache_creation_input_tokens", "cacheWrite") ?? 0);
}

/** Tenths of a percent of the window, rounded down and adding up to those of the sum: the largest remainders go up. */
export function computePermilles(parts: readonly Tokens[], window: Tokens): readonly number[] {
  const exact = parts.map((part) => (part / window) * 1_000);
  const floors = exact.map(Math.floor);
  const whole = Math.floor((parts.reduce((sum, part) => sum + part, 0) / window) * 1_000);
  const missing = whole - floors.reduce((sum, part) => sum + part, 0);
  const order = exact.map((part, index) => [part - Math.floor(part), index] as const).sort(([a], [b]) => b - a);
  const raised = new Set(order.slice(0, missing).map(([, index]) => index));
  return floors.map((part, index) => (raised.has(index) ? part + 1 : part));
}

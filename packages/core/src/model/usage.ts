/** How much a lane's context takes, and when it will be reduced. */

import type { Json } from "@clewline/text/json.js";
import type { Instant, Tokens } from "../log/keys.js";
import { type Budget, computeRoom } from "../policy/budget.js";
import { isStateless, type Policy } from "../policy/policy.js";
import type { Receipt } from "../receipt/receipt.js";
import type { MessageCounts } from "../view/message-counts.js";
import { countSentTokens } from "./prices.js";
import { readAccount } from "./read-account.js";

export interface Usage {
  readonly messages: MessageCounts;
  /** The characters of everything that the model reads. */
  readonly characters: number;
  /** By kind of content; their sum is `tokens`. */
  readonly categories: readonly { readonly name: string; readonly tokens: Tokens }[];
  readonly tokens: Tokens;
  readonly window: Tokens;
  /** Whether the window's size was configured, not assumed. */
  readonly windowTold: boolean;
  /** Null if the policy has none in tokens. */
  readonly thresholds: Thresholds | null;
  readonly last: LastCall | null;
  readonly growth: Growth | null;
  /** Why the figures are estimates; null if a call has measured them. */
  readonly estimated: "no call" | "compaction" | "clearing" | "setting" | null;
}

/** Sizes at which a view is reduced although it fits. */
export interface Thresholds {
  readonly clear: Tokens;
  readonly summary: Tokens;
  /** The most turns; null without a limit. */
  readonly turns: number | null;
}

export interface LastCall {
  /** The estimate when it was sent. */
  readonly tokens: Tokens;
  readonly at: Instant;
  /** The provider's count for the turn, and over how many calls. */
  readonly counted: { readonly tokens: Tokens; readonly calls: number } | null;
}

export interface Growth {
  readonly perTurn: Tokens;
  /** Until the next compaction, at this pace. */
  readonly turnsLeft: number;
}

/** How full the window is, for a warning to people. */
export type AlertLevel = "calm" | "filling up" | "nearly full";

export function pickAlertLevel(part: number): AlertLevel {
  if (part >= 0.9) return "nearly full";
  return part >= 0.7 ? "filling up" : "calm";
}

/** Clearing starts at the summary's threshold at the latest. Null if the policy is stateless or counts messages. */
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

/** Turns to average over: enough to even out, few enough to be current. */
export const growthTurns = 6;

/** The average growth per turn over the newest turns, without those that shrank; null if there are too few. */
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

/** The request's tokens in a provider's or an SDK's account; null for an unknown format. */
export function readRequestTokens(usage: Json): Tokens | null {
  const account = readAccount(usage);
  return account === null ? null : countSentTokens(account.spent);
}

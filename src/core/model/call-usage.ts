import type { ReceiptId, Tokens, TurnId } from "../log/keys.js";
import type { Json } from "../text/json.js";
import type { ModelFacts } from "./facts/model-facts.js";
import type { SpentTokens } from "./prices.js";

/** Who called: the answer itself, a choice among older turns, a summary, or work that was handed to a subagent. */
export type CallRole = "reply" | "triage" | "summary" | "subtask";

/** The name of the lines about calls of a model among a lane's events. */
export const usageEvent = "model_usage";

/** What one call of a model cost, as the trace keeps it. */
export interface CallUsage {
  readonly role: CallRole;
  /** As `provider:model`; null where nobody said so. */
  readonly model: string | null;
  readonly turn: TurnId | null;
  /** Number of the call inside the turn, from 1; null for work beside it. */
  readonly call: number | null;
  /** The view that was sent; its receipt tells the layers. */
  readonly receipt: ReceiptId | null;
  /** Number of the lane's epoch, for whoever learns from the figures. */
  readonly epoch: number;
  /** What the provider counted, by kind; null where it did not say. */
  readonly spent: SpentTokens | null;
  /** Of the output, what was thinking. */
  readonly reasoning: Tokens;
  /** What the request was estimated at, before the model's own factor. */
  readonly estimated: Tokens | null;
  /** By the table of the day; null for a model whose price nobody knows. */
  readonly dollars: number | null;
  readonly durationMs: number;
  /** Until the first word: for a local model, mostly the time to read the prompt. */
  readonly firstMs: number | null;
  readonly outcome: "answered" | "empty" | "refused" | "failed" | "stopped";
  /** What went wrong, where something did. */
  readonly failed?: string;
}

/** What whoever called a model knows of the call. */
export interface CallReport extends Pick<CallUsage, "model" | "durationMs" | "firstMs" | "outcome" | "failed"> {
  readonly facts: ModelFacts | null;
  /** The provider's or the SDK's own accounts, one for each try that has one. */
  readonly usage: readonly Json[];
  /** What the provider said that it takes, where it refused. */
  readonly limit?: Tokens | null;
}

/** What a short task besides the answer took, all tries together. */
export interface ShortCall extends Pick<CallReport, "usage" | "durationMs"> {
  /** What was sent, by our own estimate. */
  readonly estimated: Tokens;
}

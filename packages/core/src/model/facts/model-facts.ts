import type { Tokens } from "../../log/keys.js";

export interface AvailableModel {
  /** As `provider:model`. */
  readonly name: string;
  readonly facts: ModelFacts;
}

/** Facts about a model: its window, its prices, its provider's prefix cache. Data, never constants in logic. */
export interface ModelFacts {
  /** The beginning of the model's name; "" for an unknown model. */
  readonly family: string;
  /** The model's window, or the limit of a request if that is lower; null if unknown. */
  readonly window: Tokens | null;
  /** Whether the price is known. Without it no sum in dollars is possible. */
  readonly known: boolean;
  /** Dollars for a million tokens. Zero for a local model, where the time to read the prompt is what to save. */
  readonly input: number;
  /** Dollars for a million tokens of the answer. */
  readonly output: number;
  /** The price of a prefix read from the cache, as a multiple of the input's price. */
  readonly read: number;
  /** The price of a prefix written to the cache, as a multiple of the input's price. */
  readonly write: number;
  /** The price of a write with the longer lifetime, as the same multiple. */
  readonly longWrite: number;
  /** Shorter prefixes are not cached. */
  readonly leastPrefix: Tokens;
  /** How long an unread prefix stays in the cache, by default and with the longer lifetime. */
  readonly ttlMs: number;
  /** How long a prefix with the longer lifetime stays. */
  readonly longTtlMs: number;
  /** The most cache marks in a request; 0 if the provider finds the prefix by itself or has no cache. */
  readonly marks: number;
  /** Tokens of this model for one token of the upper estimate. */
  readonly factor: number;
  /** A smaller model of the same provider for short tasks, by the provider's name; null if there is none. */
  readonly fast: string | null;
  /** The provider's rules for reasoning that comes back. */
  readonly reasoning: ReasoningRules;
  /** A larger request costs more, all of it; null where every size has the same price. */
  readonly tier: PriceTier | null;
  /** Its provider edits or shortens a history on its own side in these ways, if it is asked to. */
  readonly offers: readonly ServerFeature[];
  /** Statements that no page confirms for this model, as sentences. */
  readonly assumed: readonly string[];
  /** The month of the look-up. */
  readonly as: string;
}

/** Prices of a request with more tokens than `above`, as multiples of those of a smaller one. */
export interface PriceTier {
  /** The largest request at the plain price. */
  readonly above: Tokens;
  /** All that is sent: fresh, read from the cache and written to it. */
  readonly input: number;
  /** The answer. */
  readonly output: number;
}

/** Names the consequence of a changed beginning. */
export type ReasoningBond = (typeof reasoningBonds)[number];

export const reasoningBonds = ["never", "always", "newer accounts", "dropped"] as const;

/** How a provider treats reasoning that comes back in a request. */
export interface ReasoningRules {
  /**
   * Whether it must follow the bytes that it was produced under: never, on every account, or on newer accounts. If it
   * doesn't, the provider refuses the request. With `dropped`, the provider drops the reasoning without a word instead.
   */
  readonly bound: ReasoningBond;
  /** The first day of accounts that are refused, where it is bound on newer accounts alone. */
  readonly since: string | null;
  /** Families whose reasoning it reads, besides its own; null if no provider says. Ask `readsReasoning`. */
  readonly reads: readonly string[] | null;
  /** Whether another account's reasoning is dropped. */
  readonly accountBound: boolean;
  /** The reasoning that has to come back: none, that of the running turn, or that of every turn with tool calls. */
  readonly needed: "none" | "running turn" | "tool turns";
}

/** Something that a provider does with a history on its own side. */
export type ServerFeature =
  | "compact on demand"
  | "compact at a size"
  | "clear results"
  | "clear reasoning"
  | "tell why the cache missed";

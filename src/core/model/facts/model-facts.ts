import type { Tokens } from "../../log/keys.js";

/** A model with what is known of it. */
export interface AvailableModel {
  /** As `provider:model`. */
  readonly name: string;
  readonly facts: ModelFacts;
}

/** What is known of a model: its window, what it costs, what its provider's prefix cache does. Data, never constants in logic. */
export interface ModelFacts {
  /** What the model's name begins with; "" for a model that nobody here knows. */
  readonly family: string;
  /** Everything that it can hold, or what a request may hold where that is less; null where nobody said so. */
  readonly window: Tokens | null;
  /** Whether its price is known. Where it is not, no sum of dollars can be told. */
  readonly known: boolean;
  /** Dollars for a million tokens. Zero for a model of one's own: then the time to read the prompt is what to save. */
  readonly input: number;
  /** Dollars for a million tokens of the answer. */
  readonly output: number;
  /** What a prefix costs that is read from the cache, as a multiple of the input's price. */
  readonly read: number;
  /** What a written prefix costs, as a multiple of the input's price. */
  readonly write: number;
  /** A write that lasts for the longer time. */
  readonly longWrite: number;
  /** A shorter prefix is not cached. */
  readonly leastPrefix: Tokens;
  /** How long a prefix that nobody reads stays in the cache. */
  readonly ttlMs: number;
  /** How long a prefix stays that was written for the longer time. */
  readonly longTtlMs: number;
  /** Marks that a request may carry for its cache; 0 where the provider finds the prefix by itself, or has no cache. */
  readonly marks: number;
  /** How many blocks before a mark an older prefix is looked for. */
  readonly lookback: number;
  /** Tokens of this model for one of our upper estimate. */
  readonly factor: number;
  /** A smaller model of the same provider for short tasks, as that provider names it; null where there is none. */
  readonly fast: string | null;
  /** The month in which it was looked up. */
  readonly as: string;
}

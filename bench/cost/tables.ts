import type { ModelFacts } from "../../src/core/model/facts/model-facts.js";

/** The prices and cache rules of a provider, for every call of a transcript. */
export interface PriceTable {
  readonly name: string;
  readonly long: boolean;
  readonly prices: Partial<ModelFacts>;
}

const [minute, hour] = [60_000, 3_600_000];

export const priceTables: readonly PriceTable[] = [
  { name: "Anthropic, 5 minutes", long: false, prices: { read: 0.1, write: 1.25, ttlMs: 5 * minute } },
  { name: "Anthropic, 1 hour", long: true, prices: { read: 0.1, longWrite: 2, longTtlMs: hour } },
  { name: "OpenAI", long: false, prices: { read: 0.1, write: 1, ttlMs: 5 * minute, leastPrefix: 1_024 } },
  { name: "no cache", long: false, prices: { read: 1, write: 1, longWrite: 1 } },
];

/** How long a provider's cache keeps what a call sent. */
import type { CallUsage } from "./call-usage.js";
import type { ModelFacts } from "./facts/model-facts.js";

const units = { s: 1_000, m: 60_000, h: 3_600_000 };

/** Reads a provider's word for a time, such as 5m or 24h; null for anything else. */
export function readLifetimeMs(word: unknown): number | null {
  const [, count, unit] = /^(\d{1,4})([smh])$/.exec(String(word)) ?? [];
  return count === undefined ? null : Number(count) * units[unit as keyof typeof units];
}

/** As the marks of the last call asked for, else as its count tells, else as the model does by default. */
export function pickLifetimeMs(
  { ttlMs, longTtlMs }: Pick<ModelFacts, "ttlMs" | "longTtlMs">,
  last: Pick<CallUsage, "spent" | "keptMs"> | null,
): number {
  if (last?.keptMs != null) return last.keptMs;
  return (last?.spent?.writtenLong ?? 0) > 0 ? longTtlMs : ttlMs;
}

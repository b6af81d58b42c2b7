/** What a provider's prefix cache would make of calls that follow each other in one lane. */
import type { Instant, Tokens } from "../log/keys.js";
import type { ModelFacts } from "./facts/model-facts.js";
import type { SpentTokens } from "./prices.js";

interface CachedCall {
  readonly at: Instant;
  readonly tokens: Tokens;
  /** As many of them as begin the call before byte for byte. */
  readonly shared: Tokens;
  /** As many as were in the cache on that call whatever was sent before: instructions that other sessions share. */
  readonly warm: Tokens;
  readonly facts: ModelFacts;
}

/** Everything after the shared beginning is written, so that the next call may read it. `long` writes for the longer time. */
export function estimateCachedSpend(calls: readonly CachedCall[], long: boolean): readonly SpentTokens[] {
  return calls.map(({ at, tokens, shared, warm, facts }, index) => {
    const before = calls[index - 1];
    const isWarm =
      before !== undefined &&
      at - before.at <= (long ? facts.longTtlMs : facts.ttlMs) &&
      before.facts.family === facts.family;
    const read = Math.min(tokens, Math.max(warm, isWarm && shared >= facts.leastPrefix ? shared : 0));
    const rest = tokens - read;
    const isCached = tokens >= facts.leastPrefix;
    return {
      fresh: isCached ? 0 : rest,
      read,
      written: isCached && !long ? rest : 0,
      writtenLong: isCached && long ? rest : 0,
      output: 0,
    };
  });
}

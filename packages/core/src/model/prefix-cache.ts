/** Estimates how a provider's prefix cache would serve consecutive calls of one lane. */
import type { Instant, Tokens } from "../log/keys.js";
import type { ModelFacts } from "./facts/model-facts.js";
import type { SpentTokens } from "./prices.js";

interface CachedCall {
  readonly at: Instant;
  readonly tokens: Tokens;
  /** How many of them, from the beginning, equal the call before byte for byte. */
  readonly shared: Tokens;
  /** How many were cached whatever was sent before: instructions that other sessions share. */
  readonly warm: Tokens;
  /** How many of the last are behind the last mark, which nothing writes. */
  readonly unmarked?: Tokens;
  readonly facts: ModelFacts;
}

/** Assumes that everything between the shared beginning and the last mark is written. `long` writes with the longer lifetime. */
export function estimateCachedSpend(calls: readonly CachedCall[], long: boolean): readonly SpentTokens[] {
  return calls.map(({ at, tokens, shared, warm, unmarked = 0, facts }, index) => {
    const before = calls[index - 1];
    const isWarm =
      before !== undefined &&
      at - before.at <= (long ? facts.longTtlMs : facts.ttlMs) &&
      before.facts.family === facts.family;
    const read = Math.min(tokens, Math.max(warm, isWarm && shared >= facts.leastPrefix ? shared : 0));
    const rest = tokens - read;
    const isCached = tokens - unmarked >= facts.leastPrefix;
    const fresh = isCached ? Math.min(rest, unmarked) : rest;
    return {
      fresh,
      read,
      written: long ? 0 : rest - fresh,
      writtenLong: long ? rest - fresh : 0,
      output: 0,
    };
  });
}

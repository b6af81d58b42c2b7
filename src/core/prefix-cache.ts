/** What a provider's prefix cache would make of calls that follow each other in one lane. */
import type { Instant, Tokens } from "./keys.js";
import type { Price, Spent } from "./prices.js";

interface CachedCall {
  readonly at: Instant;
  readonly tokens: Tokens;
  /** As many of them as begin the call before byte for byte. */
  readonly shared: Tokens;
  /** As many as were in the cache on that call whatever was sent before: instructions that other sessions share. */
  readonly warm: Tokens;
  readonly price: Price;
}

const shortMs = 5 * 60_000;
const longMs = 60 * 60_000;

/** Everything after the shared beginning is written, so that the next call may read it. `long` writes for an hour. */
export function throughCache(calls: readonly CachedCall[], long: boolean): readonly Spent[] {
  return calls.map(({ at, tokens, shared, warm, price }, index) => {
    const before = calls[index - 1];
    const isWarm =
      before !== undefined && at - before.at <= (long ? longMs : shortMs) && before.price.family === price.family;
    const read = Math.min(tokens, Math.max(warm, isWarm && shared >= price.leastPrefix ? shared : 0));
    const rest = tokens - read;
    const isCached = tokens >= price.leastPrefix;
    return {
      fresh: isCached ? 0 : rest,
      read,
      written: isCached && !long ? rest : 0,
      writtenLong: isCached && long ? rest : 0,
      output: 0,
    };
  });
}

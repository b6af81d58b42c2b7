import type { Tokens } from "../log/keys.js";

/**
 * For what providers put around what was added, such as the ids of a call and its result (about 75 for the two in Claude's
 * own counts), and for short texts, which are some tokens off either way.
 */
const slack: Tokens = 128;

/**
 * What a view takes, by what the provider counted for the call before it: that count, and the upper estimate of what has
 * been added since. `before` and `now` are the estimates of both views, counted in one way. Where a view shrank, both the
 * count of the larger one and its own estimate are upper figures; the smaller one holds.
 */
export function estimateAnchoredTokens(counted: Tokens, before: Tokens, now: Tokens): Tokens {
  if (now === before) return counted;
  return now > before ? counted + (now - before) + slack : Math.min(counted, now);
}

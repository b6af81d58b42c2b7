import type { Tokens } from "../log/keys.js";

/**
 * Covers what providers add around new content, such as the ids of a call and its result (about 75 for the two in
 * Claude's own counts), and the error of the estimate for short texts.
 */
const slack: Tokens = 128;

/**
 * Estimates a view's tokens from the provider's count of the call before it and the upper estimate of what was added
 * since. `before` and `now` are the estimates of both views, made in the same way. If the view shrank, the count of the
 * larger view and the estimate of the smaller one are both upper limits; the lower one applies.
 */
export function estimateAnchoredTokens(counted: Tokens, before: Tokens, now: Tokens): Tokens {
  if (now === before) return counted;
  return now > before ? counted + (now - before) + slack : Math.min(counted, now);
}

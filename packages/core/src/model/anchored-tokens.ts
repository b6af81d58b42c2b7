import type { Tokens } from "../log/keys.js";

/**
 * Covers what providers add around new content, such as the ids of a call and its result (about 75 for the two in
 * Claude's own counts), and the error of the estimate for short texts.
 */
const slack: Tokens = 128;

/** A call whose request the provider counted. */
export interface CountedCall {
  readonly counted: Tokens;
  /** Our plain estimate of the same request. */
  readonly estimated: Tokens;
}

/**
 * Estimates a view's tokens from the provider's count of an earlier call and the upper estimate of what was added since.
 * `before` and `now` are our plain estimates of both views; `ratio` is the provider's tokens for one of ours. If the view
 * shrank, the count of the larger view and the estimate of the smaller one are both upper limits; the lower one applies.
 */
export function estimateAnchoredTokens(counted: Tokens, before: Tokens, now: Tokens, ratio = 1): Tokens {
  if (now === before) return counted;
  return now > before ? counted + (now - before) * ratio + slack : Math.min(counted, now * ratio);
}

import type { Tokens } from "../log/keys.js";
import type { ModelFacts, PriceTier } from "./facts/model-facts.js";

/** The tokens of a call, each counted once. */
export interface SpentTokens {
  /** Neither read from a cache nor written to one. */
  readonly fresh: Tokens;
  /** Read from a cache. */
  readonly read: Tokens;
  /** Written to a cache. */
  readonly written: Tokens;
  /** Written with the longer lifetime. */
  readonly writtenLong: Tokens;
  /** The tokens that the model wrote. */
  readonly output: Tokens;
}

/** Everything that was sent, converted to tokens at the plain input price. */
export function countBilledInput(spent: SpentTokens, facts: ModelFacts, count = 1): Tokens {
  const { fresh, read, written, writtenLong } = spent;
  const plain = fresh + read * facts.read + written * facts.write + writtenLong * facts.longWrite;
  return plain * readTier(spent, facts, count).input;
}

const baseTier = { input: 1, output: 1 };

/** How much dearer a call is for its size. */
export function readTier(spent: SpentTokens, { tier }: ModelFacts, count = 1): Pick<PriceTier, "input" | "output"> {
  return tier !== null && countSentTokens(spent) / count > tier.above ? tier : baseTier;
}

/**
 * The price of a call. Calls are priced one by one, because the size of each decides; `count` of them that were only counted together
 * are taken to be of one size.
 */
export function priceTokens(
  spent: SpentTokens,
  facts: ModelFacts,
  count = 1,
): { readonly input: number; readonly output: number } {
  return {
    input: (countBilledInput(spent, facts, count) * facts.input) / 1_000_000,
    output: (spent.output * facts.output * readTier(spent, facts, count).output) / 1_000_000,
  };
}

export function countSentTokens({ fresh, read, written, writtenLong }: SpentTokens): Tokens {
  return fresh + read + written + writtenLong;
}

/** Counts the tokens of a call that its provider's cache has. */
export function countCachedTokens({ read, written, writtenLong }: SpentTokens): Tokens {
  return read + written + writtenLong;
}

/** The multiple of the plain price that unread tokens cost. */
export function pickPaidRate({ written, writtenLong }: SpentTokens, facts: ModelFacts): number {
  if (writtenLong > written) return facts.longWrite;
  return written > 0 ? facts.write : 1;
}

export function sumSpentTokens(calls: readonly SpentTokens[]): SpentTokens {
  const sum = (kind: keyof SpentTokens) => calls.reduce((total, spent) => total + spent[kind], 0);
  return {
    fresh: sum("fresh"),
    read: sum("read"),
    written: sum("written"),
    writtenLong: sum("writtenLong"),
    output: sum("output"),
  };
}

import type { Tokens } from "../log/keys.js";
import type { ModelFacts } from "./facts/model-facts.js";

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
  /** What the model wrote. */
  readonly output: Tokens;
}

/** Everything that one call sent, converted to tokens at the plain input price. */
export function countBilledInput(spent: SpentTokens, facts: ModelFacts): Tokens {
  const { fresh, read, written, writtenLong } = spent;
  const plain = fresh + read * facts.read + written * facts.write + writtenLong * facts.longWrite;
  return plain * readTier(spent, facts);
}

/** How much dearer a call is for its size. */
function readTier(spent: SpentTokens, { tier }: ModelFacts): number {
  return tier !== null && countSentTokens(spent) > tier.above ? tier.times : 1;
}

/** The price of one call. Calls are priced one by one: the size of each decides. */
export function priceTokens(
  spent: SpentTokens,
  facts: ModelFacts,
): { readonly input: number; readonly output: number } {
  return {
    input: (countBilledInput(spent, facts) * facts.input) / 1_000_000,
    output: (spent.output * facts.output * readTier(spent, facts)) / 1_000_000,
  };
}

export function countSentTokens({ fresh, read, written, writtenLong }: SpentTokens): Tokens {
  return fresh + read + written + writtenLong;
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

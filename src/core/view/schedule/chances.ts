/**
 * How likely it is that a later call needs what stands in a view. What was used lately is used again, and the chance falls
 * with a power of the time since, as it does for words in news and files in caches. Nothing here is learned from data that
 * ships: the figures are the scale of that law.
 */
import type { Tokens } from "../../log/keys.js";

/** What is known about one piece of a view. */
export interface Use {
  /** Calls since it arrived, or since a call quoted it. */
  readonly age: number;
  /** How many calls have quoted it. */
  readonly uses: number;
  /** The part of it that stands in something newer, from 0 to 1. */
  readonly repeated: number;
  /** Its whole size. */
  readonly size: Tokens;
}

/** The chance that the very next call needs a piece of a thousand tokens which has just arrived. */
const first = 0.3;
const decline = 1.3;
const perUse = 0.4;
const perSize = 0.5;
const leastSize: Tokens = 20;
/** A repeated piece is still quoted by its own lines now and then. */
const alone = 0.1;

/** The chance that the next call needs it. */
export function computeChance(use: Use): number {
  return computeScale(use) / (use.age + 1) ** decline;
}

/** How many of the next calls need it, on average. */
export function countExpectedUses(use: Use, calls: number): number {
  const tail = (at: number) => at ** (1 - decline) / (decline - 1);
  return computeScale(use) * (tail(use.age + 0.5) - tail(use.age + 0.5 + calls));
}

/** The age from which on its chance is below this one. */
export function computeIdleAge(use: Use, chance: number): number {
  return (computeScale(use) / chance) ** (1 / decline) - 1;
}

function computeScale({ uses, repeated, size }: Use): number {
  const large = (Math.max(size, leastSize) / 1_000) ** perSize;
  return first * large * (1 + uses) ** perUse * (1 - repeated * (1 - alone));
}

/** A block of a request. */
export interface PrefixPart {
  /** Equal for equal blocks; marks for the cache make no difference. */
  readonly key: string;
  /** Characters. */
  readonly size: number;
}

export interface PrefixComparison {
  /** The place of the first block that differs; null where the request only grew. */
  readonly split: number | null;
  /** The part of the later request that both begin with, from 0 to 1. */
  readonly shared: number;
  /** The part of it behind the split that the earlier one had too. */
  readonly again: number;
}

/** Compares the blocks of two requests of one lane, in the order in which their provider caches them. */
export function comparePrefixes(before: readonly string[], after: readonly PrefixPart[]): PrefixComparison {
  let same = 0;
  while (same < before.length && after[same]?.key === before[same]) same += 1;
  const whole = Math.max(1, sumSizes(after));
  const shared = sumSizes(after.slice(0, same)) / whole;
  if (same === before.length) return { split: null, shared, again: 0 };
  const had = new Set(before.slice(same));
  const again = after.slice(same).filter(({ key }) => had.has(key));
  return { split: same, shared, again: sumSizes(again) / whole };
}

function sumSizes(parts: readonly PrefixPart[]): number {
  return parts.reduce((sum, { size }) => sum + size, 0);
}

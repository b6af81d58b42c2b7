import { isFraming, readOpenedRole, systemOpening, toolsOpening } from "../view/render/layout.js";

/** A block of a view, with its place in the request. */
export interface ViewPart extends PrefixPart {
  readonly area: "tools" | "system" | "messages";
  /** The message that it is in, from 1; 0 before the messages. */
  readonly message: number;
  readonly role: string | null;
}

/** The blocks of a receipt, in order. `pieces` are their texts, where the view is at hand. */
export function listViewParts(chunks: readonly string[], pieces: readonly string[] = chunks): readonly ViewPart[] {
  const parts: ViewPart[] = [];
  let [area, message, role]: [ViewPart["area"], number, string | null] = ["tools", 0, null];
  for (const [place, key] of chunks.entries()) {
    if (!isFraming(key)) {
      parts.push({ key, size: pieces[place]?.length ?? 0, area, message, role });
      continue;
    }
    const opened = readOpenedRole(key);
    if (key === toolsOpening) area = "tools";
    else if (key === systemOpening) area = "system";
    else if (opened !== null) [area, message, role] = ["messages", message + 1, opened];
  }
  return parts;
}

/** A block of a request. */
export interface PrefixPart {
  /** Equal for equal blocks; marks for the cache make no difference. */
  readonly key: string;
  /** Characters. */
  readonly size: number;
}

interface PrefixComparison {
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

import type { SectionName, Summary, SummaryItem } from "./summary.js";

/** The agent's own promises are many and soon kept; what people want and forbid is the last to go. */
const leavingOrder: Readonly<Record<SectionName, number>> = {
  outcomes: 0,
  artifacts: 1,
  goals: 2,
  pending: 3,
  decisions: 4,
  facts: 5,
};

/**
 * As many items as fit. The oldest that are not pinned leave first, then the agent's, then the others by section, and
 * last what is to be remembered. They leave in one
 * fixed order, so that more room keeps all that less room kept. `fits` is asked about log2 of their number.
 */
export function bounded(
  items: readonly SummaryItem[],
  fits: (kept: readonly SummaryItem[]) => boolean,
): { readonly kept: readonly SummaryItem[]; readonly dropped: number } {
  if (fits(items)) return { kept: items, dropped: 0 };
  const leaving = items.map((_, index) => index).sort((a, b) => compared(items[a], items[b]) || a - b);
  const place = new Map(leaving.map((index, turn) => [index, turn]));
  const without = (dropped: number) => items.filter((_, index) => (place.get(index) ?? 0) >= dropped);
  let tooFew = 0;
  let enough = items.length;
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2);
    if (fits(without(middle))) enough = middle;
    else tooFew = middle;
  }
  return { kept: without(enough), dropped: enough };
}

/** The items that a summary shows. */
export function shownItems({ items, shown }: Pick<Summary, "items" | "shown">): readonly SummaryItem[] {
  return bounded(items, (kept) => kept.length <= shown).kept;
}

function compared(a: SummaryItem | undefined, b: SummaryItem | undefined): number {
  if (a === undefined || b === undefined) return 0;
  const isKept = a.kept === true;
  if (isKept !== (b.kept === true)) return isKept ? 1 : -1;
  if (isKept) return a.at - b.at;
  if (a.pinned !== b.pinned) return a.pinned ? 1 : -1;
  if (!a.pinned) return a.at - b.at;
  const byAgent = Number(b.by === "agent") - Number(a.by === "agent");
  return byAgent || leavingOrder[a.section] - leavingOrder[b.section] || a.at - b.at;
}

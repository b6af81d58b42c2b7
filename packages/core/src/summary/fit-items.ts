import type { Summary, SummaryItem } from "../log/summary.js";
import { listLeavingOrder } from "./leaving-order.js";

/**
 * Keeps as many items as fit: nearly equal ones leave first, then the oldest that are not pinned, then the agent's pinned
 * ones, then the others by section, then what can hurt, and last what is to be remembered. The order is fixed, so that
 * more room keeps everything that less room kept.
 * `fits` is called about log2 of their number of times, less often if about `likely` items fit, and never with none.
 */
export function fitItems(
  items: readonly SummaryItem[],
  fits: (kept: readonly SummaryItem[]) => boolean,
  likely = items.length,
): { readonly kept: readonly SummaryItem[]; readonly dropped: number } {
  const without = orderLeaving(items);
  let tooFew = -1;
  let enough = items.length;
  let tried = Math.max(0, items.length - likely);
  for (let step = 1; tooFew < tried && tried < enough; step *= 2) {
    if (fits(without(tried))) enough = tried;
    else tooFew = tried;
    if (likely >= items.length || tooFew + 1 >= enough) break;
    tried = enough === tried ? tried - step : tried + step;
  }
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2);
    if (fits(without(middle))) enough = middle;
    else tooFew = middle;
  }
  return { kept: without(enough), dropped: enough };
}

/** Keeps the `count` items that leave last. */
export function keepMost(items: readonly SummaryItem[], count: number): readonly SummaryItem[] {
  return count >= items.length ? items : orderLeaving(items)(items.length - count);
}

export function listShownItems({ items, shown }: Pick<Summary, "items" | "shown">): readonly SummaryItem[] {
  return keepMost(items, shown);
}

function orderLeaving(items: readonly SummaryItem[]): (dropped: number) => readonly SummaryItem[] {
  let turns: number[] | undefined;
  const rankLeaving = () => {
    const places: number[] = [];
    for (const [turn, index] of listLeavingOrder(items).entries()) places[index] = turn;
    return places;
  };
  return (dropped) => {
    if (dropped <= 0) return items;
    turns ??= rankLeaving();
    return items.filter((_, index) => (turns?.[index] ?? 0) >= dropped);
  };
}

/**
 * 1. No hard token of an item gets lost: where two become one, the one that stays holds the tokens of both.
 * 2. What is merged once stays as it is: the steps are repeated until nothing changes, and each makes items fewer or
 *    takes one out of goals or pending.
 * 3. Two values for one thing both stay, the newest last: nobody here knows which is true.
 * 4. What is to be remembered stays as it was said: only the same words again become one, the newest.
 */
import type { EntryId } from "../log/keys.js";
import type { SummaryItem } from "../log/summary.js";
import { readItemPath } from "./artifacts.js";
import { mergeSameItems } from "./rules/same-thing.js";
import { settle } from "./settle.js";

export function mergeItems(earlier: readonly SummaryItem[], fresh: readonly SummaryItem[]): readonly SummaryItem[] {
  const all = sortItems([...earlier, ...fresh]);
  const kept = keepNewestWords(all.filter((item) => item.kept));
  const words = new Set(kept.map(({ text }) => text));
  let items = sortItems(keepNewestFiles(all.filter((item) => !item.kept && !words.has(item.text))));
  for (;;) {
    const next = sortItems(settle(mergeSameItems(items)));
    if (isSame(next, items)) return sortItems([...next, ...kept]);
    items = next;
  }
}

function keepNewestWords(items: readonly SummaryItem[]): readonly SummaryItem[] {
  return [...new Map(items.map((item) => [item.text, item])).values()];
}

/** What is left when entries were taken back. */
export function dropGoneItems(items: readonly SummaryItem[], gone: ReadonlySet<EntryId>): readonly SummaryItem[] {
  return items.filter(({ sources }) => !sources.some((source) => gone.has(source)));
}

function sortItems(items: readonly SummaryItem[]): readonly SummaryItem[] {
  return items.toSorted((a, b) => a.at - b.at);
}

function isSame(some: readonly SummaryItem[], others: readonly SummaryItem[]): boolean {
  return some.length === others.length && some.every((item, index) => item === others[index]);
}

/** The newest deed stands for its file, where the file was first named. */
function keepNewestFiles(items: readonly SummaryItem[]): readonly SummaryItem[] {
  const newest = new Map<string, SummaryItem>();
  for (const item of items) {
    if (item.section !== "artifacts") continue;
    const known = newest.get(readItemPath(item));
    if (known === undefined || known.at <= item.at) newest.set(readItemPath(item), item);
  }
  const kept = new Set(newest.values());
  return items.filter((item) => item.section !== "artifacts" || kept.delete(item));
}

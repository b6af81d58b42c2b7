/**
 * Merges the items of summaries.
 *
 * 1. No hard token of an item is lost: where two items become one, the one that stays has the tokens of both.
 * 2. A merged list stays unchanged when merged again: the steps repeat until nothing changes, and each removes items or
 * takes one out of goals or pending.
 * 3. Two values for one thing both stay, the newest last: the rules can't know which is true.
 * 4. Items to remember keep their words: only equal words become one, the newest.
 */
import type { EntryId } from "../log/keys.js";
import type { SummaryItem } from "../log/summary.js";
import { readItemPath } from "./artifacts.js";
import { mergeSameItems } from "./rules/same-thing.js";
import { settle } from "./settle-items.js";

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

export function dropGoneItems(items: readonly SummaryItem[], gone: ReadonlySet<EntryId>): readonly SummaryItem[] {
  return items.filter(({ sources }) => !sources.some((source) => gone.has(source)));
}

function sortItems(items: readonly SummaryItem[]): readonly SummaryItem[] {
  return items.toSorted((a, b) => a.at - b.at);
}

function isSame(some: readonly SummaryItem[], others: readonly SummaryItem[]): boolean {
  return some.length === others.length && some.every((item, index) => item === others[index]);
}

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

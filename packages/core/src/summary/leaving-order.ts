/** Decides the order in which items leave when room is short, and finds items that are nearly equal. */

import type { SectionName, SummaryItem } from "../log/summary.js";
import { recallItemMeaning } from "./rules/meaning.js";

/** The agent's own promises are many and soon kept; wishes and prohibitions of people leave last. */
const leavingOrder: Readonly<Record<SectionName, number>> = {
  outcomes: 0,
  artifacts: 1,
  goals: 2,
  pending: 3,
  decisions: 4,
  facts: 5,
};

/** The places of the items, the first to leave first. */
export function listLeavingOrder(items: readonly SummaryItem[]): readonly number[] {
  const alike = listFollowers(items);
  const own = items.map((item) => (alike.has(item) ? ranks.alike : rankItem(item)));
  return items
    .map((_, index) => index)
    .sort((a, b) => (own[a] ?? 0) - (own[b] ?? 0) || compareItems(items[a], items[b], own[a] ?? 0) || a - b);
}

const ranks = { alike: 0, bare: 1, unpinned: 2, agents: 3, pinned: 4, hurtful: 5, focused: 6, asked: 7 };

function rankItem(item: SummaryItem): number {
  if (item.kept === true) return ranks.asked;
  if (item.focused === true) return isAsked(item) && item.pinned ? ranks.asked : ranks.focused;
  if (!item.pinned) return isBare(item) ? ranks.bare : ranks.unpinned;
  if (!isByPerson(item)) return ranks.agents;
  if (isAsked(item)) return ranks.asked;
  return isHurtful(item) ? ranks.hurtful : ranks.pinned;
}

function isByPerson({ by }: SummaryItem): boolean {
  return by !== "agent" && by !== "system";
}

/** A statement without a figure, a name or an answer. */
function isBare(item: SummaryItem): boolean {
  return item.section === "facts" && !item.text.includes("→") && recallItemMeaning(item).keys.size === 0;
}

function isAsked(item: SummaryItem): boolean {
  const { isAsked: asked, asks } = recallItemMeaning(item);
  return isByPerson(item) && asked && !asks;
}

function isHurtful(item: SummaryItem): boolean {
  const { canHurt, asks } = recallItemMeaning(item);
  return isByPerson(item) && canHurt && !asks;
}

function compareItems(a: SummaryItem | undefined, b: SummaryItem | undefined, rank: number): number {
  if (a === undefined || b === undefined) return 0;
  const bySection =
    rank === ranks.pinned || rank === ranks.agents ? leavingOrder[a.section] - leavingOrder[b.section] : 0;
  return bySection || a.at - b.at;
}

/** Fewer nearly equal items than this are values of one thing, or a list. */
const fewAlike = 6;
/** If people asked to remember them, or they can hurt, so many items of one pattern keep their rank. */
const mostWeighty = 30;

/** Nearly equal items, the newest of each pattern apart. */
function listFollowers(items: readonly SummaryItem[]): ReadonlySet<SummaryItem> {
  return new Set(
    groupAlike(items).flatMap((group) => {
      const isWeighty = group.slice(-1).some((item) => item.pinned && (isAsked(item) || isHurtful(item)));
      return group.slice(0, isWeighty ? -mostWeighty : -1);
    }),
  );
}

function groupAlike(items: readonly SummaryItem[]): readonly (readonly SummaryItem[])[] {
  const groups = new Map<string, SummaryItem[]>();
  for (const item of items) {
    const { pattern } = item.kept === true || item.section === "artifacts" ? { pattern: "" } : recallItemMeaning(item);
    if (pattern === "") continue;
    const key = `${item.section} ${item.by.length} ${item.by} ${pattern}`;
    const list = groups.get(key);
    if (list === undefined) groups.set(key, [item]);
    else list.push(item);
  }
  return [...groups.values()].filter((group) => group.length >= fewAlike);
}

/** The shown items, the newest of each pattern with the count of the items that it represents. */
export function countAlike(items: readonly SummaryItem[], shown: readonly SummaryItem[]): readonly SummaryItem[] {
  if (shown.length === items.length) return shown;
  const seen = new Set(shown);
  const counted = new Map<SummaryItem, SummaryItem>();
  for (const group of groupAlike(items)) {
    const newest = group.findLast((item) => seen.has(item));
    const hidden = group.filter((item) => !seen.has(item));
    if (newest === undefined || hidden.length === 0) continue;
    const times = [newest, ...hidden].reduce((sum, item) => sum + (item.times ?? 1), 0);
    counted.set(newest, { ...newest, times });
  }
  return counted.size === 0 ? shown : shown.map((item) => counted.get(item) ?? item);
}

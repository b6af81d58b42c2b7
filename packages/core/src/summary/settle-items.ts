import { countShared, readContentStems } from "@clewline/text/content-words.js";
import type { SummaryItem } from "../log/summary.js";
import { longestItem } from "./item-text.js";
import { type Meaning, recallItemMeaning } from "./rules/meaning.js";

/**
 * Joins open items with what settles them: pending items and requests with a later statement that they are done, as
 * outcomes, and questions with a later answer of someone else. The items are in order.
 */
export function settle(items: readonly SummaryItem[]): readonly SummaryItem[] {
  const tellers = findTellers(items, new Set(items.filter(isOpen).flatMap((item) => recallItemMeaning(item).sorted)));
  return items.map((item, index) => {
    if (!isOpen(item)) return item;
    const places = recallItemMeaning(item).sorted.flatMap((stem) => tellers.get(stem) ?? []);
    const later = [...new Set(places)].filter((place) => place > index).sort((a, b) => a - b);
    const found = later.find((place) => canSettle(items[place], item));
    const teller = found === undefined ? undefined : items[found];
    return teller === undefined ? item : joinItems(item, teller);
  });
}

function isOpen({ section }: SummaryItem): boolean {
  return section === "pending" || section === "goals";
}

/** Between an open item and what settled it. */
const arrow = " → ";

/** The places of items that may settle something open, by the stems that they share with it. */
function findTellers(
  items: readonly SummaryItem[],
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [index, item] of items.entries()) {
    if (isOpen(item) || item.section === "artifacts" || item.text.includes(arrow)) continue;
    for (const stem of recallItemMeaning(item).sorted) {
      if (!wanted.has(stem)) continue;
      const list = places.get(stem);
      if (list === undefined) places.set(stem, [index]);
      else list.push(index);
    }
  }
  return places;
}

function canSettle(teller: SummaryItem | undefined, item: SummaryItem): boolean {
  if (teller === undefined) return false;
  const [told, open] = [recallItemMeaning(teller), recallItemMeaning(item)];
  const answers = open.asks && teller.by !== item.by && !told.asks;
  if (!answers && !told.tellsDone) return false;
  const common = countShared(open.stems, told.stems);
  const tokens = open.keys.size > 0 && countShared(open.keys, told.keys) === open.keys.size;
  if (tokens && isNoChance(open, told)) return true;
  return common * 2 >= open.stems.size && common >= Math.min(2, open.stems.size);
}

/** A number or a day alone may match by chance; a path does not, nor does a number with a word. */
function isNoChance(open: Meaning, told: Meaning): boolean {
  const named = new Set([...open.keys].flatMap((key) => [...readContentStems(key)]));
  const about = new Set([...open.stems].filter((stem) => !named.has(stem)));
  return countShared(about, told.stems) > 0 || [...open.keys].some((key) => /[/@_#\\]|\.\p{L}/u.test(key));
}

/** Joins both in one line if that fits and loses no hard token; otherwise keeps the open item's text. */
function joinItems(item: SummaryItem, teller: SummaryItem): SummaryItem {
  const asks = recallItemMeaning(item).asks && !recallItemMeaning(teller).tellsDone;
  const both = {
    section: asks ? teller.section : "outcomes",
    text: `${item.text}${arrow}${teller.text}`,
    sources: [...new Set([...item.sources, ...teller.sources])],
    at: teller.at,
    by: asks ? teller.by : item.by,
    pinned: teller.pinned,
    ...(item.focused === true || teller.focused === true ? { focused: true as const } : {}),
  } satisfies SummaryItem;
  const kept = recallItemMeaning(both).keys;
  const whole = [item, teller].every((each) => [...recallItemMeaning(each).keys].every((key) => kept.has(key)));
  return both.text.length <= longestItem && whole ? both : { ...both, text: item.text, by: item.by };
}

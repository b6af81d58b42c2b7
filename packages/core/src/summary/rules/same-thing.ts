import { countShared } from "@clewline/text/content-words.js";
import type { SummaryItem } from "../../log/summary.js";
import { type Meaning, recallItemMeaning } from "./meaning.js";

/** The part of their joint words that two items must share to mean the same. */
const mostly = 0.75;

/** Merges items of equal meaning, with the sources of both; an item that another one contains leaves. */
export function mergeSameItems(items: readonly SummaryItem[]): readonly SummaryItem[] {
  const kept: SummaryItem[] = [];
  const places = new Map<string, number[]>();
  for (const item of items) {
    const keys = item.section === "artifacts" ? [] : listTwinKeys(item, recallItemMeaning(item));
    const found = findTwin(keys, places, kept, item);
    const other = kept[found];
    if (other !== undefined) {
      kept[found] = combineItems(other, item);
      continue;
    }
    for (const key of keys) addPlace(places, key, kept.length);
    kept.push(item);
  }
  return removeHeldItems(kept);
}

function findTwin(
  keys: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
  kept: readonly SummaryItem[],
  item: SummaryItem,
): number {
  for (const key of keys) {
    const found = places.get(key)?.find((place) => hasSameMeaning(kept[place], item));
    if (found !== undefined) return found;
  }
  return -1;
}

function addPlace(places: Map<string, number[]>, key: string, place: number): void {
  const list = places.get(key);
  if (list === undefined) places.set(key, [place]);
  else list.push(place);
}

/**
 * The keys under which items of equal meaning are searched. Two sets that share three quarters of their words share one
 * of the first few in any fixed order, so that not every pair of items is compared.
 */
function listTwinKeys({ section, by }: SummaryItem, { sorted, frame }: Meaning): readonly string[] {
  const room = `${section} ${by.length} ${by} ${frame}`;
  const first = sorted.slice(0, sorted.length - Math.ceil(mostly * sorted.length) + 1);
  return first.length === 0 ? [room] : first.map((word) => `${room} ${word}`);
}

function hasSameMeaning(some: SummaryItem | undefined, other: SummaryItem): boolean {
  if (some === undefined) return false;
  const [a, b] = [recallItemMeaning(some).stems, recallItemMeaning(other).stems];
  if (a.size === 0 && b.size === 0) return some.text === other.text || recallItemMeaning(some).keys.size > 0;
  const common = countShared(a, b);
  // Where each has a word of its own, as in "north" and "south", they say two things.
  if (common < a.size && common < b.size) return false;
  return common >= mostly * (a.size + b.size - common);
}

/** Keeps the newer words: both items have the same hard tokens. */
function combineItems(some: SummaryItem, other: SummaryItem): SummaryItem {
  const [older, newer] = some.at <= other.at ? [some, other] : [other, some];
  const times = addTimes(older, newer);
  return {
    ...newer,
    sources: union(older, newer),
    pinned: older.pinned || newer.pinned,
    ...(older.focused === true ? { focused: true as const } : {}),
    ...(times === 1 ? {} : { times }),
  };
}

/** An item whose sources are all in the other one was counted already. */
function addTimes(older: SummaryItem, newer: SummaryItem): number {
  const [a, b] = [older.times ?? 1, newer.times ?? 1];
  const isWithin = (some: SummaryItem, other: SummaryItem) => {
    const known = new Set(other.sources);
    return some.sources.every((source) => known.has(source));
  };
  return isWithin(older, newer) || isWithin(newer, older) ? Math.max(a, b) : a + b;
}

function union(...items: readonly SummaryItem[]): SummaryItem["sources"] {
  return [...new Set(items.flatMap(({ sources }) => sources))];
}

function removeHeldItems(items: readonly SummaryItem[]): readonly SummaryItem[] {
  const hosts = new Map<string, number[]>();
  for (const [index, item] of items.entries()) {
    for (const source of item.sources) addPlace(hosts, source, index);
  }
  const [pinned, focused] = [new Set<number>(), new Set<number>()];
  const left = items.map((item, index) => {
    const near = hosts.get(item.sources[0] ?? "") ?? [];
    const host = near.find((place) => place !== index && holds(items[place], item, place < index));
    if (host !== undefined && item.pinned) pinned.add(host);
    if (host !== undefined && item.focused === true) focused.add(host);
    return host === undefined;
  });
  return items.flatMap((item, index) => {
    if (!left[index]) return [];
    const raised = pinned.has(index) && !item.pinned ? { ...item, pinned: true } : item;
    return [focused.has(index) && raised.focused !== true ? { ...raised, focused: true as const } : raised];
  });
}

/** Whether the first item contains all words and sources of the second. Of equal items the earlier does. */
function holds(host: SummaryItem | undefined, item: SummaryItem, earlier: boolean): boolean {
  if (host === undefined || host.section === "artifacts" || item.section === "artifacts") return false;
  if (!item.sources.every((source) => host.sources.includes(source))) return false;
  if (host.text === item.text) return host.sources.length > item.sources.length || earlier;
  if (!holdsWords(host.text, item.text)) return false;
  const keys = recallItemMeaning(host).keys;
  return countShared(recallItemMeaning(item).keys, keys) === recallItemMeaning(item).keys.size;
}

/** As whole words, not as the end of another word. */
function holdsWords(text: string, part: string): boolean {
  const place = text.indexOf(part);
  if (place === -1) return false;
  return !/[\p{L}\p{N}]$/u.test(text.slice(0, place)) && !/^[\p{L}\p{N}]/u.test(text.slice(place + part.length));
}

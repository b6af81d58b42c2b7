/**
 * Clients clear old results out of their lists to save room. What a view shows is decided here, and a prefix that changes in
 * its middle would be paid for anew: such a result is read as it was when it came, as long as this process remembers it.
 */
import { encodeCanonicalJson, isObject } from "../../core/text/json.js";
import { rememberByObject } from "../../core/text/remember.js";
import type { WireItem, WireMessage } from "../wire/wire.js";

export interface SeenLists {
  /** The list with its cleared results as they were; the list itself where none is. Lists of one family may be of the same conversation. */
  restore(family: string, list: readonly WireMessage[]): readonly WireMessage[];
  /** Remembers a list, in the place of the one that it goes on with. */
  keep(family: string, list: readonly WireMessage[]): void;
}

/** Families that are remembered, conversations of one, and characters of all. */
const [mostFamilies, mostAlike, mostCharacters] = [128, 32, 32 * 1024 * 1024];

/** How long a family is remembered that nobody goes on with, ms. */
const heldMs = 15 * 60_000;

type List = readonly WireMessage[];

interface SeenList {
  readonly list: List;
  readonly characters: number;
}

interface SeenFamily {
  readonly lists: readonly SeenList[];
  readonly at: number;
}

/** `now` tells the time in ms. */
export function rememberLists(now: () => number): SeenLists {
  // The oldest first.
  const seen = new Map<string, SeenFamily>();
  let isWatched = false;
  const expire = () => {
    for (const [family, { at }] of seen) if (now() - at > heldMs) seen.delete(family);
    isWatched = seen.size > 0;
    if (isWatched) setTimeout(expire, heldMs).unref();
  };
  const listsOf = (family: string) => seen.get(family)?.lists ?? [];
  return {
    restore: (family, list) => findBefore(listsOf(family), list)?.restored ?? list,
    keep(family, list) {
      const lists = listsOf(family);
      const found = findBefore(lists, list);
      const others = lists.filter((each) => found?.restored !== list || each !== found.before);
      const newest = { list, characters: sum(list, countCharacters) };
      seen.delete(family);
      seen.set(family, { lists: [...others, newest].slice(-mostAlike), at: now() });
      dropOldest(seen);
      if (!isWatched) setTimeout(expire, heldMs).unref();
      isWatched = true;
    },
  };
}

function dropOldest(seen: Map<string, SeenFamily>): void {
  const countFamily = ({ lists }: SeenFamily) => sum(lists, (each) => each.characters);
  let characters = sum([...seen.values()], countFamily);
  for (const [family, held] of seen) {
    if (seen.size <= mostFamilies && characters <= mostCharacters) return;
    seen.delete(family);
    characters -= countFamily(held);
  }
}

function sum<Value>(values: readonly Value[], count: (value: Value) => number): number {
  return values.reduce((total, value) => total + count(value), 0);
}

const countCharacters = rememberByObject<WireMessage, number>(({ original }) => countIn(original));

function countIn(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (Array.isArray(value)) return sum(value, countIn);
  return isObject(value) ? sum(Object.values(value), countIn) : 1;
}

interface FoundBefore {
  readonly before: SeenList;
  readonly restored: List;
}

/** The list that this one goes on with: one that it has as it is, before one of which results were cleared. */
function findBefore(lists: readonly SeenList[], list: List): FoundBefore | null {
  let cleared: FoundBefore | null = null;
  for (const before of lists.toReversed()) {
    const restored = align(before.list, list);
    if (restored === list) return { before, restored };
    if (restored !== null) cleared ??= { before, restored };
  }
  return cleared;
}

/** Null where the list does not go on with all of the one before. The newest message of that is never taken for a cleared one. */
function align(before: List, list: List): List | null {
  if (before.length === 0 || before.length > list.length) return null;
  const restored: WireMessage[] = [];
  for (const [place, own] of before.entries()) {
    const now = list[place] as WireMessage;
    const isSame = own === now || (own.isReply === now.isReply && isEqual(own.key, now.key));
    const isLast = place === before.length - 1;
    if (!isSame && (isLast || !isCleared(own, now))) return null;
    restored.push(isSame ? now : own);
  }
  const isAsItIs = restored.every((message, place) => message === list[place]);
  return isAsItIs ? list : [...restored, ...list.slice(before.length)];
}

/** Whether nothing differs but results of the same calls, of which little is left. */
function isCleared(own: WireMessage, now: WireMessage): boolean {
  return (
    own.items.length === now.items.length &&
    own.items.every((item, place) => {
      const other = now.items[place] as WireItem;
      return isEqual(item.item, other.item) || isClearedResult(item, other);
    })
  );
}

/** A result with a word that was taken out, e.g. a secret, stays as the client has it now. */
const [mostLeft, leastCleared] = [0.25, 400];

function isClearedResult({ item: own }: WireItem, { item: now }: WireItem): boolean {
  if (own.kind !== "returned" || now.kind !== "returned" || own.call !== now.call) return false;
  const [before, after] = [encodeCanonicalJson(own).length, encodeCanonicalJson(now).length];
  return before >= leastCleared && after <= before * mostLeft;
}

function isEqual(one: unknown, other: unknown): boolean {
  return one === other || encodeCanonicalJson(one) === encodeCanonicalJson(other);
}

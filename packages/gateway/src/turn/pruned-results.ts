/**
 * Clients clear old results out of their lists to save room. What a view shows is decided here, and a prefix that changes in
 * its middle would be paid for anew: such a result is read as it was when it came, as long as this process remembers it.
 */
import { encodeCanonicalJson, isObject } from "@clewline/text/json.js";
import { rememberByObject } from "@clewline/text/remember.js";
import { heldMs, makeExpiry } from "../body/known-bodies.js";
import type { WireItem, WireMessage } from "../wire/wire.js";
import type { MarkedList } from "./listed-messages.js";

export interface SeenLists {
  /** The list with its cleared results as they were; the list itself where none is. Lists of one family may be of the same conversation. */
  restore(family: string, given: MarkedList): readonly WireMessage[];
  /** Remembers a list, in the place of the one that it goes on with. */
  keep(family: string, given: MarkedList): void;
}

/** Families that are remembered, conversations of one, and characters of all. */
const [mostFamilies, mostAlike, mostCharacters] = [128, 32, 32 * 1024 * 1024];

interface SeenList extends MarkedList {
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
  const watch = makeExpiry(() => {
    for (const [family, { at }] of seen) if (now() - at > heldMs) seen.delete(family);
    return seen.size > 0;
  });
  const listsOf = (family: string) => seen.get(family)?.lists ?? [];
  return {
    restore: (family, given) => restoreFrom(listsOf(family), given),
    keep(family, given) {
      const { list, marks } = given;
      const others = listsOf(family).filter((each) => !isExtended(each, given));
      const newest = { list, marks, characters: sum(list, countCharacters) };
      seen.delete(family);
      seen.set(family, { lists: [...others, newest].slice(-mostAlike), at: now() });
      dropOldest(seen);
      watch();
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

/** A list that goes on with one as it is has nothing cleared, whatever others there are. */
function restoreFrom(lists: readonly SeenList[], given: MarkedList): MarkedList["list"] {
  if (lists.some((before) => isExtended(before, given))) return given.list;
  for (const before of lists.toReversed()) {
    const restored = align(before, given);
    if (restored !== null) return restored;
  }
  return given.list;
}

/** Whether all of the one before is in the list, as it was. */
function isExtended(before: MarkedList, given: MarkedList): boolean {
  const newest = before.marks.length - 1;
  return newest >= 0 && before.marks[newest] === given.marks[newest];
}

/** Null where the list does not go on with all of the one before. The newest message of that is never taken for a cleared one. */
function align(before: MarkedList, { list, marks }: MarkedList): MarkedList["list"] | null {
  if (before.list.length > list.length) return null;
  const restored = [...list];
  const first = before.marks.findIndex((mark, place) => mark !== marks[place]);
  for (let place = Math.max(first, 0); place < before.list.length; place++) {
    const [own, now] = [before.list[place] as WireMessage, list[place] as WireMessage];
    if (own === now || (own.isReply === now.isReply && isEqual(own.key, now.key))) continue;
    if (place === before.list.length - 1 || !isCleared(own, now)) return null;
    restored[place] = own;
  }
  return restored;
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

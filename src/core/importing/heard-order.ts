import { isCallKey } from "./heard-words.js";

/** Something said, by what it is known by. */
export interface KnownWords<Id> {
  readonly id: Id;
  readonly keys: readonly string[];
}

export interface ToldAgain<Id> {
  /** What was heard in full. */
  readonly told: readonly Id[];
  /** What was heard of something else, in order. */
  readonly left: readonly string[];
}

/**
 * Which of these words, oldest first, were heard in the same order. Who repeats a conversation leaves out its beginning, never its
 * end: of words that stand several times the last are meant. Calls that ran side by side may have changed places.
 */
export function findToldAgain<Id>(said: readonly KnownWords<Id>[], heard: readonly string[]): ToldAgain<Id> {
  const keys = said.flatMap((words, index) => words.keys.map((key) => ({ key, index })));
  const pairs = matchFromEnd(
    keys.map(({ key }) => key),
    heard,
  );
  const calls = new Set(heard.filter(isCallKey));
  const missed = new Set(keys.flatMap(({ key, index }, place) => (pairs.has(place) || calls.has(key) ? [] : [index])));
  const used = new Set(pairs.values());
  return {
    told: said.flatMap((words, index) => (words.keys.length === 0 || missed.has(index) ? [] : [words.id])),
    left: heard.filter((_key, index) => !used.has(index)),
  };
}

interface Link {
  /** Where it stands in the one. */
  readonly place: number;
  /** Where it stands in the other. */
  readonly at: number;
  readonly after: Link | null;
}

/** The longest sequence that both have, by its places in each; of equally long ones that which is nearest to the end. */
function matchFromEnd(one: readonly string[], other: readonly string[]): ReadonlyMap<number, number> {
  const places = new Map<string, number[]>();
  for (const [place, key] of one.entries()) {
    const known = places.get(key);
    if (known === undefined) places.set(key, [place]);
    else known.push(place);
  }
  // At each length the sequence that leaves the most before it.
  const longest: Link[] = [];
  for (let at = other.length - 1; at >= 0; at--) {
    // Rising, so that no place follows another of the same word.
    for (const place of places.get(other[at] ?? "") ?? []) {
      const length = countAfter(longest, place);
      if (longest[length]?.place !== place) longest[length] = { place, at, after: longest[length - 1] ?? null };
    }
  }
  const pairs = new Map<number, number>();
  for (let link = longest.at(-1) ?? null; link !== null; link = link.after) pairs.set(link.place, link.at);
  return pairs;
}

/** How long the longest sequence is that stands after this place; the places of the links fall. */
function countAfter(longest: readonly Link[], place: number): number {
  let low = 0;
  let high = longest.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((longest[middle]?.place ?? -1) > place) low = middle + 1;
    else high = middle;
  }
  return low;
}

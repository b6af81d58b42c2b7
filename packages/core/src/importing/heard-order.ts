import { isCallKey } from "./heard-words.js";

/** An entry's words, by the keys under which `listHeardKeys` knows them. */
export interface KnownWords<Id> {
  readonly id: Id;
  readonly keys: readonly string[];
}

export interface ToldAgain<Id> {
  /** The entries that were heard in full. */
  readonly told: readonly Id[];
  /** The heard keys that match no entry, in order. */
  readonly left: readonly string[];
}

/**
 * Finds the entries, oldest first, that were heard in the same order. A repeated conversation may lack its beginning,
 * never its end, so among equal words the last ones match. Parallel calls may have changed places.
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
  /** Its place in the first list. */
  readonly place: number;
  /** Its place in the second list. */
  readonly at: number;
  readonly after: Link | null;
}

/** The longest common subsequence, by its places in each list; among equally long ones, the one nearest to the end. */
function matchFromEnd(one: readonly string[], other: readonly string[]): ReadonlyMap<number, number> {
  const places = new Map<string, number[]>();
  for (const [place, key] of one.entries()) {
    const known = places.get(key);
    if (known === undefined) places.set(key, [place]);
    else known.push(place);
  }
  // For each length, the sequence that leaves the most entries before it.
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

/** The length of the longest sequence after this place. The places of the links fall. */
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

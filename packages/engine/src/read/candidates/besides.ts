/** Entries to rank that need not hold a word of the question. */
import { type LaneRef, makeLaneAddress } from "@clewline/core/log/keys.js";
import type { FoundEntry, SearchScope } from "@clewline/core/ports/index.js";
import type { Engine } from "../../engine.js";

/** A place in a lane. */
export interface Place {
  readonly ref: LaneRef;
  readonly seq: number;
}

/** Reads entries that match by meaning or by date, not by words. Entries that the index found are not read again. */
export async function readPlaces(
  { store }: Engine,
  found: readonly FoundEntry[],
  places: readonly Place[],
): Promise<readonly FoundEntry[]> {
  const known = new Map(
    groupByLane(found).map(({ ref, own }) => [makeLaneAddress(ref), new Set(own.map(({ entry }) => entry.seq))]),
  );
  const read = await Promise.all(
    groupByLane(places).map(async ({ ref, own }) => {
      const have = known.get(makeLaneAddress(ref));
      const seqs = own.flatMap(({ seq }) => (have?.has(seq) ? [] : [seq]));
      return (await store.at(ref, seqs)).map((entry) => ({ ref, entry, held: [] }));
    }),
  );
  return read.flat();
}

interface OfLane<Item> {
  readonly ref: LaneRef;
  readonly own: readonly Item[];
}

/** The lanes in the order in which they first appear, each with its own. */
export function groupByLane<Item extends { readonly ref: LaneRef }>(items: readonly Item[]): readonly OfLane<Item>[] {
  const lanes = new Map<string, { readonly ref: LaneRef; readonly own: Item[] }>();
  for (const item of items) {
    const address = makeLaneAddress(item.ref);
    const lane = lanes.get(address) ?? { ref: item.ref, own: [] };
    lanes.set(address, lane);
    lane.own.push(item);
  }
  return [...lanes.values()];
}

/** As many as a store reads at once. */
const page = 1_000;

/** The newest so many entries of a lane; of other scopes none. `last` is the lane's last seq. */
export async function readNewest(
  { store }: Engine,
  scope: SearchScope,
  last: number,
  most: number,
): Promise<readonly FoundEntry[]> {
  if (scope.kind !== "lane") return [];
  const { ref, before = last + 1 } = scope;
  const end = Math.min(last, before - 1);
  const firsts: number[] = [];
  for (let first = Math.max(1, end - most + 1); first <= end; first += page) firsts.push(first);
  const read = await Promise.all(firsts.map((first) => store.range(ref, first, Math.min(end, first + page - 1))));
  return read.flat().map((entry) => ({ ref, entry, held: [] }));
}

/** Every row of a table that can be read, whatever is damaged in between. */
import { readFields } from "../fields.js";
import { readDamage } from "./unread-rows.js";

/** A table's rows after a number, in the order of the numbers. */
export type PageReader = (after: number, limit: number) => readonly unknown[];

export type WalkedRows =
  | { readonly kind: "rows"; readonly rows: readonly unknown[] }
  /** No row between these numbers, both included, can be reached. There need not be one for each of them. */
  | { readonly kind: "lost"; readonly from: number; readonly to: number; readonly reason: string };

const pageSize = 200;
/** A leaf of the tree hardly has more rows: up to here each number is tried, and then larger and larger steps. */
const triedOneByOne = 500;
const beyondAll = 2 ** 40;

/** `number` names the column of the numbers. */
export function* walkRows(read: PageReader, number: string): Generator<WalkedRows, void> {
  for (let [after, limit] = [0, pageSize]; ; ) {
    const found = tryPage(read, after, limit);
    if (typeof found === "string") {
      if (limit > 1) {
        limit = Math.floor(limit / 4) || 1;
        continue;
      }
      const next = findReadable(read, after);
      yield { kind: "lost", from: after + 1, to: next ?? after + 1, reason: found };
      if (next === null) return;
      after = next;
      continue;
    }
    if (found.length === 0) return;
    yield { kind: "rows", rows: found };
    after = Number(readFields(found.at(-1))[number]);
    limit = Math.min(pageSize, limit * 2);
  }
}

/** The first number after which something can be read again, be it the end; null if there is none. */
function findReadable(read: PageReader, after: number): number | null {
  const isReadable = (place: number) => typeof tryPage(read, place, 1) !== "string";
  for (let step = 1; step <= triedOneByOne; step++) if (isReadable(after + step)) return after + step;
  for (let [bad, step] = [after + triedOneByOne, triedOneByOne]; bad < beyondAll; bad += step, step *= 2) {
    if (isReadable(bad + step)) return findEdge(isReadable, bad, bad + step);
  }
  return null;
}

function findEdge(isReadable: (place: number) => boolean, bad: number, good: number): number {
  let [low, high] = [bad, good];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isReadable(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The rows, or why they can't be read. */
function tryPage(read: PageReader, after: number, limit: number): readonly unknown[] | string {
  try {
    return read(after, limit);
  } catch (error) {
    return readDamage(error);
  }
}

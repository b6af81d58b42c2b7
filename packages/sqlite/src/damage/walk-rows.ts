/** Every row of a table that can be read, whatever is damaged in between, and whatever number it has. */
import { readDamage } from "./unread-rows.js";

/** Some rows of a table, in the order of their numbers. */
interface RowPage {
  readonly rows: readonly unknown[];
  /** The number of the last of them, exactly: beyond 2^53 a row itself gives it rounded. */
  readonly last: bigint;
}

/** A table's rows from a number on, up to another, both included; null where there are none. */
export type PageReader = (from: bigint, to: bigint, limit: number) => RowPage | null;

export type WalkedRows =
  | { readonly kind: "rows"; readonly rows: readonly unknown[] }
  /** No row between these numbers, both included, can be reached. There need not be one for each of them. */
  | { readonly kind: "lost"; readonly from: number; readonly to: number; readonly reason: string };

const pageSize = 200;
/** A leaf of the tree hardly has more rows: up to here each number is tried, and then larger and larger steps. */
const triedOneByOne = 500n;
const beyondAll = 2n ** 40n;
/** The lowest and the highest number that SQLite has. */
const [lowest, highest] = [-(2n ** 63n), 2n ** 63n - 1n];

export function* walkRows(read: PageReader): Generator<WalkedRows, void> {
  yield* walkBelowFirst(read);
  for (let [from, limit] = [1n, pageSize]; from <= highest; ) {
    const found = tryPage(read, from, highest, limit);
    if (typeof found === "string") {
      if (limit > 1) {
        limit = Math.floor(limit / 4) || 1;
        continue;
      }
      const next = findReadable(read, from);
      yield { kind: "lost", from: Number(from), to: Number(next === null ? from : next - 1n), reason: found };
      if (next === null) return;
      from = next;
      continue;
    }
    if (found === null) return;
    yield { kind: "rows", rows: found.rows };
    from = found.last + 1n;
    limit = Math.min(pageSize, limit * 2);
  }
}

/** Only damaged rows are there. A page that is refused here is the one on which the others begin, and is told of with them. */
function* walkBelowFirst(read: PageReader): Generator<WalkedRows, void> {
  for (let from = lowest; from < 1n; ) {
    const found = tryPage(read, from, 0n, pageSize);
    if (found === null || typeof found === "string") return;
    yield { kind: "rows", rows: found.rows };
    from = found.last + 1n;
  }
}

/** The first number from which something can be read again, be it the end; null if there is none. */
function findReadable(read: PageReader, from: bigint): bigint | null {
  const isReadable = (place: bigint) => typeof tryPage(read, place, highest, 1) !== "string";
  for (let step = 1n; step <= triedOneByOne; step++) if (isReadable(from + step)) return from + step;
  for (let [bad, step] = [from + triedOneByOne, triedOneByOne]; bad < beyondAll; bad += step, step *= 2n) {
    if (isReadable(bad + step)) return findEdge(isReadable, bad, bad + step);
  }
  return null;
}

function findEdge(isReadable: (place: bigint) => boolean, bad: bigint, good: bigint): bigint {
  let [low, high] = [bad, good];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (isReadable(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The rows, or why they can't be read. */
function tryPage(read: PageReader, from: bigint, to: bigint, limit: number): RowPage | null | string {
  try {
    return read(from, to, limit);
  } catch (error) {
    return readDamage(error);
  }
}

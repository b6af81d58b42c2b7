/**
 * Reuses the values that the last view of a lane was read from. An entry or a summary never changes, so what was drawn
 * or measured of it for one call holds for the next. Keeps the lanes that were read last.
 */
import { countCharacters, type Entry } from "../../core/log/entry.js";
import { type LaneRef, makeLaneAddress } from "../../core/log/keys.js";
import type { Summary } from "../../core/log/summary.js";
import type { LogStore } from "../../core/ports/index.js";

interface Reading {
  readonly entries: ReadonlyMap<number, Entry>;
  readonly summary: Summary | null;
  /** Characters that it keeps in memory. */
  readonly size: number;
}

const mostLanes = 64;
const mostCharacters = 32_000_000;
/** Characters to add for an entry's fields besides its texts. */
const framing = 200;

const books = new WeakMap<LogStore, Map<string, Reading>>();

/** Returns the same entries and summary, as the values of an earlier view of the lane, where it had them. */
export function keepReading(
  store: LogStore,
  ref: LaneRef,
  read: readonly Entry[],
  summary: Summary | null,
): { readonly entries: readonly Entry[]; readonly summary: Summary | null } {
  const book = books.get(store) ?? new Map<string, Reading>();
  books.set(store, book);
  const lane = makeLaneAddress(ref);
  const before = book.get(lane);
  const entries = read.map((entry) => {
    const known = before?.entries.get(entry.seq);
    return known?.id === entry.id ? known : entry;
  });
  const kept = isSame(before?.summary ?? null, summary) ? (before?.summary ?? null) : summary;
  book.delete(lane);
  book.set(lane, {
    entries: new Map(entries.map((entry) => [entry.seq, entry])),
    summary: kept,
    size: entries.reduce((sum, entry) => sum + framing + countCharacters(entry), 0),
  });
  forgetOldest(book);
  return { entries, summary: kept };
}

/** Summaries of one id have the same source; what they show may differ by the room that they had. */
function isSame(a: Summary | null, b: Summary | null): boolean {
  if (a === null || b === null) return a === b;
  return (
    a.id === b.id &&
    a.shown === b.shown &&
    a.dropped === b.dropped &&
    a.items.length === b.items.length &&
    (a.prose === null) === (b.prose === null)
  );
}

function forgetOldest(book: Map<string, Reading>): void {
  let characters = [...book.values()].reduce((sum, { size }) => sum + size, 0);
  for (const [lane, { size }] of book) {
    if (book.size <= mostLanes && characters <= mostCharacters) return;
    book.delete(lane);
    characters -= size;
  }
}

/**
 * Reuses the values that the last view of a lane was read from. An entry or a summary never changes, so what was drawn
 * or measured of it for one call holds for the next. Nor does the content of a blob: what the lane's last view showed, or a
 * message brought that is about to be shown, is there once, however large it is. Keeps the lanes that were read last.
 */
import { countCharacters, type Entry } from "@clewline/core/log/entry.js";
import { type BlobId, type LaneRef, makeLaneAddress } from "@clewline/core/log/keys.js";
import type { Summary } from "@clewline/core/log/summary.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import { rememberByObject } from "@clewline/text/remember.js";
import { mapInSteps, type Steps } from "@clewline/text/steps.js";

interface Reading {
  readonly entries: ReadonlyMap<number, Entry>;
  readonly summary: Summary | null;
  readonly contents: ReadonlyMap<BlobId, string>;
  /** Characters that it keeps in memory. */
  readonly size: number;
}

const mostLanes = 64;
const mostCharacters = 32_000_000;
/** Characters to add for an entry's fields besides its texts. */
const framing = 200;

const books = new WeakMap<LogStore, Map<string, Reading>>();

/** Returns the same entries and summary, as the values of an earlier view of the lane, where it had them. */
export function* keepReading(
  store: LogStore,
  ref: LaneRef,
  read: readonly Entry[],
  summary: Summary | null,
): Steps<{ readonly entries: readonly Entry[]; readonly summary: Summary | null }> {
  const before = findReading(store, ref);
  const entries = read.map((entry) => {
    const known = before?.entries.get(entry.seq);
    return known?.id === entry.id ? known : entry;
  });
  const kept = isSame(before?.summary ?? null, summary) ? (before?.summary ?? null) : summary;
  // Counted once for each entry, and asked for again below.
  yield* mapInSteps(entries, countKeptCharacters);
  replaceReading(store, ref, {
    entries: indexEntries(entries),
    summary: kept,
    contents: findContents(store, ref),
  });
  yield;
  return { entries, summary: kept };
}

function indexEntries(entries: readonly Entry[]): ReadonlyMap<number, Entry> {
  const bySeq = new Map<number, Entry>();
  for (const entry of entries) bySeq.set(entry.seq, entry);
  return bySeq;
}

/** Entries may be others from now on. */
export function forgetReadings(store: LogStore): void {
  books.delete(store);
}

const noContents: ReadonlyMap<BlobId, string> = new Map();

/** Contents of the lane that are cached, so that they need not be read. */
export function findContents(store: LogStore, ref: LaneRef): ReadonlyMap<BlobId, string> {
  return findReading(store, ref)?.contents ?? noContents;
}

/** In the place of those that were kept before. */
export function keepContents(store: LogStore, ref: LaneRef, contents: ReadonlyMap<BlobId, string>): void {
  const before = findReading(store, ref);
  if (contents.size === 0 && (before?.contents.size ?? 0) === 0) return;
  replaceReading(store, ref, { entries: before?.entries ?? new Map(), summary: before?.summary ?? null, contents });
}

function findReading(store: LogStore, ref: LaneRef): Reading | undefined {
  return books.get(store)?.get(makeLaneAddress(ref));
}

function replaceReading(store: LogStore, ref: LaneRef, reading: Omit<Reading, "size">): void {
  const book = books.get(store) ?? new Map<string, Reading>();
  books.set(store, book);
  const lane = makeLaneAddress(ref);
  book.delete(lane);
  book.set(lane, { ...reading, size: countKept(reading) });
  forgetOldest(book);
}

/** An entry counts the ends of its long texts; the whole ones are in the contents. */
function countKept({ entries, contents }: Pick<Reading, "entries" | "contents">): number {
  let size = 0;
  for (const entry of entries.values()) size += framing + countKeptCharacters(entry);
  for (const content of contents.values()) size += content.length;
  return size;
}

/** By entry, because a lane keeps most of its entries from one view to the next. */
const countKeptCharacters = rememberByObject(countCharacters);

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

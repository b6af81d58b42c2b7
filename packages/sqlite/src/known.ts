import { type Entry, isUnreadable } from "@clewline/core/log/entry.js";
import type { LaneRecord } from "@clewline/core/log/record.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import { freezeDeep } from "@clewline/text/json.js";
import { type BoundedMap, makeBoundedMap } from "./bounded-map.js";
import { readFields, readNumber } from "./fields.js";
import { readEntryRow } from "./rows/entry-row.js";

/**
 * A cache of values that were read or written before. Entries and records never change. A turn does, and is dropped
 * when it may have changed. All values are frozen, because several callers share them.
 */
export interface StoreCache {
  readonly entries: BoundedMap<string, KnownEntry>;
  /** By their numbers, while no other connection writes to the file. */
  readonly turns: BoundedMap<number, TurnRecord>;
  readonly records: BoundedMap<number, LaneRecord>;
  /** The numbers of chunks that were written here, by session and hash. */
  readonly chunks: BoundedMap<string, number>;
  /** How often the cache was cleared. */
  readonly age: { forgotten: number };
}

export interface KnownEntry {
  readonly entry: Entry;
  readonly number: number;
  /** The number of its turn. */
  readonly turn: number | null;
}

/** Bytes to add for an entry's fields besides its texts: most entries are short. */
const framing = 700;
/** Enough for an active lane. A larger lane would be read and decoded as a whole for each call. */
const mostBytes = { entries: 32_000_000, turns: 4_000_000, records: 4_000_000, chunks: 4_000_000 } as const;

export function makeStoreCache(): StoreCache {
  return {
    entries: makeBoundedMap(mostBytes.entries),
    turns: makeBoundedMap(mostBytes.turns),
    records: makeBoundedMap(mostBytes.records),
    chunks: makeBoundedMap(mostBytes.chunks),
    age: { forgotten: 0 },
  };
}

/** For changes after which rows may differ. */
export function forgetAll({ entries, turns, records, chunks, age }: StoreCache): void {
  for (const each of [entries, turns, records, chunks]) each.clear();
  age.forgotten += 1;
}

export function findKnownEntry({ entries }: StoreCache, laneId: number, seq: number): KnownEntry | undefined {
  return entries.get(`${laneId} ${seq}`);
}

/** The entry of a row with all `columns` of the entries. */
export function rememberEntry(
  known: StoreCache,
  laneId: number,
  row: unknown,
  read: (row: unknown) => Entry | null = readEntryRow,
): KnownEntry | null {
  const fields = readFields(row);
  const before = typeof fields.seq === "number" ? findKnownEntry(known, laneId, fields.seq) : undefined;
  if (before !== undefined) return before;
  const found = read(row);
  if (found === null) return null;
  const entry = freezeDeep(found);
  const kept = {
    entry,
    number: readNumber(fields, "number"),
    turn: typeof fields.turn === "number" ? fields.turn : null,
  };
  // An unreadable entry is reported on each read, and may be readable later, so it is not cached.
  const bytes = framing + countTextBytes(fields.text) + countTextBytes(fields.rest);
  if (!isUnreadable(entry)) known.entries.set(`${laneId} ${entry.seq}`, kept, bytes);
  return kept;
}

/** The turn of a row that has its `number`. */
export function rememberTurn({ turns }: StoreCache, row: unknown, turn: TurnRecord): TurnRecord {
  const fields = readFields(row);
  turns.set(readNumber(fields, "number"), freezeDeep(turn), estimateBytes(fields.rest));
  return turn;
}

/** The record with that number. `find` returns its row, and `read` returns null for an unreadable one. */
export function rememberRecord(
  { records }: StoreCache,
  key: number,
  find: () => unknown,
  read: (row: unknown) => LaneRecord | null,
): LaneRecord | null {
  const before = records.get(key);
  if (before !== undefined) return before;
  const row = find();
  const record = row === undefined ? null : read(row);
  if (record !== null) records.set(key, freezeDeep(record), estimateBytes(readFields(row).rest));
  return record;
}

/** Bytes of a number and its key, roughly. */
const numberBytes = 200;

export function rememberChunks({ chunks }: StoreCache, numbers: ReadonlyMap<string, number>): void {
  for (const [key, number] of numbers) chunks.set(key, number, numberBytes);
}

/** Approximate bytes of an object besides its texts. */
const around = 500;

function estimateBytes(text: unknown): number {
  return around + countTextBytes(text);
}

function countTextBytes(text: unknown): number {
  return typeof text === "string" ? 2 * text.length : 0;
}

import { type Entry, isUnreadable } from "../../core/log/entry.js";
import type { LaneRecord } from "../../core/log/record.js";
import type { TurnRecord } from "../../core/log/turn.js";
import { freezeDeep } from "../../core/text/json.js";
import { type BoundedMap, makeBoundedMap } from "./bounded-map.js";
import { readFields, readNumber } from "./fields.js";
import { readEntryRow } from "./rows/entry-row.js";

/**
 * What was read or written before, as it was handed out then. Entries and records never change; a turn does,
 * and is forgotten when it may have. All of it is frozen, so that whoever gets it can't change what others get.
 */
export interface StoreCache {
  readonly entries: BoundedMap<string, KnownEntry>;
  /** By their numbers, as long as nobody else wrote to the file. */
  readonly turns: BoundedMap<number, TurnRecord>;
  readonly records: BoundedMap<number, LaneRecord>;
  /** The numbers of chunks that were written here, by session and hash. */
  readonly chunks: BoundedMap<string, number>;
  /** How often all of it was forgotten. */
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
/** A lane at work fits: one that does not would be read and decoded as a whole for each call. */
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

/** For rows that may be others from now on. */
export function forgetAll({ entries, turns, records, chunks, age }: StoreCache): void {
  for (const each of [entries, turns, records, chunks]) each.clear();
  age.forgotten += 1;
}

export function findKnownEntry({ entries }: StoreCache, laneId: number, seq: number): KnownEntry | undefined {
  return entries.get(`${laneId} ${seq}`);
}

/** The entry of a row that has all that `columns` of the entries name. */
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
  // One that can't be read is told of each time, and need not stay so.
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

/** The record of that number; `find` gives its row, and `read` null for one that can't be read. */
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

/** What an object takes besides its texts, roughly. */
const around = 500;

function estimateBytes(text: unknown): number {
  return around + countTextBytes(text);
}

function countTextBytes(text: unknown): number {
  return typeof text === "string" ? 2 * text.length : 0;
}

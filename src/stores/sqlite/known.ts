import type { Entry } from "../../core/log/entry.js";
import type { LaneRecord } from "../../core/log/record.js";
import type { TurnRecord } from "../../core/log/turn.js";
import { type BoundedMap, boundedMap } from "./bounded-map.js";
import { fieldsOf, nullable, number } from "./fields.js";
import { entryOf } from "./rows/entry-row.js";
import { recordOf } from "./rows/record-row.js";

/**
 * What was read or written before, as it was handed out then. Entries and records never change; a turn does,
 * and is forgotten when it may have. All of it is frozen, so that whoever gets it can't change what others get.
 */
export interface Known {
  readonly entries: BoundedMap<string, KnownEntry>;
  /** By their numbers, as long as nobody else wrote to the file. */
  readonly turns: BoundedMap<number, TurnRecord>;
  readonly records: BoundedMap<number, LaneRecord>;
}

export interface KnownEntry {
  readonly entry: Entry;
  readonly number: number;
  /** The number of its turn. */
  readonly turn: number | null;
}

const mostBytes = { entries: 16_000_000, turns: 4_000_000, records: 4_000_000 } as const;

export function knowNothing(): Known {
  return {
    entries: boundedMap(mostBytes.entries),
    turns: boundedMap(mostBytes.turns),
    records: boundedMap(mostBytes.records),
  };
}

export function knownAt({ entries }: Known, laneId: number, seq: number): KnownEntry | undefined {
  return entries.get(`${laneId} ${seq}`);
}

/** The entry of a row that has all that `columns` of the entries name. */
export function knowEntry(known: Known, laneId: number, row: unknown): KnownEntry {
  const fields = fieldsOf(row);
  const before = knownAt(known, laneId, number(fields, "seq"));
  if (before !== undefined) return before;
  const entry = freezeDeep(entryOf(row));
  const kept = { entry, number: number(fields, "number"), turn: nullable(number, fields, "turn") };
  known.entries.set(`${laneId} ${entry.seq}`, kept, bytesOf(fields.text) + bytesOf(fields.rest));
  return kept;
}

/** The turn of a row that has its `number`. */
export function knowTurn({ turns }: Known, row: unknown, read: () => TurnRecord): TurnRecord {
  const fields = fieldsOf(row);
  const turn = freezeDeep(read());
  turns.set(number(fields, "number"), turn, bytesOf(fields.rest));
  return turn;
}

/** The record of that number; `find` gives its row. */
export function knowRecord({ records }: Known, key: number, find: () => unknown): LaneRecord {
  const before = records.get(key);
  if (before !== undefined) return before;
  const row = find();
  const record = freezeDeep(recordOf(row));
  records.set(key, record, bytesOf(fieldsOf(row).rest));
  return record;
}

/** What an object takes besides its texts, roughly. */
const around = 500;

function bytesOf(text: unknown): number {
  return around + (typeof text === "string" ? 2 * text.length : 0);
}

function freezeDeep<Value extends object>(value: Value): Value {
  for (const name in value) {
    const field = value[name];
    if (typeof field === "object" && field !== null) freezeDeep(field);
  }
  return Object.freeze(value);
}

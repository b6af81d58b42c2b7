/** Entries as a reader gets them: one that can't be read has a note in its place, and so has one that is not there. */
import type { Entry } from "@clewline/core/log/entry.js";
import type { EntryId, LaneRef, TurnId } from "@clewline/core/log/keys.js";
import { type Fields, readFields } from "../fields.js";
import { readEntryRow } from "../rows/entry-row.js";
import { readRef } from "../rows/place-row.js";
import type { Statements } from "../statements/prepared.js";
import { decodeKey, readUuidTime } from "../stored-key.js";
import { missingRow, readDamage, readOrMeet } from "./unread-rows.js";

/** Null for a row that does not even tell its place. */
export function readStoredEntry(statements: Statements, row: unknown): Entry | null {
  try {
    return readEntryRow(row);
  } catch (error) {
    return readDamagedEntry(statements, readFields(row), readDamage(error));
  }
}

function readDamagedEntry({ unread }: Statements, fields: Fields, reason: string): Entry | null {
  const turn = readOrMeet(
    () => (fields.turn_id === null ? null : decodeKey(fields.turn_id)),
    (why) => unread.meet({ table: "turns", key: { number: fields.turn }, reason: why }),
  );
  // Its turn may be all that is wrong with it.
  const whole =
    turn === null
      ? readOrMeet(
          () => readEntryRow({ ...fields, turn_id: null }),
          () => undefined,
        )
      : null;
  if (whole !== null) return whole;
  const { seq, number } = fields;
  unread.meet({ table: "entries", key: { number }, reason, ...(isPlace(seq) ? { seq } : {}) });
  if (!isPlace(seq)) return null;
  const id = readOrMeet(
    () => decodeKey(fields.id),
    () => undefined,
  );
  return makeUnreadableEntry({
    id: id ?? `unreadable-${String(number)}`,
    seq,
    turn: turn as TurnId | null,
    at: readTime(id, fields.at),
    reason,
  });
}

/** Entries of other lanes than the one that is read. */
export function readStoredPlacedEntry(statements: Statements, row: unknown): { ref: LaneRef; entry: Entry } | null {
  const entry = readStoredEntry(statements, row);
  const ref = readOrMeet(
    () => readRef(readFields(row)),
    (reason) => statements.unread.meet({ table: "lanes", key: { id: readFields(row).lane_id }, reason }),
  );
  return entry === null || ref === null ? null : { ref, entry };
}

export function readStoredEntries(statements: Statements, rows: readonly unknown[]): readonly Entry[] {
  return rows.flatMap((row) => readStoredEntry(statements, row) ?? []);
}

/** For a place of the lane that no row has. */
export function makeMissingEntry({ unread }: Statements, laneId: number, seq: number): Entry {
  const reason = missingRow;
  unread.meet({ table: "entries", key: { lane_id: laneId, seq }, reason, seq });
  return makeUnreadableEntry({ id: `missing-${laneId}-${seq}`, seq, turn: null, at: 0, reason });
}

interface UnreadablePlace {
  readonly id: string;
  readonly seq: number;
  readonly turn: TurnId | null;
  readonly at: number;
  readonly reason: string;
}

function makeUnreadableEntry({ id, seq, turn, at, reason }: UnreadablePlace): Entry {
  const base = { id: id as EntryId, seq, turn, step: null, at, arrived: at };
  return { ...base, kind: "noted", note: { kind: "unreadable", reason } };
}

function isPlace(seq: unknown): seq is number {
  return Number.isSafeInteger(seq) && Number(seq) > 0;
}

function readTime(id: string | null, at: unknown): number {
  const made = id === null ? 0 : readUuidTime(id);
  return made + (typeof at === "number" && Number.isFinite(at) ? at : 0);
}

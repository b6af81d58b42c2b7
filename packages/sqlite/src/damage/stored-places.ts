/** Lanes, sessions and their queues for a reader. Damaged counters are counted again. */
import { type Epoch, firstEpoch } from "@clewline/core/log/epoch.js";
import type { Lease } from "@clewline/core/log/lease.js";
import type { LaneRecord } from "@clewline/core/log/record.js";
import type { LaneState, LaneSummary, SessionSummary } from "@clewline/core/ports/index.js";
import { type Fields, readFields } from "../fields.js";
import { type LaneRow, parseSettings, readLaneRow, readLaneSummary, readSessionSummary } from "../rows/place-row.js";
import { readEpochRow, readLeaseRow, readRecordRow } from "../rows/record-row.js";
import type { Statements } from "../statements/prepared.js";
import { decodeKey } from "../stored-key.js";
import { readStoredEntry } from "./stored-entries.js";
import { readDamage, readOrMeet } from "./unread-rows.js";

/** Null if not even its numbers can be read. */
export function readStoredLane(statements: Statements, row: unknown): LaneRow | null {
  try {
    return readLaneRow(row);
  } catch (error) {
    return recountLane(statements, readFields(row), readDamage(error));
  }
}

function recountLane({ unread, lanes }: Statements, fields: Fields, reason: string): LaneRow | null {
  const { id, session_id: sessionId, owner_id: ownerId, cleared, edited, last_receipt: lastReceipt, settings } = fields;
  unread.meet({ table: "lanes", key: { id }, reason });
  if (typeof id !== "number" || typeof sessionId !== "number" || typeof ownerId !== "number") return null;
  const newest = lanes.lastSeq.get({ laneId: id });
  const { seq } = newest === undefined ? { seq: 0 } : readFields(newest);
  const last = typeof seq === "number" ? seq : 0;
  const kept = Number.isSafeInteger(fields.next_seq) ? (fields.next_seq as number) : 0;
  return {
    id,
    sessionId,
    ownerId,
    nextSeq: Math.max(last + 1, kept),
    cleared: typeof cleared === "number" ? Math.min(cleared, last) : 0,
    isEdited: edited !== 0,
    lastReceipt,
    settings: typeof settings === "string" ? settings : null,
    isRecounted: true,
  };
}

export function readStoredSettings(
  { unread }: Statements,
  sessionId: number | null,
  json: string | null,
): LaneState["settings"] {
  const meet = (reason: string) => unread.meet({ table: "sessions", key: { id: sessionId }, reason });
  return readOrMeet(() => parseSettings(json), meet) ?? {};
}

/** If an epoch's reach is lost, it becomes the first epoch of its key, and the lane is read again from its start. */
export function readStoredEpoch({ unread }: Statements, row: unknown, laneId: number, key: string): Epoch {
  if (row === undefined) return { ...firstEpoch, key };
  const { key: stored, number } = readFields(row);
  const meet = (reason: string) => unread.meet({ table: "epochs", key: { lane_id: laneId, key: stored }, reason });
  return readOrMeet(() => readEpochRow(row), meet) ?? { ...firstEpoch, key, number: readEpochNumber(number) };
}

export function readEpochNumber(number: unknown): number {
  return Number.isSafeInteger(number) ? (number as number) : 0;
}

/** The id in the column; null if it can't be read. */
export function readStoredName(name: unknown): string | null {
  return name === null || name === undefined
    ? null
    : readOrMeet(
        () => decodeKey(name),
        () => undefined,
      );
}

export function readStoredLeases({ unread }: Statements, rows: readonly unknown[]): readonly Lease[] {
  return rows.flatMap((row) => {
    const { number } = readFields(row);
    const meet = (reason: string) => unread.meet({ table: "leases", key: { number }, reason });
    return readOrMeet(() => readLeaseRow(row), meet) ?? [];
  });
}

export function readStoredRecord({ unread }: Statements, row: unknown): LaneRecord | null {
  const { number } = readFields(row);
  return readOrMeet(
    () => readRecordRow(row),
    (reason) => unread.meet({ table: "records", key: { number }, reason }),
  );
}

/** The summaries of sessions. A session with damaged counters keeps its name and gets zeros. */
export function readStoredSessions({ unread }: Statements, rows: readonly unknown[]): readonly SessionSummary[] {
  return rows.flatMap((row) => {
    const { id, newest, ...others } = readFields(row);
    const meet = (reason: string) => unread.meet({ table: "sessions", key: { id }, reason });
    const counted = {
      ...others,
      lanes: toCount(others.lanes),
      entries: toCount(others.entries),
      newest: toCount(newest),
    };
    return readOrMeet(() => readSessionSummary(row), meet) ?? readOrMeet(() => readSessionSummary(counted), meet) ?? [];
  });
}

/** Newest first. A damaged time makes the order unreliable, so each lane's last entry is read instead. */
export function readStoredLanes(statements: Statements, rows: readonly unknown[]): readonly LaneSummary[] {
  const isDamaged = (row: unknown) => typeof readFields(row).newest !== "number";
  const newest = rows.reduce<number>((latest, row) => Math.max(latest, toCount(readFields(row).newest)), -Infinity);
  const isOrdered = rows.every((row) => !isDamaged(row) && newest === readFields(row).newest_of_all);
  if (isOrdered) return rows.flatMap((row) => readLane(statements, readFields(row)));
  const recounted = rows.flatMap((row) => readLane(statements, recountNewest(statements, readFields(row))));
  return recounted.sort((a, b) => b.newest - a.newest || (a.ref.lane < b.ref.lane ? -1 : 1));
}

function readLane({ unread }: Statements, fields: Fields): readonly LaneSummary[] {
  const { id, ...others } = fields;
  const meet = (reason: string) => unread.meet({ table: "lanes", key: { id }, reason });
  const counted = { ...others, next_seq: toCount(others.next_seq) || 1 };
  const found = readOrMeet(() => readLaneSummary(fields), meet) ?? readOrMeet(() => readLaneSummary(counted), meet);
  return found === null ? [] : [found];
}

function recountNewest(statements: Statements, fields: Fields): Fields {
  const { id, newest } = fields;
  const laneId = toCount(id);
  const { seq } = readFields(statements.lanes.lastSeq.get({ laneId }) ?? { seq: 0 });
  const [row] = readRunRows(statements, { laneId, from: toCount(seq), to: toCount(seq) });
  const last = row === undefined ? null : readStoredEntry(statements, row);
  if (typeof newest !== "number")
    statements.unread.meet({ table: "lanes", key: { id }, reason: "column newest is not a number" });
  return { ...fields, newest: last?.at ?? toCount(newest) };
}

function toCount(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}

/** A run of a lane as far as it can be read: the pages of some rows may be damaged, and others lost. */
interface Run {
  readonly laneId: number;
  readonly from: number;
  readonly to: number;
}

/** The rows by seq. If SQLite refuses the whole run, its halves are read, down to single places. */
export function readRunRows({ entries }: Statements, { laneId, from, to }: Run): readonly unknown[] {
  const read = (first: number, last: number): readonly unknown[] => {
    if (first > last) return [];
    try {
      return entries.between.all({ laneId, from: first, to: last, limit: last - first + 1 });
    } catch (error) {
      readDamage(error);
      if (first === last) return [];
      const middle = Math.floor((first + last) / 2);
      return [...read(first, middle), ...read(middle + 1, last)];
    }
  };
  return read(from, to);
}

/** The places of a run without a row, in order. */
export function listHoles(places: readonly number[], from: number, to: number): readonly number[] {
  if (places.length === to - from + 1) return [];
  const known = new Set(places);
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index).filter(
    (seq) => !known.has(seq),
  );
}

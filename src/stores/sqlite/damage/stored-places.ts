/** Lanes, sessions and their queues as a reader gets them: counters that are damaged are counted again. */
import { type Epoch, firstEpoch } from "../../../core/log/epoch.js";
import type { Lease } from "../../../core/log/lease.js";
import type { LaneRecord } from "../../../core/log/record.js";
import type { LaneState, LaneSummary, SessionSummary } from "../../../core/ports/index.js";
import { type Fields, readFields } from "../fields.js";
import { type LaneRow, parseSettings, readLaneRow, readLaneSummary, readSessionSummary } from "../rows/place-row.js";
import { readEpochRow, readLeaseRow, readRecordRow } from "../rows/record-row.js";
import type { Statements } from "../statements/prepared.js";
import { decodeKey } from "../stored-key.js";
import { readDamage, readOrMeet } from "./unread-rows.js";

/** Null where not even its numbers can be read. */
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
  const { seq } = readFields(lanes.lastSeq.get({ laneId: id }));
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

/** The first epoch of its key, where how far it reached is lost: everything is read again. */
export function readStoredEpoch({ unread }: Statements, row: unknown, laneId: number, key: string): Epoch {
  if (row === undefined) return { ...firstEpoch, key };
  const { key: stored, number } = readFields(row);
  const meet = (reason: string) => unread.meet({ table: "epochs", key: { lane_id: laneId, key: stored }, reason });
  return readOrMeet(() => readEpochRow(row), meet) ?? { ...firstEpoch, key, number: readEpochNumber(number) };
}

export function readEpochNumber(number: unknown): number {
  return Number.isSafeInteger(number) ? (number as number) : 0;
}

/** The id that a column names; null for one that can't be read. */
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

/** What a list tells of a session whose counters are damaged: its name, and zeros. */
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

export function readStoredLanes({ unread }: Statements, rows: readonly unknown[]): readonly LaneSummary[] {
  return rows.flatMap((row) => {
    const { id, ...others } = readFields(row);
    const meet = (reason: string) => unread.meet({ table: "lanes", key: { id }, reason });
    const counted = { ...others, next_seq: toCount(others.next_seq) || 1, newest: toCount(others.newest) };
    return readOrMeet(() => readLaneSummary(row), meet) ?? readOrMeet(() => readLaneSummary(counted), meet) ?? [];
  });
}

function toCount(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}

import { followsEpoch } from "@clewline/core/log/candidate.js";
import type { Epoch } from "@clewline/core/log/epoch.js";
import type { LaneRecord } from "@clewline/core/log/record.js";
import type { Change, LaneState } from "@clewline/core/ports/index.js";
import { encodeCanonicalJson } from "@clewline/text/json.js";
import { readStoredRecord, readStoredSettings } from "./damage/stored-places.js";
import { readFields } from "./fields.js";
import { rememberRecord } from "./known.js";
import type { LaneReader } from "./lane-entries.js";
import type { LaneRow } from "./rows/place-row.js";
import { makeRecordColumns } from "./rows/record-row.js";
import type { Statements } from "./statements/prepared.js";
import { encodeNullableKey } from "./stored-key.js";
import { encodeText } from "./stored-text.js";

export function writeRecords({ records }: Statements, { id: laneId }: LaneRow, change: Change): void {
  for (const record of change.records ?? []) records.putRecord.run({ laneId, ...makeRecordColumns(record) });
}

/** Runs after the entries of the change, because the change may clear them too. */
export function moveCleared({ lanes }: Statements, { id: laneId }: LaneRow, { cleared }: Change): void {
  if (cleared !== undefined) lanes.moveCleared.run({ laneId, cleared });
}

export function writeSettings(statements: Statements, lane: LaneRow, { settings }: Change): void {
  if (settings === undefined) return;
  const { lanes } = statements;
  const before = readStoredSettings(statements, lane.sessionId, lane.settings);
  const merged = Object.entries({ ...before, ...settings }).filter(([, value]) => value !== null);
  const stored = merged.length === 0 ? null : encodeCanonicalJson(Object.fromEntries(merged));
  lanes.setSettings.run({ sessionId: lane.sessionId, settings: stored });
}

/** The summary that the epoch names and the candidate for the next one; null if the named summary can't be read. */
export function readPrepared(reader: LaneReader, epoch: Epoch): Pick<LaneState, "summary" | "candidate"> | null {
  const { statements, lane } = reader;
  const wanted = { laneId: lane.id, summary: encodeNullableKey(epoch.summary?.id ?? null), key: encodeText(epoch.key) };
  const numbers = readFields(statements.records.recordsForView.get(wanted));
  const named = readNumberedRecord(reader, numbers.summary);
  if (named === null && typeof numbers.summary === "number") return null;
  const newest = readNumberedRecord(reader, numbers.candidate);
  const isNext = newest?.kind === "candidate" && followsEpoch(newest.candidate, epoch);
  return { summary: named?.kind === "summary" ? named.summary : null, candidate: isNext ? newest.candidate : null };
}

export function readNumberedRecord({ statements, known }: LaneReader, number: unknown): LaneRecord | null {
  if (typeof number !== "number") return null;
  return rememberRecord(
    known,
    number,
    () => statements.records.recordNumbered.get({ number }),
    (row) => readStoredRecord(statements, row),
  );
}

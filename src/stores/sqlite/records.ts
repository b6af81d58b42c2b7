import type { Epoch } from "../../core/log/epoch.js";
import type { LaneRecord } from "../../core/log/record.js";
import type { Change, LaneState } from "../../core/ports/index.js";
import { canonical } from "../../core/text/json.js";
import { fieldsOf } from "./fields.js";
import { knowRecord } from "./known.js";
import type { LaneReader } from "./lane-entries.js";
import { type LaneRow, settingsOf } from "./rows/place-row.js";
import { recordColumns } from "./rows/record-row.js";
import type { Statements } from "./statements/prepared.js";
import { toKeyOrNull } from "./stored-key.js";
import { toStored } from "./stored-text.js";

export function writeRecords({ records }: Statements, { id: laneId }: LaneRow, change: Change): void {
  for (const record of change.records ?? []) records.putRecord.run({ laneId, ...recordColumns(record) });
}

/** After the entries of the change: they may be cleared with it. */
export function moveCleared({ lanes }: Statements, { id: laneId }: LaneRow, { cleared }: Change): void {
  if (cleared !== undefined) lanes.moveCleared.run({ laneId, cleared });
}

export function writeSettings({ lanes }: Statements, lane: LaneRow, { settings }: Change): void {
  if (settings === undefined) return;
  const merged = Object.entries({ ...settingsOf(lane.settings), ...settings }).filter(([, value]) => value !== null);
  const stored = merged.length === 0 ? null : canonical(Object.fromEntries(merged));
  lanes.setSettings.run({ sessionId: lane.sessionId, settings: stored });
}

/** What the epoch names and what was prepared for it. */
export function preparedFor(reader: LaneReader, epoch: Epoch): Pick<LaneState, "summary" | "candidate"> {
  const { statements, lane } = reader;
  const wanted = { laneId: lane.id, summary: toKeyOrNull(epoch.summary?.id ?? null), key: toStored(epoch.key) };
  const numbers = fieldsOf(statements.records.recordsForView.get(wanted));
  const named = recordNumbered(reader, numbers.summary);
  const newest = recordNumbered(reader, numbers.candidate);
  const isNext = newest?.kind === "candidate" && newest.candidate.after === epoch.number;
  return { summary: named?.kind === "summary" ? named.summary : null, candidate: isNext ? newest.candidate : null };
}

export function recordNumbered({ statements, known }: LaneReader, number: unknown): LaneRecord | null {
  if (typeof number !== "number") return null;
  return knowRecord(known, number, () => statements.records.recordNumbered.get({ number }));
}

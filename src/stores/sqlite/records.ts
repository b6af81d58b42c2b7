import type { Epoch } from "../../core/epoch.js";
import { canonical } from "../../core/json.js";
import type { Change, LaneState } from "../../core/ports.js";
import { type LaneRow, settingsOf } from "./rows/place-row.js";
import { recordColumns, recordOf } from "./rows/record-row.js";
import type { Statements } from "./statements/prepared.js";
import { toKey } from "./stored-key.js";
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

/** What the epoch names and what was prepared for it, in one statement. */
export function preparedFor(
  { records }: Statements,
  { id: laneId }: LaneRow,
  epoch: Epoch,
): Pick<LaneState, "summary" | "candidate"> {
  const summary = epoch.summary === null ? null : toKey(epoch.summary.id);
  const found = records.recordsForView.all({ laneId, summary, key: toStored(epoch.key) }).map(recordOf);
  const named = found.find((record) => record.kind === "summary");
  const newest = found.find((record) => record.kind === "candidate");
  const candidate = newest?.candidate.after === epoch.number ? newest.candidate : null;
  return { summary: named?.summary ?? null, candidate };
}

import { isUnreadable } from "../../../core/log/entry.js";
import type { LaneName } from "../damage/lane-names.js";
import { type Fields, readFields } from "../fields.js";
import { tryRead } from "../rows/columns.js";
import { readEntryRow } from "../rows/entry-row.js";

/** Which lanes keep another time as their newest than their entries have, by the rows of entries that pass. */
export function watchNewest(lanes: ReadonlyMap<number, LaneName>) {
  const newest = new Map<number, number>();
  /** Of lanes with an entry that can't be read nobody knows. */
  const unknown = new Set<unknown>();
  return {
    pass: (rows: readonly unknown[]) => {
      for (const row of rows) {
        const { lane_id: laneId } = readFields(row);
        const entry = tryRead((each) => readEntryRow({ ...readFields(each), turn_id: null }), row);
        if (typeof laneId !== "number" || entry === null || isUnreadable(entry)) unknown.add(laneId);
        else newest.set(laneId, Math.max(newest.get(laneId) ?? entry.at, entry.at));
      }
    },
    /** As the fields and the reason of each such lane's fault. */
    end: (): readonly (readonly [Fields, string])[] =>
      [...lanes].flatMap(([id, { newest: kept }]) => {
        const found = newest.get(id) ?? null;
        if (found === kept || unknown.has(id)) return [];
        return [[{ lane_id: id, number: id }, "column newest is not the time of its newest entry"] as const];
      }),
  };
}

/** Brings the records of a foreign history into an order that the log accepts. */
import type { Instant, LaneKey } from "../log/keys.js";
import type { ImportedRecord } from "./importer.js";

/** Sorts by time within each lane; a record without a time stays behind its predecessor. Results follow their calls. */
export function orderImported(records: readonly ImportedRecord[]): readonly ImportedRecord[] {
  return [...groupByLane(records).values()].flatMap((lane) => placeResultsAfterCalls(sortByTime(lane)));
}

/**
 * Puts each result of a lane behind its call and each withdrawal behind its target. A result belongs to the nearest
 * call before it with its id; it takes over that call's step and, if it names none, its tool.
 */
export function placeResultsAfterCalls(records: readonly ImportedRecord[]): readonly ImportedRecord[] {
  const expected = new Set(records.flatMap(listAwaitedNames));
  const calls = new Map<string, ImportedItem>();
  const waitingFor = new Map<string, ImportedRecord[]>();
  const ordered: ImportedRecord[] = [];
  const place = (record: ImportedRecord): void => {
    ordered.push(addCallDetails(record, calls));
    if (record.kind === "item" && record.item.kind === "called") calls.set(record.item.call, record);
    for (const name of listAwaitedNames(record)) {
      expected.delete(name);
      const waiting = waitingFor.get(name) ?? [];
      waitingFor.delete(name);
      waiting.forEach(place);
    }
  };
  for (const record of records) {
    const name = findNeededName(record);
    if (name !== null && expected.has(name)) waitingFor.set(name, [...(waitingFor.get(name) ?? []), record]);
    else place(record);
  }
  return ordered;
}

type ImportedItem = Extract<ImportedRecord, { kind: "item" }>;

function groupByLane(records: readonly ImportedRecord[]): ReadonlyMap<LaneKey, readonly ImportedRecord[]> {
  const lanes = new Map<LaneKey, ImportedRecord[]>();
  for (const record of records) {
    const lane = lanes.get(record.lane);
    if (lane === undefined) lanes.set(record.lane, [record]);
    else lane.push(record);
  }
  return lanes;
}

/** The names under which other records may wait for this one: its key, and its id if it is a call. */
function listAwaitedNames(record: ImportedRecord): readonly string[] {
  const isCall = record.kind === "item" && record.item.kind === "called";
  return isCall ? [`key ${record.key}`, `call ${record.item.call}`] : [`key ${record.key}`];
}

function findNeededName(record: ImportedRecord): string | null {
  if (record.kind === "withdrawn") return `key ${record.target}`;
  return record.kind === "item" && record.item.kind === "returned" ? `call ${record.item.call}` : null;
}

function addCallDetails(record: ImportedRecord, calls: ReadonlyMap<string, ImportedItem>): ImportedRecord {
  if (record.kind !== "item" || record.item.kind !== "returned") return record;
  const call = calls.get(record.item.call);
  const known = call?.item.kind === "called" ? call.item.tool : "unknown";
  const step = call?.call === undefined ? {} : { call: call.call };
  return { ...record, item: { ...record.item, tool: record.item.tool || known }, ...step };
}

/** Sorts stably. A record without a time stays behind its predecessor. */
export function sortByTime<Timed extends { readonly at: Instant | null }>(records: readonly Timed[]): readonly Timed[] {
  let before = Number.NEGATIVE_INFINITY;
  const placed = records.map((record) => {
    before = record.at ?? before;
    return { record, time: before };
  });
  // Subtracting equal infinities gives NaN.
  return placed.sort((a, b) => (a.time === b.time ? 0 : a.time - b.time)).map(({ record }) => record);
}

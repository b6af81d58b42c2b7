/** Brings the records of a foreign history into an order that the log can take. */

import type { LaneKey } from "../log/keys.js";
import type { Imported } from "./imported.js";
import { inOrderOfTime } from "./order-of-time.js";

/** By time within each lane; what has no time stays behind what it stood behind. Results follow their calls. */
export function inOrder(records: readonly Imported[]): readonly Imported[] {
  return [...byLane(records).values()].flatMap((lane) => resultsAfterCalls(inOrderOfTime(lane)));
}

/**
 * The records of one lane, each result behind its call and each withdrawal behind what it takes back. A result belongs
 * to the nearest call before it with its id, and so to that call's step; also its tool is that call's.
 */
export function resultsAfterCalls(records: readonly Imported[]): readonly Imported[] {
  const expected = new Set(records.flatMap(namesOf));
  const calls = new Map<string, ImportedItem>();
  const held = new Map<string, Imported[]>();
  const ordered: Imported[] = [];
  const place = (record: Imported): void => {
    ordered.push(withCall(record, calls));
    if (record.kind === "item" && record.item.kind === "called") calls.set(record.item.call, record);
    for (const name of namesOf(record)) {
      expected.delete(name);
      const waiting = held.get(name) ?? [];
      held.delete(name);
      waiting.forEach(place);
    }
  };
  for (const record of records) {
    const name = neededName(record);
    if (name !== null && expected.has(name)) held.set(name, [...(held.get(name) ?? []), record]);
    else place(record);
  }
  return ordered;
}

type ImportedItem = Extract<Imported, { kind: "item" }>;

function byLane(records: readonly Imported[]): ReadonlyMap<LaneKey, readonly Imported[]> {
  const lanes = new Map<LaneKey, Imported[]>();
  for (const record of records) {
    const lane = lanes.get(record.lane);
    if (lane === undefined) lanes.set(record.lane, [record]);
    else lane.push(record);
  }
  return lanes;
}

/** What others may wait for: the record with a key, and the call with an id. */
function namesOf(record: Imported): readonly string[] {
  const isCall = record.kind === "item" && record.item.kind === "called";
  return isCall ? [`key ${record.key}`, `call ${record.item.call}`] : [`key ${record.key}`];
}

function neededName(record: Imported): string | null {
  if (record.kind === "withdrawn") return `key ${record.target}`;
  return record.kind === "item" && record.item.kind === "returned" ? `call ${record.item.call}` : null;
}

function withCall(record: Imported, calls: ReadonlyMap<string, ImportedItem>): Imported {
  if (record.kind !== "item" || record.item.kind !== "returned") return record;
  const call = calls.get(record.item.call);
  const known = call?.item.kind === "called" ? call.item.tool : "unknown";
  const step = call?.call === undefined ? {} : { call: call.call };
  return { ...record, item: { ...record.item, tool: record.item.tool || known }, ...step };
}

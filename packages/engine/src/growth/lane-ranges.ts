/** Keeps the hidden and pinned ranges of a lane as a record; the newest record counts. */
import type { SeqRange } from "@clewline/core/log/background-runs.js";
import type { Entry } from "@clewline/core/log/entry.js";
import { type EntryId, type Instant, type LaneRef, makeLaneAddress, type TurnId } from "@clewline/core/log/keys.js";
import { describeRanges, type LaneRanges, noRanges, type ViewRanges } from "@clewline/core/log/ranges/lane-ranges.js";
import type { LaneRecord } from "@clewline/core/log/record.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { LaneState, LogStore, RecordRequest } from "@clewline/core/ports/index.js";
import type { PureFns } from "@clewline/core/view/snapshot.js";
import { encodeCanonicalJson } from "@clewline/text/json.js";

const recordName = "views";

/** A read of the lane passes this to get the newest ranges with it. */
export const rangesRequest: RecordRequest = { kind: "ranges", name: recordName, limit: 1 };

export function pickRanges(records: readonly LaneRecord[] | undefined): LaneRanges {
  const newest = records?.[0];
  return newest?.kind === "ranges" ? newest.ranges : noRanges;
}

export interface StoredRanges {
  readonly ranges: LaneRanges;
  /** The record that has them; null before the first request. */
  readonly record: string | null;
}

export async function readRanges(store: LogStore, ref: LaneRef): Promise<StoredRanges> {
  const records = await store.records(ref, "ranges", recordName, 1);
  return { ranges: pickRanges(records), record: records[0]?.id ?? null };
}

/** The record that follows `before`: asked for twice in one moment, the same ranges are two records. */
export function makeRangesRecord(
  { hash }: PureFns,
  ref: LaneRef,
  { ranges, at, before }: { readonly ranges: LaneRanges; readonly at: Instant; readonly before: StoredRanges },
): LaneRecord {
  const id = hash(encodeCanonicalJson([makeLaneAddress(ref), at, before.record, ranges])).slice(0, 16);
  return { kind: "ranges", id, name: recordName, at, ranges };
}

/** Undefined where nothing is hidden or pinned. */
export async function readViewRanges(
  store: LogStore,
  ref: LaneRef,
  { hidden, pinned }: LaneRanges,
): Promise<ViewRanges | undefined> {
  if (hidden.length === 0 && pinned.length === 0) return undefined;
  return { hidden, pinned, gone: await readHiddenIds(store, ref, hidden) };
}

/** An entry never changes its id while its session lasts, so they are read once. */
const known = new WeakMap<LogStore, Map<string, ReadonlySet<EntryId>>>();
const mostKnown = 64;

/** After an erasure, a session may have other entries at the same places. */
export function forgetHidden(store: LogStore): void {
  known.delete(store);
}

async function readHiddenIds(
  store: LogStore,
  ref: LaneRef,
  hidden: readonly SeqRange[],
): Promise<ReadonlySet<EntryId>> {
  const lanes = known.get(store) ?? new Map<string, ReadonlySet<EntryId>>();
  known.set(store, lanes);
  const key = `${makeLaneAddress(ref)} ${describeRanges({ hidden, pinned: [] })}`;
  const before = lanes.get(key);
  if (before !== undefined) return before;
  const ids = new Set<EntryId>();
  for (const range of hidden) for (const { id } of await readRange(store, ref, range)) ids.add(id);
  if (lanes.size >= mostKnown) lanes.clear();
  lanes.set(key, ids);
  return ids;
}

/** As many as a store gives at once. */
const page = 1_000;

export async function readRange(store: LogStore, ref: LaneRef, { from, to }: SeqRange): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for (let first = from; first <= to; first += page)
    entries.push(...(await store.range(ref, first, Math.min(to, first + page - 1))));
  return entries;
}

/** Pinned entries that have left the view, with their edits and turns, to be shown again. */
export async function readPinnedEntries(
  store: LogStore,
  ref: LaneRef,
  { pinned }: LaneRanges,
  { entries: read, turns: known, cleared }: Pick<LaneState, "entries" | "turns" | "cleared">,
): Promise<Pick<LaneState, "entries" | "turns">> {
  const present = new Set(read.map(({ seq }) => seq));
  const found: Entry[] = [];
  for (const range of pinned) found.push(...(await readRange(store, ref, range)));
  const ids = found.map(({ id }) => id);
  const changes = ids.length === 0 ? [] : await store.changesOf(ref, ids);
  const missing = [...found, ...changes].filter(({ seq }) => seq > cleared && !present.has(seq));
  const entries = [...new Map(missing.map((entry) => [entry.seq, entry])).values()];
  const named = new Set<TurnId | null>(known.map(({ id }) => id));
  const wanted = [...new Set(entries.map(({ turn }) => turn))].filter((turn) => turn !== null && !named.has(turn));
  const turns = await Promise.all(wanted.map((turn) => (turn === null ? null : store.turn(ref, turn))));
  return { entries, turns: turns.filter((turn): turn is TurnRecord => turn !== null) };
}

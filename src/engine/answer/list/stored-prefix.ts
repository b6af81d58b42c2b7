/** Which beginning of a host's list a lane has already. */
import type { Entry } from "../../../core/log/entry.js";
import type { LaneRef } from "../../../core/log/keys.js";
import type { Engine } from "../../engine.js";
import { findMark, makeAnewMark } from "../../intake/sync-mark.js";

export interface StoredPrefix {
  /** How many messages of the list are stored and stand. */
  readonly stored: number;
  /** Seq of the last entry of the stored part. */
  readonly end: number;
}

/**
 * If a prefix is stored, or stands (was not withdrawn), so does every shorter one: binary searches find the longest. What
 * lies up to `from` belongs to an earlier list of the lane.
 */
export async function findStoredPrefix(
  engine: Engine,
  ref: LaneRef,
  marks: readonly string[],
  from = 0,
): Promise<StoredPrefix> {
  const read = async (length: number): Promise<Entry | null> => {
    const known = await engine.store.bySource(ref, marks[length - 1] ?? "");
    return known !== null && known.ref.lane === ref.lane && known.entry.seq > from ? known.entry : null;
  };
  const notes = new Map<number, Promise<Entry | null>>();
  const noteOf = (length: number): Promise<Entry | null> => {
    const note = notes.get(length) ?? read(length);
    notes.set(length, note);
    return note;
  };
  const known = await findLongest(marks.length, async (length) => (await noteOf(length)) !== null);
  const stands = async (length: number) => {
    const note = await noteOf(length);
    return note !== null && !(await isWithdrawn(engine, ref, note));
  };
  // Most lists only grow, and then one check is enough.
  const stored = known > 0 && (await stands(known)) ? known : await findLongest(known, stands);
  return { stored, end: stored === 0 ? 0 : ((await noteOf(stored))?.seq ?? 0) };
}

/** The largest length up to `most` that passes, where every shorter one passes too. */
async function findLongest(most: number, passes: (length: number) => Promise<boolean>): Promise<number> {
  let [low, high, back] = [0, most, 0];
  // Most lists are new at their very end alone: from there back in steps that double, until one passes.
  while (low < high) {
    const probe = low === 0 ? Math.max(1, high - back) : Math.ceil((low + high) / 2);
    if (await passes(probe)) low = probe;
    else [high, back] = [probe - 1, probe === most ? 0 : 2 * back + 1];
  }
  return low;
}

async function isWithdrawn({ store }: Engine, ref: LaneRef, { id }: Entry): Promise<boolean> {
  return (await store.changesOf(ref, [id])).some((change) => change.kind === "withdrawn");
}

/** Where the list that the lane holds now began; 0 where it never held another. */
export async function findBeginning({ store }: Engine, ref: LaneRef): Promise<number> {
  const found = await store.bySource(ref, makeAnewMark(ref.lane));
  return found !== null && found.ref.lane === ref.lane ? found.entry.seq : 0;
}

export function isMark(entry: Entry): boolean {
  return findMark(entry) !== null;
}

/** As many as a store gives at once. */
const page = 1_000;

/** Everything after `end`, oldest first. */
export async function readAfter({ store }: Engine, ref: LaneRef, end: number, last: number): Promise<readonly Entry[]> {
  const after: Entry[] = [];
  for (let from = end + 1; from <= last; from += page) {
    after.push(...(await store.range(ref, from, Math.min(last, from + page - 1))));
  }
  return after;
}

/** Those of the entries that were not withdrawn. */
export async function keepStanding(
  { store }: Engine,
  ref: LaneRef,
  entries: readonly Entry[],
): Promise<readonly Entry[]> {
  const changes = await store.changesOf(
    ref,
    entries.map(({ id }) => id),
  );
  const gone = new Set(changes.flatMap((change) => (change.kind === "withdrawn" ? [change.target] : [])));
  return entries.filter(({ id }) => !gone.has(id));
}

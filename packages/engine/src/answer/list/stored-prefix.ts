/** Finds how much of a host's list a lane has already. */
import type { Entry } from "@clewline/core/log/entry.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import type { LaneState } from "@clewline/core/ports/index.js";
import type { Engine } from "../../engine.js";
import { toldRequest } from "../../intake/secret-register.js";
import { findMark, makeAnewMark } from "../../intake/sync-mark.js";

export interface StoredPrefix {
  /** How many messages of the list are stored and stand. */
  readonly stored: number;
  /** Seq of the last entry of the stored part. */
  readonly end: number;
}

/** The end of a lane, read once: the newest entries since it was cleared, and the records that its next list needs. */
export type LaneEnd = Pick<LaneState, "last" | "lastReceipt" | "entries" | "turns" | "records">;

/** More than most answers bring, and kept in memory anyway. */
const newestRead = 40;

export function readLaneEnd({ store }: Engine, ref: LaneRef): Promise<LaneEnd> {
  return store.read(ref, { limit: newestRead, records: [toldRequest] });
}

/** Looks marks up in a lane, each of them once: what it found holds as long as the lane has the same last seq. */
export interface LaneMarks {
  readonly end: LaneEnd;
  /** Where the list that the lane holds now began; 0 where it never held another. */
  beginning(): Promise<number>;
  /** The note of a mark; null where the lane has none. */
  note(mark: string): Promise<MarkPlace | null>;
  /** Whether its note is there and was not withdrawn. */
  stands(mark: string): Promise<boolean>;
}

type MarkPlace = Pick<Entry, "id" | "seq">;

export function openMarks({ store }: Engine, ref: LaneRef, end: LaneEnd): LaneMarks {
  const find = async (mark: string): Promise<MarkPlace | null> => {
    const found = await store.bySource(ref, mark);
    return found !== null && found.ref.lane === ref.lane ? found.entry : null;
  };
  const notes = new Map<string, Promise<MarkPlace | null>>();
  const standing = new Map<string, Promise<boolean>>();
  const note = (mark: string) => remember(notes, mark, () => find(mark));
  return {
    end,
    beginning: async () => (await note(makeAnewMark(ref.lane)))?.seq ?? 0,
    note,
    stands: (mark) =>
      remember(standing, mark, async () => {
        const place = await note(mark);
        if (place === null) return false;
        return !(await store.changesOf(ref, [place.id])).some((change) => change.kind === "withdrawn");
      }),
  };
}

function remember<Answer>(
  known: Map<string, Promise<Answer>>,
  mark: string,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const answer = known.get(mark) ?? ask();
  known.set(mark, answer);
  return answer;
}

/** Where the list that a lane holds parts from another. */
export interface ListPlace extends StoredPrefix {
  /** Seq of the last entry before those that only the lane has. */
  readonly start: number;
}

/** With `mayBeginAnew`, entries from before the list was restarted are not looked at. */
export async function findListPlace(
  look: LaneMarks,
  marks: readonly string[],
  mayBeginAnew: boolean,
): Promise<ListPlace> {
  const grown = findGrown(look.end, marks);
  if (grown !== null) return { ...grown, start: grown.end };
  const from = mayBeginAnew ? await look.beginning() : 0;
  const prefix = await findStoredPrefix(look, marks, from);
  return { ...prefix, start: Math.max(prefix.end, from) };
}

/** Most lists only grow: then the newest standing mark of the lane is one of theirs, and no further read is needed. */
function findGrown({ entries }: LaneEnd, marks: readonly string[]): StoredPrefix | null {
  const gone = new Set(entries.flatMap((entry) => (entry.kind === "withdrawn" ? [entry.target] : [])));
  const note = entries.findLast((entry) => isMark(entry) && !gone.has(entry.id));
  const mark = note === undefined ? null : findMark(note);
  const stored = mark === null ? 0 : marks.lastIndexOf(mark.mark) + 1;
  return note === undefined || stored === 0 ? null : { stored, end: note.seq };
}

/**
 * If a prefix is stored, or stands (was not withdrawn), so does every shorter one: binary searches find the longest.
 * Entries up to `from` belong to an earlier list of the lane.
 */
export async function findStoredPrefix(look: LaneMarks, marks: readonly string[], from = 0): Promise<StoredPrefix> {
  const markOf = (length: number) => marks[length - 1] ?? "";
  const noteOf = async (length: number): Promise<MarkPlace | null> => {
    const note = await look.note(markOf(length));
    return note !== null && note.seq > from ? note : null;
  };
  const known = await findLongest(marks.length, async (length) => (await noteOf(length)) !== null);
  const stands = async (length: number) => (await noteOf(length)) !== null && look.stands(markOf(length));
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
  if (entries.length === 0) return entries;
  const changes = await store.changesOf(
    ref,
    entries.map(({ id }) => id),
  );
  const gone = new Set(changes.flatMap((change) => (change.kind === "withdrawn" ? [change.target] : [])));
  return entries.filter(({ id }) => !gone.has(id));
}

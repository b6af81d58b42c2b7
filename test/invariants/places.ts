/** Where an entry stands in a view, said a second time: from the log and the turns alone. */
import type { Entry } from "@clewline/core/log/entry.js";
import type { TurnId } from "@clewline/core/log/keys.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { Snapshot } from "@clewline/core/view/snapshot.js";

type Log = Pick<Snapshot, "entries" | "turns">;

/**
 * A message stands where its turn had its place in the lane, if that came after it; its edits until then stand with it.
 * What waited for a turn that never began comes with the next message that was answered. All else stands at its seq. What
 * waited stands half a place before the entry that was written next.
 */
export function placesIn(log: Log): ReadonlyMap<Entry, number> {
  const before = known.get(log) ?? findPlaces(log);
  known.set(log, before);
  return before;
}

const known = new WeakMap<Log, ReadonlyMap<Entry, number>>();

function findPlaces({ entries, turns }: Log): ReadonlyMap<Entry, number> {
  const all = [...turns.values()];
  const places = new Map<Entry, number>();
  for (const entry of entries) places.set(entry, waitedUntil(entry, all) ?? entry.seq);
  for (const entry of entries.filter((each) => isForsaken(each, turns) && answering(each, all).length === 0)) {
    const next = entries.filter((each) => each.seq > entry.seq && answering(each, all).length > 0);
    const first = Math.min(...next.map((each) => places.get(each) ?? each.seq));
    if (Number.isFinite(first)) places.set(entry, Math.max(entry.seq, Math.ceil(first) - 0.5));
  }
  for (const entry of entries) {
    const target = entry.kind === "revised" ? entries.find(({ id }) => id === entry.target) : undefined;
    if (target !== undefined) places.set(entry, Math.max(entry.seq, places.get(target) ?? 0));
  }
  return places;
}

/**
 * The same once what came late is sorted: a message that nobody answered stands behind the last of those that came after it
 * and were said before it, if no answer came between them.
 */
export function placesByTime(log: Log): ReadonlyMap<Entry, number> {
  const { entries, turns } = log;
  const isBare = (entry: Entry) => entry.turn === null && answering(entry, [...turns.values()]).length === 0;
  const isMessage = (entry: Entry) =>
    isBare(entry) && entry.kind === "said" && entry.by.role === "user" && Number.isFinite(entry.at);
  const ends = entries.filter((entry) => !isMessage(entry) && (!isBare(entry) || entry.kind === "said"));
  const byTime = entries.filter(isMessage).toSorted(saidFirst);
  const places = new Map(placesIn(log));
  for (const [rank, entry] of byTime.entries()) {
    const end = ends.find(({ seq }) => seq > entry.seq)?.seq ?? Number.POSITIVE_INFINITY;
    const overtakes = byTime.slice(0, rank).filter(({ seq }) => seq > entry.seq && seq < end);
    const last = Math.max(0, ...overtakes.map(({ seq }) => seq));
    if (last > 0) places.set(entry, last + 0.5 + rank / 1_000_000);
  }
  return places;
}

function saidFirst(a: Entry, b: Entry): number {
  const numberOf = (entry: Entry) => ("source" in entry ? Number(entry.source?.message ?? Number.NaN) : Number.NaN);
  return a.at - b.at || numberOf(a) - numberOf(b) || a.seq - b.seq;
}

/** Whether a turn of its own was to answer it, and has no record. */
export function isForsaken({ kind, turn }: Entry, turns: ReadonlyMap<TurnId, TurnRecord>): boolean {
  return kind === "said" && turn !== null && !turns.has(turn);
}

function answering({ id }: Entry, turns: readonly TurnRecord[]): readonly TurnRecord[] {
  return turns.filter(({ messages }) => messages.includes(id));
}

function waitedUntil(entry: Entry, turns: readonly TurnRecord[]): number | null {
  const placed = Math.max(0, ...answering(entry, turns).map((turn) => turn.placed ?? 0));
  return placed >= entry.seq ? placed + 0.5 : null;
}

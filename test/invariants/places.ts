/** Where an entry stands in a view, said a second time: from the log and the turns alone. */
import type { Entry } from "../../src/core/log/entry.js";
import type { TurnId } from "../../src/core/log/keys.js";
import type { TurnRecord } from "../../src/core/log/turn.js";
import type { Snapshot } from "../../src/core/view/snapshot.js";

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

/**
 * The order of entries in a view: the log's order, except for entries that waited and those that late ones overtake
 * (past/late-places.ts). A message may arrive while its lane is busy. It is first shown when its own turn takes its
 * place, after all entries that the log has at that moment. It keeps that place, so that a question comes before its
 * answer and later views only append.
 */
import type { Entry } from "../log/entry.js";
import type { EntryId, TurnId } from "../log/keys.js";
import type { TurnRecord } from "../log/turn.js";
import { compareTimes } from "./past/late-places.js";

/**
 * The places, by seq, of entries not shown at their seq. A boundary that reaches an entry's place takes the entry
 * out of the view; a lower one does not, even if it has passed the entry's seq.
 */
export type Places = ReadonlyMap<number, number>;

export function findPlace(places: Places, seq: number): number {
  return places.get(seq) ?? seq;
}

export const noPlaces: Places = new Map();

/**
 * `isWaiting` says which entries the view hides because they still wait: they come after everything. `late` are the places
 * by time.
 */
export function placeEntries(
  entries: readonly Entry[],
  turns: ReadonlyMap<TurnId, TurnRecord>,
  isWaiting: (entry: Entry) => boolean,
  late: Places = noPlaces,
): Places {
  const places = new Map<number, number>();
  const isLost = (entry: Entry) => entry.kind === "said" && entry.turn !== null && !turns.has(entry.turn);
  const hasWaited = [...turns.values()].some(({ placed }) => placed !== undefined);
  if (!hasWaited && late.size === 0 && !entries.some((entry) => isLost(entry) || isWaiting(entry))) return places;
  const last = entries.at(-1)?.seq ?? 0;
  const answered = placeAnswered(entries, turns);
  const nextOf = findNextPlaces(entries, answered);
  const placeOf = new Map<EntryId, number>();
  for (const entry of entries) {
    const { id, seq } = entry;
    const target = entry.kind === "revised" ? placeOf.get(entry.target) : undefined;
    const shown = answered.get(id) ?? target ?? (isLost(entry) ? nextOf.get(seq) : undefined) ?? late.get(seq) ?? seq;
    const place = isWaiting(entry) ? last + 1 : shown;
    if (place <= seq) continue;
    places.set(seq, place);
    placeOf.set(id, place);
  }
  return places;
}

/** In the order in which a view shows them. */
export function orderByPlace(entries: readonly Entry[], places: Places, late: Places = noPlaces): readonly Entry[] {
  if (places.size === 0) return entries;
  // A message that waited comes before the entry that was written next.
  const rank = ({ seq }: Entry) => findPlace(places, seq) - (places.has(seq) ? 0.5 : 0);
  const compare = (a: Entry, b: Entry) => (late.has(a.seq) && late.has(b.seq) ? compareTimes(a, b) : a.seq - b.seq);
  return [...entries].sort((a, b) => rank(a) - rank(b) || compare(a, b));
}

/** The place of each message that a turn answers. A message with several turns gets the place of the last one. */
function placeAnswered(
  entries: readonly Entry[],
  turns: ReadonlyMap<TurnId, TurnRecord>,
): ReadonlyMap<EntryId, number> {
  const after = new Map<EntryId, number>();
  for (const { messages, placed = 0 } of turns.values())
    for (const message of messages) after.set(message, Math.max(after.get(message) ?? 0, placed));
  return new Map(
    entries.flatMap(({ id, seq }) => {
      const placed = after.get(id);
      return placed === undefined ? [] : [[id, seq <= placed ? placed + 1 : seq] as const];
    }),
  );
}

/** By seq. A message whose turn never began is shown with the next answered message. */
function findNextPlaces(
  entries: readonly Entry[],
  answered: ReadonlyMap<EntryId, number>,
): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  let next = Number.POSITIVE_INFINITY;
  for (const { id, seq } of entries.toReversed()) {
    if (Number.isFinite(next) && next > seq + 1) places.set(seq, next);
    next = Math.min(next, answered.get(id) ?? next);
  }
  return places;
}

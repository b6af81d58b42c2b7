/** The first stage: finds entries that no view shows, edits that count, and the order of entries. */

import { endsStep, type Steps } from "@clewline/text/steps.js";
import { type Entry, isErased, isUnreadable, type Note, type RevisedEntry } from "../log/entry.js";
import type { EntryId, TurnId } from "../log/keys.js";
import { listHiddenPlaces, type ViewRanges } from "../log/ranges/lane-ranges.js";
import { isOpen, type TurnRecord } from "../log/turn.js";
import { placeByTime } from "./past/late-places.js";
import { noPlaces, orderByPlace, type Places, placeEntries } from "./places.js";
import { findOutdatedEdits, type HidingRule, type SettledLog, type SortedEntries } from "./settled-log.js";
import { collectWithdrawnIds } from "./withdrawn.js";

export interface SettlingRules {
  readonly ranges?: Pick<ViewRanges, "gone"> | undefined;
  /** The places by time that the last compaction left; null for a view without compactions, which sorts at once. */
  readonly late: Places | null;
}

export function* settleLog(
  entries: readonly Entry[],
  turn: TurnRecord | null,
  turns: ReadonlyMap<TurnId, TurnRecord>,
  { ranges, late }: SettlingRules = { late: noPlaces },
): Steps<SettledLog> {
  yield;
  const byId = new Map<EntryId, Entry>();
  for (const entry of entries) byId.set(entry.id, entry);
  yield;
  const withdrawn = collectWithdrawnIds(entries);
  yield;
  const apart = ranges === undefined ? nothing : listHiddenPlaces(entries, ranges, turn);
  const answered = turn === null ? undefined : entries.findLast(({ id }) => turn.messages.includes(id));
  const isWaiting = (entry: Entry) => isQueued(entry, turn, turns, answered);
  const hidden = new Map<number, HidingRule>();
  for (const [place, entry] of entries.entries()) {
    if (endsStep(place)) yield;
    const rule = findHidingRule(entry, withdrawn, byId, isWaiting);
    if (rule !== null) hidden.set(entry.seq, rule);
    else if (apart.has(entry.seq)) hidden.set(entry.seq, "hidden");
  }
  yield;
  const outdated = findOutdatedEdits(entries);
  const isLive = (entry: Entry): entry is RevisedEntry =>
    entry.kind === "revised" && !withdrawn.has(entry.id) && !outdated.has(entry.seq);
  const place = (given: Places): SortedEntries => {
    const places = placeEntries(entries, turns, ({ seq }) => hidden.get(seq) === "queued", given);
    return { entries: orderByPlace(entries, places, given), places, late: given };
  };
  const byTime = joinPlaces(placeByTime(entries, turns), late);
  yield;
  const standing = place(late ?? byTime);
  return {
    entries: standing.entries,
    places: standing.places,
    sorted: late === null || isEqual(byTime, late) ? null : place(byTime),
    byId,
    withdrawn: ranges === undefined ? withdrawn : addHiddenIds(withdrawn, ranges, entries, apart),
    hidden,
    outdated,
    edits: entries.filter(isLive),
  };
}

const nothing: ReadonlySet<number> = new Set();

/** An entry that a compaction has moved stays there, though the one before it may have left. */
function joinPlaces(byTime: Places, late: Places | null): Places {
  if (late === null || late.size === 0) return byTime;
  return new Map([...byTime, ...[...late].filter(([seq, place]) => (byTime.get(seq) ?? 0) < place)]);
}

function isEqual(a: Places, b: Places): boolean {
  return a.size === b.size && [...a].every(([seq, place]) => b.get(seq) === place);
}

/** Adds hidden entries to the withdrawn ones, so that no other block repeats them, unless the turn is about them. */
function addHiddenIds(
  withdrawn: ReadonlySet<EntryId>,
  { gone }: Pick<ViewRanges, "gone">,
  entries: readonly Entry[],
  apart: ReadonlySet<number>,
): ReadonlySet<EntryId> {
  const shown = new Set(entries.flatMap(({ id, seq }) => (gone.has(id) && !apart.has(seq) ? [id] : [])));
  return new Set([...withdrawn, ...[...gone].filter((id) => !shown.has(id))]);
}

function findHidingRule(
  entry: Entry,
  withdrawn: ReadonlySet<EntryId>,
  byId: ReadonlyMap<EntryId, Entry>,
  isWaiting: (entry: Entry) => boolean,
): HidingRule | null {
  if (isErased(entry)) return "erased";
  if (isUnreadable(entry)) return "unreadable";
  if (entry.late !== undefined) return "late";
  if (isBookkeeping(entry)) return "bookkeeping";
  if (withdrawn.has(entry.id)) return "withdrawn";
  // An edit of a waiting message would reveal it.
  const first = entry.kind === "revised" ? byId.get(entry.target) : entry;
  return first !== undefined && isWaiting(first) ? "queued" : null;
}

const forTheLogOnly: ReadonlySet<Note["kind"]> = new Set([
  "sent",
  "usage",
  "instructions",
  "compacted",
  "memory",
  "heard",
  "group",
  "learned",
]);

function isBookkeeping(entry: Entry): boolean {
  return entry.kind === "withdrawn" || (entry.kind === "noted" && forTheLogOnly.has(entry.note.kind));
}

/** Whether a message waits for its own turn. If that never began, the wait ends once a later message is answered. */
function isQueued(
  entry: Entry,
  turn: TurnRecord | null,
  turns: ReadonlyMap<TurnId, TurnRecord>,
  answered: Entry | undefined,
): boolean {
  if (turn === null || entry.turn === null || entry.turn === turn.id || turn.messages.includes(entry.id)) return false;
  const own = turns.get(entry.turn);
  if (own !== undefined) return isOpen(own.state) && isAfter(own, turn);
  return entry.kind === "said" && answered !== undefined && entry.seq > answered.seq;
}

/** Ids sort by creation time, even within a millisecond. */
function isAfter(a: TurnRecord, b: TurnRecord): boolean {
  return a.began > b.began || (a.began === b.began && a.id > b.id);
}

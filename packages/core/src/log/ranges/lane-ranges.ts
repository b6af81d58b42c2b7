/** People's requests about a lane's views: ranges to hide, ranges to pin, compactions to undo. */
import { isSkipped, type SeqRange } from "../background-runs.js";
import { type Entry, resolveMessageId } from "../entry.js";
import type { EntryId } from "../keys.js";
import type { TurnRecord } from "../turn.js";

/** Written whole with every change; the newest counts. */
export interface LaneRanges {
  /** No view shows these, oldest first and apart. */
  readonly hidden: readonly SeqRange[];
  /** Every view shows these, as far as there is room. */
  readonly pinned: readonly SeqRange[];
  /** Summaries of undone compactions, by id. No later summary builds on them. */
  readonly undone: readonly string[];
}

export const noRanges: LaneRanges = Object.freeze({
  hidden: Object.freeze([]),
  pinned: Object.freeze([]),
  undone: Object.freeze([]),
});

/** Writes hidden and pinned ranges as a text, which an epoch compares to detect a change; "" if there are none. */
export function describeRanges({ hidden, pinned }: Pick<LaneRanges, "hidden" | "pinned">): string {
  const parts = [
    ...(hidden.length === 0 ? [] : [`hidden ${formatRanges(hidden)}`]),
    ...(pinned.length === 0 ? [] : [`pinned ${formatRanges(pinned)}`]),
  ];
  return parts.join("; ");
}

/** As 3, 20-70. */
export function formatRanges(ranges: readonly SeqRange[]): string {
  return ranges.map(formatRange).join(", ");
}

export function formatRange({ from, to }: SeqRange): string {
  return from === to ? `${from}` : `${from}-${to}`;
}

export function findRange(ranges: readonly SeqRange[], seq: number): SeqRange | undefined {
  return ranges.find(({ from, to }) => from <= seq && seq <= to);
}

/** The same ranges without these places. */
export function removeRanges(ranges: readonly SeqRange[], removed: readonly SeqRange[]): readonly SeqRange[] {
  return removed.reduce<readonly SeqRange[]>(
    (left, cut) =>
      left.flatMap(({ from, to }) => [
        ...(from < cut.from ? [{ from, to: Math.min(to, cut.from - 1) }] : []),
        ...(to > cut.to ? [{ from: Math.max(from, cut.to + 1), to }] : []),
      ]),
    ranges,
  );
}

/** The seqs of the entries in the ranges, and of the edits of these entries. */
export function listRangePlaces(entries: readonly Entry[], ranges: readonly SeqRange[]): ReadonlySet<number> {
  if (ranges.length === 0) return new Set();
  const own = entries.filter(({ seq }) => isSkipped(seq, ranges));
  const ids = new Set<EntryId>(own.map(({ id }) => id));
  return new Set(
    entries.flatMap((entry) => (ids.has(entry.id) || ids.has(resolveMessageId(entry)) ? [entry.seq] : [])),
  );
}

/** People's requests about the views of a lane, with the entries that they hide. */
export interface ViewRanges extends Pick<LaneRanges, "hidden" | "pinned"> {
  /** The hidden entries, those that the view does not read included. */
  readonly gone: ReadonlySet<EntryId>;
}

/** The seqs of hidden entries and their edits, except the messages to answer and the entries of their turn. */
export function listHiddenPlaces(
  entries: readonly Entry[],
  { gone }: Pick<ViewRanges, "gone">,
  turn: TurnRecord | null,
): ReadonlySet<number> {
  const isOwn = (entry: Entry) =>
    turn !== null && (entry.turn === turn.id || turn.messages.includes(resolveMessageId(entry)));
  const isGone = (entry: Entry) => gone.has(entry.id) || gone.has(resolveMessageId(entry));
  return new Set(entries.flatMap((entry) => (isGone(entry) && !isOwn(entry) ? [entry.seq] : [])));
}

/**
 * Records where a lane's background turns are, so that a view reads the conversation without them.
 *
 * 1. The newest few turns of each sort are kept place by place, because views show them. Older ones become runs.
 * 2. Heartbeats are a sort of their own, so that they never push out a briefing.
 * 3. Only the newest runs are kept. People spoke after each of them, so older places lie further back than any view
 *    looks.
 */
import { isObject, type Json } from "@clewline/text/json.js";
import { isBackgroundTurn, type TurnRecord } from "./turn.js";

/** The name of a lane's events about its background turns; only the newest counts. */
export const backgroundEvent = "background_turns";

/** A run of seqs of a lane. */
export interface SeqRange {
  /** The first seq. */
  readonly from: number;
  /** The last seq. */
  readonly to: number;
}

interface RecentTurn {
  readonly id: string;
  readonly heartbeat: boolean;
  readonly places: readonly SeqRange[];
}

export interface BackgroundRuns {
  readonly runs: readonly SeqRange[];
  /** Oldest first. */
  readonly recent: readonly RecentTurn[];
  /** Where the newest of all of them end, oldest first. */
  readonly ends: readonly number[];
}

export const noRuns: BackgroundRuns = { runs: [], recent: [], ends: [] };

const mostRuns = 64;
/** The ends kept beyond those of recent turns. It exceeds the number of turns that can follow a compaction. */
const mostEnds = 16;

/** Adds a turn that has ended, by its places in the lane. The newest `kept` turns of each sort stay unmerged. */
export function addBackgroundTurn(
  { runs, recent, ends }: BackgroundRuns,
  turn: Pick<TurnRecord, "id" | "origin" | "ref">,
  seqs: readonly number[],
  kept: number,
): BackgroundRuns {
  const last = seqs.at(-1);
  if (!isBackgroundTurn(turn) || last === undefined) return { runs, recent, ends };
  const own: RecentTurn = { id: turn.id, heartbeat: turn.origin === "heartbeat", places: joinSeqs(seqs) };
  const all = [...recent.filter(({ id }) => id !== own.id), own];
  const isOld = (each: RecentTurn) => {
    const alike = all.filter(({ heartbeat }) => heartbeat === each.heartbeat);
    return alike.indexOf(each) < alike.length - kept;
  };
  const added = all.filter(isOld).flatMap(({ places }) => places);
  return {
    runs: joinPlaces([...runs, ...added]).slice(-mostRuns),
    recent: all.filter((each) => !isOld(each)),
    ends: [...ends.filter((end) => end !== last), last].slice(-kept - mostEnds),
  };
}

export function joinSeqs(seqs: readonly number[]): readonly SeqRange[] {
  return joinPlaces(seqs.map((seq) => ({ from: seq, to: seq })));
}

/** In order, neighbours as one. */
export function joinPlaces(places: readonly SeqRange[]): readonly SeqRange[] {
  const joined: SeqRange[] = [];
  for (const next of places.toSorted((a, b) => a.from - b.from)) {
    const before = joined.at(-1);
    if (before === undefined || next.from > before.to + 1) joined.push(next);
    else joined[joined.length - 1] = { from: before.from, to: Math.max(before.to, next.to) };
  }
  return joined;
}

/** The ranges that a view skips, and how many background turns came after the last compaction. */
export interface SkippedPlaces {
  readonly ranges: readonly SeqRange[];
  readonly turns: number;
}

/**
 * Turns after `foldedThrough` may be in the prefix. They are skipped all at once when there are more than `most` of
 * them, and then the view has to compact.
 */
export function listSkippedPlaces(
  { runs, recent, ends }: BackgroundRuns,
  foldedThrough: number,
  most: number,
): SkippedPlaces {
  const later = ends.filter((end) => end > foldedThrough).length;
  const apart = recent.filter(({ places }) => (places.at(-1)?.to ?? 0) > foldedThrough).length;
  if (later > most) return { ranges: runs, turns: later - apart };
  const earlier = runs.filter(({ from }) => from <= foldedThrough);
  return { ranges: earlier.map(({ from, to }) => ({ from, to: Math.min(to, foldedThrough) })), turns: 0 };
}

/** Null for an event of another shape. */
export function readBackgroundRuns(event: Json): BackgroundRuns | null {
  if (!isObject(event) || !Array.isArray(event.runs) || !Array.isArray(event.recent) || !Array.isArray(event.ends))
    return null;
  // Clew wrote it.
  return event as unknown as BackgroundRuns;
}

export function isSkipped(seq: number, ranges: readonly SeqRange[]): boolean {
  return ranges.some(({ from, to }) => from <= seq && seq <= to);
}

/** How many places of a lane lie in these ranges, from `after` on. */
export function countSkipped(ranges: readonly SeqRange[], after: number): number {
  return ranges.reduce((sum, { from, to }) => sum + Math.max(0, to - Math.max(from - 1, after)), 0);
}

/** The places after `after` that are not skipped, newest first, as runs of at most `limit` places together. */
export function listReadRuns(
  ranges: readonly SeqRange[],
  after: number,
  last: number,
  limit: number,
): readonly SeqRange[] {
  const runs: SeqRange[] = [];
  let left = limit;
  let to = last;
  for (const range of [...ranges.toReversed(), { from: 0, to: after }]) {
    const from = Math.max(after, Math.min(range.to, to)) + 1;
    if (from <= to && left > 0) {
      const first = Math.max(from, to - left + 1);
      runs.push({ from: first, to });
      left -= to - first + 1;
    }
    to = Math.min(to, range.from - 1);
  }
  return runs.toReversed();
}

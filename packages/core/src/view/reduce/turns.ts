import type { TurnId } from "../../log/keys.js";
import { findUnitEnd, type WeighedUnit } from "./measure-units.js";
import { findLeaveBoundary, type ReductionReach } from "./reductions.js";

/** A past turn in the view, by the seq at which its last unit ends. */
export interface PastTurn {
  readonly id: TurnId;
  readonly end: number;
}

/** The turns that are still shown, oldest first, without the one to answer. */
export function listPastTurns(
  units: readonly Pick<WeighedUnit, "unit" | "floor">[],
  current: TurnId | null,
  reach: ReductionReach,
): readonly PastTurn[] {
  const ends = new Map<TurnId, number>();
  for (const each of units) {
    const { turn, place } = each.unit;
    if (turn === null || turn === current || each.floor || place <= findLeaveBoundary(reach)) continue;
    ends.set(turn, Math.max(ends.get(turn) ?? 0, findUnitEnd(each)));
  }
  return [...ends].map(([id, end]) => ({ id, end })).sort((a, b) => a.end - b.end);
}

/** The boundary after all but the newest `kept` turns have left. */
export function findKeepBoundary(turns: readonly PastTurn[], kept: number, from: number): number {
  return Math.max(from, turns.at(-kept - 1)?.end ?? from);
}

/** Half of the turns, rounded down, so that each round makes progress. */
export function countKeptHalf(turns: number): number {
  return Math.floor(turns / 2);
}

/** The older half leaves, and again, until there are no more than `most`. */
export function countKept(turns: number, most: number): number {
  const kept = countKeptHalf(turns);
  return kept <= most || kept === 0 ? kept : countKept(kept, most);
}

/** Where the last step between the message and the answer of a past turn ends. */
export function findLastBetween(units: readonly WeighedUnit[]): number {
  return units.reduce((last, each) => {
    const { between } = each;
    return between === null ? last : Math.max(last, Math.min(between.before, findUnitEnd(each)));
  }, 0);
}

import type { Epoch, EpochState } from "../../log/epoch.js";
import type { Snapshot } from "../snapshot.js";
import { type ReductionName, type ReductionReach, reductions } from "./reductions.js";

/** A reach, and the limit that last moved each reduction. */
export type ReductionProgress = Pick<Epoch, "through" | "limits">;

/** Moves one reduction forward, never back. */
export function move(
  { through, limits }: ReductionProgress,
  name: ReductionName,
  to: number,
  limit: string,
): ReductionProgress {
  if (to <= (through[name] ?? 0)) return { through, limits };
  return { through: { ...through, [name]: to }, limits: { ...limits, [name]: limit } };
}

/** The same for all that have moved at once. */
export function moveAll(to: ReductionReach, from: ReductionProgress, limit: string): ReductionProgress {
  return reductions.reduce((now, { name }) => move(now, name, to[name] ?? 0, limit), from);
}

/** How to bring back the view before the compaction, byte for byte. */
export function describeBefore({ epoch, toldEdits }: Snapshot): EpochState {
  const { key: _key, number: _number, before: _before, undone: _undone, told: _told, ...state } = epoch;
  return toldEdits === undefined || toldEdits.size === 0 ? state : { ...state, told: [...toldEdits] };
}

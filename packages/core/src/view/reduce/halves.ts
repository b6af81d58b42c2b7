/** Makes room by repeatedly leaving out the older half of the turns, in an order that does not depend on the room. */
import { hasReduction } from "../../policy/policy.js";
import { leaveOut } from "./leave-out.js";
import { findUnitEnd, type WeighedUnit } from "./measure-units.js";
import { move, type ReductionProgress } from "./progress.js";
import { findLeaveBoundary, type ReductionReach, readReach } from "./reductions.js";
import { textOnly } from "./text-only.js";
import type { Situation } from "./thresholds.js";
import { countKeptHalf, findKeepBoundary, findLastBetween, listPastTurns } from "./turns.js";

/** With fewer turns than this, they lose the steps between message and answer before any of them leaves. */
const fewTurns = 5;

/** `enough` is false if even the running turn alone is too large. */
export function dropOlderHalves(
  { units, policy, seen }: Pick<Situation, "units" | "policy" | "seen">,
  from: ReductionProgress,
  limit: string,
  isEnough: (reach: ReductionReach) => boolean,
): { readonly to: ReductionProgress; readonly enough: boolean } {
  const leaves = hasReduction(policy, leaveOut);
  const between = hasReduction(policy, textOnly) ? findLastBetween(units) : 0;
  let now = from;
  while (!isEnough(now.through)) {
    const turns = listPastTurns(units, seen.turn?.id ?? null, now.through);
    const left = findLeaveBoundary(now.through);
    if (turns.length < fewTurns && readReach(now.through, textOnly) < between)
      now = move(now, textOnly.name, between, limit);
    else if (turns.length > 0 && leaves)
      now = move(now, leaveOut.name, findKeepBoundary(turns, countKeptHalf(turns.length), left), limit);
    else if (leaves && left < findLastLoose(units)) now = move(now, leaveOut.name, findLastLoose(units), limit);
    else return { to: now, enough: false };
  }
  return { to: now, enough: true };
}

/** Messages without an answer belong to no turn; they leave last. */
function findLastLoose(units: readonly WeighedUnit[]): number {
  return units.reduce((last, each) => (each.floor ? last : Math.max(last, findUnitEnd(each))), 0);
}

/** Making room by leaving out the older half of the turns, again and again. The order does not depend on the room, so more room stops earlier and shows more. */
import { hasRung } from "../policy.js";
import type { Epoch } from "../snapshot.js";
import { type Ground, type Moved, moved } from "./ahead.js";
import { endOf } from "./climb.js";
import { boundaryKeeping, keptHalf, pastTurns } from "./turns.js";

/** With fewer turns than this, they lose the steps between message and answer before one of them leaves. */
const fewTurns = 5;

/** Ends with `enough: false` where even the turn alone is too much. */
export function movedByHalves(
  ground: Ground,
  from: Moved,
  limit: string,
  isEnough: (through: Epoch["through"]) => boolean,
): { readonly to: Moved; readonly enough: boolean } {
  const { candidates, scribe } = ground;
  const leaves = hasRung(scribe.policy, "leave-out");
  let now = from;
  while (!isEnough(now.through)) {
    const turns = pastTurns(candidates, scribe.snapshot.turn?.id ?? null, now.through);
    const between = lastBetween(ground);
    if (turns.length < fewTurns && now.through["text-only"] < between) now = moved(now, "text-only", between, limit);
    else if (turns.length > 0 && leaves) {
      const boundary = boundaryKeeping(turns, keptHalf(turns), now.through["leave-out"]);
      now = moved(now, "leave-out", boundary, limit);
    } else if (leaves && now.through["leave-out"] < lastLoose(ground))
      now = moved(now, "leave-out", lastLoose(ground), limit);
    else return { to: now, enough: false };
  }
  return { to: now, enough: true };
}

function lastBetween({ candidates, scribe }: Ground): number {
  if (!hasRung(scribe.policy, "text-only")) return 0;
  return candidates.reduce((last, candidate) => {
    const { between } = candidate;
    return between === null ? last : Math.max(last, Math.min(between.before, endOf(candidate)));
  }, 0);
}

/** Messages that nobody answered belong to no turn; they are the last to go. */
function lastLoose({ candidates }: Ground): number {
  return candidates.reduce((last, each) => (each.floor ? last : Math.max(last, endOf(each))), 0);
}

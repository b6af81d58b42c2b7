/**
 * From a snapshot to a view, purely.
 *
 * 1. The result fits the budget, or is `too-small` and says what is needed.
 * 2. Every entry of the lane has exactly one verdict; a reduction's verdict names its limit.
 * 3. Equal arguments give equal bytes.
 */
import { type Budget, roomIn } from "./budget.js";
import { compacted, dueAhead, type Given, groundwork, hasToCompact, isWorth } from "./compact.js";
import { planFor, takenBy, viewOf } from "./plan.js";
import type { Policy } from "./policy.js";
import { scribeFor } from "./scribe.js";
import type { Kit, Snapshot } from "./snapshot.js";
import { verdictOn } from "./verdict.js";
import type { Assembled, View } from "./view.js";

export function assemble(snapshot: Snapshot, policy: Policy, budget: Budget, kit: Kit): Assembled {
  const plain = fit(snapshot, policy, budget, kit, false);
  if (plain.kind === "fits" && !missesReplyTarget(snapshot, policy, plain.view)) return plain;
  if (snapshot.replyTarget === null || snapshot.turn === null) return plain;
  return fit(snapshot, policy, budget, kit, true);
}

function missesReplyTarget({ replyTarget, turn, entries }: Snapshot, policy: Policy, view: View): boolean {
  if (replyTarget === null || turn === null || !policy.layers.includes("quote")) return false;
  if (view.asides.some((aside) => aside.layer === "quote")) return false;
  const target = entries.find((entry) => entry.seq === replyTarget.seq);
  const isKept = (seq: number) => verdictOn(view.verdicts, seq)?.kind === "kept";
  // Its newest words may stand in an edit further down.
  const versions = entries.filter((entry) => entry.kind === "revised" && entry.target === target?.id);
  return replyTarget.seq === null || ![replyTarget.seq, ...versions.map(({ seq }) => seq)].every(isKept);
}

/** As the last compaction left things, if that fits and no threshold is passed; else a new compaction; else too small. */
function fit(snapshot: Snapshot, policy: Policy, budget: Budget, kit: Kit, quoting: boolean): Assembled {
  const room = Math.min(roomIn(budget, policy), snapshot.roomLimit);
  const { foldedThrough: since, held } = snapshot.epoch;
  const given: Given = { policy, budget, kit, quoting, room, since, held };
  const standing = planFor(scribeFor(snapshot, policy, kit), quoting);
  const isFull = takenBy(standing, snapshot.epoch.through) > room;
  if (isFull || hasToCompact(snapshot)) return compacted(groundwork(snapshot, given), given);
  const plain: Assembled = { kind: "fits", view: viewOf(standing, snapshot.epoch, budget, false) };
  const due = dueAhead(standing, given);
  if (due === null) return plain;
  const ahead = compacted(groundwork(snapshot, given), given);
  return ahead.kind === "fits" && (due === "limit" || isWorth(plain.view, ahead.view, room)) ? ahead : plain;
}

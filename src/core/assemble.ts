/**
 * From a snapshot to a view, purely.
 *
 * 1. The result fits the budget, or is `too-small` and says what is needed.
 * 2. Every entry of the lane has exactly one verdict; a reduction's verdict names its limit.
 * 3. Equal arguments give equal bytes.
 */
import { asideBlocks, asidesFor } from "./asides.js";
import { type Budget, roomIn } from "./budget.js";
import { compacted, dueAhead, type Given, groundwork, hasToCompact, isWorth } from "./compact.js";
import type { Tokens } from "./keys.js";
import { planFor, summaryAllowance, takenBy, viewOf } from "./plan.js";
import { type Policy, rungNames, startsAnew } from "./policy.js";
import { scribeFor } from "./scribe.js";
import { withDigests } from "./selection/digests.js";
import { sortPast } from "./selection/sorted.js";
import { firstEpoch, type Kit, type Snapshot } from "./snapshot.js";
import { verdictOn } from "./verdict.js";
import type { Assembled, View } from "./view.js";

export function assemble(snapshot: Snapshot, policy: Policy, budget: Budget, kit: Kit): Assembled {
  const whole = withTarget(snapshot, policy, budget, kit);
  const memories = whole.kind === "fits" ? 0 : memoryTokens(snapshot, policy, kit);
  if (memories === 0) return whole;
  return withTarget({ ...withoutMemories(snapshot), reserved: memories }, policy, budget, kit);
}

/** What was looked up is worth something, but not a view that does not fit. */
function withoutMemories(snapshot: Snapshot): Snapshot {
  const { turn } = snapshot;
  if (turn === null) return { ...snapshot, retrieved: [] };
  const bare = { ...turn, asides: turn.asides.filter(({ layer }) => layer !== "memories") };
  return { ...snapshot, retrieved: [], turn: bare, turns: new Map(snapshot.turns).set(turn.id, bare) };
}

function memoryTokens(snapshot: Snapshot, policy: Policy, kit: Kit): Tokens {
  const scribe = scribeFor(snapshot, policy, kit);
  const memories = asidesFor(scribe, false).filter(({ layer }) => layer === "memories");
  return asideBlocks(scribe, memories).reduce((sum, { tokens }) => sum + tokens, 0);
}

function withTarget(snapshot: Snapshot, policy: Policy, budget: Budget, kit: Kit): Assembled {
  const plain = fit(snapshot, policy, budget, kit, false);
  if (plain.kind === "fits" && !missesReplyTarget(snapshot, policy, plain.view)) return plain;
  if (snapshot.replyTarget === null || snapshot.turn === null) return plain;
  return fit(snapshot, policy, budget, kit, true);
}

function missesReplyTarget({ replyTarget, turn, entries }: Snapshot, policy: Policy, view: View): boolean {
  if (replyTarget === null || turn === null || !policy.layers.includes("quote")) return false;
  if (view.asides.some((aside) => aside.layer === "quote")) return false;
  const target = entries.find((entry) => entry.seq === replyTarget.seq);
  const isKept = (seq: number) => {
    const verdict = verdictOn(view.verdicts, seq);
    // What the agent thought on its way is no part of its text.
    return verdict?.kind === "kept" || (verdict?.kind === "stubbed" && verdict.rule === "actions");
  };
  // Its newest words may stand in an edit further down.
  const versions = entries.filter((entry) => entry.kind === "revised" && entry.target === target?.id);
  return replyTarget.seq === null || ![replyTarget.seq, ...versions.map(({ seq }) => seq)].every(isKept);
}

/** As the last compaction left things, if that fits and no threshold is passed; else a new compaction; else too small. */
function fit(snapshot: Snapshot, policy: Policy, budget: Budget, kit: Kit, quoting: boolean): Assembled {
  const room = Math.min(roomIn(budget, policy), snapshot.roomLimit);
  const { foldedThrough: since, held } = snapshot.epoch;
  const given: Given = { policy, budget, kit, quoting, room, since, held };
  if (startsAnew(policy)) return afresh(snapshot, given);
  const standing = planFor(scribeFor(snapshot, policy, kit), quoting);
  const isFull = takenBy(standing, snapshot.epoch.through) > room;
  if (isFull || hasToCompact(snapshot)) return compacted(groundwork(snapshot, given), given);
  const plain: Assembled = { kind: "fits", view: viewOf(standing, snapshot.epoch, budget, false) };
  const due = dueAhead(standing, given);
  if (due === null) return plain;
  const ahead = compacted(groundwork(snapshot, given), given);
  return ahead.kind === "fits" && (due === "limit" || isWorth(plain.view, ahead.view, room)) ? ahead : plain;
}

/** From the past alone: what it keeps is decided for this view, and nothing is remembered of it. */
function afresh(snapshot: Snapshot, given: Given): Assembled {
  const { policy, kit, quoting, room } = given;
  const { key } = snapshot.epoch;
  const bare = { ...snapshot, epoch: { ...firstEpoch, key }, summary: null, candidate: null, mustLeave: 0 };
  const base = groundwork(bare, given);
  const scribe = scribeFor(base, policy, kit);
  const sortedBy = (wide: boolean) => {
    const past = sortPast(scribe, wide);
    const plain = { rules: past.rules, digests: [], room: 0 };
    const plan = planFor(scribeFor({ ...base, sorted: plain }, policy, kit), quoting);
    const allowance = past.told.length === 0 ? 0 : summaryAllowance(plan, room);
    const fits = takenBy(plan, base.epoch.through) + allowance <= room * policy.summariseAt;
    return { fits, sorted: () => (past.told.length === 0 ? plain : withDigests(scribe, past, allowance)) };
  };
  const madeFrom = ({ sorted }: ReturnType<typeof sortedBy>) => compacted({ ...base, sorted: sorted() }, given);
  const wide = sortedBy(true);
  const whole = wide.fits || policy.tierDays === 0 ? madeFrom(wide) : null;
  const made =
    whole !== null && (policy.tierDays === 0 || isUnreduced(whole, base)) ? whole : madeFrom(sortedBy(false));
  if (made.kind === "too-small") return made;
  return { kind: "fits", view: { ...made.view, epoch: { ...made.view.epoch, number: 0 }, compacted: false } };
}

/** The rest of the day is shown in full only where that takes nothing from the conversation that goes on. */
function isUnreduced(made: Assembled, { epoch }: Snapshot): boolean {
  if (made.kind === "too-small") return false;
  const { through } = made.view.epoch;
  return rungNames.every((rung) => rung === "cap" || through[rung] <= epoch.through[rung]);
}

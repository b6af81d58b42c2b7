/** Compaction: where the reductions are to stand so that a view fits, and the summary of what leaves. */
import { availableIn, type Budget, roomIn } from "./budget.js";
import { collect, stayingIn } from "./collect.js";
import type { Entry } from "./entry.js";
import type { Tokens } from "./keys.js";
import { fullyCleared, type Ground, type Moved, movedAhead, movedTo, worthwhile } from "./ladder/ahead.js";
import { endOf } from "./ladder/climb.js";
import { movedByHalves } from "./ladder/halves.js";
import { floorOf, type Plan, planFor, reservedIn, summaryAllowance, takenBy, viewOf } from "./plan.js";
import { hasRung, type Policy, rungNames, startsAnew } from "./policy.js";
import { type Scribe, scribeFor } from "./scribe.js";
import { type Epoch, entriesAfter, type Kit, type Snapshot } from "./snapshot.js";
import type { Candidate } from "./summary/candidate.js";
import { isUsable, summaryOf } from "./summary/compile.js";
import { leavingAt } from "./summary/spoken.js";
import type { Summary } from "./summary/summary.js";
import type { Assembled, View } from "./view.js";

export interface Given {
  readonly policy: Policy;
  readonly budget: Budget;
  readonly kit: Kit;
  readonly quoting: boolean;
  /** What the view may take. */
  readonly room: Tokens;
  /** Edits and withdrawals after this are new to the summary. */
  readonly since: number;
  /** What the last compaction held back: the summary has not told it. */
  readonly held: readonly number[];
}

/** What was withdrawn leaves the middle of the view, so the view starts anew. */
export function hasToCompact({ entries, epoch, mustLeave, refusals }: Snapshot): boolean {
  const isNews = (entry: Entry) => entry.kind === "withdrawn" && entry.seq > epoch.foldedThrough;
  return refusals > 0 || mustLeave > epoch.through["leave-out"] || entries.some(isNews);
}

/** Whether a threshold asks for a compaction while everything fits: a limit of the policy, or only because it would be wise. */
export function dueAhead(standing: Plan, { policy, budget, room }: Given): "limit" | "wise" | null {
  const { epoch, turn } = standing.scribe.snapshot;
  if (epoch.number > 0 && epoch.turn === (turn?.id ?? null)) return null;
  const tokensAt = (through: Epoch["through"]) => takenBy(standing, through);
  const ground: Ground = { scribe: standing.scribe, candidates: standing.collected.candidates, room, tokensAt };
  const { through } = movedAhead(ground, budget.window, epoch);
  if (rungNames.some((rung) => through[rung] > epoch.through[rung])) return "limit";
  return tokensAt(epoch.through) > room * policy.summariseAt ? "wise" : null;
}

export function isWorth(plain: View, ahead: View, room: Tokens): boolean {
  return plain.tokens - ahead.tokens >= worthwhile * room;
}

/** A compaction shows every edit so far in its place, and starts from the summary that was prepared for it. */
export function groundwork(snapshot: Snapshot, { policy, kit }: Given): Snapshot {
  const prepared = usableCandidate(scribeFor(snapshot, policy, kit), kit);
  const { epoch, mustLeave, refusals, last } = snapshot;
  const through = { ...epoch.through };
  const limits = { ...epoch.limits };
  for (const rung of rungNames) {
    const to = prepared?.through[rung] ?? 0;
    if (to <= through[rung]) continue;
    through[rung] = to;
    limits[rung] = `summariseAt=${policy.summariseAt}`;
  }
  if (hasRung(policy, "leave-out")) through["leave-out"] = Math.max(through["leave-out"], mustLeave);
  const base = {
    ...snapshot,
    candidate: null,
    summary: prepared?.summary ?? snapshot.summary,
    epoch: { ...epoch, through, limits, foldedThrough: last, held: [] },
  };
  return refusals > 0 ? inEmergency(base, `refusals=${refusals}`) : base;
}

function usableCandidate(scribe: Scribe, { hash }: Kit): Candidate | null {
  const { candidate } = scribe.snapshot;
  return candidate !== null && isUsable(scribe, hash, stayingIn(collect(scribe))) ? candidate : null;
}

/** Nothing is spared any more but the message and the newest step. */
function inEmergency(snapshot: Snapshot, limit: string): Snapshot {
  const { epoch, last } = snapshot;
  const through = { ...epoch.through, emergency: last };
  return { ...snapshot, epoch: { ...epoch, through, limits: { ...epoch.limits, emergency: limit } } };
}

/** Moves the reductions on as far as thresholds and room ask for. */
export function compacted(base: Snapshot, given: Given): Assembled {
  const { policy, kit, room, quoting, budget } = given;
  const plan = planFor(scribeFor(base, policy, kit), quoting);
  const allowance = summaryAllowance(plan, room);
  const taken = (through: Epoch["through"]) => takenBy(plan, through, allowance);
  const ground: Ground = { scribe: plan.scribe, candidates: plan.collected.candidates, room, tokensAt: taken };
  const ahead = movedAhead(
    ground,
    budget.window,
    base.mustLeave > 0 ? throughSteps(ground.candidates, base.epoch) : base.epoch,
  );
  if (taken(ahead.through) <= room * policy.summariseAt) return settled(plan, ahead, given, allowance);
  const limit = limitOf(given);
  if (policy.makeRoom === "by halves" && base.epoch.through.emergency < base.last) {
    const { to, enough } = movedByHalves(ground, ahead, limit, (through) => taken(through) <= room);
    if (enough) return settled(plan, to, given, allowance);
    return compacted(inEmergency({ ...base, epoch: { ...base.epoch, ...to } }, limit), given);
  }
  const cleared = fullyCleared(ground, ahead);
  if (taken(cleared.through) <= room * policy.summariseAt) return settled(plan, cleared, given, allowance);
  const floor = floorOf(plan);
  if (floor > room) return { kind: "too-small", needed: floor, available: room };
  // Filled from what calls for the next compaction, not from the room: else that one would come soon.
  const free = Math.max(0, Math.min(room, room * policy.summariseAt) - floor - reservedIn(plan) - allowance);
  const through = plan.ladder.climb(cleared.through, free * policy.compactTo);
  return settled(plan, movedTo(through, cleared, limit), given, allowance);
}

/** A boundary that follows from a number may cut through a step: what is left of it leaves with the rest. */
function throughSteps(candidates: Ground["candidates"], from: Epoch): Epoch {
  const boundary = from.through["leave-out"];
  const cut = candidates.filter(({ unit, floor }) => !floor && unit.first <= boundary);
  const end = Math.max(boundary, ...cut.map(endOf));
  const to = { ...from, through: { ...from.through, "leave-out": end } };
  return end > boundary ? throughSteps(candidates, to) : from;
}

/** With the reductions where they are to stand, and as the next call will show it: not a byte moves after a compaction. */
function settled(
  { scribe, collected, asides }: Plan,
  { through, limits }: Moved,
  given: Given,
  allowance: Tokens,
): Assembled {
  const { policy, kit, quoting, budget, since, held } = given;
  const { snapshot } = scribe;
  const boundary = through["leave-out"];
  const staying = stayingIn(collected);
  const leaving = leavingAt(scribe, boundary, staying, held);
  const tells = boundary > 0 && policy.layers.includes("summary") && policy.summaryTokens > 0 && !startsAnew(policy);
  const summary = tells ? summaryOf(scribe, kit.hash, leaving, allowance, since) : null;
  const epoch: Epoch = {
    key: snapshot.epoch.key,
    number: snapshot.epoch.number + 1,
    through,
    limits,
    foldedThrough: snapshot.last,
    held: [...staying].filter((seq) => seq <= boundary).sort((a, b) => a - b),
    turn: snapshot.turn?.id ?? null,
    summary: summary === null ? null : { id: summary.id, from: summary.from, to: summary.to },
  };
  const around = policy.prefix === "head" ? snapshot.replyTarget : null;
  const entries = entriesAfter(snapshot.entries, Math.max(boundary, snapshot.cleared), snapshot.turn, around);
  const plan = planFor(scribeFor({ ...snapshot, epoch, summary, entries }, policy, kit), quoting, asides);
  return { kind: "fits", view: viewOf(plan, epoch, budget, true) };
}

/** The limit that takes the room away. */
function limitOf({ policy, budget, room }: Given): string {
  if (room < roomIn(budget, policy)) return `refused=${room}`;
  return room < availableIn(budget) ? `maxTokens=${policy.maxTokens}` : `window=${budget.window}`;
}

/**
 * The compaction that would be made if the room ended where the view ends now: what to prepare before there is need.
 * Null where nothing would leave, or nothing of it is worth a summary.
 */
export function plannedCompaction(
  snapshot: Snapshot,
  policy: Policy,
  budget: Budget,
  kit: Kit,
): { readonly view: View & { readonly summary: Summary }; readonly allowance: Tokens } | null {
  const standing = planFor(scribeFor(snapshot, policy, kit), false);
  const room = Math.min(roomIn(budget, policy), takenBy(standing, snapshot.epoch.through) - 1);
  const { foldedThrough: since, held } = snapshot.epoch;
  const given: Given = { policy, budget, kit, quoting: false, room, since, held };
  const assembled = compacted(groundwork(snapshot, given), given);
  if (assembled.kind === "too-small") return null;
  const { view } = assembled;
  const before = viewOf(standing, snapshot.epoch, budget, false);
  const hasLeft = view.epoch.through["leave-out"] > snapshot.epoch.through["leave-out"];
  if (view.summary === null || !hasLeft || view.tokens >= before.tokens) return null;
  return { view: { ...view, summary: view.summary }, allowance: summaryAllowance(standing, room) };
}

/**
 * The fifth stage: how much of everything is shown. Only this stage moves the reductions.
 *
 * It keeps the state of the last compaction if that fits and passes no threshold; otherwise it compacts anew, or
 * returns `too-small`. It quotes the message that is replied to if the view does not show it whole, drops memories if
 * there is no room, and turns a message that is too large for the window into an attachment.
 */

import type { Steps } from "@clewline/text/steps.js";
import { isSkipped } from "../log/background-runs.js";
import type { Tokens } from "../log/keys.js";
import { formatRange } from "../log/ranges/lane-ranges.js";
import type { TurnRecord } from "../log/turn.js";
import { type Budget, computeRoom } from "../policy/budget.js";
import { hasSchedule, isStateless, type Policy } from "../policy/policy.js";
import type { Plan } from "./plan/plan.js";
import type { PlannedCompaction } from "./planned-compaction.js";
import { makePreambleBlocks } from "./preamble-blocks.js";
import { findApproach } from "./reduce/approach.js";
import { listAttachmentLimits, listShorterLimits, widenAttachments } from "./reduce/attachments.js";
import { type CompactionInput, compactPrepared, compactView, prepareGround } from "./reduce/compact.js";
import { fitAfresh } from "./reduce/fit-afresh.js";
import { computeSummaryAllowance, countViewTokens, estimateTokens, type Ground, layGround } from "./reduce/ground.js";
import { findUnitEnd } from "./reduce/measure-units.js";
import { isRangedAnew, listPlacesWithEdits } from "./reduce/pins.js";
import { findLeaveBoundary, reductions } from "./reduce/reductions.js";
import { isTargetShown } from "./reduce/target.js";
import { moveAhead, worthwhile } from "./reduce/thresholds.js";
import type { ReducedView, TooSmall } from "./reduced.js";
import type { Renderer } from "./renderer.js";
import type { ClearingDecision } from "./schedule/decide-clearing.js";
import { scheduleView } from "./schedule/schedule-view.js";
import { type AskedCompaction, isHeldByReasoning, isWithinTurn, type PureFns, type Snapshot } from "./snapshot.js";
import type { AttachmentLimits, Drawing, Drawings, DrawnUnit, Poses } from "./units/drawn-unit.js";

export interface ReductionInput {
  readonly drawings: Drawings;
  readonly plan: Plan;
  readonly snapshot: Snapshot;
  readonly policy: Policy;
  readonly budget: Budget;
  readonly renderer: Renderer;
  readonly fns: PureFns;
}

export function* reduceView(given: ReductionInput): Steps<ReducedView | TooSmall> {
  const { drawings, snapshot, policy } = given;
  const { attachAt } = snapshot;
  let made = yield* reduceWithMessage(given);
  // Pins may leave less than half of the room, so that a text below half of it can be too large.
  const limits = attachAt === undefined || drawings.shorten === null ? [] : listShorterLimits(attachAt, policy.preview);
  for (const each of limits) if (made.kind === "too-small") made = (yield* shortenMessage(given, each)) ?? made;
  return made;
}

function* shortenMessage(given: ReductionInput, limits: AttachmentLimits): Steps<ReducedView | TooSmall | null> {
  const { shorten } = given.drawings;
  const { attachOver = 0, attachRoom = Number.POSITIVE_INFINITY } = given.snapshot.turn ?? {};
  if (shorten === null || limits.attachRoom === undefined) return null;
  const smaller = {
    attachOver: Math.min(attachOver, limits.attachOver),
    attachRoom: Math.min(attachRoom, limits.attachRoom),
  };
  return yield* fitRemembering(given, yield* shorten(smaller));
}

/** With the message whole, or as an attachment where it is larger than half of the room. */
function* reduceWithMessage(given: ReductionInput): Steps<ReducedView | TooSmall> {
  const { drawings, snapshot, policy, budget } = given;
  const { attach, attachments } = drawings;
  const { turn, attachAt = Number.POSITIVE_INFINITY } = snapshot;
  const room = Math.min(computeRoom(budget, policy), snapshot.roomLimit);
  const isDecided = attach === null || snapshot.decidesAttachments !== true;
  let made: ReducedView | TooSmall | null = isDecided ? yield* fitRemembering(given, { drawings, turn }) : null;
  if (attach === null || turn === null) return made ?? (yield* fitRemembering(given, { drawings, turn }));
  for (const limits of listAttachmentLimits(turn, { attachAt, attachments, isDecided, preview: policy.preview })) {
    if (made?.kind === "fits") break;
    made = yield* fitRemembering(given, yield* attach(limits));
    const wide = widenAttachments(made, limits, { room, attachments, before: turn.attachRoom });
    const wider = wide === null ? null : yield* fitRemembering(given, yield* attach(wide));
    if (wider?.kind === "fits" && !wider.compacted) made = wider;
  }
  return made ?? (yield* fitRemembering(given, { drawings, turn }));
}

interface Variant {
  readonly drawings: Poses;
  readonly turn: TurnRecord | null;
}

/**
 * The compaction that would be made if the room ended where the view ends now, to be prepared in advance. Null if
 * nothing would leave, or nothing of it is worth a summary.
 */
export function* reduceAhead(given: ReductionInput): Steps<PlannedCompaction | null> {
  const { drawings, snapshot, policy } = given;
  const variant = { drawings, turn: snapshot.turn, remembering: true, reserved: 0, quoting: false };
  const whole = prepareCompaction(given, variant);
  const { epoch, summary } = whole.snapshot;
  const standing = yield* whole.groundOf(drawings.standing, { epoch, summary, digests: null });
  const compacting = approachCompaction(whole, standing);
  const made = yield* compactView(compacting, prepareGround(compacting, null));
  if (made.kind === "too-small" || made.summary === null || made.leaving === null) return null;
  const hasLeft = findLeaveBoundary(made.epoch.through) > findLeaveBoundary(epoch.through);
  if (!hasLeft || made.estimate >= estimateTokens(standing, epoch.through)) return null;
  const { summary: next, leaving, epoch: after, estimate } = made;
  return {
    summary: next,
    leaving,
    epoch: after,
    estimate,
    allowance: computeSummaryAllowance(standing, policy, compacting.room),
  };
}

/** As if the limit that is nearest were passed; if none is near, as if the room ended where the view ends. */
function approachCompaction(whole: CompactionInput, standing: Ground): CompactionInput {
  const { snapshot, policy, room } = whole;
  const { epoch, summary } = snapshot;
  const taken = countViewTokens(standing, epoch.through, snapshot);
  const { units } = standing;
  const seen = { units, policy, seen: snapshot, summarisedAt: summary?.at ?? null, room };
  const boundary = findApproach({ ...seen, through: epoch.through, taken })?.boundary ?? null;
  if (boundary === null) return { ...whole, room: Math.min(room, taken - 1) };
  return { ...whole, snapshot: { ...snapshot, mustLeave: Math.max(snapshot.mustLeave, boundary) } };
}

/** Drops memories only if the view does not fit with them. */
function* fitRemembering(given: ReductionInput, variant: Variant): Steps<ReducedView | TooSmall> {
  const whole = yield* fitTarget(given, { ...variant, remembering: true, reserved: 0 });
  if (whole.kind === "fits") return whole;
  const reserved = countMemoryTokens(given, variant);
  return reserved === 0 ? whole : yield* fitTarget(given, { ...variant, remembering: false, reserved });
}

function countMemoryTokens({ plan, renderer }: ReductionInput, { drawings, turn }: Variant): Tokens {
  const { rules } = drawings.standing.pose;
  const preambles = plan.preambles({ quoting: false, remembering: true, turn, hidden: rules });
  const memories = preambles.filter(({ layer }) => layer === "memories");
  return makePreambleBlocks(renderer, memories).reduce((sum, { tokens }) => sum + tokens, 0);
}

interface MemoryVariant extends Variant {
  readonly remembering: boolean;
  /** Room of dropped memories, which nothing else may take. */
  readonly reserved: Tokens;
}

function* fitTarget(given: ReductionInput, variant: MemoryVariant): Steps<ReducedView | TooSmall> {
  const { snapshot, policy } = given;
  const plain = yield* fit(given, { ...variant, quoting: false });
  if (plain.kind === "fits" && isTargetShown(plain, snapshot, policy)) return plain;
  if (snapshot.replyTarget === null || snapshot.turn === null) return plain;
  return yield* fit(given, { ...variant, quoting: true });
}

interface QuoteVariant extends MemoryVariant {
  readonly quoting: boolean;
}

function* fit(given: ReductionInput, variant: QuoteVariant): Steps<ReducedView | TooSmall> {
  const compacting = prepareCompaction(given, variant);
  if (isStateless(given.policy)) return yield* fitAfresh(compacting);
  const isDue = compacting.asking !== undefined || given.drawings.isCrowded || hasToCompact(compacting.snapshot);
  const scheduled = isDue ? null : yield* applySchedule(compacting, variant);
  const made = yield* fitScheduled({ compacting, isDue, ...scheduled }, variant);
  if (scheduled === null || made.kind === "too-small") return made;
  const { decision } = scheduled;
  if (made.compacted || decision.kind !== "clear") return { ...made, scheduled: decision };
  const epoch = { ...made.epoch, number: made.epoch.number + 1 };
  return { ...made, epoch, compacted: true, scheduled: decision };
}

interface ScheduledInput {
  readonly decision: ClearingDecision;
  readonly compacting: CompactionInput;
  /** The unchanged view, where no entry leaves it. */
  readonly standing?: Ground;
}

function* applySchedule(compacting: CompactionInput, { drawings }: QuoteVariant): Steps<ScheduledInput | null> {
  const { snapshot, policy, groundOf } = compacting;
  const { epoch, summary } = snapshot;
  const standing = yield* groundOf(drawings.standing, { epoch, summary, digests: null });
  yield;
  const view = countViewTokens(standing, epoch.through, snapshot);
  yield;
  const scheduled = yield* scheduleView(standing, snapshot, policy, { view, room: compacting.room });
  if (scheduled === null) return null;
  const { decision, epoch: moved } = scheduled;
  if (decision.kind !== "clear" || moved.before === undefined) return { decision, compacting, standing };
  return { decision, compacting: { ...compacting, before: moved.before, snapshot: { ...snapshot, epoch: moved } } };
}

interface ScheduledFit extends Pick<ScheduledInput, "compacting" | "standing"> {
  readonly isDue: boolean;
}

function* fitScheduled(
  { compacting, isDue, ...given }: ScheduledFit,
  variant: QuoteVariant,
): Steps<ReducedView | TooSmall> {
  const { snapshot, room, groundOf } = compacting;
  const { epoch, summary } = snapshot;
  const standing = given.standing ?? (yield* groundOf(variant.drawings.standing, { epoch, summary, digests: null }));
  const taken = countViewTokens(standing, epoch.through, snapshot);
  const compact = () => compactPrepared(compacting, standing);
  if (isDue) return yield* compact();
  if (taken > room) {
    const made = yield* compact();
    const isEnough = () => findCompactionReason({ ...compacting, room: taken }, standing, taken) !== "limit";
    return made.kind === "too-small" && taken < made.needed && isEnough() ? { ...made, needed: taken } : made;
  }
  const plain: ReducedView = {
    kind: "fits",
    ground: standing,
    units: standing.units,
    rules: standing.rules,
    epoch,
    compacted: false,
    entries: snapshot.entries,
    summary,
    leaving: null,
    scheduled: null,
    estimate: estimateTokens(standing, epoch.through),
  };
  const due = findCompactionReason(compacting, standing, taken);
  if (due === null) return plain;
  const ahead = yield* compact();
  // A limit of the policy holds in every room: what it lets leave must not come back where there is less.
  if (due === "limit") return ahead;
  const isWorth = ahead.kind === "fits" && plain.estimate - ahead.estimate >= worthwhile * room;
  return isWorth ? ahead : plain;
}

function prepareCompaction(given: ReductionInput, { drawings, turn, ...variant }: QuoteVariant): CompactionInput {
  const { snapshot, policy, budget, plan, renderer, fns } = given;
  const { quoting, remembering, reserved } = variant;
  const groundOf: CompactionInput["groundOf"] = (drawing, footing) => {
    const preambles = plan.preambles({ quoting, remembering, turn, hidden: drawing.pose.rules });
    return layGround({ ...footing, drawing, turn, preambles, reserved }, snapshot, { renderer, policy, plan });
  };
  const room = Math.min(computeRoom(budget, policy), snapshot.roomLimit);
  return {
    ...applyAsked(snapshot, drawings.compact),
    drawings,
    policy,
    budget,
    room,
    renderer,
    fns,
    groundOf,
  };
}

/** A requested compaction removes everything but the newest units, or the entries of a range. */
function applyAsked(snapshot: Snapshot, { units }: Drawing): Pick<CompactionInput, "snapshot" | "asking"> {
  const { asked, epoch } = snapshot;
  if (asked === undefined) return { snapshot };
  const held = new Set([...epoch.held, ...(epoch.kept ?? [])]);
  const isShown = ({ unit }: DrawnUnit) =>
    unit.place > findLeaveBoundary(epoch.through) || unit.entries.some(({ seq }) => held.has(seq));
  const shown = units.filter(isShown);
  const { leaving, kept, limit, ...given } = pickAsked(shown, asked, snapshot);
  const last = leaving.at(-1);
  if (last === undefined) return { snapshot };
  const end = leaving.reduce((most, each) => Math.max(most, findUnitEnd(each)), 0);
  const mustLeave = Math.max(snapshot.mustLeave, end);
  return { snapshot: { ...snapshot, ...given, mustLeave }, asking: { limit, kept } };
}

interface AskedUnits {
  readonly leaving: readonly DrawnUnit[];
  readonly kept: readonly number[];
  readonly limit: string;
  readonly candidate: Snapshot["candidate"];
}

function pickAsked(
  shown: readonly DrawnUnit[],
  { leave }: AskedCompaction,
  { entries, epoch, candidate }: Snapshot,
): AskedUnits {
  const left = findLeaveBoundary(epoch.through);
  if ("keepNewest" in leave) {
    const leaving = shown.filter(({ unit }) => unit.place > left).slice(0, -leave.keepNewest);
    return { leaving, kept: [], limit: `asked=${leave.keepNewest}`, candidate };
  }
  const isIn = ({ unit }: DrawnUnit) => unit.entries.some(({ seq }) => isSkipped(seq, [leave]));
  const before = shown.filter((each) => each.unit.place < leave.from && !isIn(each));
  const kept = listPlacesWithEdits(before, entries);
  // A candidate prepared for another compaction would let more leave.
  return { leaving: shown.filter(isIn), kept, limit: `asked=${formatRange(leave)}`, candidate: null };
}

/** A withdrawal or a forgotten memory removes something from the middle of the view, which is then compacted. */
function hasToCompact(snapshot: Snapshot): boolean {
  const { entries, epoch, mustLeave, refusals, isRestored, isTakenBackAnew } = snapshot;
  if (isTakenBackAnew === true) return true;
  if (isRangedAnew(snapshot) || isRestored === true || refusals > 0 || mustLeave > findLeaveBoundary(epoch.through))
    return true;
  return entries.some((entry) => entry.kind === "withdrawn" && entry.seq > epoch.foldedThrough);
}

/** Whether a threshold asks for a compaction although everything fits: a limit of the policy, or only `summariseAt`. */
function findCompactionReason(
  { snapshot, policy, budget, room }: CompactionInput,
  { units, ...standing }: Ground,
  taken: Tokens,
): "limit" | "wise" | null {
  const { epoch, turn, summary, last } = snapshot;
  // A person took the last compaction back, so only a lack of room may start the next one.
  if (epoch.undone === true) return null;
  const isOfTurn = epoch.number > 0 && epoch.turn === (turn?.id ?? null);
  const hasNothingNew = last === epoch.foldedThrough;
  if (isOfTurn && (hasNothingNew || policy.actsAhead === "once a turn")) return null;
  const situation = {
    units,
    policy,
    seen: snapshot,
    summarisedAt: summary?.at ?? null,
    room,
    window: budget.window,
    tokensAt: (reach: typeof epoch.through) => countViewTokens({ units, ...standing }, reach, snapshot),
  };
  const { through } = moveAhead(situation, epoch);
  if (reductions.some(({ name }) => (through[name] ?? 0) > (epoch.through[name] ?? 0))) return "limit";
  // Results of the running turn stay as long as they fit.
  const isHeld = isHeldByReasoning(snapshot) || (hasSchedule(policy) && isWithinTurn(snapshot));
  return taken > room * policy.summariseAt && !isHeld ? "wise" : null;
}

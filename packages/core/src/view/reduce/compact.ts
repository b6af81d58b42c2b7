/** Compaction: how far the reductions must reach so that a view fits, and the summary of what leaves. */

import type { Steps } from "@clewline/text/steps.js";
import { followsEpoch, type SummaryCandidate } from "../../log/candidate.js";
import type { Entry } from "../../log/entry.js";
import type { Epoch, EpochState } from "../../log/epoch.js";
import type { Tokens } from "../../log/keys.js";
import { describeRanges } from "../../log/ranges/lane-ranges.js";
import type { Summary } from "../../log/summary.js";
import { type Budget, computeRoom, countAvailableTokens } from "../../policy/budget.js";
import {
  hasHistoryFiles,
  hasReduction,
  hasSchedule,
  isStateless,
  type Policy,
  readPrefix,
  readSummaryTokens,
} from "../../policy/policy.js";
import { makeHistoryNamer, pickHistory } from "../../summary/history-file.js";
import { collectLeaving } from "../../summary/leaving-entries.js";
import { hashSummarySource, summarise } from "../../summary/make-summary.js";
import { makeSummaryBlock } from "../../summary/summary-block.js";
import { messageFraming } from "../block.js";
import { findPlace, type Places } from "../places.js";
import type { ReducedView, TooSmall } from "../reduced.js";
import type { Renderer } from "../renderer.js";
import { chatSummaryTokens, isLeftForConversation } from "../schedule/conversation.js";
import { type AskedCompaction, listEntriesAfter, type PureFns, type Snapshot } from "../snapshot.js";
import type { Drawing, Poses } from "../units/drawn-unit.js";
import { hasOwnLimits } from "./approach.js";
import { cutUnits } from "./drop-left-units.js";
import { emergency } from "./emergency.js";
import {
  computeFloor,
  computeSummaryAllowance,
  countViewTokens,
  type Digests,
  type Ground,
  isTold,
  weigh,
} from "./ground.js";
import { dropOlderHalves } from "./halves.js";
import { leaveOut } from "./leave-out.js";
import { findUnitEnd, type WeighedUnit } from "./measure-units.js";
import { isRangedAnew, pickPinned } from "./pins.js";
import { describeBefore, moveAll, type ReductionProgress } from "./progress.js";
import { findLeaveBoundary, type ReductionReach, readReach } from "./reductions.js";
import { clearAll, moveAhead, type Situation, sumBaseTokens } from "./thresholds.js";

export interface CompactionInput {
  readonly snapshot: Snapshot;
  readonly drawings: Poses;
  readonly policy: Policy;
  readonly budget: Budget;
  /** The most tokens of the view. */
  readonly room: Tokens;
  readonly renderer: Renderer;
  readonly fns: PureFns;
  /** Set for a compaction that a person requested. */
  readonly asking?: Asking;
  /** How the lane's epoch was, where a schedule has moved it for this view already. */
  readonly before?: EpochState;
  groundOf(drawing: Drawing, footing: Pick<Ground, "epoch" | "summary" | "digests">): Steps<Ground>;
}

/** A compaction on request. */
interface Asking {
  /** The limit that makes entries leave, as `name=value`. */
  readonly limit: string;
  /** Entries, by seq, before those that are to leave: they stay while there is room. */
  readonly kept: readonly number[];
}

export interface CompactionStart {
  readonly drawing: Drawing;
  readonly epoch: Epoch;
  readonly summary: Summary | null;
  readonly digests: Digests | null;
}

/** The compaction of a view, with the summary that was prepared for it if there is one. */
export function* compactPrepared(compacting: CompactionInput, standing: Ground): Steps<ReducedView | TooSmall> {
  const prepared = findUsableCandidate(compacting, standing);
  const start = prepareGround(compacting, prepared);
  if (prepared === null || !hasOwnLimits(compacting.policy)) return yield* compactView(compacting, start);
  const due = yield* compactView(compacting, prepareGround(compacting, null));
  if (due.kind === "too-small" || findLeaveBoundary(prepared.through) > findLeaveBoundary(due.epoch.through))
    return due;
  const { through, limits } = due.epoch;
  return yield* compactView(compacting, { ...start, epoch: { ...start.epoch, through, limits } });
}

/** A compaction shows every edit so far in its place, and may start from a prepared summary. */
export function prepareGround(compacting: CompactionInput, prepared: SummaryCandidate | null): CompactionStart {
  const { snapshot, drawings, policy } = compacting;
  const { epoch, mustLeave, refusals, last } = snapshot;
  const { asking, room } = compacting;
  const limit = `summariseAt=${policy.summariseAt}`;
  const ahead = prepared === null ? epoch : moveAll(prepared.through, epoch, limit);
  const left = Math.max(findLeaveBoundary(ahead.through), hasReduction(policy, leaveOut) ? mustLeave : 0);
  const through = left === 0 ? ahead.through : { ...ahead.through, [leaveOut.name]: left };
  const drawing = drawings.compact;
  const limits = asking === undefined ? ahead.limits : { ...ahead.limits, [leaveOut.name]: asking.limit };
  const staying = { kept: asking?.kept ?? epoch.kept ?? [], pinned: pickPinned(drawing.units, snapshot, room) };
  const base = { ...epoch, through, limits, foldedThrough: last, held: [], ...staying };
  return {
    drawing,
    epoch: refusals > 0 ? applyEmergency(base, last, `refusals=${refusals}`) : base,
    summary: prepared?.summary ?? snapshot.summary,
    digests: null,
  };
}

/** A prepared compaction is valid if nothing was compacted since and its sources are unchanged. */
function findUsableCandidate(
  { snapshot, drawings, policy, fns }: CompactionInput,
  standing: Ground,
): SummaryCandidate | null {
  const { candidate, epoch, cleared } = snapshot;
  if (candidate === null || candidate.key !== epoch.key || !followsEpoch(candidate, epoch)) return null;
  const { to, source } = candidate.summary;
  if (to <= cleared) return null;
  const places = dropCleared(drawings.places, cleared);
  const leaving = collectLeaving(snapshot, to, collectStayingSeqs(standing.units, places, to), epoch.held);
  const standingSummary = findTellingSummary(snapshot.summary, cleared, policy);
  const history = hasHistoryFiles(policy) ? makeHistoryNamer(snapshot.ref, fns) : undefined;
  // The spill folder may be another one by now.
  const { file } = pickHistory(history, candidate.summary.id, standingSummary, leaving);
  if (candidate.summary.file !== file) return null;
  return hashSummarySource(standingSummary, leaving, fns.hash) === source ? candidate : null;
}

/** The summary so far, shown or not; null if the reader cleared all that it covers. */
function findTellingSummary(summary: Summary | null, cleared: number, policy: Policy): Summary | null {
  return summary !== null && summary.to > cleared && readSummaryTokens(policy) !== null ? summary : null;
}

/** The seqs of entries that stay when the boundary moves: the floor, and entries placed behind the boundary. */
function collectStayingSeqs(units: readonly WeighedUnit[], places: Places, boundary: number): ReadonlySet<number> {
  const floor = units.flatMap(({ floor, unit }) => (floor ? unit.entries.map(({ seq }) => seq) : []));
  const behind = [...places].flatMap(([seq, place]) => (place > boundary ? [seq] : []));
  return new Set([...floor, ...behind]);
}

/** Drops the places of entries that the reader cleared: they don't come back, even if they waited. */
function dropCleared(places: Places, cleared: number): Places {
  return cleared === 0 ? places : new Map([...places].filter(([seq]) => seq > cleared));
}

/** From here on only the message and the newest step are spared. */
function applyEmergency(epoch: Epoch, last: number, limit: string): Epoch {
  const through = { ...epoch.through, [emergency.name]: last };
  return { ...epoch, through, limits: { ...epoch.limits, [emergency.name]: limit } };
}

/** Moves the reductions as far as thresholds and room require. */
export function* compactView(compacting: CompactionInput, start: CompactionStart): Steps<ReducedView | TooSmall> {
  const { snapshot, policy, room, budget, groundOf } = compacting;
  const ground = yield* groundOf(start.drawing, start);
  const allowance = ground.digests?.room ?? computeSummaryAllowance(ground, policy, room);
  const taken = (reach: ReductionReach) => countViewTokens(ground, reach, snapshot, allowance);
  const { units } = ground;
  const summarisedAt = start.summary?.at ?? null;
  const situation: Situation = {
    units,
    policy,
    seen: snapshot,
    summarisedAt,
    room,
    window: budget.window,
    tokensAt: taken,
  };
  const from = snapshot.mustLeave > 0 ? completeCutSteps(units, start.epoch) : start.epoch;
  const ahead = moveAhead(situation, from);
  const pickAllowance = (moved: ReductionProgress) =>
    isLeftForConversation(moved) ? Math.min(allowance, chatSummaryTokens) : allowance;
  const finish = (moved: ReductionProgress) => finishCompaction(compacting, ground, moved, pickAllowance(moved));
  if (taken(ahead.through) <= room * policy.summariseAt) return finish(ahead);
  const { kept = [], pinned = [] } = start.epoch;
  if (kept.length > 0) return yield* compactView(compacting, { ...start, epoch: { ...start.epoch, kept: [] } });
  const limit = taken(ahead.through) <= room ? `summariseAt=${policy.summariseAt}` : describeRoomLimit(compacting);
  if (policy.makeRoom === "by halves" && readReach(start.epoch.through, emergency) < snapshot.last) {
    const { to, enough } = dropOlderHalves(situation, ahead, limit, (reach) => taken(reach) <= room);
    if (enough) return finish(to);
    const drastic = applyEmergency({ ...start.epoch, ...to }, snapshot.last, limit);
    return yield* compactView(compacting, { ...start, epoch: drastic });
  }
  const cleared = clearAll(situation, ahead);
  if (taken(cleared.through) <= room * policy.summariseAt) return finish(cleared);
  const floor = computeFloor(ground);
  // Whole, it needs no notices, so that it may fit where it would not if anything had left.
  const whole = isStateless(policy) ? Math.ceil(taken(ahead.through) / policy.summariseAt) : floor;
  if (floor > room && pinned.length > 0)
    return yield* compactView(compacting, { ...start, epoch: { ...start.epoch, pinned: [] } });
  if (floor > room) return { kind: "too-small", needed: Math.min(floor, whole), available: room };
  // Measured from the threshold of the next compaction, not from the room: otherwise that one would come soon.
  const most = snapshot.isAimed === true ? room : room * policy.summariseAt;
  const free = Math.max(0, Math.min(room, most) - floor - ground.reserved - allowance);
  const through = ground.measures.fill(cleared.through, pickFill(compacting, units, free), free);
  return finish(moveAll(through, cleared, limit));
}

/** The part of it that a compaction keeps where the next one should come late. */
const deep = 0.4;

/** How much of the free room a compaction fills: less where its price is known, but never for the running turn. */
function pickFill({ snapshot, policy }: CompactionInput, units: readonly WeighedUnit[], free: Tokens): Tokens {
  if (snapshot.isAimed === true) return free;
  const usual = free * policy.compactTo;
  const { costs, refusals } = snapshot;
  // After a refusal each view aims at less than the one before by itself.
  if (!hasSchedule(policy) || refusals > 0 || (costs?.prices ?? null) === null) return usual;
  const running = sumBaseTokens(units.filter(({ role, floor }) => role === "own step" && !floor));
  return Math.min(usual, Math.max(usual * deep, running));
}

/** A boundary that follows from a number may cut through a step; the rest of that step leaves too. */
function completeCutSteps(units: readonly WeighedUnit[], from: Epoch): Epoch {
  const boundary = findLeaveBoundary(from.through);
  const cut = units.filter(({ unit, floor }) => !floor && unit.place <= boundary);
  const end = cut.reduce((most, each) => Math.max(most, findUnitEnd(each)), boundary);
  if (end === boundary) return from;
  return completeCutSteps(units, { ...from, through: { ...from.through, [leaveOut.name]: end } });
}

/** Shows the result exactly as the next call will: no byte changes after a compaction. */
function finishCompaction(
  { snapshot, drawings, policy, renderer, fns, ...given }: CompactionInput,
  ground: Ground,
  { through, limits }: ReductionProgress,
  allowance: Tokens,
): ReducedView {
  const { ref, epoch: before, cleared, last, turn, now, turns } = snapshot;
  const boundary = findLeaveBoundary(through);
  const places = dropCleared(drawings.places, cleared);
  const { kept = [], pinned = [] } = ground.epoch;
  const wanted = [...kept, ...pinned].filter((seq) => seq > cleared);
  const staying = new Set([...collectStayingSeqs(ground.units, places, boundary), ...wanted]);
  const leaving = collectLeaving({ ...snapshot, summary: ground.summary }, boundary, staying, before.held);
  const tells = boundary > 0 && (readSummaryTokens(policy) ?? 0) > 0 && !isStateless(policy);
  const history = hasHistoryFiles(policy) ? makeHistoryNamer(ref, fns) : undefined;
  const author = { renderer, hash: fns.hash, ref, key: before.key, turns, now, history };
  const standing = findTellingSummary(ground.summary, cleared, policy);
  const asked = { room: allowance, since: before.foldedThrough, isRanged: isToldAnew(snapshot) };
  const summary = tells ? summarise(author, standing, leaving, { ...asked, ...pickFocus(snapshot) }) : null;
  // A prepared summary covers some of what leaves only now.
  const left = ground.summary === snapshot.summary ? leaving : collectLeaving(snapshot, boundary, staying, before.held);
  const epoch: Epoch = {
    key: before.key,
    number: before.number + 1,
    through,
    limits,
    foldedThrough: last,
    held: [...staying].filter((seq) => seq <= boundary).sort((a, b) => a - b),
    turn: turn?.id ?? null,
    ...describeWishes(snapshot, { kept: kept.filter((seq) => seq <= boundary), pinned }),
    before: given.before ?? describeBefore(snapshot),
    summary: summary === null ? null : { id: summary.id, from: summary.from, to: summary.to },
    ...keepLate(drawings.late, boundary),
    ...keepRetired(snapshot, (seq) => seq > boundary || staying.has(seq)),
  };
  const around = readPrefix(policy) === "head" ? snapshot.replyTarget : null;
  const isBehind = ({ seq }: Entry) => findPlace(places, seq) > Math.max(boundary, cleared) || wanted.includes(seq);
  const entries = listEntriesAfter(snapshot.entries, isBehind, turn, around);
  const isShown = summary !== null && isTold(summary, cleared, policy);
  const summaryTokens = isShown
    ? makeSummaryBlock(renderer, summary).tokens + messageFraming
    : (ground.digests?.room ?? 0);
  const estimate = ground.around + ground.measures.tokensAt(through) + summaryTokens;
  const rest = cutUnits(ground.drawing, entries, boundary > 0);
  const units = weigh(rest.units, epoch, policy, { entries, cleared, notice: 0, filesOf: () => 0 });
  const { rules } = rest;
  return {
    kind: "fits",
    ground,
    units,
    rules,
    epoch,
    compacted: true,
    entries,
    summary,
    leaving: left,
    scheduled: null,
    estimate,
  };
}

function isToldAnew(snapshot: Snapshot): boolean {
  return isRangedAnew(snapshot) || snapshot.isTakenBackAnew === true;
}

function pickFocus({ asked }: Snapshot): Pick<AskedCompaction, "focus"> {
  return asked?.focus === undefined ? {} : { focus: asked.focus };
}

/** Entries that have left need no place. */
function keepLate(late: Places, boundary: number): Pick<Epoch, "late"> {
  const kept = [...late].filter(([, place]) => place > boundary);
  return kept.length === 0 ? {} : { late: kept };
}

/** Keeps the stubs that the schedule chose while their entries are in the view. */
function keepRetired(
  { epoch: { retired }, last }: Snapshot,
  isShown: (seq: number) => boolean,
): Pick<Epoch, "retired"> {
  const seqs = retired?.seqs.filter(isShown) ?? [];
  return seqs.length === 0 ? {} : { retired: { seqs, through: last } };
}

/** Records the ranges and pins that people asked for, because the next views need them. */
function describeWishes(
  { ranges }: Snapshot,
  { kept, pinned }: Required<Pick<Epoch, "kept" | "pinned">>,
): Pick<Epoch, "ranges" | "kept" | "pinned"> {
  const text = ranges === undefined ? "" : describeRanges(ranges);
  return {
    ...(text === "" ? {} : { ranges: text }),
    ...(kept.length === 0 ? {} : { kept }),
    ...(pinned.length === 0 ? {} : { pinned }),
  };
}

function describeRoomLimit({ policy, budget, room }: CompactionInput): string {
  if (room < computeRoom(budget, policy)) return `refused=${room}`;
  return room < countAvailableTokens(budget) ? `maxTokens=${policy.maxTokens}` : `window=${budget.window}`;
}

/** The basis of a reduction: one pose of the past with everything around it, and its tokens. */

import type { Steps } from "@clewline/text/steps.js";
import { isSkipped, type SeqRange } from "../../log/background-runs.js";
import type { Epoch } from "../../log/epoch.js";
import type { Tokens } from "../../log/keys.js";
import type { Summary } from "../../log/summary.js";
import type { Preamble, TurnRecord } from "../../log/turn.js";
import { hasReduction, hasSchedule, type Policy, readSummaryTokens } from "../../policy/policy.js";
import { makeSummaryBlock } from "../../summary/summary-block.js";
import { type Block, messageFraming, sumTokens } from "../block.js";
import type { Plan } from "../plan/plan.js";
import { makePreambleBlocks } from "../preamble-blocks.js";
import { isListed, listUnreadRanges } from "../render/hidden.js";
import { countFileTokens } from "../render/notice.js";
import type { Renderer } from "../renderer.js";
import type { Snapshot } from "../snapshot.js";
import type { Drawing, DrawnUnit } from "../units/drawn-unit.js";
import { makeLabeller } from "../units/message-labels.js";
import { listNamedFiles } from "../units/named-files.js";
import type { Unit } from "../units/unit.js";
import type { Rule } from "../verdict.js";
import { cutUnits } from "./drop-left-units.js";
import { emergency } from "./emergency.js";
import { leaveOut } from "./leave-out.js";
import { type Measures, measureUnits, type ReductionContext, type WeighedUnit } from "./measure-units.js";
import { findLeaveBoundary, type ReductionReach, readReach } from "./reductions.js";

/** The digests and remembered items of a view that keeps no summary, and the room reserved for them. */
export interface Digests {
  /** The items that the agent asked to remember. */
  readonly remembered: Block | null;
  readonly summaries: readonly Summary[];
  readonly room: Tokens;
}

/** The parts of a view that are settled before its reductions. */
export interface Footing {
  readonly drawing: Drawing;
  readonly turn: TurnRecord | null;
  readonly preambles: readonly Preamble[];
  readonly epoch: Epoch;
  /** The summary of what has left; null if there is none, or digests replace it. */
  readonly summary: Summary | null;
  readonly digests: Digests | null;
  /** Room kept for memories that were dropped: otherwise a little more room could show less. */
  readonly reserved: Tokens;
}

export interface Ground extends Footing {
  readonly units: readonly WeighedUnit[];
  /** Why other entries are hidden, by seq. */
  readonly rules: ReadonlyMap<number, Rule>;
  readonly measures: Measures;
  readonly acting: ReductionContext;
  readonly summaryBlocks: readonly Block[];
  /** Tokens of everything except units, summary and notices. */
  readonly around: Tokens;
  /** An upper bound for all notices of the view. */
  readonly notices: Tokens;
}

/** For the mark before a view that would begin with the agent's words. */
const openingAllowance: Tokens = 12;

export interface Rules {
  readonly renderer: Renderer;
  readonly policy: Policy;
  readonly plan: Plan;
}

type GroundInput = Pick<Snapshot, "entries" | "last" | "cleared" | "skipped">;

export function* layGround(footing: Footing, seen: GroundInput, { renderer, policy, plan }: Rules): Steps<Ground> {
  const { drawing, turn, preambles, epoch } = footing;
  const rest = findLeaveBoundary(epoch.through) > 0 ? cutUnits(drawing, seen.entries, true) : drawing;
  const { bindsReasoning } = renderer;
  const spared = { turn: turn?.id ?? null, bindsReasoning, neverClear: policy.neverClear };
  const retired = new Set(epoch.retired?.seqs);
  const acting: ReductionContext = { shares: policy.reductions, spared, retired, renderer };
  const filesOf = hasSchedule(policy) ? ({ unit }: DrawnUnit) => countUnitFiles(renderer, unit) : () => 0;
  const units = weigh(rest.units, epoch, policy, { ...seen, notice: plan.notice + messageFraming, filesOf });
  yield;
  const measures = yield* measureUnits(units, acting);
  const { pinned, overheads, historyNotes, closing } = plan;
  const parts = [pinned, overheads, makePreambleBlocks(renderer, preambles), historyNotes, closing];
  return {
    ...footing,
    units,
    rules: rest.rules,
    measures,
    acting,
    summaryBlocks: drawSummaries(renderer, footing, policy, seen.cleared),
    around: parts.reduce((total, part) => total + sumTokens(part), messageFraming + openingAllowance),
    notices: countNotices(units, seen, epoch.through, policy) * plan.notice,
  };
}

/** Counts the tokens that naming a unit's files adds to a notice. A lane keeps its units, so each is counted once. */
function countUnitFiles(renderer: Renderer, unit: Unit): Tokens {
  const known = counted.get(unit);
  if (known?.by === renderer.key) return known.tokens;
  const tokens = countFileTokens(renderer, unit.entries.flatMap(listNamedFiles));
  counted.set(unit, { by: renderer.key, tokens });
  return tokens;
}

const counted = new WeakMap<Unit, { readonly by: string; readonly tokens: Tokens }>();

/** Decides for each unit whether it stays unchanged and whether it may leave. */
export function weigh(
  units: readonly DrawnUnit[],
  { through, held, pinned = [], kept = [] }: Pick<Epoch, "through" | "held" | "pinned" | "kept">,
  { runningTurn, history }: Pick<Policy, "runningTurn" | "history">,
  { entries, cleared, notice, filesOf }: NoticeInput,
): readonly WeighedUnit[] {
  const left = findLeaveBoundary(through);
  const isHeld = new Set([...held, ...kept]);
  const isPinned = new Set(pinned);
  // A policy may spare the running turn until an emergency.
  const isKept = ({ role, unit }: DrawnUnit) =>
    runningTurn === "keep" &&
    (role === "own step" || role === "newest step") &&
    unit.first > readReach(through, emergency);
  const isCut = left > 0 || cleared > 0 || (entries[0]?.seq ?? 1) > 1;
  const label = makeLabeller({ history });
  let before: DrawnUnit | null = null;
  return units.map((each): WeighedUnit => {
    const stays = isPinned.size > 0 && each.unit.entries.some(({ seq }) => isPinned.has(seq));
    const fixed = each.role === "message" || isKept(each) || stays;
    const floor = fixed || each.role === "newest step";
    const staysPut = isHeld.size > 0 && each.unit.entries.some(({ seq }) => isHeld.has(seq));
    // The first of a run of steps pays for the notice in their place; at the very beginning another notice covers them.
    const opens = before === null ? !isCut : before.between === null;
    // Units that have left are part of the notice about that, so they don't count as predecessors.
    const isIn = floor || staysPut || each.unit.place > left;
    if (isIn) before = each;
    // Named one by one, because copying them all is slow where there are thousands.
    const { unit, role, between, asides } = each;
    const items = isIn ? label(each.items) : each.items;
    return {
      unit,
      role,
      items,
      between,
      asides,
      fixed,
      floor,
      pinned: stays,
      held: staysPut,
      notice: each.between === null ? 0 : (opens ? notice : 0) + filesOf(each),
    };
  });
}

interface NoticeInput extends Pick<GroundInput, "entries" | "cleared"> {
  readonly notice: Tokens;
  /** The tokens that naming its files adds to a notice. */
  readonly filesOf: (unit: DrawnUnit) => Tokens;
}

export function drawSummaries(
  renderer: Renderer,
  { summary, digests }: Pick<Footing, "summary" | "digests">,
  policy: Policy,
  cleared: number,
): readonly Block[] {
  if (digests !== null && (digests.remembered !== null || digests.summaries.length > 0))
    return [
      ...(digests.remembered === null ? [] : [digests.remembered]),
      ...digests.summaries.map((each) => makeSummaryBlock(renderer, each)),
    ];
  return summary === null || !isTold(summary, cleared, policy) ? [] : [makeSummaryBlock(renderer, summary)];
}

/** Whether the view shows the summary: it is not empty nor cleared by the reader, and the policy has a place for it. */
export function isTold(summary: Summary, cleared: number, policy: Policy): boolean {
  if (!policy.withHistory || (summary.shown === 0 && summary.prose === null)) return false;
  return summary.to > cleared && readSummaryTokens(policy) !== null;
}

/** One notice before each unit that can't leave, one for each gap, and one more. */
function countNotices(
  units: readonly WeighedUnit[],
  { entries, last, skipped }: GroundInput,
  reach: ReductionReach,
  policy: Policy,
): number {
  const left = findLeaveBoundary(reach);
  const leaves = hasReduction(policy, leaveOut);
  const staying = units.filter(({ floor, held, unit }) => floor || held || (!leaves && unit.place <= left));
  const isHole = ({ from, to }: SeqRange) => from > 1 && to > left && !isSkipped(from, skipped?.ranges ?? []);
  const holes = listUnreadRanges(entries, last).filter(isHole);
  return staying.length + holes.length + 1;
}

/** The tokens of the whole view at this reach. `allowance` is the room of a new summary, if one has to be made. */
export function countViewTokens(
  ground: Ground,
  reach: ReductionReach,
  { entries, last, cleared }: GroundInput,
  allowance = Number.POSITIVE_INFINITY,
): Tokens {
  const { rules, summary, digests, summaryBlocks, around, measures, notices, reserved } = ground;
  const left = findLeaveBoundary(reach);
  const isCut = left > 0 || cleared > 0 || entries.length < last;
  const isReduced = isCut || [...rules.values()].some(isListed);
  const tellsAll = left <= (summary?.to ?? 0) || allowance === Number.POSITIVE_INFINITY;
  const blockTokens = sumTokens(summaryBlocks) + summaryBlocks.length * messageFraming;
  const summaryTokens = digests?.room ?? (tellsAll ? Math.min(allowance, blockTokens) : allowance);
  return around + measures.tokensAt(reach) + (isReduced ? notices : 0) + summaryTokens + reserved;
}

/** The tokens of the view without notices and reserved room, to compare compactions. */
export function estimateTokens({ around, measures, summaryBlocks }: Ground, reach: ReductionReach): Tokens {
  return around + measures.tokensAt(reach) + sumTokens(summaryBlocks) + summaryBlocks.length * messageFraming;
}

/** The tokens that no compaction can remove. */
export function computeFloor({ around, measures, notices }: Ground): Tokens {
  return around + measures.floor + notices;
}

/** A quarter of the free room, limited by the policy. */
export function computeSummaryAllowance(ground: Ground, policy: Policy, room: Tokens): Tokens {
  return Math.min(
    readSummaryTokens(policy) ?? 0,
    Math.max(0, Math.floor((room - computeFloor(ground) - ground.reserved) / 4)),
  );
}

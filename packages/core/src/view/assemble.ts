/**
 * Makes a view from a snapshot, purely: each stage runs once and passes on a value.
 *
 * 1. The result fits the budget, or is `too-small` and says what is needed.
 * 2. Every entry of the lane has exactly one verdict; a reduction's verdict names its limit.
 * 3. Equal arguments give equal bytes, however the work is split into steps.
 */

import { finish, type Steps } from "@clewline/text/steps.js";
import type { Budget } from "../policy/budget.js";
import { isStateless, type Policy } from "../policy/policy.js";
import { drawUnits } from "./draw-units.js";
import { makeRenderer } from "./make-renderer.js";
import type { Past } from "./past/selected-past.js";
import { planView } from "./plan-view.js";
import type { PlannedCompaction } from "./planned-compaction.js";
import { type ReductionInput, reduceAhead, reduceView } from "./reduce-view.js";
import { renderView } from "./render-view.js";
import { selectPast } from "./select-past.js";
import { settleLog } from "./settle-log.js";
import type { SettledLog } from "./settled-log.js";
import type { PureFns, Snapshot } from "./snapshot.js";
import type { AssemblyResult } from "./view.js";

/** Everything that a view could show, before the room limits it. */
export interface Survey {
  readonly log: SettledLog;
  readonly past: Past;
}

/** Runs the stages that the selection of older turns and the look-up depend on. */
export function* surveyLog(snapshot: Snapshot, policy: Policy): Steps<Survey> {
  const { entries, turn, turns, ranges, epoch } = snapshot;
  const log = yield* settleLog(entries, turn, turns, {
    ranges,
    late: isStateless(policy) ? null : new Map(epoch.late),
  });
  yield;
  const past = selectPast(log, snapshot, policy);
  yield;
  return { log, past };
}

export function assemble(snapshot: Snapshot, policy: Policy, budget: Budget, fns: PureFns): AssemblyResult {
  return finish(assembleInSteps(snapshot, { policy, budget, fns }));
}

export function* assembleInSteps(snapshot: Snapshot, terms: Terms): Steps<AssemblyResult> {
  return yield* assembleFrom(yield* surveyLog(snapshot, terms.policy), snapshot, terms);
}

export interface Terms {
  readonly policy: Policy;
  readonly budget: Budget;
  readonly fns: PureFns;
}

/** Runs the remaining stages, from a survey of the same snapshot. */
export function* assembleFrom(survey: Survey, snapshot: Snapshot, terms: Terms): Steps<AssemblyResult> {
  const reducible = yield* planStages(survey, snapshot, terms);
  const reduced = yield* reduceView(reducible);
  if (reduced.kind === "too-small") return reduced;
  const { plan, policy, renderer } = reducible;
  const { window } = terms.budget;
  const { hash } = terms.fns;
  return { kind: "fits", view: yield* renderView({ reduced, plan, snapshot, policy, window, renderer, hash }) };
}

/** The compaction to prepare in the background; null if there is nothing to prepare. */
export function* planCompaction(snapshot: Snapshot, terms: Terms): Steps<PlannedCompaction | null> {
  return yield* reduceAhead(yield* planStages(yield* surveyLog(snapshot, terms.policy), snapshot, terms));
}

function* planStages({ log, past }: Survey, snapshot: Snapshot, { policy, budget, fns }: Terms): Steps<ReductionInput> {
  const renderer = makeRenderer(snapshot, policy, fns);
  const drawings = yield* drawUnits(log, past, snapshot, { renderer, policy });
  const plan = planView(log, past, snapshot, { renderer, policy });
  return { drawings, plan, snapshot, policy, budget, renderer, fns };
}

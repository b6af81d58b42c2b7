import { ClewError } from "../../core/errors.js";
import type { LaneRef, Tokens } from "../../core/log/keys.js";
import { isStateless, readSummaryTokens } from "../../core/policy/policy.js";
import { assemble } from "../../core/view/assemble.js";
import { findLeaveBoundary } from "../../core/view/reduce/reductions.js";
import type { Snapshot } from "../../core/view/snapshot.js";
import type { DrawnUnit } from "../../core/view/units/drawn-unit.js";
import { findVerdict } from "../../core/view/verdict.js";
import type { View } from "../../core/view/view.js";
import { isHeld } from "../answer/place/queue.js";
import { readSnapshot, type SnapshotResult } from "../answer/snapshot.js";
import type { Engine } from "../engine.js";
import { makeCompaction, makeEventRecord } from "./compaction.js";
import { writeCandidate } from "./prepare-candidate.js";

/** The outcome of a compaction on demand. */
export type CompactResult =
  | {
      readonly kind: "compacted";
      /** Messages and steps that the summary now replaces. */
      readonly summarised: number;
      /** Messages and steps that are still shown one by one. */
      readonly kept: number;
      /** How many tokens less the next view takes. */
      readonly freed: Tokens;
      /**
       * Why the fast model did not write the summary, which was then made by rule; null where it did or none is set.
       */
      readonly degraded: string | null;
    }
  | { readonly kind: "nothing"; readonly why: string };

/** How many of the newest messages and steps a compaction on demand leaves alone. */
export const keptUnits = 8;
const tries = 3;

export async function compactLane(engine: Engine, ref: LaneRef, signal?: AbortSignal): Promise<CompactResult> {
  for (let attempt = 1; attempt <= tries; attempt++) {
    await refuseRunning(engine, ref);
    const outcome = await compactOnce(engine, ref, signal);
    if (outcome !== "overtaken") return outcome;
  }
  throw makeLaneBusyError("Messages keep coming in, so the compaction was given up");
}

/** Removes the context up to now from every later view. The log keeps it, and search still finds it. */
export async function clearLane(engine: Engine, ref: LaneRef): Promise<{ readonly cleared: number }> {
  await refuseRunning(engine, ref);
  const { last, cleared } = await engine.store.read(ref, 0, null);
  if (last > cleared) await engine.store.write({ ref, cleared: last });
  return { cleared: last - cleared };
}

async function refuseRunning(engine: Engine, ref: LaneRef): Promise<void> {
  const leases = await engine.store.leases(ref);
  const running = leases.some((lease) => lease.state === "running" && isHeld(engine, lease));
  if (running) throw makeLaneBusyError("A message is being answered here");
}

function makeLaneBusyError(what: string): ClewError {
  return new ClewError("lane/busy", what, { hint: "Try again when it is answered" });
}

async function compactOnce(
  engine: Engine,
  ref: LaneRef,
  signal: AbortSignal | undefined,
): Promise<CompactResult | "overtaken"> {
  const { budget, fns } = engine;
  const { snapshot, policy } = await readSnapshot(engine, ref, { turn: null, budget, tools: [] });
  if (isStateless(policy)) return { kind: "nothing", why: `The policy ${policy.name} makes every view anew` };
  const before = assemble(snapshot, policy, budget, fns);
  if (before.kind === "fits" && countOlderUnits(before.view, snapshot) === 0) {
    const why = snapshot.last === 0 ? "There is no message yet" : `The newest ${keptUnits} messages are always kept`;
    return { kind: "nothing", why };
  }
  const forced = { ...snapshot, keepNewest: keptUnits };
  const ruled = assemble(forced, policy, budget, fns);
  if (before.kind !== "fits" || ruled.kind !== "fits") {
    return { kind: "nothing", why: "The window is too small for what has to stay" };
  }
  if (!hasNewSummary(ruled.view, snapshot)) {
    return { kind: "nothing", why: "There is nothing in it that is worth a summary" };
  }
  const { view, degraded } = await rewriteSummary(engine, { snapshot: forced, policy }, ruled.view, signal);
  const freed = before.view.tokens - view.tokens;
  if (freed <= 0) return { kind: "nothing", why: "A summary would take more room than it frees" };
  const isKept = await keepCompaction(engine, forced, view, { manual: true, failed: degraded });
  if (!isKept) return "overtaken";
  const [summarised, kept] = countUnits(before.view, view);
  return { kind: "compacted", summarised, kept, freed, degraded };
}

/** Compacts an imported lane as its first view would, so that the first answer there need not wait for that. */
export async function compactArrived(engine: Engine, ref: LaneRef): Promise<void> {
  const { budget, fns } = engine;
  const { snapshot, policy } = await readSnapshot(engine, ref, { turn: null, budget, tools: [] });
  if (isStateless(policy)) return;
  const made = assemble(snapshot, policy, budget, fns);
  if (made.kind !== "fits" || !made.view.compacted) return;
  // If another process was faster, it has compacted the lane too.
  await keepCompaction(engine, snapshot, made.view, { manual: false, failed: null });
}

/** False if entries came into the lane, or another compaction was written, since the snapshot. */
async function keepCompaction(
  engine: Engine,
  snapshot: Snapshot,
  view: View,
  { manual, failed }: { readonly manual: boolean; readonly failed: string | null },
): Promise<boolean> {
  const at = engine.clock.now();
  const { records, derived } = makeCompaction(engine, snapshot, view, { at, manual });
  const failure = failed === null ? [] : [makeEventRecord(engine, snapshot, { at, event: { manual, failed } })];
  const { done } = await engine.store.write({
    ref: snapshot.ref,
    epoch: view.epoch,
    expectedEpoch: { key: snapshot.epoch.key, number: snapshot.epoch.number },
    expectedSeq: snapshot.last + 1,
    records: [...records, ...failure],
    derived,
  });
  return done;
}

/** How many messages and steps a compaction on demand could take out of the view. */
function countOlderUnits({ units }: View, { epoch }: Snapshot): number {
  const shown = units.filter(({ unit }) => unit.place > findLeaveBoundary(epoch.through));
  return Math.max(0, shown.length - keptUnits);
}

type WithSummary = View & { readonly summary: NonNullable<View["summary"]> };

function hasNewSummary(view: View, { summary }: Snapshot): view is WithSummary {
  return view.summary !== null && view.summary.id !== summary?.id;
}

/** Whoever asks for a compaction waits for it; behind a reply nobody does. */
const askedDeadlineMs = 10_000;

/** Lets the fast model write the summary. Without one, or if its text is of no use, keeps the one by rule. */
async function rewriteSummary(
  engine: Engine,
  { snapshot, policy }: Pick<SnapshotResult, "snapshot" | "policy">,
  view: WithSummary,
  signal: AbortSignal | undefined,
): Promise<{ readonly view: View; readonly degraded: string | null }> {
  const { fastModel: model } = engine;
  if (model === null) return { view, degraded: null };
  const { summary, epoch, leaving } = view;
  if (leaving === null) return { view, degraded: null };
  const planned = { summary, epoch, leaving, allowance: readSummaryTokens(policy) ?? 0 };
  const patient = { ...engine, fastModelDeadlineMs: Math.min(engine.fastModelDeadlineMs, askedDeadlineMs) };
  const candidate = await writeCandidate(patient, { snapshot, policy }, planned, { model, signal });
  if (typeof candidate === "string") return { view, degraded: candidate };
  const again = assemble({ ...snapshot, candidate }, policy, engine.budget, engine.fns);
  return again.kind === "fits" ? { view: again.view, degraded: null } : { view, degraded: "it did not fit" };
}

/** Messages and steps that were shown and are now in the summary, and those that are still shown. */
function countUnits(before: View, after: View): readonly [number, number] {
  const kindIn = (view: View, { unit }: DrawnUnit) => findVerdict(view.verdicts, unit.first)?.kind;
  const isShown = (view: View, unit: DrawnUnit) => ["kept", "stubbed"].includes(kindIn(view, unit) ?? "");
  const summarised = before.units.filter((each) => isShown(before, each) && kindIn(after, each) === "summarised");
  return [summarised.length, before.units.filter((each) => isShown(after, each)).length];
}

import { ClewError } from "@clewline/core/errors.js";
import { isSkipped, type SeqRange } from "@clewline/core/log/background-runs.js";
import type { LaneRef, Tokens } from "@clewline/core/log/keys.js";
import { formatRange } from "@clewline/core/log/ranges/lane-ranges.js";
import { isStateless, readSummaryTokens } from "@clewline/core/policy/policy.js";
import { assembleInSteps } from "@clewline/core/view/assemble.js";
import { findLeaveBoundary } from "@clewline/core/view/reduce/reductions.js";
import type { Snapshot } from "@clewline/core/view/snapshot.js";
import type { DrawnUnit } from "@clewline/core/view/units/drawn-unit.js";
import { findVerdict, type VerdictKind } from "@clewline/core/view/verdict.js";
import type { View } from "@clewline/core/view/view.js";
import { forgoHistory, keepHistory } from "../answer/history/keep-history.js";
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
       * Why the fast model did not write the summary, which was then made by rule, or why there is no history file of it; null if nothing
       * is missing.
       */
      readonly degraded: string | null;
    }
  | {
      /** The last compaction was taken back. */
      readonly kind: "undone";
      /** Messages and steps that are shown one by one again. */
      readonly shown: number;
      /** The tokens that the view takes now. */
      readonly tokens: Tokens;
    }
  | { readonly kind: "nothing"; readonly why: string };

/** How many of the newest messages and steps a compaction on demand leaves alone. */
export const keptUnits = 8;
const tries = 3;

/** Options of one compaction. */
export interface CompactionWish {
  /** Only entries in this range become a summary. */
  readonly range?: SeqRange;
  /** The subject that the summary should keep above all. */
  readonly focus?: string;
}

export async function compactLane(
  engine: Engine,
  ref: LaneRef,
  wish: CompactionWish = {},
  signal?: AbortSignal,
): Promise<CompactResult> {
  return tryWhileIdle(engine, ref, () => compactOnce(engine, ref, wish, signal));
}

/** Tries again where a message came in between, and gives up after some times. `lane/busy` while a turn runs. */
export async function tryWhileIdle<Result>(
  engine: Engine,
  ref: LaneRef,
  work: () => Promise<Result | "overtaken">,
): Promise<Result> {
  for (let attempt = 1; attempt <= tries; attempt++) {
    await refuseRunning(engine, ref);
    const outcome = await work();
    if (outcome !== "overtaken") return outcome;
  }
  throw makeLaneBusyError("Messages keep coming in, so it was given up");
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
  wish: CompactionWish,
  signal: AbortSignal | undefined,
): Promise<CompactResult | "overtaken"> {
  const { range, focus } = wish;
  const { budget, fns } = engine;
  const { snapshot, policy } = await readSnapshot(engine, ref, { turn: null, budget, tools: [] });
  if (isStateless(policy)) return { kind: "nothing", why: `The policy ${policy.name} makes every view anew` };
  const before = await engine.runSteps(assembleInSteps(snapshot, { policy, budget, fns }));
  const idle = before.kind === "fits" ? explainIdle(before.view, snapshot, range) : null;
  if (idle !== null) return { kind: "nothing", why: idle };
  const leave = range ?? { keepNewest: keptUnits };
  const forced: Snapshot = { ...snapshot, asked: { leave, ...(focus === undefined ? {} : { focus }) } };
  const ruled = await engine.runSteps(assembleInSteps(forced, { policy, budget, fns }));
  if (before.kind !== "fits" || ruled.kind !== "fits") {
    return { kind: "nothing", why: "The window is too small for what has to stay" };
  }
  if (!hasNewSummary(ruled.view, snapshot)) {
    return { kind: "nothing", why: "There is nothing in it that is worth a summary" };
  }
  const { view, degraded } = await rewriteSummary(engine, { snapshot: forced, policy }, ruled.view, signal);
  const freed = before.view.tokens - view.tokens;
  if (freed <= 0) return { kind: "nothing", why: "A summary would take more room than it frees" };
  const unkept = await keepHistory(engine, forced, view, policy);
  if (unkept !== null) {
    const again = await compactOnce(forgoHistory(engine), ref, wish, signal);
    return again === "overtaken" || again.kind !== "compacted"
      ? again
      : { ...again, degraded: again.degraded ?? `the history file can't be written: ${unkept}` };
  }
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
  const made = await engine.runSteps(assembleInSteps(snapshot, { policy, budget, fns }));
  if (made.kind !== "fits" || !made.view.compacted) return;
  if ((await keepHistory(engine, snapshot, made.view, policy)) !== null)
    return compactArrived(forgoHistory(engine), ref);
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

/** Why there is nothing that a compaction on demand could take out of the view; null if there is something. */
function explainIdle({ units, verdicts }: View, { epoch, last }: Snapshot, range: SeqRange | undefined): string | null {
  if (last === 0) return "There is no message yet";
  if (range === undefined) {
    const shown = units.filter(({ unit }) => unit.place > findLeaveBoundary(epoch.through));
    return shown.length <= keptUnits ? `The newest ${keptUnits} messages are always kept` : null;
  }
  const isIn = ({ unit }: DrawnUnit) => unit.entries.some(({ seq }) => isSkipped(seq, [range]));
  const isShown = ({ unit }: DrawnUnit) => shownKinds.has(findVerdict(verdicts, unit.first)?.kind ?? "omitted");
  const own = units.filter((each) => isIn(each) && isShown(each));
  if (own.length === 0) return `Nothing of ${formatRange(range)} is in the view`;
  return own.every(({ pinned }) => pinned) ? `All of ${formatRange(range)} is pinned` : null;
}

const shownKinds: ReadonlySet<VerdictKind> = new Set(["kept", "stubbed"]);

type WithSummary = View & { readonly summary: NonNullable<View["summary"]> };

function hasNewSummary(view: View, { summary }: Snapshot): view is WithSummary {
  return view.summary !== null && view.summary.id !== summary?.id;
}

/** A requested compaction keeps its caller waiting, so its summary gets less time than one made after a reply. */
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
  const again = await engine.runSteps(
    assembleInSteps({ ...snapshot, candidate }, { policy, budget: engine.budget, fns: engine.fns }),
  );
  return again.kind === "fits" ? { view: again.view, degraded: null } : { view, degraded: "it did not fit" };
}

/** Messages and steps that were shown and are now in the summary, and those that are still shown. */
function countUnits(before: View, after: View): readonly [number, number] {
  const kindIn = (view: View, { unit }: DrawnUnit) => findVerdict(view.verdicts, unit.first)?.kind;
  const isShown = (view: View, unit: DrawnUnit) => shownKinds.has(kindIn(view, unit) ?? "omitted");
  const summarised = before.units.filter((each) => isShown(before, each) && kindIn(after, each) === "summarised");
  return [summarised.length, before.units.filter((each) => isShown(after, each)).length];
}

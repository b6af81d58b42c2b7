/** Counts tokens for a model by its own past counts, and the same way between two compactions. */

import type { Epoch } from "@clewline/core/log/epoch.js";
import type { Tokens } from "@clewline/core/log/keys.js";
import { estimateAnchoredTokens } from "@clewline/core/model/anchored-tokens.js";
import type { AvailableModel } from "@clewline/core/model/facts/model-facts.js";
import { type Budget, countAvailableTokens } from "@clewline/core/policy/budget.js";
import type { Receipt } from "@clewline/core/receipt/receipt.js";
import type { Snapshot } from "@clewline/core/view/snapshot.js";
import type { AssemblyResult, View } from "@clewline/core/view/view.js";
import type { Steps } from "@clewline/text/steps.js";
import { type Calibration, countTokens } from "@clewline/text/tokens/count-tokens.js";
import type { Engine } from "../engine.js";
import { type CountingHistory, computeUpperRatio, learnCounting } from "./learned-limits.js";
import type { SnapshotResult } from "./snapshot.js";

export interface CountingBasis {
  /** Counts by our own estimate alone. */
  readonly plain: Engine;
  /** Counts as the lane's epoch does. */
  readonly engine: Engine;
  readonly factor: number;
  readonly budget: Budget;
  /** Null where a host makes the calls itself. */
  readonly model: AvailableModel | null;
  readonly learned: CountingHistory;
  /** The factor that the snapshot's `roomLimit` was counted with; null where a provider named the limit. */
  readonly roomFactor: number | null;
}

/** The model that a view is counted for, and the count in which its `roomLimit` is given. */
interface CountingRequest {
  readonly model?: AvailableModel;
  readonly roomFactor?: number | undefined;
}

export interface FittedView {
  readonly assembled: AssemblyResult;
  /** Counts as the view was counted. */
  readonly engine: Engine;
}

export function prepareCounting(
  engine: Engine,
  { snapshot: { epoch }, calls }: Pick<SnapshotResult, "snapshot" | "calls">,
  budget: Budget,
  { model, roomFactor }: CountingRequest,
): CountingBasis {
  const factor = pickFactor(epoch, model);
  const learned = learnCounting(calls, model);
  const own = applyFactor(engine, factor);
  return { plain: engine, engine: own, factor, budget, model: model ?? null, learned, roomFactor: roomFactor ?? null };
}

export type MakeView = (given: Snapshot, engine: Engine, budget: Budget) => Steps<AssemblyResult>;

/** Makes the view, and again where the provider's figures say that more fits, that it won't fit, or a compaction adopts a new factor. */
export function* fitCounted(counting: CountingBasis, given: Snapshot, makeBy: MakeView): Steps<FittedView> {
  const { engine, model } = counting;
  const snapshot = countRoom(given, counting, counting.factor);
  const make = (each: Snapshot, by: Engine) => makeBy(each, by, counting.budget);
  const early = hasOutgrown(counting) ? yield* makeWhole(counting, snapshot, makeBy) : null;
  if (early !== null) return { assembled: early, engine };
  const first = yield* make(snapshot, engine);
  const whole = !hasOutgrown(counting) && isCompacted(first) ? yield* makeWhole(counting, snapshot, makeBy) : null;
  if (whole !== null) return { assembled: whole, engine };
  const narrow = narrowSnapshot(counting, snapshot, first);
  const second = narrow === null ? first : yield* make(narrow, engine);
  const fitted = second.kind === "fits" ? second : first;
  const taught = findLearnedFactor(counting, fitted);
  const third =
    taught === null ? fitted : yield* make(countRoom(given, counting, taught), applyFactor(counting.plain, taught));
  const isThird = third !== fitted && isCompacted(third);
  const factor = isThird && taught !== null ? taught : counting.factor;
  const local = isThird ? applyFactor(counting.plain, factor) : engine;
  return { assembled: pinFactor(isThird ? third : fitted, { model: nameModel(model), factor }), engine: local };
}

/** Whether the view of the last call was larger than its room by the factor of its epoch: the next one hardly fits that either. */
function hasOutgrown({ learned: { anchor }, factor, budget }: CountingBasis): boolean {
  return anchor !== null && anchor.estimated * factor > countAvailableTokens(budget);
}

/**
 * The view without a compaction, if only the factor of its epoch says that it does not fit, and the provider's own count of
 * the last call says that it does. It keeps its count, so that it repeats the bytes of the one before.
 */
function* makeWhole(
  { engine, learned: { anchor, factor: known }, budget, factor }: CountingBasis,
  snapshot: Snapshot,
  make: MakeView,
): Steps<AssemblyResult | null> {
  if (anchor === null || known === null || known >= factor || snapshot.refusals > 0) return null;
  const available = countAvailableTokens(budget);
  const wide = { ...budget, window: budget.reply + Math.floor((available * factor) / known) };
  const made = yield* make(snapshot, engine, wide);
  if (made.kind !== "fits" || made.view.compacted) return null;
  const expected = estimateAnchoredTokens(anchor.counted, anchor.estimated, made.view.tokens / factor, factor);
  return expected <= available ? made : null;
}

/** The rest of a refused view is the same text in every count. */
function countRoom(snapshot: Snapshot, { roomFactor }: CountingBasis, factor: number): Snapshot {
  if (roomFactor === null || roomFactor === factor) return snapshot;
  return { ...snapshot, roomLimit: Math.floor((snapshot.roomLimit * factor) / roomFactor) };
}

/** For the receipt: a switch of models since the last call, after which nothing of this view is in the cache. */
export function describeModelSwitch({ model, learned: { last } }: CountingBasis, tokens: Tokens): object {
  const from = last?.usage.model ?? null;
  if (model === null || from === null || from === model.name) return {};
  const { facts, name } = model;
  const dollars = facts.known ? { dollars: (tokens * facts.input * Math.max(1, facts.write)) / 1_000_000 } : {};
  return { switched: { from, to: name, tokens, ...dollars } };
}

/** The factor stays until a compaction, which rewrites every byte; another model begins with the table's factor. */
function pickFactor({ counted }: Epoch, model: AvailableModel | undefined): number {
  return counted?.model === nameModel(model ?? null) ? counted.factor : (model?.facts.factor ?? 1);
}

/** A host that makes the calls itself does not name the model of its views. */
function nameModel(model: AvailableModel | null): string {
  return model?.name ?? "";
}

/**
 * The same room in fewer of our tokens, where the provider's figures say that the model counts too many; else null. A
 * compaction is counted by the learned factor instead, as soon as there is one.
 */
function narrowSnapshot(
  { learned: { anchor, factor: known }, budget, factor }: CountingBasis,
  snapshot: Snapshot,
  assembled: AssemblyResult,
): Snapshot | null {
  if (assembled.kind !== "fits" || (assembled.view.compacted && known !== null)) return null;
  const ratio = known ?? (anchor === null ? null : computeUpperRatio(anchor));
  if (ratio === null) return null;
  const { tokens } = assembled.view;
  const plain = tokens / factor;
  const available = countAvailableTokens(budget);
  const expected =
    anchor === null
      ? plain * ratio
      : estimateAnchoredTokens(anchor.counted, anchor.estimated, plain, Math.max(ratio, factor));
  if (expected <= available) return null;
  const roomLimit = Math.floor((tokens * available) / expected);
  return { ...snapshot, roomLimit: Math.min(snapshot.roomLimit, roomLimit) };
}

/** A smaller difference is noise. */
const worthCounting = 0.02;

/**
 * A compaction is the occasion to count as the model does, and so is a view that does not fit: after a refusal the room is in
 * tokens of that count. Null where there is none of both, or the factor is close enough.
 */
function findLearnedFactor({ learned, factor }: CountingBasis, assembled: AssemblyResult): number | null {
  if (learned.factor === null || (assembled.kind === "fits" && !assembled.view.compacted)) return null;
  return Math.abs(learned.factor - factor) > worthCounting ? learned.factor : null;
}

function isCompacted(assembled: AssemblyResult): boolean {
  return assembled.kind === "fits" && assembled.view.compacted;
}

function pinFactor(assembled: AssemblyResult, counted: Epoch["counted"] & object): AssemblyResult {
  if (assembled.kind !== "fits" || !assembled.view.compacted) return assembled;
  const view: View = { ...assembled.view, epoch: { ...assembled.view.epoch, counted } };
  return { kind: "fits", view };
}

/** The factor on our estimate that a view was counted with. */
export function readCountFactor({ fns }: Pick<Engine, "fns">, { calibration }: Pick<Receipt, "calibration">): number {
  const { version } = fns.calibration;
  return calibration.startsWith(`${version}x`) ? Number(calibration.slice(version.length + 1)) : 1;
}

/** The version names the factor: `readCountFactor` reads it. */
function applyFactor(engine: Engine, factor: number): Engine {
  if (factor === 1) return engine;
  const { calibration } = engine.fns;
  const scaled: Calibration = {
    version: `${calibration.version}x${factor}`,
    factor: calibration.factor * factor,
    counter: (text) => Math.ceil(countTokens(text, calibration) * factor),
  };
  return { ...engine, fns: { ...engine.fns, calibration: scaled } };
}

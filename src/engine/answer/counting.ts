/** Counts tokens for a model by what its own counts have taught, and the same way between two compactions. */

import type { Epoch } from "../../core/log/epoch.js";
import type { Tokens } from "../../core/log/keys.js";
import { estimateAnchoredTokens } from "../../core/model/anchored-tokens.js";
import type { AvailableModel } from "../../core/model/facts/model-facts.js";
import { type Budget, countAvailableTokens } from "../../core/policy/budget.js";
import type { Receipt } from "../../core/receipt/receipt.js";
import { type Calibration, countTokens } from "../../core/text/tokens/count-tokens.js";
import type { Snapshot } from "../../core/view/snapshot.js";
import type { AssemblyResult, View } from "../../core/view/view.js";
import type { Engine } from "../engine.js";
import { type CountingHistory, readCountedTokens, readCountingHistory } from "./learned-limits.js";

export interface CountingBasis {
  /** Counts by our own estimate alone. */
  readonly plain: Engine;
  /** Counts as the lane's epoch does. */
  readonly engine: Engine;
  readonly factor: number;
  readonly budget: Budget;
  readonly model: AvailableModel | null;
  readonly learned: CountingHistory;
}

export interface FittedView {
  readonly assembled: AssemblyResult;
  /** Counts as the view was counted. */
  readonly engine: Engine;
}

const nothingLearned: CountingHistory = { last: null, factor: null };

export async function prepareCounting(
  engine: Engine,
  { ref, epoch }: Snapshot,
  budget: Budget,
  model: AvailableModel | undefined,
): Promise<CountingBasis> {
  if (model === undefined) return { plain: engine, engine, factor: 1, budget, model: null, learned: nothingLearned };
  const factor = pickFactor(epoch, model);
  const learned = await readCountingHistory(engine.store, ref, model);
  return { plain: engine, engine: applyFactor(engine, factor), factor, budget, model, learned };
}

/** Makes the view, and again where the provider's figures say that it won't fit or a compaction adopts a new factor. */
export function fitCounted(
  counting: CountingBasis,
  snapshot: Snapshot,
  before: Receipt | null,
  make: (given: Snapshot, engine: Engine) => AssemblyResult,
): FittedView {
  const { engine, model } = counting;
  const first = make(snapshot, engine);
  if (model === null) return { assembled: first, engine };
  const narrow = narrowSnapshot(counting, snapshot, first, before);
  const second = narrow === null ? first : make(narrow, engine);
  const fitted = second.kind === "fits" ? second : first;
  const taught = findLearnedFactor(counting, fitted);
  const third = taught === null ? fitted : make(narrow ?? snapshot, applyFactor(counting.plain, taught));
  const isThird = third !== fitted && isCompacted(third);
  const factor = isThird && taught !== null ? taught : counting.factor;
  const local = isThird ? applyFactor(counting.plain, factor) : engine;
  return { assembled: pinFactor(isThird ? third : fitted, { model: model.name, factor }), engine: local };
}

/** For the receipt: a switch of models since the last call, after which nothing of this view is in the cache. */
export function describeModelSwitch({ model, learned: { last } }: CountingBasis, tokens: Tokens): object {
  if (model === null || last === null || last.model === null || last.model === model.name) return {};
  const { facts, name } = model;
  const dollars = facts.known ? { dollars: (tokens * facts.input * Math.max(1, facts.write)) / 1_000_000 } : {};
  return { switched: { from: last.model, to: name, tokens, ...dollars } };
}

/** The factor stays until a compaction, which writes every byte anew; another model begins with the table's factor. */
function pickFactor({ counted }: Epoch, { name, facts }: AvailableModel): number {
  return counted?.model === name ? counted.factor : facts.factor;
}

/**
 * The same room in fewer of our tokens, where the last call's figures say that the model counts too many; else null.
 */
function narrowSnapshot(
  { learned: { last }, budget, model }: CountingBasis,
  snapshot: Snapshot,
  assembled: AssemblyResult,
  before: Receipt | null,
): Snapshot | null {
  if (assembled.kind !== "fits" || assembled.view.compacted || before === null) return null;
  if (last?.receipt !== before.id || last.model !== model?.name) return null;
  const counted = readCountedTokens(last);
  const available = countAvailableTokens(budget);
  const expected =
    counted === null || counted === 0 ? 0 : estimateAnchoredTokens(counted, before.tokens, assembled.view.tokens);
  if (expected <= available) return null;
  const roomLimit = Math.floor((assembled.view.tokens * available) / expected);
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

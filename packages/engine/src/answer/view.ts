import type { BlobId, Instant, LaneRef, ReceiptId, Tokens } from "@clewline/core/log/keys.js";
import type { LeaseHolder } from "@clewline/core/log/lease.js";
import type { Hash } from "@clewline/core/log/pointer.js";
import type { LaneRecord } from "@clewline/core/log/record.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { SentPrefix } from "@clewline/core/model/prefix/sent-prefix.js";
import { type Budget, computeRoom } from "@clewline/core/policy/budget.js";
import type { Policy } from "@clewline/core/policy/policy.js";
import { stepAside } from "@clewline/core/policy/step-aside.js";
import type { Change } from "@clewline/core/ports/index.js";
import type { CacheMark } from "@clewline/core/receipt/cache-marks.js";
import { makeReceipt, type NewReceipt, type Receipt, type ReceiptContext } from "@clewline/core/receipt/receipt.js";
import { makeKeptReceipt, type ParentReceipt, readDepth } from "@clewline/core/receipt/receipt-delta.js";
import { assembleFrom, type Survey } from "@clewline/core/view/assemble.js";
import { joinSystemText, readSystem } from "@clewline/core/view/render/layout.js";
import type { CallCosts, Snapshot } from "@clewline/core/view/snapshot.js";
import type { View } from "@clewline/core/view/view.js";
import type { ViewInput } from "@clewline/core/view/view-input.js";
import type { ViewOutcome } from "@clewline/core/view/view-result.js";
import { defer } from "@clewline/text/defer.js";
import { toJson } from "@clewline/text/json.js";
import type { Engine } from "../engine.js";
import { makeBasisChange } from "../growth/call-basis.js";
import { keptUnits } from "../growth/compact-lane.js";
import { makeCompaction } from "../growth/compaction.js";
import { isNearlyFull } from "../growth/prepare-candidate.js";
import { describeAnchor } from "../intake/open-questions.js";
import type { FoundReceipt } from "../read/receipts.js";
import { billCosts, describeBill, describeCallCosts } from "./call-costs.js";
import { makeShortCallRecord } from "./call-usage-events.js";
import type { ChoiceCost } from "./choose.js";
import { type CountingBasis, describeModelSwitch, type FittedView, fitCounted, prepareCounting } from "./counting.js";
import { type ChoiceHelper, decidePast, describeRetrieved, type LaterLookUp, lookUpLeaving } from "./decide-past.js";
import { forgoHistory, keepHistory } from "./history/keep-history.js";
import { noteShown } from "./list/shown-messages.js";
import { type NewChunks, writeChunksAhead } from "./place/write-chunks.js";
import { writeHeld } from "./place/write-held.js";
import { comparePrefix } from "./prefix/compare-prefix.js";
import { placeCacheMarks } from "./prefix/place-cache-marks.js";
import { findEarlierView } from "./prefix/view-match.js";
import { describeStandpoint, pickReader } from "./reasoning/bind-answer.js";
import { leavesAsMuch, showLeavingMemories } from "./remembered/standing.js";
import { describeStanding } from "./remembered/standing-verdicts.js";
import { listShownEntries } from "./shown-entries.js";
import { readSnapshot, type SnapshotResult } from "./snapshot.js";

export type CallInput = ViewInput<AbortSignal> & { readonly turn: TurnRecord };

interface Outcome {
  readonly result: ViewOutcome;
  /** The view's size by our own estimate, before the model's factor; 0 where there is no view. */
  readonly estimated: Tokens;
  readonly turn: TurnRecord;
  /** Whether it is time to prepare the next compaction. */
  readonly nearlyFull: boolean;
  /** How its beginning compares to that of the call before; null where there is no view. */
  readonly prefix: SentPrefix | null;
}

const askedToCompact = { asked: { leave: { keepNewest: keptUnits } } };

/**
 * Computes the view of one call, and writes its receipt and its decisions in one go. `number` counts the turn's calls
 * from 1; `holder` proves the turn's place, null where the host keeps order itself.
 */
export async function makeView(
  opened: Engine,
  input: CallInput,
  number: number,
  holder: LeaseHolder | null,
): Promise<Outcome> {
  const { turn: begun, budget } = input;
  const began = opened.clock.now();
  const read = await readSnapshot(opened, begun.ref, clearAimedRefusal(opened, input));
  const [policy, { lastReceipt }] = [pickPolicy(read, input), read];
  const counting = prepareCounting(opened, read, budget, input);
  const { engine } = counting;
  const helping = pickChoiceHelper(engine, input, began);
  const early = input.costs ?? describeCallCosts(counting, read.snapshot, null, began);
  const { survey, spent, ...decided } = await decidePast(engine, { ...read.snapshot, costs: early }, policy, helping);
  const { last, before } = await findLastView(engine, begun.ref, lastReceipt, decided.snapshot.blobs);
  const costs = billCosts(input.costs, last, (bill) => describeCallCosts(counting, decided.snapshot, bill, began));
  const first = { ...decided.snapshot, costs, ...pickReader(input), ...(input.compact ? askedToCompact : {}) };
  const turn = first.turn ?? begun;
  const spending = spent === null ? [] : [makeSpendingRecord(engine, first, spent)];
  await engine.pause();
  const terms = { ...helping, policy, budget, survey, standingAfter: read.standingAfter };
  const { snapshot, fitted, ...again } = await fitWithHistory(counting, first, terms);
  const { assembled } = fitted;
  if (assembled.kind === "too-small") return keepCosts(engine, holder, { turn, costs: spending, result: assembled });
  const [{ view }, { fns }] = [assembled, fitted.engine];
  await engine.pause();
  const marks = placeCacheMarks(view, before?.receipt ?? null, { ...input, tools: snapshot.tools }, { policy, fns });
  await engine.pause();
  const drawn = { turn, view, snapshot, costs, marks, last };
  const allDecisions = toJson({
    ...{ ...decided.decisions, ...again.decisions },
    ...describeMade(counting, read, drawn, input),
  });
  const place = { ref: turn.ref, turn: turn.id, call: number, parent: lastReceipt, at: engine.clock.now(), ...budget };
  const account = { calibration: fns.calibration.version, ...describeStanding(snapshot.standing) };
  const occasion = { ...place, policy, ...account, decisions: allDecisions };
  const { made, prefix } = await describeView(counting, occasion, before, { view, snapshot, policy });
  const record = noteView(view.turn ?? turn, view);
  await engine.pause();
  const kept = makeKeptReceipt(made.receipt, before);
  const write = (change: Change) => writeHeld(engine, holder, change);
  const { derived, ...chunks } = await writeChunksAhead(turn.ref, listNewChunks(made, before, snapshot), write);
  const compaction = view.compacted ? makeCompaction(engine, snapshot, view, { at: place.at, manual: false }) : null;
  const basis = await makeBasisChange(opened, input, snapshot, view);
  await write({
    ref: turn.ref,
    receipt: { receipt: kept, ...chunks },
    turn: record,
    ...(compaction === null ? {} : { epoch: view.epoch }),
    records: [...(compaction?.records ?? []), ...spending, ...basis.records],
    derived: [...derived, ...(compaction?.derived ?? [])],
  });
  basis.keep();
  engine.receipts.remember(made.receipt, readDepth(kept));
  const result = makeViewResult(view, snapshot, { receipt: made.receipt, marks }, fns.hash);
  const estimated = Math.round(view.tokens / fns.calibration.factor);
  return { result, estimated, turn: record, nearlyFull: isDue(view, input, policy, snapshot), prefix };
}

/** The input for preparing the next compaction, without the parts that are about this call alone. */
export function dropOccasion(input: ViewInput<AbortSignal>): ViewInput<AbortSignal> {
  const {
    closing: _closing,
    refused: _refused,
    refusals: _refusals,
    compact: _compact,
    expectedLast: _last,
    ...lasting
  } = input;
  return lasting;
}

/** The last view of the lane's key, and the same only if it can be built on. */
async function findLastView(
  { receipts }: Engine,
  ref: LaneRef,
  id: ReceiptId | null,
  files: Snapshot["blobs"],
): Promise<{ readonly last: FoundReceipt | null; readonly before: FoundReceipt | null }> {
  const last = id === null ? null : await receipts.look(ref, id, files);
  return { last, before: last?.bytes === "whole" ? last : null };
}

/** The view's receipt, with where it parts from the view of the call before. */
async function describeView(
  { engine, learned }: CountingBasis,
  occasion: ReceiptContext,
  before: ParentReceipt | null,
  seen: { readonly view: View; readonly snapshot: Snapshot; readonly policy: Policy },
): ReturnType<typeof comparePrefix> {
  const last = before?.receipt ?? null;
  const earlier = await findEarlierView(engine, occasion.ref, learned, last);
  const made = await engine.runSteps(
    makeReceipt(seen.view, occasion, { before: last, entries: seen.snapshot.entries }, engine.fns.hash),
  );
  await engine.pause();
  return comparePrefix(engine, earlier, { ...seen, made });
}

/** The turn as it was sent: its volatile blocks, and for which epoch's key. */
function noteView(turn: TurnRecord, { asides, epoch: { key } }: Pick<View, "asides" | "epoch">): TurnRecord {
  const { epochs = [] } = turn;
  return { ...turn, asides, ...(asides.length === 0 ? {} : { epochs: [...new Set([...epochs, key])] }) };
}

interface RefusedView {
  readonly turn: TurnRecord;
  readonly costs: readonly LaneRecord[];
  readonly result: ViewOutcome;
}

/** Keeps the costs of a view that does not fit, too. */
async function keepCosts(
  engine: Engine,
  holder: LeaseHolder | null,
  { turn, costs, result }: RefusedView,
): Promise<Outcome> {
  if (costs.length > 0) await writeHeld(engine, holder, { ref: turn.ref, turn, records: costs });
  return { result, estimated: 0, turn, nearlyFull: false, prefix: null };
}

interface Fitting extends Pick<SnapshotResult, "standingAfter"> {
  readonly policy: Policy;
  readonly budget: Budget;
  readonly survey: Survey;
  readonly until: Instant;
}

/** Without the file that its summary would name, a view is made again, and its receipt says why. */
async function fitWithHistory(
  counting: CountingBasis,
  first: Snapshot,
  terms: Fitting,
): Promise<LaterLookUp & { readonly fitted: FittedView }> {
  const made = await fitLookingUp(counting, first, terms);
  const { assembled, engine } = made.fitted;
  if (assembled.kind === "too-small") return made;
  const failed = await keepHistory(engine, made.snapshot, assembled.view, terms.policy);
  if (failed === null) return made;
  const { plain, engine: counted } = counting;
  const without = { ...counting, plain: forgoHistory(plain), engine: forgoHistory(counted) };
  const again = await fitLookingUp(without, first, terms);
  return { ...again, decisions: { ...again.decisions, history: { failed } } };
}

/** A call that compacts is fitted twice: only then is it known what leaves the view and may be looked up. */
async function fitLookingUp(
  counting: CountingBasis,
  first: Snapshot,
  { policy, survey, until, standingAfter }: Fitting,
): Promise<LaterLookUp & { readonly fitted: FittedView }> {
  const fit = (given: Snapshot) => {
    const assembleBy = (counted: Snapshot, { fns }: Engine, room: Budget) =>
      assembleFrom(survey, counted, { policy, budget: room, fns });
    return counting.engine.runSteps(fitCounted(counting, given, assembleBy));
  };
  const fitted = await fit(first);
  const before = { snapshot: first, decisions: {}, fitted };
  if (fitted.assembled.kind === "too-small") return before;
  const again = await lookUpLeaving(counting.engine, first, policy, { survey, view: fitted.assembled.view, until });
  const looked = again?.snapshot ?? first;
  const snapshot = showLeavingMemories(looked, fitted.assembled.view, standingAfter, policy) ?? looked;
  const decisions = again?.decisions ?? {};
  if (snapshot === first) return { ...before, decisions };
  const better = await fit(snapshot);
  return leavesAsMuch(better.assembled, fitted.assembled, policy) ? { snapshot, decisions, fitted: better } : before;
}

/** For the receipt: the decision of the schedule, and its figures. */
function describeSchedule({ scheduled, compacted }: View, { prices, isCold }: CallCosts): object {
  if (scheduled === null || scheduled.kind === "nothing" || (scheduled.kind === "wait" && compacted)) return {};
  const { kind, saved, rewritten, rent } = scheduled;
  return {
    schedule: {
      did: kind,
      rent,
      ...prices,
      ...(isCold ? { cold: true } : {}),
      ...(kind === "clear" ? { saved, rewritten } : {}),
    },
  };
}

function pickPolicy({ policy }: Pick<SnapshotResult, "policy">, { reducer = null }: CallInput): Policy {
  return reducer === null ? policy : stepAside(policy);
}

/** Whether it is time to prepare the next compaction, where that is ours. */
function isDue(
  view: View,
  { budget, roomLimit = Number.POSITIVE_INFINITY, reducer = null }: CallInput,
  policy: Policy,
  snapshot: Snapshot,
): boolean {
  return reducer === null && isNearlyFull(view, Math.min(computeRoom(budget, policy), roomLimit), policy, snapshot);
}

interface DrawnView {
  readonly turn: TurnRecord;
  readonly view: View;
  readonly snapshot: Snapshot;
  readonly costs: CallCosts;
  readonly marks: readonly CacheMark[];
  readonly last: FoundReceipt | null;
}

/** For the receipt: the decisions about the view, except for look-ups and choices. */
function describeMade(
  counting: CountingBasis,
  read: SnapshotResult,
  { turn, view, snapshot, costs, marks, last }: DrawnView,
  input: CallInput,
): object {
  const terms = { policy: pickPolicy(read, input), budget: input.budget };
  return {
    ...{ ...describeRetrieved(view.asides), ...describeOccasion(input), ...describeAnchor(turn, snapshot) },
    ...describeModelSwitch(counting, view.tokens),
    ...(snapshot.withheld === undefined ? {} : { withheld: snapshot.withheld }),
    ...{ ...describeSources(read, last), ...(marks.length === 0 ? {} : { marks }), ...describeSchedule(view, costs) },
    ...{ ...describeBill(view, last, costs, terms), ...describeStandpoint(snapshot, view) },
  };
}

/** The most items of a list that a receipt holds. */
const mostListed = 20;

/** Lists the parts that the store can't read, and the files of the agent's folder that the view uses. */
function describeSources(
  { unreadable: parts, files, lastReceipt }: Pick<SnapshotResult, "unreadable" | "files" | "lastReceipt">,
  last: FoundReceipt | null,
): object {
  const isThere = lastReceipt === null || (last !== null && last.bytes !== "lost");
  const lost = isThere ? [] : [`the receipt before, ${lastReceipt}`];
  const named = [...parts.map(({ what }) => what), ...lost];
  return {
    ...(named.length === 0 ? {} : { unreadable: { parts: named.length, named: named.slice(0, mostListed) } }),
    ...(files === null ? {} : { files }),
  };
}

/** For the receipt: what refusals have left of the window, and whether its provider reduces the history. */
function describeOccasion({ refusals = 0, roomLimit, limit, isObserved, reducer = null }: CallInput): object {
  return {
    ...(reducer === null ? {} : { reducer }),
    ...(refusals === 0 ? {} : { refusals, roomLimit }),
    ...(limit === undefined ? {} : { limit }),
    ...(isObserved === true ? { observed: true } : {}),
  };
}

/** A refusal that names its limit needs only an ordinary compaction to there; others call for drastic means. */
function clearAimedRefusal({ policy }: Engine, input: CallInput): CallInput {
  const isAimed = input.refused?.limit !== undefined;
  return isAimed && policy.makeRoom !== "by halves" ? { ...input, refusals: 0 } : input;
}

/** Picks the model that chooses among older turns: the log's, else the turn's own. It has until the view's deadline. */
function pickChoiceHelper(engine: Engine, { fastModel, deadlineMs, signal }: CallInput, began: Instant): ChoiceHelper {
  const until = deadlineMs === undefined ? Number.POSITIVE_INFINITY : began + deadlineMs;
  return { fastModel: engine.fastModel ?? fastModel ?? null, until, signal };
}

/** The trace of the cost of choosing among older turns. */
function makeSpendingRecord(engine: Engine, snapshot: Snapshot, cost: ChoiceCost): LaneRecord {
  const { stage, failed } = snapshot.turn?.choice ?? {};
  const { calls, durationMs: milliseconds, estimated: promptTokens, answerTokens, usage } = cost;
  const counts = { calls, milliseconds, promptTokens, answerTokens, ...(usage.length === 0 ? {} : { usage }) };
  const turn = snapshot.turn?.id ?? null;
  return makeShortCallRecord(engine, snapshot, cost, {
    role: "triage",
    turn,
    failed,
    more: { ...counts, stage: stage ?? null },
  });
}

/** Leaves out chunks that the previous receipt stored already, and files that entries hold. */
function listNewChunks(
  { chunks, derived }: NewReceipt,
  before: ParentReceipt | null,
  { blobs }: Pick<Snapshot, "blobs">,
): NewChunks {
  const known = new Set(before?.receipt.chunks);
  const isFile = (key: string) => blobs.has(key as BlobId);
  return {
    chunks: new Map([...chunks].filter(([key]) => !known.has(key) && !isFile(key))),
    derived: derived.filter(({ kind, key }) => kind !== "chunk" || !isFile(key)),
  };
}

function makeViewResult(
  view: View,
  { entries }: Pick<Snapshot, "entries">,
  { receipt, marks }: { readonly receipt: Receipt; readonly marks: readonly CacheMark[] },
  hash: Hash,
): ViewOutcome {
  const { tokens } = view;
  // A rehearsal of calls reads the receipt alone.
  const shown = defer(() => listShownEntries(view, entries, receipt.ref, hash));
  const result: ViewOutcome = {
    kind: "fits",
    get system() {
      return joinSystemText(readSystem(view.blocks));
    },
    get messages() {
      return view.request.messages;
    },
    get shown() {
      return shown();
    },
    tokens,
    receipt,
    marks,
  };
  noteShown(result, view, entries);
  return result;
}

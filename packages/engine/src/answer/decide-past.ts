/** Decides about the past before a view is assembled, once per turn: which older turns to show, and what to look up. */

import { makeExchange } from "@clewline/core/conversation/selection/exchange.js";
import { joinMessageTexts } from "@clewline/core/conversation/selection/message-words.js";
import { isSkipped } from "@clewline/core/log/background-runs.js";
import type { PastChoice } from "@clewline/core/log/choice.js";
import type { Instant } from "@clewline/core/log/keys.js";
import type { Preamble, TurnRecord } from "@clewline/core/log/turn.js";
import type { ChoiceLimits } from "@clewline/core/policy/past-policy.js";
import { isStateless, type Policy } from "@clewline/core/policy/policy.js";
import type { TextModel } from "@clewline/core/ports/index.js";
import { type Survey, surveyLog } from "@clewline/core/view/assemble.js";
import type { Passage } from "@clewline/core/view/past/passages.js";
import { applyChoice } from "@clewline/core/view/past/selected-past.js";
import { findLeaveBoundary } from "@clewline/core/view/reduce/reductions.js";
import type { Snapshot } from "@clewline/core/view/snapshot.js";
import type { View } from "@clewline/core/view/view.js";
import { type Json, toJson } from "@clewline/text/json.js";
import type { Engine } from "../engine.js";
import type { RetrievalStage } from "../read/retrieve.js";
import { type ChoiceCost, choose } from "./choose.js";
import { type LookedUp, lookUp } from "./look-up/look-up.js";

export interface PastDecision {
  readonly snapshot: Snapshot;
  /** The entries that the view could show, with the choice applied. */
  readonly survey: Survey;
  /** The cost of choosing in this call; null if no model was asked. */
  readonly spent: ChoiceCost | null;
  /** For the receipt. */
  readonly decisions: Readonly<Record<string, Json>>;
}

export interface ChoiceHelper {
  /** The model that chooses; null if there is none to ask. */
  readonly fastModel: TextModel<AbortSignal> | null;
  /** The latest instant at which the view has to be ready. */
  readonly until: Instant;
  readonly signal: AbortSignal | undefined;
}

export async function decidePast(
  engine: Engine,
  given: Snapshot,
  policy: Policy,
  helping: ChoiceHelper,
): Promise<PastDecision> {
  const { turn } = given;
  const before = await engine.runSteps(surveyLog(given, policy));
  if (turn === null) return { snapshot: given, survey: before, spent: null, decisions: {} };
  const { choice, spent } = await decideChoice(engine, given, turn, { policy, helping, offered: before.past.offered });
  const isNew = choice !== undefined && choice !== turn.choice;
  const chosen = isNew ? replaceTurn(given, { ...turn, choice }) : given;
  const survey = isNew ? { ...before, past: applyChoice(before.past, choice) } : before;
  // Later calls keep the first call's look-ups, so only the first looks up. A stateless view does so when it is made.
  const isFirst = turn.asides.length === 0;
  await engine.pause();
  const { retrieved, stage } =
    isFirst && !isStateless(policy) ? await lookUp(engine, chosen, { policy, survey, until: helping.until }) : noLookUp;
  const selection = choice === undefined ? {} : { selection: describeChoice(choice) };
  return { snapshot: { ...chosen, retrieved }, survey, spent, decisions: { ...selection, ...describeStage(stage) } };
}

const noLookUp: LookedUp = { retrieved: [], stage: null };

/** Entries looked up while the view was made, and their note for the receipt. */
export interface LaterLookUp {
  readonly snapshot: Snapshot;
  readonly decisions: Readonly<Record<string, Json>>;
}

/**
 * Looks up again the entries that a compaction of this very call takes out of the view; null if there is nothing to
 * look up. Only the finished view shows which entries leave. A stateless view looks up only here.
 */
export async function lookUpLeaving(
  engine: Engine,
  snapshot: Snapshot,
  policy: Policy,
  { survey, view, until }: { readonly survey: Survey; readonly view: View; readonly until: Instant },
): Promise<LaterLookUp | null> {
  const isFirst = (snapshot.turn?.asides.length ?? 0) === 0;
  const leaving = isFirst ? listLeaving(snapshot, policy, survey, view) : new Set<number>();
  if (!isFirst || (leaving.size === 0 && !isStateless(policy))) return null;
  const { retrieved, stage } = await lookUp(engine, snapshot, { policy, survey, leaving, until });
  if (retrieved.length === 0) return isStateless(policy) ? { snapshot, decisions: describeStage(stage) } : null;
  return { snapshot: { ...snapshot, retrieved }, decisions: describeStage(stage) };
}

/** Entries that have no room in a stateless view, or that a compaction takes out: known only once the view is made. */
function listLeaving({ entries, epoch }: Snapshot, policy: Policy, { past }: Survey, view: View): ReadonlySet<number> {
  const shown = past.standing.rules;
  const through = findLeaveBoundary(view.epoch.through);
  const out = view.verdicts.filter(({ kind }) => kind === "omitted" || kind === "summarised");
  const leaves = isStateless(policy)
    ? (seq: number) => !shown.has(seq) && isSkipped(seq, out)
    : (seq: number) => view.compacted && through > findLeaveBoundary(epoch.through) && seq <= through;
  return new Set(entries.flatMap(({ seq }) => (leaves(seq) ? [seq] : [])));
}

/** How far a look-up came, where it is more than by words, or was to be. */
function describeStage(stage: RetrievalStage | null): Readonly<Record<string, Json>> {
  const isByWords = stage === null || (stage.reached === "words" && stage.because === undefined);
  return isByWords ? {} : { lookedUp: toJson(stage) };
}

/** Why each entry is in the block that was looked up, for the receipt. */
export function describeRetrieved(asides: readonly Preamble[]): Readonly<Record<string, Json>> {
  const reasons = asides.flatMap((each) => each.reasons ?? []);
  return reasons.length === 0 ? {} : { retrieved: reasons.map(toJson) };
}

function replaceTurn(snapshot: Snapshot, turn: TurnRecord): Snapshot {
  return { ...snapshot, turn, turns: new Map(snapshot.turns).set(turn.id, turn) };
}

function describeChoice({ stage, version, offered, picked, failed }: PastChoice): Json {
  return { stage, version, offered: offered.length, picked, ...(failed === undefined ? {} : { failed }) };
}

interface Choosing {
  readonly policy: Policy;
  readonly helping: ChoiceHelper;
  readonly offered: readonly Passage[];
}

async function decideChoice(
  engine: Engine,
  snapshot: Snapshot,
  turn: TurnRecord,
  { policy, helping, offered }: Choosing,
): Promise<{ readonly choice?: PastChoice; readonly spent: ChoiceCost | null }> {
  if (turn.choice !== undefined) return { choice: turn.choice, spent: null };
  const { fastModel, until, signal } = helping;
  if (offered.length === 0) return { spent: null };
  const earlier = findEarlierChoice(snapshot, turn, offered);
  if (earlier !== null) return { choice: earlier, spent: null };
  const left = (until - engine.clock.now()) / 1_000;
  const { seconds, byWords } = readChoiceLimits(policy);
  const limits = { seconds: Math.min(seconds, left), byWords, ...(signal === undefined ? {} : { signal }) };
  const question = { message: joinMessageTexts(snapshot), offered: offered.map(makeExchange) };
  const chosen = await choose(engine, fastModel, question, limits);
  // An aborted view must not keep a choice that failed for that reason.
  signal?.throwIfAborted();
  return chosen;
}

/** A policy that chooses nothing also offers nothing. */
function readChoiceLimits({ past }: Policy): Pick<ChoiceLimits, "seconds" | "byWords"> {
  return (past.kind === "choosing" ? past.choice : null) ?? { seconds: 0, byWords: false };
}

/** Reuses the choice of an earlier turn for the same message, as long as there is nothing new to choose from. */
function findEarlierChoice({ turns }: Snapshot, turn: TurnRecord, offered: readonly Passage[]): PastChoice | null {
  const [message] = turn.messages;
  for (const { id, messages, choice } of turns.values()) {
    if (id === turn.id || choice === undefined || choice.failed !== undefined || messages[0] !== message) continue;
    if (offered.every(({ key }) => choice.offered.includes(key))) return choice;
  }
  return null;
}

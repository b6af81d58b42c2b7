/** A request's list becomes a lane of the log, and its view what is sent. */
import { ClewError } from "@clewline/core/errors.js";
import { type LaneRef, makeLaneAddress, parseLaneKey, type Tokens, type TurnId } from "@clewline/core/log/keys.js";
import { hasRecall } from "@clewline/core/log/own-tools.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import { type CallReport, usageEvent } from "@clewline/core/model/call-usage.js";
import { findModelFacts } from "@clewline/core/model/facts/find-facts.js";
import type { AvailableModel } from "@clewline/core/model/facts/model-facts.js";
import type { CallBefore } from "@clewline/core/model/prefix/sent-prefix.js";
import { type Budget, countAvailableTokens, makeBudget } from "@clewline/core/policy/budget.js";
import type { Refusal } from "@clewline/core/view/view-input.js";
import type { ViewOutcome } from "@clewline/core/view/view-result.js";
import { readCountingHistory } from "@clewline/engine/answer/learned-limits.js";
import { compareList } from "@clewline/engine/answer/list/compare-list.js";
import { endListTurn } from "@clewline/engine/answer/list/end-turn.js";
import { leaveToList } from "@clewline/engine/answer/list/leave-list.js";
import type { ListedMessage } from "@clewline/engine/answer/list/listed-message.js";
import { isOvertaken, makeOvertakenError } from "@clewline/engine/answer/list/overtaken.js";
import type { LaneMarks } from "@clewline/engine/answer/list/stored-prefix.js";
import type { OpenTurn } from "@clewline/engine/answer/open-turn.js";
import { syncMessages, syncTries } from "@clewline/engine/answer/sync.js";
import { openTurn } from "@clewline/engine/answer/turn.js";
import type { Engine } from "@clewline/engine/engine.js";
import { noteGroup } from "@clewline/engine/intake/memories/note-heard.js";
import { formatMark } from "@clewline/engine/intake/sync-mark.js";
import { rehearse } from "@clewline/engine/read/preview.js";
import { pickRecallLimit } from "@clewline/engine/read/recall.js";
import { encodeCanonicalJson, isObject, type Json } from "@clewline/text/json.js";
import type { KnownThought } from "../bound/bound-request.js";
import { keepUnheard } from "../recall/place-reply.js";
import { dropOthers, dropRecalls, listRecalls } from "../recall/recall-tool.js";
import { type RecallResult, runRecall } from "../recall/run-recall.js";
import { chooseLane } from "../who/lane-choice.js";
import type { LaneSearch } from "../who/session.js";
import type { Wire, WireMessage, WireRequest } from "../wire/wire.js";
import { type AnswerEnd, bindItem, endTurn, keepAnswer } from "./end-list.js";
import { joinSignals } from "./join-signals.js";
import type { AnsweredRequest } from "./left-body.js";
import { keepLeft } from "./left-requests.js";
import {
  type ListedCalls,
  listMessages,
  listNames,
  type MarkedList,
  makeListedMessage,
  nameResults,
} from "./listed-messages.js";
import { markRequest, markRestored } from "./marked-list.js";
import { fillReferences } from "./references.js";
import type { SentForm } from "./sent-form.js";
import { type LaneTraffic, trackTraffic } from "./traffic.js";

/** A request that was taken in, from its first view to its answer. */
export interface ListTurn {
  readonly ref: LaneRef;
  /** How it goes out. */
  readonly form: SentForm;
  /** Null where no view is made. */
  readonly first: ViewOutcome | null;
  /** The client's list. */
  readonly sent: MarkedList;
  /** Answers the recalls of a reply, stores both, and makes the next view; null if no views are made any more. */
  recalled(answer: BoundReply, isOver: boolean): Promise<ViewOutcome | null>;
  /** Answers the recalls of a reply that the client continues: the model reads them with its next request. */
  recalledBeside(reply: WireMessage): Promise<void>;
  /** Makes a view within the provider's limit, after it refused the one before. */
  smaller(refused: Refusal): Promise<ViewOutcome>;
  called(report: Omit<CallReport, "model" | "facts">): void;
  /** Notes a request that was answered, with or without a view. It is stored when the turn is over. */
  left(request: AnsweredRequest): void;
  /** Stores the answer, as far as it came, and the cost of the calls. Call it once. */
  finish(reply: WireMessage | null, end: AnswerEnd, kept?: KeptNames): Promise<void>;
  /** Whether the lane's model has ever got a view. */
  wasViewed(): Promise<boolean>;
  /** Resolves once the cost of the calls so far is stored. */
  wrote(): Promise<void>;
  readonly id: string;
  /** Whether the model checks the bytes before its reasoning. */
  readonly isBound: boolean;
}

/** An answer, and what its reasoning is bound to. */
interface BoundReply {
  readonly reply: WireMessage;
  readonly bound: readonly KnownThought[];
}

/** The names of an answer. */
interface KeptNames {
  /** The provider's own name of it; null without one. */
  readonly id: string | null;
  /** The message as the client got it, if that is more or less than the reply. */
  readonly shown: WireMessage | null;
  /** The bonds of its reasoning. */
  readonly bound: readonly KnownThought[];
}

const unnamed: KeptNames = { id: null, shown: null, bound: [] };

/** A request as it came. */
export interface GivenRequest extends TakenRequest {
  /** Aborts when the log is closed. */
  readonly closing: AbortSignal;
}

interface TakenRequest {
  readonly engine: Engine;
  readonly wire: Wire;
  readonly request: WireRequest;
  readonly search: LaneSearch;
  readonly traffic: LaneTraffic;
  /** Aborts when the client has left. */
  readonly signal: AbortSignal;
  /** Decides how the turn's next request goes out. */
  readonly pickForm: (ref: LaneRef, turn: TurnId) => SentForm;
}

/** Finds the model and the budget for the view of this request. */
function describeCall({ engine, wire, request }: TakenRequest): {
  readonly model: AvailableModel;
  readonly budget: Budget;
} {
  const name = `${wire.provider}:${request.model}`;
  const facts = findModelFacts(name, engine.models);
  const window = engine.windowTold ? engine.budget.window : (facts.window ?? engine.budget.window);
  const reply: Tokens = Math.min(request.reply ?? engine.budget.reply, Math.floor(window / 2));
  return { model: { name, facts: { ...facts, marks: wire.marks } }, budget: makeBudget({ window, reply }) };
}

export async function takeList({ closing, ...given }: GivenRequest): Promise<ListTurn> {
  const { signal, release } = joinSignals(given.signal, closing);
  try {
    return await takeInOrder({ ...given, signal }, release);
  } catch (error) {
    release();
    throw error;
  }
}

/** `forget` is called when the turn is over. */
async function takeInOrder(given: TakenRequest, forget: () => void): Promise<ListTurn> {
  const { engine, search, traffic } = given;
  return engine.presence.inOrder(`gateway ${search.family}`, async () => {
    const { list, marks, mark } = await markRequest(await fillRequest(given));
    const request = { ...given.request, list };
    const taken = { ...given, request };
    const messages = await listMessages(request, marks);
    const { ref, stored, look } = await chooseLane(engine, { ...search, ...traffic, list: request.list, marks });
    if (search.isPrivate) await noteGroup(engine, ref.session, false);
    const address = makeLaneAddress(ref);
    const leave = traffic.enter(address, taken.signal);
    const sent = { list: request.list, marks };
    const release = () => {
      leave();
      forget();
    };
    try {
      const begun = await inLane(engine, ref, () => takeAndView(taken, ref, messages, look));
      // Answers that this gateway has not passed on came another way.
      const isElsewhere = search.hasFiles && request.list.slice(stored).some(({ isReply }) => isReply);
      if (isElsewhere) await leaveToList(engine, ref, await listMessages(request, marks, stored));
      return makeListTurn(taken, { ...begun, ref, sent, messages, mark, release });
    } catch (error) {
      leave();
      throw error;
    }
  });
}

/** Fills in the words of items that the list only names. */
async function fillRequest<Given extends Omit<TakenRequest, "pickForm">>(given: Given): Promise<Given> {
  return { ...given, request: { ...given.request, list: await fillReferences(given) } };
}

/** The view that such a request would get. Nothing is written: a list that turned off its lane is viewed by itself. */
export async function previewList(
  given: Omit<GivenRequest, "pickForm">,
): Promise<{ readonly first: ViewOutcome; readonly sent: MarkedList; readonly isBound: boolean }> {
  const { engine, search } = given;
  const { list, marks } = await markRestored(await fillRequest(given));
  const request = { ...given.request, list };
  const lane = search.candidate(1);
  const { isNew, stored, beyond } = await compareList(engine, lane, marks);
  const isGrown = isNew || (stored > 0 && beyond?.length === 0);
  const ref = isGrown ? lane : { ...lane, lane: parseLaneKey(`${lane.lane}-counted`) };
  const { signal, release } = joinSignals(given.signal, given.closing);
  const seen = { request, signal, engine: rehearse(engine), traffic: trackTraffic() };
  const taken = { ...given, ...seen, pickForm: () => "viewed" as const };
  try {
    const { view } = await takeAndView(taken, ref, await listMessages(request, marks));
    if (view === null) throw new Error("a counted request has a view");
    return { first: view, sent: { list: request.list, marks }, isBound: isBoundModel(taken) };
  } finally {
    release();
  }
}

function isBoundModel(taken: TakenRequest): boolean {
  return describeCall(taken).model.facts.reasoning.bound !== "never";
}

function inLane<Result>(engine: Engine, { session }: LaneRef, work: () => Promise<Result>): Promise<Result> {
  return engine.presence.inOrder(`sync ${session}`, work);
}

interface Begun {
  readonly open: OpenTurn;
  readonly turn: TurnRecord;
  readonly last: number;
  readonly form: SentForm;
  /** Null where no view is made. */
  readonly view: ViewOutcome | null;
  /** The answered call before it, for a request without a view; a view knows its own. */
  readonly before?: CallBefore | null;
}

/** Repeats until no other process has changed the lane between the list and its view. */
async function takeAndView(
  taken: TakenRequest,
  ref: LaneRef,
  messages: readonly ListedMessage[],
  look?: LaneMarks,
): Promise<Begun> {
  const { engine, signal } = taken;
  for (let attempt = 1; attempt <= syncTries; attempt++) {
    const begun = await tryView(taken, ref, messages, attempt === 1 ? look : undefined);
    if (begun !== "overtaken") return begun;
    await engine.presence.pause(ref, 2 ** attempt * 10 * Math.random(), signal);
  }
  throw makeOvertakenError();
}

async function tryView(
  taken: TakenRequest,
  ref: LaneRef,
  messages: readonly ListedMessage[],
  look: LaneMarks | undefined,
): Promise<Begun | "overtaken"> {
  const { engine, request } = taken;
  const rules = { mayBeginAnew: true, look, opens: hasRecall(request.tools) };
  const { turn, last } = await syncMessages(engine, ref, messages, rules);
  if (turn === null) throw new ClewError("message/bad", "There is no message to answer", { hint: "Send at least one" });
  const calls = (await engine.store.receiptsOf(ref, turn.id)).length;
  const open = openTurn(engine, turn, { calls, place: "hosted" });
  const form = taken.pickForm(ref, turn.id);
  if (form === "own") {
    const { last: before } = await readCountingHistory(engine.store, ref, describeCall(taken).model);
    return { open, turn, last, form, view: null, before };
  }
  try {
    const observed = form === "observed" ? ({ isObserved: true } as const) : {};
    const view = await open.view({ ...makeViewRequest(taken), ...observed, expectedLast: last });
    return { open, turn, last, form, view };
  } catch (error) {
    if (isOvertaken(error)) return "overtaken";
    // Without a view, no answer will be reported.
    await tryEnding(engine, turn, taken.signal);
    throw error;
  }
}

async function tryEnding(engine: Engine, turn: TurnRecord, { aborted }: AbortSignal): Promise<void> {
  try {
    await endListTurn(engine, turn, aborted ? "cancelled" : "failed");
  } catch {
    // The caller gets the error that stopped the view, not this one.
  }
}

function makeViewRequest(taken: TakenRequest) {
  const { request, signal } = taken;
  const call = describeCall(taken);
  // Where a model refuses what lacks reasoning, the view keeps it; what it may stand behind is settled on the request itself.
  const reader = call.model.facts.reasoning.needed === "tool turns" ? {} : { reader: null };
  return { instructions: request.instructions, tools: request.tools, signal, ...reader, ...call };
}

interface RunningList extends Begun {
  readonly ref: LaneRef;
  readonly sent: MarkedList;
  readonly messages: readonly ListedMessage[];
  /** Results of recalls that came together with calls of the client's tools. */
  readonly beside?: readonly RecallResult[];
  /** Marks what follows the list. */
  readonly mark: (key: readonly Json[]) => string;
  readonly release: () => void;
}

function makeListTurn(taken: TakenRequest, begun: RunningList): ListTurn {
  const { engine, request } = taken;
  const { ref, form, view, release } = begun;
  const { model } = describeCall(taken);
  const kept = request.keptMs === null ? {} : { keptMs: request.keptMs };
  const left = keepLeft(engine, begun.turn);
  let [running, isFinished] = [begun, false];
  return {
    ref,
    form,
    first: view,
    sent: begun.sent,
    async recalled(answer, isOver) {
      const answered = { ...answer, reply: dropOthers(answer.reply) };
      const messages = await addRecalled(taken, running, answered, isOver);
      // The account of the call before is written before another handle of the turn goes on.
      await left.write(running);
      running = await goOn(taken, running, messages);
      return running.view;
    },
    async recalledBeside(reply) {
      running = { ...running, beside: await runRecalls(taken, running.turn, reply, false) };
    },
    smaller: (refused) => inLane(engine, ref, () => running.open.view({ ...makeViewRequest(taken), refused })),
    called({ prefix, ...report }) {
      const known = prefix === undefined ? {} : { prefix: { ...prefix, before: begun.before ?? prefix.before } };
      running.open.called({ ...report, ...known, ...kept, model: model.name, facts: model.facts });
    },
    left(given) {
      left.add(running, given);
    },
    id: begun.turn.id,
    async wasViewed() {
      const calls = await engine.store.records(ref, "event", usageEvent, mostCalls);
      return calls.some((call) => call.kind === "event" && isObject(call.event) && call.event.receipt !== null);
    },
    wrote: () => left.write(running),
    isBound: isBoundModel(taken),
    async finish(given, end, { id, bound, ...heard } = unnamed) {
      if (isFinished) return;
      isFinished = true;
      const shown = heard.shown ?? given;
      const isAsWritten = given === null || given === shown || running.beside !== undefined;
      const reply = isAsWritten ? given : dropRecalls(given);
      const answer = { wire: taken.wire, reply, shown, id, bound, model: model.name };
      try {
        await inLane(engine, ref, () => keepAnswer(engine, running, answer));
        await left.write(running);
        await endTurn(engine, running.open, reply, end);
        left.tell();
      } finally {
        release();
      }
    },
  };
}

/** Calls of a lane that are looked through for one with a view. */
const mostCalls = 10_000;

/** The recalled results are in the lane, behind the list; the next view shows them. */
async function goOn(
  taken: TakenRequest,
  running: RunningList,
  messages: RunningList["messages"],
): Promise<RunningList> {
  const begun = await inLane(taken.engine, running.ref, () => takeAndView(taken, running.ref, messages));
  return { ...running, ...begun, messages };
}

/** The list with recalls and their results, under marks of their own. The answer is marked as the list's next message. */
async function addRecalled(
  taken: TakenRequest,
  { turn, messages }: RunningList,
  { reply, bound }: BoundReply,
  isOver: boolean,
): Promise<readonly ListedMessage[]> {
  const { hash } = taken.engine.fns;
  const mark = formatMark(hash(encodeCanonicalJson([messages.at(-1)?.mark ?? "", "recall"])).slice(0, 32));
  const calls: ListedCalls = new Map();
  const names = listNames(reply);
  // The client never gets this answer's own name: the first of its items replaces it.
  const listed = makeListedMessage(keepUnheard(reply, taken.wire), mark, calls);
  const asked = {
    ...listed,
    items: listed.items.map((item) => bindItem(item, describeCall(taken).model.name, bound)),
    id: names[0] ?? null,
    names,
  };
  const results = nameResults(await runRecalls(taken, turn, reply, isOver), calls);
  return [...messages, asked, { items: results, id: null, mark: `${mark} results` }];
}

/** The results of the recalls in an answer, by its own names for them. */
async function runRecalls(
  taken: TakenRequest,
  turn: TurnRecord,
  reply: WireMessage,
  isOver: boolean,
): Promise<readonly RecallResult[]> {
  const { engine } = taken;
  const limit = pickRecallLimit(countAvailableTokens(describeCall(taken).budget));
  const results: RecallResult[] = [];
  for (const { item } of listRecalls(reply)) {
    if (item.kind === "called") results.push(await runRecall({ engine, turn, limit, isOver }, item));
  }
  return results;
}

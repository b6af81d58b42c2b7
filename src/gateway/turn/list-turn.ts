/** A request's list becomes a lane of the log, and its view what is sent. */

import { ClewError } from "../../core/errors.js";
import type { HostItem } from "../../core/log/host-message.js";
import { type LaneRef, makeLaneAddress, parseLaneKey, type Tokens } from "../../core/log/keys.js";
import type { TurnRecord } from "../../core/log/turn.js";
import type { CallReport } from "../../core/model/call-usage.js";
import { findModelFacts } from "../../core/model/facts/find-facts.js";
import type { AvailableModel } from "../../core/model/facts/model-facts.js";
import { type Budget, countAvailableTokens, makeBudget } from "../../core/policy/budget.js";
import { encodeCanonicalJson, isObject, type Json, toJson } from "../../core/text/json.js";
import type { Refusal } from "../../core/view/view-input.js";
import type { ViewOutcome } from "../../core/view/view-result.js";
import { compareList } from "../../engine/answer/list/compare-list.js";
import { endListTurn } from "../../engine/answer/list/end-turn.js";
import { keepListReply } from "../../engine/answer/list/keep-reply.js";
import { leaveToList } from "../../engine/answer/list/leave-list.js";
import type { ListedMessage } from "../../engine/answer/list/listed-message.js";
import type { OpenTurn } from "../../engine/answer/open-turn.js";
import { makeOvertakenError, syncMessages, syncTries } from "../../engine/answer/sync.js";
import { openTurn } from "../../engine/answer/turn.js";
import type { Engine } from "../../engine/engine.js";
import { noteGroup } from "../../engine/intake/memories/note-heard.js";
import { formatMark } from "../../engine/intake/sync-mark.js";
import { rehearse } from "../../engine/read/preview.js";
import { recallPage } from "../../engine/read/recall.js";
import type { Binding } from "../bound/bound-thoughts.js";
import { placeReply } from "../recall/place-reply.js";
import { dropOthers, dropRecalls, keepRecalls, listRecalls } from "../recall/recall-tool.js";
import { runRecall } from "../recall/run-recall.js";
import { chooseLane } from "../who/lane-choice.js";
import type { LaneSearch } from "../who/session.js";
import type { Wire, WireMessage, WireRequest } from "../wire/wire.js";
import { joinSignals } from "./join-signals.js";
import { type ListedCalls, listMessages, listNames, type MarkedList, makeListedMessage } from "./listed-messages.js";
import { markRequest, markRestored } from "./marked-list.js";
import { fillReferences } from "./references.js";
import { type LaneTraffic, type RecallingAnswer, trackTraffic } from "./traffic.js";

/** A request that was taken in, from its first view to its answer. */
export interface ListTurn {
  readonly ref: LaneRef;
  readonly first: ViewOutcome;
  /** The list as it was sent, with what was recalled for this answer behind it. */
  readonly sent: MarkedList;
  /** Answers the recalls of a reply, keeps both, and makes the view of it all. */
  recalled(answer: BoundReply, isOver: boolean): Promise<ViewOutcome>;
  /** Answers the recalls of a reply with which the client goes on: the model reads them with its next request. */
  recalledBeside(answer: BoundReply): Promise<void>;
  /** A view that fits what the provider said, after it refused the one before. */
  smaller(refused: Refusal): Promise<ViewOutcome>;
  called(report: Omit<CallReport, "model" | "facts">): void;
  /**
   * Keeps what was answered, as far as it came, and what the calls cost. Once.
   */
  finish(reply: WireMessage | null, end: AnswerEnd, kept?: KeptNames): Promise<void>;
  /** Until what the calls so far cost is written. */
  wrote(): Promise<void>;
  readonly id: string;
  /** Whether the model that is asked checks what its reasoning stands behind. */
  readonly isBound: boolean;
}

/** An answer, and what its reasoning is bound to. */
interface BoundReply {
  readonly reply: WireMessage;
  readonly bound: readonly Binding[];
}

/** The names of an answer. */
interface KeptNames {
  /** The provider's own name of it; null without one. */
  readonly id: string | null;
  /** All that the client has heard, where that is more or less than the reply. */
  readonly shown: WireMessage | null;
  /** The bonds of its reasoning. */
  readonly bound: readonly Binding[];
}

const unnamed: KeptNames = { id: null, shown: null, bound: [] };

/** With an answer to its end, without one, or with a client that did not wait for it. */
export type AnswerEnd = "whole" | "failed" | "left";

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
  /** Aborts when nobody waits any more. */
  readonly signal: AbortSignal;
}

/** What a view of this request is made for. */
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
    const { ref, stored } = await chooseLane(engine, { ...search, ...traffic, list: request.list, marks });
    if (search.isPrivate) await noteGroup(engine, ref.session, false);
    const address = makeLaneAddress(ref);
    const leave = traffic.enter(address, taken.signal);
    const sent = addRecalling({ list: request.list, marks }, traffic.listRecalling(address));
    const release = () => {
      leave();
      forget();
    };
    try {
      const begun = await inLane(engine, ref, () => takeAndView(taken, ref, messages));
      // Answers that this gateway has not passed on were heard by another way.
      const isElsewhere = search.hasFiles && request.list.slice(stored).some(({ isReply }) => isReply);
      if (isElsewhere) await leaveToList(engine, ref, await listMessages(request, marks, stored));
      return makeListTurn(taken, { ...begun, ref, sent, messages, mark, release });
    } catch (error) {
      leave();
      throw error;
    }
  });
}

/** The same request with the words of what its list only names. */
async function fillRequest<Given extends TakenRequest>(given: Given): Promise<Given> {
  return { ...given, request: { ...given.request, list: await fillReferences(given) } };
}

/** What the client never has in its list goes out as its provider wrote it, where that is still known. */
function addRecalling({ list, marks }: MarkedList, recalling: readonly RecallingAnswer[]): MarkedList {
  return {
    list: [...list, ...recalling.map(({ message }) => message)],
    marks: [...marks, ...recalling.map(({ mark }) => mark)],
  };
}

/** The view that such a request would be sent as. Nothing is written: a list that turned off its lane is seen by itself. */
export async function previewList(given: GivenRequest): Promise<Pick<ListTurn, "first" | "sent">> {
  const { engine, search } = given;
  const { list, marks } = await markRestored(await fillRequest(given));
  const request = { ...given.request, list };
  const lane = search.candidate(1);
  const { isNew, stored, beyond } = await compareList(engine, lane, marks);
  const isGrown = isNew || (stored > 0 && beyond?.length === 0);
  const ref = isGrown ? lane : { ...lane, lane: parseLaneKey(`${lane.lane}-counted`) };
  const { signal, release } = joinSignals(given.signal, given.closing);
  const taken = { ...given, request, signal, engine: rehearse(engine), traffic: trackTraffic() };
  try {
    const { view } = await takeAndView(taken, ref, await listMessages(request, marks));
    return { first: view, sent: { list: request.list, marks } };
  } finally {
    release();
  }
}

function inLane<Result>(engine: Engine, { session }: LaneRef, work: () => Promise<Result>): Promise<Result> {
  return engine.presence.inOrder(`sync ${session}`, work);
}

interface Begun {
  readonly open: OpenTurn;
  readonly turn: TurnRecord;
  readonly last: number;
  readonly view: ViewOutcome;
}

/** Until nobody else has changed the lane between the list and its view. */
async function takeAndView(taken: TakenRequest, ref: LaneRef, messages: readonly ListedMessage[]): Promise<Begun> {
  const { engine, signal } = taken;
  for (let attempt = 1; attempt <= syncTries; attempt++) {
    const begun = await tryView(taken, ref, messages);
    if (begun !== "overtaken") return begun;
    await engine.presence.pause(ref, 2 ** attempt * 10 * Math.random(), signal);
  }
  throw makeOvertakenError();
}

async function tryView(
  taken: TakenRequest,
  ref: LaneRef,
  messages: readonly ListedMessage[],
): Promise<Begun | "overtaken"> {
  const { engine } = taken;
  const { turn, last } = await syncMessages(engine, ref, messages, { mayBeginAnew: true });
  if (turn === null) throw new ClewError("message/bad", "There is no message to answer", { hint: "Send at least one" });
  const calls = (await engine.store.receiptsOf(ref, turn.id)).length;
  const open = openTurn(engine, turn, { calls, place: "hosted" });
  try {
    const view = await open.view(makeViewRequest(taken));
    return (await engine.store.read(ref, { limit: 0 })).last === last ? { open, turn, last, view } : "overtaken";
  } catch (error) {
    if (error instanceof ClewError && error.code === "turn/not-running") return "overtaken";
    // Without a view nobody hears of an answer.
    await tryEnding(engine, turn, taken.signal);
    throw error;
  }
}

async function tryEnding(engine: Engine, turn: TurnRecord, { aborted }: AbortSignal): Promise<void> {
  try {
    await endListTurn(engine, turn, aborted ? "cancelled" : "failed");
  } catch {
    // What hindered the view is what is told.
  }
}

function makeViewRequest(taken: TakenRequest) {
  const { request, signal } = taken;
  return { instructions: request.instructions, tools: request.tools, signal, ...describeCall(taken) };
}

interface RunningList extends Begun {
  readonly ref: LaneRef;
  readonly sent: MarkedList;
  readonly messages: readonly ListedMessage[];
  /** Marks what follows the list. */
  readonly mark: (key: readonly Json[]) => string;
  readonly release: () => void;
}

function makeListTurn(taken: TakenRequest, begun: RunningList): ListTurn {
  const { engine } = taken;
  const { ref, view, release } = begun;
  const { model } = describeCall(taken);
  let running = begun;
  let isFinished = false;
  return {
    ref,
    first: view,
    get sent() {
      return running.sent;
    },
    async recalled(answer, isOver) {
      running = await goOn(taken, running, answer, isOver);
      return running.view;
    },
    async recalledBeside({ reply, bound }) {
      const recalls = { reply: keepRecalls(reply), bound };
      running = { ...running, ...(await runRecalls(taken, running, recalls, false)) };
    },
    smaller: (refused) => inLane(engine, ref, () => running.open.view({ ...makeViewRequest(taken), refused })),
    called: (report) => running.open.called({ ...report, model: model.name, facts: model.facts }),
    id: begun.turn.id,
    wrote: () => unlessEnded(() => running.open.step([])),
    isBound: model.facts.reasoning.bound !== "never",
    async finish(given, end, { id, bound, ...heard } = unnamed) {
      if (isFinished) return;
      isFinished = true;
      const shown = heard.shown ?? given;
      const reply = given === null || given === shown ? given : dropRecalls(given);
      try {
        await inLane(engine, ref, () => keepAnswer(engine, running, { reply, shown, id, bound }));
        await unlessEnded(() => running.open.step([]));
        await endTurn(engine, running.open, reply, end);
      } finally {
        release();
      }
    },
  };
}

/** What was recalled stands in the lane behind the list; the next view has it. */
async function goOn(
  taken: TakenRequest,
  running: RunningList,
  { reply, bound }: BoundReply,
  isOver: boolean,
): Promise<RunningList> {
  const { engine } = taken;
  const { ref, open } = running;
  const recalled = await runRecalls(taken, running, { reply: dropOthers(reply), bound }, isOver);
  // What the call before cost is written before another handle of the turn goes on.
  await open.step([]);
  const begun = await inLane(engine, ref, () => takeAndView(taken, ref, recalled.messages));
  return { ...running, ...begun, ...recalled };
}

/**
 * The list with what was asked of the log and what it gave, under marks of their own: the client never has it in its list, and the
 * answer that follows is marked as the list's next message.
 */
async function runRecalls(
  taken: TakenRequest,
  { ref, turn, sent, messages }: RunningList,
  { reply, bound }: BoundReply,
  isOver: boolean,
): Promise<Pick<RunningList, "messages" | "sent">> {
  const { engine, traffic } = taken;
  const limit = Math.min(recallPage, Math.floor(countAvailableTokens(describeCall(taken).budget) / 4));
  const mark = formatMark(engine.fns.hash(encodeCanonicalJson([messages.at(-1)?.mark ?? "", "recall"])).slice(0, 32));
  const calls: ListedCalls = new Map();
  const names = listNames(reply);
  // The client never hears this answer's own name: the first of its items stands for it.
  const listed = makeListedMessage(reply, mark, calls);
  const asked = { ...listed, items: listed.items.map((item) => bindItem(item, bound)), id: names[0] ?? null, names };
  const items: HostItem[] = [];
  for (const { item } of listRecalls(reply)) {
    if (item.kind !== "called") continue;
    const returned = await runRecall({ engine, turn, limit, isOver }, item);
    items.push({ ...returned, ...calls.get(item.call) });
  }
  traffic.recalled(makeLaneAddress(ref), { mark, message: reply });
  return {
    messages: [...messages, asked, { items, id: null, mark: `${mark} results` }],
    sent: addRecalling(sent, [{ mark, message: reply }]),
  };
}

/** Where the client runs a tool before it asks again, the turn goes on. */
async function endTurn(engine: Engine, open: OpenTurn, reply: WireMessage | null, end: AnswerEnd): Promise<void> {
  if (end === "failed") await endListTurn(engine, open.record, "failed");
  else if (end === "left") await endListTurn(engine, open.record, "cancelled");
  else if (reply !== null && isLastWord(reply)) {
    await unlessEnded(() => open.end({ state: "completed", reason: null, reply: [], usage: null }));
  }
}

/** Whether nothing is left to do: the client runs no tool before it asks again. */
function isLastWord({ items }: WireMessage): boolean {
  return items.length > 0 && !items.some(({ item }) => item.kind === "called" && item.hosted !== true);
}

/** Another request of the chat may have ended the turn already; what came for it is in the log all the same. */
async function unlessEnded(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof ClewError) || error.code !== "turn/not-running") throw error;
  }
}

/** Its first words come with its reasoning. */
function bindItem(item: HostItem, bound: readonly Binding[]): HostItem {
  const hasThought = item.kind === "said" && item.parts.some(({ kind }) => kind === "reasoning");
  return hasThought && bound.length > 0 && isObject(item.raw)
    ? { ...item, raw: { ...item.raw, bound: toJson(bound) } }
    : item;
}

interface KeptAnswer {
  readonly reply: WireMessage | null;
  readonly shown: WireMessage | null;
  readonly id: string | null;
  readonly bound: readonly Binding[];
}

/** It is known by what the client has of it, since that comes back in its list. */
async function keepAnswer(
  engine: Engine,
  running: RunningList,
  { reply, shown, id, bound }: KeptAnswer,
): Promise<void> {
  const { ref, turn, last, messages, mark } = running;
  const known = shown ?? reply;
  if (reply === null || known === null || reply.items.length === 0) return;
  const own = known === reply ? reply : placeReply(reply, known);
  const { items, ...listed } = makeListedMessage(own, mark(known.key), new Map());
  const answer = { ...listed, items: items.map((item) => bindItem(item, bound)), id, names: listNames(own) };
  await keepListReply(engine, { ref, turn, last, messages: [...messages, answer] });
}

/** The verbs that answer: a message becomes a turn, a turn is taken up again, a host's list becomes a view. */

import { ClewError } from "@clewline/core/errors.js";
import { type LaneRef, parseSessionKey, type ReceiptId, type TurnId } from "@clewline/core/log/keys.js";
import { hasRecall } from "@clewline/core/log/own-tools.js";
import { route } from "@clewline/core/log/route-to-lane.js";
import type { TurnOrigin, TurnRecord } from "@clewline/core/log/turn.js";
import type { ViewRequest } from "@clewline/core/view/view-input.js";
import type { ViewOutcome } from "@clewline/core/view/view-result.js";
import { type BeginResult, begin } from "@clewline/engine/answer/begin.js";
import { makeHostCall } from "@clewline/engine/answer/call-accounts.js";
import { type ListedMessage, readListedMessages } from "@clewline/engine/answer/list/listed-message.js";
import { isOvertaken, makeOvertakenError } from "@clewline/engine/answer/list/overtaken.js";
import { reportListCall } from "@clewline/engine/answer/list/report-call.js";
import { loadProgress, loadTurn } from "@clewline/engine/answer/load-turn.js";
import { findLearnedLimit } from "@clewline/engine/answer/refusals.js";
import { syncMessages, syncTries } from "@clewline/engine/answer/sync.js";
import { openTurn } from "@clewline/engine/answer/turn.js";
import { checkText } from "@clewline/engine/check-options.js";
import type { Engine } from "@clewline/engine/engine.js";
import type { Incoming } from "@clewline/engine/intake/incoming.js";
import { noteGroup } from "@clewline/engine/intake/memories/note-heard.js";
import { cleanIncoming } from "@clewline/engine/intake/redact/clean-ids.js";
import { resolveNamedLane } from "@clewline/engine/read/inspect.js";
import { findWaitingTurn } from "@clewline/engine/read/unanswered.js";
import { describeError } from "@clewline/text/error-text.js";
import { isObject, toJson } from "@clewline/text/json.js";
import { findNearest } from "@clewline/text/nearest.js";
import type { ModelMessage, UIMessage } from "ai";
import type { AnswerOptions, BeginOptions, LaneSelector, ModelInUse, SyncedChat } from "./answer-options.js";
import type { AnswerRuntime } from "./answer-runtime.js";
import { type IncomingMessage, parseMessage } from "./incoming-message.js";
import { prepareBehind, tellBehind } from "./keep-alive.js";
import { makeTurn } from "./make-turn.js";
import { loadSdk } from "./models/load-sdk.js";
import type { LoopOptions, Turn, ViewOptions } from "./turn.js";
import { readHostView } from "./view-request.js";

export async function beginAnswer(
  runtime: AnswerRuntime,
  given: IncomingMessage | readonly IncomingMessage[],
  options: BeginOptions,
): Promise<Turn> {
  const { engine } = runtime;
  const messages = (isList(given) ? given : [given]).map((each) => cleanIncoming(engine, parseMessage(each)));
  return beginParsed(runtime, messages, options);
}

export async function beginParsed(
  runtime: AnswerRuntime,
  messages: readonly Incoming[],
  options: BeginOptions,
  place: Pick<Parameters<typeof begin>[2], "onPage"> = {},
): Promise<Turn> {
  const { engine, activeTurns } = runtime;
  const asked = { ...readBeginOptions(runtime, options), ...place };
  const begun = await activeTurns.during(begin(engine, messages, asked));
  const text = messages.flatMap(({ parts }) => parts.map((part) => (part.kind === "file" ? "" : part.text))).join("\n");
  return makeBegunTurn(runtime, begun, text, messages);
}

export function readBeginOptions(
  { activeTurns }: AnswerRuntime,
  { origin = "interactive", whenBusy = "queue", signal, onKept }: BeginOptions,
): Parameters<typeof begin>[2] {
  refuseUnknown("origin", origin, origins);
  refuseUnknown("whenBusy", whenBusy, ways);
  if (onKept !== undefined && typeof onKept !== "function")
    throw new ClewError("options/bad", "onKept is no function", {
      hint: "Give a function that is called once the message is kept",
    });
  const stop = signal === undefined ? activeTurns.closing : AbortSignal.any([signal, activeTurns.closing]);
  return { origin, whenBusy, signal: stop, onKept };
}

/** `given` are the messages, where they are new ones. */
export async function makeBegunTurn(
  runtime: AnswerRuntime,
  begun: BeginResult,
  text: string,
  given: readonly Incoming[] = [],
): Promise<Turn> {
  const { engine, activeTurns } = runtime;
  const { turn, repeated, holder } = begun;
  if (repeated) {
    const stored = await loadTurn(engine, turn.ref, turn.id);
    const { because = null } = begun;
    return makeTurn(runtime, openTurn(engine, turn, { ...stored?.progress, repeated, because, text }));
  }
  activeTurns.active(engine, turn.id, turn.ref);
  const answers = await listAnswered(engine, turn, given);
  return makeTurn(runtime, openTurn(engine, turn, { place: holder, text, answers }));
}

/** Others may have joined the turn, or some of its messages may be answered elsewhere. */
async function listAnswered(engine: Engine, turn: TurnRecord, given: readonly Incoming[]): Promise<readonly string[]> {
  const ids = [...new Set(given.flatMap(({ id }) => id ?? []))];
  if (turn.messages.length === given.length) return ids;
  return (await loadTurn(engine, turn.ref, turn.id))?.progress.answers ?? ids;
}

export function pickLoopOptions({ origin: _origin, whenBusy: _whenBusy, ...options }: AnswerOptions): LoopOptions {
  return options;
}

export async function describeModelInUse(
  { engine, registry, activeTurns }: AnswerRuntime,
  name: string | undefined,
  ref: LaneRef,
): Promise<ModelInUse> {
  const { adapter, facts, because } = await registry.inUse(name, ref, activeTurns.closing);
  const asked = engine.windowTold ? engine.budget.window : (facts.window ?? engine.budget.window);
  const learned = await findLearnedLimit(engine, ref, adapter.name, asked);
  return { name: adapter.name, because, window: facts.window, asked, learned, facts };
}

/** The lane that is named; of a chat that does not exist yet, its root. */
export async function findLaneOrRoot(
  engine: Engine,
  { session = "terminal:default", lane }: LaneSelector,
): Promise<LaneRef> {
  if (lane !== undefined) return resolveNamedLane(engine, session, lane);
  const key = parseSessionKey(session);
  return { owner: engine.owner, session: key, lane: route({ session: key, topic: null, replyTo: null }, null) };
}

const origins: readonly TurnOrigin[] = ["interactive", "scheduled", "briefing", "heartbeat", "subtask"];
const ways: readonly (BeginOptions["whenBusy"] & string)[] = ["queue", "merge", "refuse"];

/** A misspelt word would be something else than was meant. */
function refuseUnknown(name: string, given: string, known: readonly string[]): void {
  if (known.includes(given)) return;
  const near = findNearest(checkText(name, given), known);
  throw new ClewError("options/bad", `${name} is ${JSON.stringify(given)}`, {
    hint: `${near === null ? "" : `Did you mean ${near}? `}Use one of: ${known.join(", ")}`,
  });
}

function isList(given: IncomingMessage | readonly IncomingMessage[]): given is readonly IncomingMessage[] {
  return Array.isArray(given);
}

/** As many characters of a turn's id as `clew log` prints. */
const shortestPart = 8;

/** By its id, or by a part of it that no other turn has. */
export async function resumeTurn(runtime: AnswerRuntime, id: string): Promise<Turn> {
  const { engine } = runtime;
  const located = await engine.store.locate(engine.owner, { kind: "turn", part: id });
  const whole = located.find((each) => each.id === id);
  if (whole === undefined && id.length >= shortestPart && located.length > 1) {
    throw new ClewError("turn/unknown", `${id} could be ${located.length} turns`, {
      hint: "Give the whole id, as in clew.unanswered() or clew log --json",
    });
  }
  const found = whole ?? (id.length >= shortestPart ? located[0] : undefined);
  const begun = found === undefined ? null : await loadTurn(engine, found.ref, found.id as TurnId);
  const waiting = begun === null ? await findWaitingTurn(engine, id) : null;
  const stored = waiting === null ? begun : await loadProgress(engine, waiting);
  if (stored === null) {
    throw new ClewError("turn/unknown", `There is no turn ${id}`, {
      hint: "clew.unanswered() lists those that were cut off, and clew log --json all of them, with their whole ids",
    });
  }
  const { record, entries, progress } = stored;
  const said = entries.flatMap((entry) => (entry.kind === "said" && entry.by.role === "user" ? entry.parts : []));
  const text = said.map((part) => (part.kind === "text" && typeof part.text === "string" ? part.text : "")).join("\n");
  return makeTurn(runtime, openTurn(engine, record, { ...progress, text }));
}

/** System messages before the first other message are the instructions; a later one is said at its place. */
function splitInstructions(messages: readonly ModelMessage[]) {
  const first = messages.findIndex((message: unknown) => !isObject(message) || message.role !== "system");
  const spoken = first < 0 ? [] : messages.slice(first);
  const system = messages.slice(0, messages.length - spoken.length).map(({ content }) => content);
  return { instructions: system.length === 0 ? {} : { instructions: system.join("\n\n") }, spoken };
}

/** A list that the host keeps. */
export interface HostList extends SyncedChat {
  readonly messages: readonly ModelMessage[] | readonly UIMessage[];
  /** The provider's own count of the last call. */
  readonly usage?: unknown;
  /** The model that answered it, as `provider:model`. */
  readonly model?: string;
  /** The view that it was made with, null for none; by default the last one of the session. */
  readonly receipt?: ReceiptId | null;
}

async function reportUsage(engine: Engine, ref: LaneRef, { usage, model, receipt }: HostList): Promise<void> {
  if (usage !== undefined) await reportListCall(engine, ref, makeHostCall(engine, toJson(usage), model), receipt);
}

/** The list is the host's, and comes again: that it could not be kept now is no reason to lose an answer. */
export async function keepList({ engine }: AnswerRuntime, list: HostList): Promise<void> {
  const session = parseSessionKey(list.session);
  const ref = { owner: engine.owner, session, lane: route({ session, topic: null, replyTo: null }, null) };
  try {
    const { spoken } = splitInstructions(await readHostList(list.messages));
    await engine.presence.inOrder(`sync ${session}`, async () => {
      await syncMessages(engine, ref, readListedMessages(engine, spoken));
      await reportUsage(engine, ref, list);
    });
  } catch (error) {
    engine.presence.warn(`an answer in ${session} is not in the log yet: ${describeError(error)}`);
  }
}

/**
 * `more` is what only the caller's model knows, beside the options of the host. Lists of one session are taken in one after
 * the other, each with its view: the next one may end the turn that this view is of.
 */
export async function syncView(
  runtime: AnswerRuntime,
  list: HostList,
  options: ViewOptions,
  more: ViewRequest<AbortSignal> = {},
): Promise<ViewOutcome> {
  const { engine } = runtime;
  const session = parseSessionKey(list.session);
  const ref = { owner: engine.owner, session, lane: route({ session, topic: null, replyTo: null }, null) };
  const { instructions, spoken } = splitInstructions(await readHostList(list.messages));
  const request = { ...(await readHostView(runtime, { ...instructions, ...options })), ...more };
  await noteGroup(engine, session, list.group);
  const given = { ...list, listed: readListedMessages(engine, spoken) };
  return engine.presence.inOrder(`sync ${session}`, async () => {
    for (let attempt = 1; attempt < syncTries; attempt++) {
      const viewed = await syncOnce(runtime, ref, given, request);
      if (viewed !== "overtaken") return viewed;
      // Two that take turns at overtaking each other would never end: one of them lets the other pass.
      await engine.presence.pause(ref, 2 ** attempt * 10 * Math.random(), runtime.activeTurns.closing);
    }
    const last = await syncOnce(runtime, ref, given, request);
    if (last === "overtaken") throw makeOvertakenError();
    return last;
  });
}

/** Overtaken, if another process took in another list before the view of ours was written. */
async function syncOnce(
  { engine, activeTurns }: AnswerRuntime,
  ref: LaneRef,
  list: HostList & { readonly listed: readonly ListedMessage[] },
  request: ViewRequest<AbortSignal>,
): Promise<ViewOutcome | "overtaken"> {
  const { tools = [] } = request;
  // A list without tools may belong to a program that names them nowhere.
  const rules = tools.length === 0 ? {} : { opens: hasRecall(tools) };
  const { turn, last, isGrown } = await syncMessages(engine, ref, list.listed, rules);
  if (turn === null) {
    throw new ClewError("message/bad", "There is no message to sync", {
      hint: "Give the list with at least one message",
    });
  }
  // A list that comes again has told of its last call already.
  if (isGrown) await reportUsage(engine, ref, list);
  const calls = (await engine.store.receiptsOf(turn.ref, turn.id)).length;
  const open = openTurn(engine, turn, { calls, place: "hosted" });
  try {
    const viewed = await activeTurns.during(open.view({ ...request, expectedLast: last }));
    prepareBehind({ engine, activeTurns }, open);
    tellBehind({ engine, activeTurns }, ref, request.fastModel);
    return viewed;
  } catch (error) {
    if (isOvertaken(error)) return "overtaken";
    throw error;
  }
}

/** A message of a page becomes one for each step and its results, each with the id of the whole. */
async function readHostList(messages: readonly (ModelMessage | UIMessage)[]): Promise<readonly ModelMessage[]> {
  if (!messages.some(isUiMessage)) return messages as readonly ModelMessage[];
  const { convertToModelMessages } = await loadSdk();
  const lists = messages.map(async (message): Promise<readonly ModelMessage[]> => {
    if (!isUiMessage(message)) return [message];
    const { id } = message;
    return (await convertToModelMessages([message])).map((each) => Object.assign(each, { id }));
  });
  return (await Promise.all(lists)).flat();
}

function isUiMessage(message: unknown): message is UIMessage {
  return isObject(message) && Array.isArray(message.parts) && message.content === undefined;
}

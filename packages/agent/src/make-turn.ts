/** The public face of a turn that is being answered. */

import { ClewError } from "@clewline/core/errors.js";
import { isChildLane } from "@clewline/core/log/child-lane.js";
import { type Ask, answerKinds, longestAbout, writeWhichQuestion } from "@clewline/core/log/open-questions.js";
import { isOpen, type TurnRecord } from "@clewline/core/log/turn.js";
import { makeHostCall } from "@clewline/engine/answer/call-accounts.js";
import type { Ending, OpenTurn } from "@clewline/engine/answer/open-turn.js";
import { checkKind, checkOptions, checkPlain, checkText, type OptionNames } from "@clewline/engine/check-options.js";
import type { Engine } from "@clewline/engine/engine.js";
import { askAfter } from "@clewline/engine/intake/open-questions.js";
import { readChannelId } from "@clewline/platform/crypto.js";
import { defer } from "@clewline/text/defer.js";
import { describeError, describeValue } from "@clewline/text/error-text.js";
import { toJson } from "@clewline/text/json.js";
import { z } from "zod";
import { attachTurn } from "./ai-sdk/attach.js";
import type { AnswerRuntime } from "./answer-runtime.js";
import { hasAnswers, listWaitingCalls, refuseUnknownAnswers } from "./approvals.js";
import { guardApprovedTools } from "./approved-tools.js";
import { endOpen, keepAlive } from "./keep-alive.js";
import { generateLoop, makeLoopDriver, streamLoop } from "./loop.js";
import { bindLogTools } from "./loop-tools.js";
import { refuseModel } from "./models/refuse-model.js";
import { checkAnswerOptions, checkShared, checkViewOptions } from "./option-names.js";
import { makeSdkTurn } from "./sdk-turn.js";
import type { ClarifyingQuestion, Step, StepCall, Turn, ViewOptions, ViewResult } from "./turn.js";
import { readHostView } from "./view-request.js";

const schema = defer(() => {
  const label = z.string().trim().min(1).max(longestAbout);
  const ask = z
    .object({
      expects: z.enum(answerKinds),
      about: label,
      options: z.array(label).min(2).max(20).optional(),
      minutes: z
        .number()
        .positive()
        .max(60 * 24 * 30)
        .optional(),
    })
    .refine(({ expects, options }) => expects !== "choice" || options !== undefined, {
      path: ["options"],
      message: "a choice needs at least two",
    });
  return z.array(ask).max(8);
});

/** Validates the questions that an answer leaves open. */
function parseAsks(raw: unknown): readonly Ask[] {
  const read = schema().safeParse(raw);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new ClewError("message/bad", `The question's ${issue?.path.join(".") || "shape"} is wrong: ${issue?.message}`, {
    hint: 'A question is { expects: "yes-no", about: "book the table" }; a choice also has its options',
    cause: read.error,
  });
}

export function makeTurn(runtime: AnswerRuntime, begun: OpenTurn): Turn {
  const { engine } = runtime;
  const open = keepAlive(runtime, begun);
  const { id, ref } = open.record;
  const turn: Turn = {
    id,
    session: ref.session,
    lane: ref.lane,
    repeated: open.repeated,
    because: open.because,
    kept: open.because === null || open.because === "own message",
    answers: open.answers,
    get state() {
      return open.record.state;
    },
    get reply() {
      return open.reply;
    },
    view: makeAskingView(open, async (given) => (await open.view(await readHostView(runtime, given))) as ViewResult),
    record: async (given) => {
      checkOptions(given, stepNames);
      for (const call of given.calls ?? []) checkOptions(call, callNames);
      const messages = makeStepMessages(given);
      if (hasAnswers(messages)) await open.reload();
      refuseUnknownAnswers(open.newest, messages);
      if (given.usage !== undefined) open.called(makeHostCall(engine, toJson(given.usage), given.model));
      await open.step(messages);
    },
    get approvals() {
      return isOpen(open.record.state) ? listWaitingCalls(open.newest) : [];
    },
    complete: (reply) => complete(engine, open, reply),
    fail: (error) => endOpen(open, { state: "failed", reason: describeError(error) }),
    cancel: async (reason = "stopped") => endOpen(open, { state: "cancelled", reason: checkText("reason", reason) }),
    sent: async (ids = []) => open.sent([ids].flat().map(readSentId)),
    aiSdk: (options, view = {}) => {
      checkPlain(options, ["model", "tools"]);
      refuseModel(options.model);
      checkShared(options);
      checkViewOptions(view);
      const own = bindLogTools(engine, () => open.record, { window: view.window, isChild: isChildLane(ref.lane) });
      const driver = makeLoopDriver(runtime, open, options.abortSignal);
      const { tools, claimed } = guardApprovedTools(open, options.tools ?? {}, driver, options.abortSignal);
      const { abortSignal: userSignal } = options;
      const sdkTurn = makeSdkTurn(runtime, open, { options, view, known: null, driver, userSignal });
      const record: typeof sdkTurn.record = (...given) => claimed().then(() => sdkTurn.record(...given));
      return attachTurn({ ...sdkTurn, record }, { ...options, tools }, own) as never;
    },
    stream: async (options = {}) => {
      checkAnswerOptions(options);
      return Object.assign(nameStream(await streamLoop(runtime, open, options), id), { turn });
    },
    generate: async (options = {}) => {
      checkAnswerOptions(options);
      return Object.assign(await generateLoop(runtime, open, options), { turn });
    },
  };
  return turn;
}

function readSentId(id: string | number): string {
  checkKind("ids", id, "id");
  return readChannelId(id);
}

const callNames: OptionNames<StepCall> = { id: "text", tool: "text", input: true, output: true, error: "text" };
const stepNames: OptionNames<Step> = {
  text: "text",
  calls: "list",
  messages: "list",
  usage: true,
  model: "text",
};

/** The questions may come alone, because under the SDK the turn may have ended before the host knows them. */
async function complete(engine: Engine, open: OpenTurn, reply: Reply = {}): Promise<void> {
  const ending = makeEnding(checkOptions(reply, { text: "text", at: true, usage: true, asks: "list" }));
  const asksOnly = reply.text === undefined && reply.usage === undefined && ending.asks.length > 0;
  if (asksOnly && open.record.state === "completed") await askAfter(engine, open.record, ending.asks);
  else await open.end(ending);
}

type Reply = Parameters<Turn["complete"]>[0] & object;

function makeEnding({ text, at, usage, asks = [] }: Reply): Ending & { asks: readonly Ask[] } {
  return {
    state: "completed",
    reason: null,
    ...(at === undefined ? {} : { at: readReplyTime(at) }),
    reply: text === undefined ? [] : makeStepMessages({ text }),
    usage: usage === undefined ? null : toJson(usage),
    asks: parseAsks(asks),
  };
}

function readReplyTime(at: number | string | Date): number {
  const time = typeof at === "string" || typeof at === "number" || at instanceof Date ? new Date(at).getTime() : null;
  if (time !== null && Number.isFinite(time)) return time;
  throw new ClewError("message/bad", `The reply's at is no time: ${describeValue(at)}`, {
    hint: "Give a date, its text as in 2026-11-16T09:30:00Z, or milliseconds since 1970",
  });
}

/** Returns a view, or the open question first if the caller asked for it. */
function makeAskingView(open: OpenTurn, view: (options: ViewOptions) => Promise<ViewResult>): Turn["view"] {
  async function askOrView(
    options: ViewOptions & { readonly ambiguous: "ask" },
  ): Promise<ViewResult | ClarifyingQuestion>;
  async function askOrView(options?: ViewOptions): Promise<ViewResult>;
  async function askOrView(
    options: ViewOptions & { readonly ambiguous?: "ask" } = {},
  ): Promise<ViewResult | ClarifyingQuestion> {
    checkViewOptions(options);
    return (options.ambiguous === "ask" ? findAmbiguity(open.record) : null) ?? view(options);
  }
  return askOrView;
}

/** Finds the question to put to the user before anything is sent to a model; null without one. */
function findAmbiguity({ state, anchor }: TurnRecord): ClarifyingQuestion | null {
  if (!isOpen(state) || anchor?.kind !== "ask") return null;
  const { options } = anchor;
  return { kind: "ask", question: writeWhichQuestion(options), options: options.map(({ about }) => about) };
}

function makeStepMessages({ text, calls = [], messages }: Step): readonly unknown[] {
  if (messages !== undefined) return messages;
  const said = text === undefined ? [] : [{ type: "text", text }];
  const asked = calls.map(({ id, tool, input }) => ({ type: "tool-call", toolCallId: id, toolName: tool, input }));
  const returned = calls.flatMap((call) => {
    const output = makeToolOutput(call);
    return output === null ? [] : [{ type: "tool-result", toolCallId: call.id, toolName: call.tool, output }];
  });
  const tool = returned.length === 0 ? [] : [{ role: "tool", content: returned }];
  return said.length + asked.length === 0 ? tool : [{ role: "assistant", content: [...said, ...asked] }, ...tool];
}

function makeToolOutput({ output, error }: StepCall): object | null {
  if (error !== undefined) return { type: "error-text", value: error };
  if (output === undefined) return null;
  return typeof output === "string" ? { type: "text", value: output } : { type: "json", value: output };
}

/** The id of an answer in a stream for a page: that of its turn, as `messages` has it after a reload. */

interface UiStreams {
  toUIMessageStream(options?: object): unknown;
  toUIMessageStreamResponse(options?: object): unknown;
  pipeUIMessageStreamToResponse(response: unknown, options?: object): unknown;
}

/** A host that makes ids of its own goes first. */
function nameStream<Result extends object>(result: Result, id: string): Result {
  const own = result as Result & UiStreams;
  const { toUIMessageStream, toUIMessageStreamResponse, pipeUIMessageStreamToResponse } = own;
  const named = { generateMessageId: () => id };
  return Object.assign(own, {
    toUIMessageStream: (options = {}) => toUIMessageStream.call(own, { ...named, ...options }),
    toUIMessageStreamResponse: (options = {}) => toUIMessageStreamResponse.call(own, { ...named, ...options }),
    pipeUIMessageStreamToResponse: (response: unknown, options = {}) =>
      pipeUIMessageStreamToResponse.call(own, response, { ...named, ...options }),
  } satisfies UiStreams);
}

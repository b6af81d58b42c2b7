import type { ModelMessage } from "ai";
import { attach, reasonOf } from "../brains/ai-sdk/attach.js";
import type { AttachedOptions, SdkOptions } from "../brains/ai-sdk/options.js";
import { ClewError } from "../core/errors.js";
import { type Json, toJson } from "../core/json.js";
import { laneAddress } from "../core/keys.js";
import { factsOf } from "../core/models/facts-of.js";
import { type Ask, whichQuestion } from "../core/pending/pending.js";
import type { Receipt } from "../core/receipt.js";
import { isOpen, type TurnRecord, type TurnState } from "../core/turn.js";
import type { CallReport } from "../engine/called.js";
import type { House } from "../engine/house.js";
import { askAfter } from "../engine/pending.js";
import { prepare } from "../engine/prepare.js";
import type { Ending, OpenTurn, ViewRequest } from "../engine/turn.js";
import { refuseUnknownAnswers, type WaitingCall, waitingIn } from "./approvals.js";
import { parseAsks } from "./asks.js";
import type { Desk } from "./desk.js";
import type { InFlight } from "./in-flight.js";
import { type GenerateResult, generateLoop, type LoopOptions, type StreamResult, streamLoop } from "./loop.js";
import { recallFor } from "./loop-tools.js";
import { budgetIn, type ClewOptions } from "./options.js";
import { type Answering, sdkTurnOf } from "./sdk-turn.js";

export type { SdkAdditions } from "../brains/ai-sdk/options.js";

/** One call of a tool with what came of it. */
export interface StepCall {
  /** The model's id of the call. */
  readonly id: string;
  /** The tool's name. */
  readonly tool: string;
  /** What the model gave it. */
  readonly input: unknown;
  /** What it returned; a string or anything that JSON can hold. Left out while the call waits. */
  readonly output?: unknown;
  /** What went wrong, instead of an output. */
  readonly error?: string;
}

/** One answer of the model: its text, its tool calls and their results; or the AI SDK's own messages. */
export interface Step {
  /** What the model said. */
  readonly text?: string;
  /** What it called, with what came back. */
  readonly calls?: readonly StepCall[];
  /** The SDK's response messages, instead of the two above. */
  readonly messages?: readonly ModelMessage[];
  /** What the provider says that the call cost, in its own shape. */
  readonly usage?: unknown;
  /** The model that answered, as `provider:model`. */
  readonly model?: string;
}

/** The answer to "what shall I send?". */
export type Viewed =
  | {
      /** It fits the window. */
      readonly kind: "fits";
      /** All system text. */
      readonly system: string;
      /** In the AI SDK's shape. */
      readonly messages: ModelMessage[];
      /** An upper estimate. */
      readonly tokens: number;
      /** The account of it. */
      readonly receipt: Receipt;
    }
  | {
      /** Not even what must be sent fits. */
      readonly kind: "too-small";
      /** Tokens that it would take. */
      readonly needed: number;
      /** Tokens that there are. */
      readonly available: number;
    };

/** The message may mean several things: put the question to the user and complete the turn with it. */
interface Unclear {
  readonly kind: "ask";
  /** In English, made from the options. */
  readonly question: string;
  /** What it may mean, in the words of the open questions or of the messages that are meant. */
  readonly options: readonly string[];
}

/** What a view is made for, where it differs from how the Clew was opened. */
export interface ViewOptions {
  /** The window of the model at hand. */
  readonly window?: ClewOptions["window"];
  /** Further instructions for this call, after those that the Clew was opened with. */
  readonly instructions?: string;
  /** The provider refused the last view of this turn as too large; `limit` is what it takes and `requested` what it counted, where it said so. The next view then is much smaller. */
  readonly refused?: { readonly limit?: number; readonly requested?: number };
  /** How long choosing what to show of the past may take: what a model has not chosen by then is chosen without it. */
  readonly deadlineMs?: number;
  /** Stops waiting: for the lane, where it is busy with another turn, and for a model that chooses. */
  readonly signal?: AbortSignal;
}

/** One message, or a burst of them, on its way to a reply. */
export interface Turn {
  /** Its id in the log, for `clew why`. */
  readonly id: string;
  /** The chat that it belongs to. */
  readonly session: string;
  /** The thread inside the chat. */
  readonly lane: string;
  /** True if the message is answered or being answered already, joined another's turn, or was taken back: there is nothing to do. */
  readonly repeated: boolean;
  /** Where it stands: running, waiting for a person or a client, or ended. */
  readonly state: TurnState;
  /** The calls that wait for a person to allow them. `record` the answers, then go on. */
  readonly approvals: readonly WaitingCall[];
  /** What to send on the next call: it fits the window, or says what would. Where the message may mean several open questions, the model is told to ask which; with `ambiguous: "ask"` the question comes to you instead. */
  view(options: ViewOptions & { readonly ambiguous: "ask" }): Promise<Viewed | Unclear>;
  view(options?: ViewOptions): Promise<Viewed>;
  /** Keeps one answer of the model and its tools' results, before the next view. */
  record(step: Step): Promise<void>;
  /** Ends the turn with its reply. Leave the text out if `record` has it already. `asks` are the questions and offers that the reply leaves open: a short answer that fits one of them is then known to be its answer. They may also follow alone, when `aiSdk` has ended the turn. */
  complete(reply?: {
    readonly text?: string;
    readonly usage?: unknown;
    readonly asks?: readonly {
      /** What an answer looks like. */
      readonly expects: "yes-no" | "number" | "date" | "choice" | "text";
      /** What it decides, in a few words. */
      readonly about: string;
      /** What there is to choose from. */
      readonly options?: readonly string[];
      /** How long an answer counts, 30 unless told. */
      readonly minutes?: number;
    }[];
  }): Promise<void>;
  /** Ends the turn without a reply, because something went wrong. Does nothing if it has ended. */
  fail(error: unknown): Promise<void>;
  /** Ends the turn without a reply, because somebody stopped it. Does nothing if it has ended. */
  cancel(reason?: string): Promise<void>;
  /** The channel's ids of the answer, so that a reply to it finds this lane. */
  sent(ids: string | number | readonly (string | number)[]): Promise<void>;
  /**
   * Options for `streamText` or `generateText`: yours, with the messages, the recall tool and a fresh view for every
   * call. Finish, error and abort end the turn; your own callbacks still run. `generateText` has no error callback
   * in ai 6: call `fail` when it throws.
   */
  aiSdk<const Options extends SdkOptions>(options: Options, view?: ViewOptions): AttachedOptions<Options>;
  /**
   * Answers with the SDK's own tool loop, streaming: with the tools `recall`, `remember` and `compact` besides yours, a
   * progress answer at the step limit, and an end to calls that lead nowhere. For a turn that waits for an approval,
   * `record` the answer to it first.
   */
  stream(options?: LoopOptions): Promise<StreamResult>;
  /** The same with `generateText`: everything at once. */
  generate(options?: LoopOptions): Promise<GenerateResult>;
}

/** What is known of a turn besides its record. */
export interface TurnAtHand {
  readonly repeated: boolean;
  /** The words to answer. */
  readonly text: string;
  /** The messages of its newest step, for one that began earlier. */
  readonly newest?: readonly unknown[];
}

export function turnOf(desk: Desk, open: OpenTurn, { repeated, text, newest = [] }: TurnAtHand): Turn {
  const { house, flight } = desk;
  const { id, ref } = open.record;
  let step = newest;
  const touch = () => (open.record.hosted ? undefined : flight.active(house, id, ref));
  const finish = (ending: Ending) => ended(flight, open, ending);
  const view = async (options: ViewOptions = {}, more: Partial<ViewRequest> = {}) => {
    const viewed = await flight.during(open.view({ ...requestOf(options, flight.closing), ...more }));
    touch();
    const { nearlyFull } = open;
    if (nearlyFull !== null && house.helper !== null) {
      flight.behind(laneAddress(ref), (signal) => prepare(house, ref, nearlyFull, signal));
    }
    return viewed;
  };
  const record = async (messages: readonly unknown[]) => {
    await open.step(messages);
    step = isAnswer(messages) ? messages : [...step, ...messages];
    if (flight.has(id)) touch();
  };
  // The SDK may report an abort after an error, and the caller may end what the SDK has ended: the first ending counts.
  const end = async (state: Ending["state"], reason: string | null, usage: Json | null) =>
    isOpen(open.record.state) ? orOver(finish({ state, reason, reply: [], usage })) : undefined;
  const beside = (other: Desk, begun: OpenTurn, words: string) =>
    turnOf(other, begun, { repeated: false, text: words });
  const answering: Answering = { house, flight, open, text, newest: () => step, view, beside, record, end };
  const turn: Turn = {
    id,
    session: ref.session,
    lane: ref.lane,
    repeated,
    get state() {
      return open.record.state;
    },
    view: askingView(open, async (options) => (await view(options)) as Viewed),
    record: async (given) => {
      const messages = messagesOf(given);
      refuseUnknownAnswers(step, messages);
      if (given.usage !== undefined) open.called(accountOf(house, given));
      await record(messages);
    },
    get approvals() {
      return isOpen(open.record.state) ? waitingIn(step) : [];
    },
    complete: (reply) => completed(house, open, reply, finish),
    fail: (error) => end("failed", reasonOf(error), null),
    cancel: (reason) => end("cancelled", reason ?? "stopped", null),
    sent: (ids) => open.sent((Array.isArray(ids) ? ids : [ids]).map(String)),
    aiSdk: (options, viewOptions = {}) => {
      const own = recallFor(house, open, viewOptions.window);
      return attach(sdkTurnOf(answering, options, viewOptions), options, own) as never;
    },
    stream: (options = {}) => streamLoop(desk, turn, answering, options),
    generate: (options = {}) => generateLoop(desk, turn, answering, options),
  };
  return turn;
}

async function orOver(ending: Promise<void>): Promise<void> {
  try {
    await ending;
  } catch (error) {
    if (!(error instanceof ClewError && error.code === "turn/not-running")) throw error;
  }
}

/** Under the SDK the turn may have ended before anybody could say what its answer asks. */
async function completed(house: House, open: OpenTurn, reply: Reply = {}, finish: (ending: Ending) => Promise<void>) {
  const ending = endingWith(reply);
  const asksOnly = reply.text === undefined && reply.usage === undefined && ending.asks.length > 0;
  if (asksOnly && open.record.state === "completed") await askAfter(house, open.record, ending.asks);
  else await finish(ending);
}

type Reply = Parameters<Turn["complete"]>[0] & object;

function endingWith({ text, usage, asks = [] }: Reply): Ending & { asks: readonly Ask[] } {
  return {
    state: "completed",
    reason: null,
    reply: text === undefined ? [] : messagesOf({ text }),
    usage: usage === undefined ? null : toJson(usage),
    asks: parseAsks(asks),
  };
}

/** A view, unless the caller wants to know first what is unclear. */
function askingView(open: OpenTurn, view: (options: ViewOptions) => Promise<Viewed>): Turn["view"] {
  async function viewOrQuestion(options: ViewOptions & { readonly ambiguous: "ask" }): Promise<Viewed | Unclear>;
  async function viewOrQuestion(options?: ViewOptions): Promise<Viewed>;
  async function viewOrQuestion(options: ViewOptions & { readonly ambiguous?: "ask" } = {}): Promise<Viewed | Unclear> {
    return (options.ambiguous === "ask" ? unclearIn(open.record) : null) ?? view(options);
  }
  return viewOrQuestion;
}

/** What to put to the user before anything is sent to a model. */
function unclearIn({ state, anchor }: TurnRecord): Unclear | null {
  if (!isOpen(state) || anchor?.kind !== "ask") return null;
  const { options } = anchor;
  return { kind: "ask", question: whichQuestion(options), options: options.map(({ about }) => about) };
}

async function ended(flight: InFlight, open: OpenTurn, ending: Ending): Promise<void> {
  const { id } = open.record;
  try {
    await open.end(ending);
    flight.ended(id);
  } catch (error) {
    // It has ended elsewhere, so there is nothing left to renew. After any other failure it may be tried again.
    if (error instanceof ClewError && error.code === "turn/not-running") flight.ended(id);
    throw error;
  }
}

/** A new answer of the model begins a new step; results and approvals belong to the one before. */
function isAnswer([first]: readonly unknown[]): boolean {
  return (first as { readonly role?: unknown } | undefined)?.role === "assistant";
}

/** What somebody who makes the calls himself says of one. */
function accountOf({ models }: House, { usage, model }: Step): CallReport {
  const facts = model === undefined ? null : factsOf(model, models);
  return { model: model ?? null, facts, usage: toJson(usage), durationMs: 0, firstMs: null, outcome: "answered" };
}

export function requestOf(
  { signal, window, instructions, refused, deadlineMs }: ViewOptions,
  closing: AbortSignal,
): ViewRequest {
  return {
    signal: signal === undefined ? closing : AbortSignal.any([signal, closing]),
    ...(window === undefined ? {} : { budget: budgetIn(window) }),
    ...(instructions === undefined ? {} : { instructions }),
    ...(refused === undefined ? {} : { refused }),
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
  };
}

function messagesOf({ text, calls = [], messages }: Step): readonly unknown[] {
  if (messages !== undefined) return messages;
  const said = text === undefined ? [] : [{ type: "text", text }];
  const asked = calls.map(({ id, tool, input }) => ({ type: "tool-call", toolCallId: id, toolName: tool, input }));
  const returned = calls.flatMap((call) => {
    const output = outputOf(call);
    return output === null ? [] : [{ type: "tool-result", toolCallId: call.id, toolName: call.tool, output }];
  });
  const tool = returned.length === 0 ? [] : [{ role: "tool", content: returned }];
  return said.length + asked.length === 0 ? tool : [{ role: "assistant", content: [...said, ...asked] }, ...tool];
}

function outputOf({ output, error }: StepCall): object | null {
  if (error !== undefined) return { type: "error-text", value: error };
  if (output === undefined) return null;
  return typeof output === "string" ? { type: "text", value: output } : { type: "json", value: toJson(output) };
}

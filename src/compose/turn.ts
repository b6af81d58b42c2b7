import type { ModelMessage, ToolSet } from "ai";
import { attach, reasonOf } from "../brains/ai-sdk/attach.js";
import { completerOf } from "../brains/ai-sdk/completer.js";
import type { AttachedOptions, SdkOptions } from "../brains/ai-sdk/options.js";
import { recallTool } from "../brains/ai-sdk/recall-tool.js";
import { availableIn } from "../core/budget.js";
import { ClewError } from "../core/errors.js";
import { type Json, toJson } from "../core/json.js";
import { laneAddress, type Pointer } from "../core/keys.js";
import { type Ask, whichQuestion } from "../core/pending/pending.js";
import { parsePointer } from "../core/pointer.js";
import type { Receipt } from "../core/receipt.js";
import { isOpen, type TurnRecord, type TurnState } from "../core/turn.js";
import { tooSmall } from "../core/view.js";
import type { House } from "../engine/house.js";
import { askAfter } from "../engine/pending.js";
import { prepare } from "../engine/prepare.js";
import { recall, recallPage } from "../engine/recall.js";
import type { Ending, OpenTurn, ViewRequest } from "../engine/turn.js";
import { parseAsks } from "./asks.js";
import type { InFlight } from "./in-flight.js";
import { budgetIn, type ClewOptions } from "./options.js";

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
  /** The provider refused the last view of this turn as too large; `limit` is what it takes, where it said so. The next view then is much smaller. */
  readonly refused?: { readonly limit?: number };
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
}

export function turnOf(house: House, flight: InFlight, open: OpenTurn, repeated: boolean, text: string): Turn {
  const { id, ref } = open.record;
  const touch = () => (open.record.hosted ? undefined : flight.active(house, id, ref));
  const finish = (ending: Ending) => ended(flight, open, ending);
  const view = async (options: ViewOptions = {}, tools: ViewRequest["tools"] = [], helper?: ViewRequest["helper"]) => {
    const request = requestOf(options, tools, flight.closing);
    const viewed = await flight.during(open.view(helper === undefined ? request : { ...request, helper }));
    touch();
    const { nearlyFull } = open;
    if (nearlyFull !== null && house.helper !== null) {
      flight.behind(laneAddress(ref), (signal) => prepare(house, ref, nearlyFull, signal));
    }
    return viewed;
  };
  const record = async (messages: readonly unknown[]) => {
    await open.step(messages);
    if (flight.has(id)) touch();
  };
  // The SDK may report an abort after an error, and the caller may end what the SDK has ended: the first ending counts.
  const end = async (state: Ending["state"], reason: string | null, usage: Json | null) =>
    isOpen(open.record.state) ? finish({ state, reason, reply: [], usage }) : undefined;
  return {
    id,
    session: ref.session,
    lane: ref.lane,
    repeated,
    get state() {
      return open.record.state;
    },
    view: askingView(open, async (options) => (await view(options)) as Viewed),
    record: (step) => record(messagesOf(step)),
    complete: (reply) => completed(house, open, reply, finish),
    fail: (error) => end("failed", reasonOf(error), null),
    cancel: (reason) => end("cancelled", reason ?? "stopped", null),
    sent: (ids) => open.sent((Array.isArray(ids) ? ids : [ids]).map(String)),
    aiSdk: (options, viewOptions = {}) => {
      const sdk = {
        text,
        view: async ({ tools, instructions, reply }: SdkView) => {
          flight.handedOver(id);
          const made = await view(
            {
              ...withReply(house, viewOptions, reply),
              ...stoppedBy(viewOptions.signal, options.abortSignal),
              ...(instructions === null ? {} : { instructions }),
            },
            tools,
            completerOf(options.model),
          );
          if (made.kind === "fits") return made;
          throw tooSmall(made.needed, made.available);
        },
        record,
        end,
      };
      const recalling = recallFor(house, () => open.record, viewOptions.window);
      return attach(sdk, options, recalling) as never;
    },
  };
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

function requestOf(
  { signal, window, instructions, refused, deadlineMs }: ViewOptions,
  tools: ViewRequest["tools"] & {},
  closing: AbortSignal,
): ViewRequest {
  return {
    tools,
    signal: signal === undefined ? closing : AbortSignal.any([signal, closing]),
    ...(window === undefined ? {} : { budget: budgetIn(window) }),
    ...(instructions === undefined ? {} : { instructions }),
    ...(refused === undefined ? {} : { refused }),
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
  };
}

/** Whoever stops the SDK's loop also stops what a view waits for. */
function stoppedBy(...signals: readonly (AbortSignal | undefined)[]): { readonly signal?: AbortSignal } {
  const given = signals.filter((signal) => signal !== undefined);
  return given.length === 0 ? {} : { signal: AbortSignal.any(given) };
}

type SdkView = Parameters<Parameters<typeof attach>[0]["view"]>[0];

/** The SDK's own limit on the answer is what must stay free for it. */
function withReply(house: House, options: ViewOptions, reply: number | null): ViewOptions {
  if (reply === null || typeof options.window === "object") return options;
  return { ...options, window: { tokens: options.window ?? house.budget.window, reply } };
}

function recallFor(house: House, current: () => TurnRecord, window: ViewOptions["window"]): ToolSet {
  const budget = window === undefined ? house.budget : budgetIn(window);
  const limit = Math.min(recallPage, Math.floor(availableIn(budget) / 4));
  return recallTool(async ({ pointer, offset = 0, find = null, lines = null }) => {
    try {
      const { ref, asides, surface = null } = current();
      const { kind, address } = parsePointer(pointer);
      const printed = asides.flatMap((aside) => [aside.pointer, ...(aside.pointers ?? [])]);
      const quoted = kind === "e" && printed.includes(`clew:e${address}` as Pointer);
      const page = await recall(house, ref, { pointer, offset, find, lines: rangeOf(lines), limit, quoted, surface });
      if (page.kind === "nothing" || page.next === null) return page.text;
      return `${page.text}\n[go on with offset ${page.next} of ${page.of}]`;
    } catch (error) {
      // The model mistyped a pointer: that is an answer for the model, not a failure of the turn.
      if (error instanceof ClewError && error.code === "pointer/unknown")
        return `${error.message}. ${error.hint ?? ""}`;
      throw error;
    }
  });
}

function rangeOf(lines: string | null): { readonly from: number; readonly to: number } | null {
  if (lines === null) return null;
  const [from = 1, to = from] = lines.split("-").map(Number);
  return { from, to };
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

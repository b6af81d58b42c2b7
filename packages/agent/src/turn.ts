/** A turn and everything that it is answered with, as the public names have it. */

import type { TurnState } from "@clewline/core/log/turn.js";
import type { ViewOutcome as ResultWith } from "@clewline/core/view/view-result.js";
import type { generateText, LanguageModel, ModelMessage, streamText, ToolSet } from "ai";
import type { AttachedOptions, SdkOptions } from "./ai-sdk/options.js";
import type { WaitingCall } from "./approvals.js";
import type { Window } from "./window.js";

/** One call of a tool with what came of it. */
export interface StepCall {
  /** The model's id of the call. */
  readonly id: string;
  /** The tool's name. */
  readonly tool: string;
  /** The input that the model passed. */
  readonly input: unknown;
  /** The result: a string or anything that JSON can hold. Left out while the call waits. */
  readonly output?: unknown;
  /** The error, in place of an output. */
  readonly error?: string;
}

/** A message of the AI SDK. The host may give its own original along, as `raw`: it is kept and handed back, and no model sees it. */
export type HostMessage = ModelMessage & { readonly raw?: unknown };

/** One answer of the model: its text, its tool calls and their results; or the AI SDK's own messages. */
export interface Step {
  /** The model's text. */
  readonly text?: string;
  /** The model's tool calls, with their results. */
  readonly calls?: readonly StepCall[];
  /** The SDK's response messages, instead of the two above. */
  readonly messages?: readonly HostMessage[];
  /** The usage as the provider reports it. Clew also learns from it how many tokens the model counts. */
  readonly usage?: unknown;
  /** The model that answered, as `provider:model`. */
  readonly model?: string;
}

/** The answer to "what shall I send?". */
export type ViewResult = ResultWith<ModelMessage[]>;

/** The message may mean several things: put the question to the user and complete the turn with it. */
export interface ClarifyingQuestion {
  /** Tells it from a view. */
  readonly kind: "ask";
  /** In English, made from the options. */
  readonly question: string;
  /** The possible meanings, in the words of the open questions or of the messages. */
  readonly options: readonly string[];
}

/** Options of one view, where they differ from how the Clew was opened. */
export interface ViewOptions {
  /** The window of the model at hand. */
  readonly window?: Window;
  /** The model that is asked, as `provider:model`: the view keeps to its rules for reasoning that comes back. The AI SDK's models name themselves. */
  readonly model?: string;
  /**
   * The tools that you send with the view; they count as part of it. The AI SDK's calls name their own. Without a tool
   * that opens pointers, such as `recall` of `clew.tools`, results are cleared only for lack of room.
   */
  readonly tools?: ToolSet;
  /** Further instructions for this call, after those that the Clew was opened with. */
  readonly instructions?: string;
  /**
   * Set this if the provider refused the turn's last view as too large; the next view is much smaller. `limit` is what
   * it accepts and `requested` what it counted, where it said so.
   */
  readonly refused?: { readonly limit?: number; readonly requested?: number };
  /** The time limit for choosing what to show of the past. After it, the rest is chosen without a model. */
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
  /**
   * True if there is nothing to do: the message is answered or being answered already, joined another's turn, was taken back,
   * or the agent said it itself.
   */
  readonly repeated: boolean;
  /** Whether the log has the message; false for the agent's own answer, which it has already, and for what was erased. */
  readonly kept: boolean;
  /**
   * Why the message gets no answer: it is the agent's own answer, the agent's own message outside of a turn, or it was
   * erased. Null for any other turn.
   */
  readonly because: "own answer" | "own message" | "erased" | null;
  /** The state of the turn: running, waiting for a person or a client, or ended. */
  readonly state: TurnState;
  /** The channel's ids of the messages that it answers, oldest first. */
  readonly answers: readonly string[];
  /**
   * The reply of a completed turn, and whether `sent` was called for it; null without a text. A repeated message
   * carries the reply from before. If that was never sent, send it: no model is asked again.
   */
  readonly reply: { readonly text: string; readonly sent: boolean } | null;
  /** The calls that wait for a person to allow them. `record` the answers, then go on. */
  readonly approvals: readonly WaitingCall[];
  /**
   * Returns the messages for the next call. They fit the window, or the result says what would. If the message may
   * answer several open questions, the model is asked to clarify; with `ambiguous: "ask"` you get the question instead.
   */
  view(options: ViewOptions & { readonly ambiguous: "ask" }): Promise<ViewResult | ClarifyingQuestion>;
  view(options?: ViewOptions): Promise<ViewResult>;
  /** Keeps one answer of the model and its tools' results, before the next view. */
  record(step: Step): Promise<void>;
  /**
   * Ends the turn with its reply. Leave the text out if `record` has it already. `asks` are the questions and offers
   * that the reply leaves open: a short message that fits one counts as its answer. They may also follow alone, after
   * `aiSdk` has ended the turn.
   */
  complete(reply?: {
    readonly text?: string;
    /** The time of the reply, as a date, its text, or milliseconds since 1970; now by default. */
    readonly at?: number | string | Date;
    /**
     * The usage, as the provider reports it, of calls without a `record`. Clew also learns from it how many tokens the
     * model counts.
     */
    readonly usage?: unknown;
    readonly asks?: readonly {
      /** The kind of answer expected. */
      readonly expects: "yes-no" | "number" | "date" | "choice" | "text";
      /** The matter that the answer decides, in a few words. */
      readonly about: string;
      /** The options to choose from. */
      readonly options?: readonly string[];
      /** How long an answer counts, 30 by default. */
      readonly minutes?: number;
    }[];
  }): Promise<void>;
  /**
   * Ends the turn without a reply, because of an error. Does nothing if it has ended; throws `turn/not-running` while
   * another process answers it.
   */
  fail(error: unknown): Promise<void>;
  /**
   * Ends the turn without a reply, because it was stopped, also while another process answers it. Does nothing if it
   * has ended.
   */
  cancel(reason?: string): Promise<void>;
  /**
   * The answer has reached its reader: `clew.unsent` no longer lists it. With the channel's ids of the answer, a reply to it
   * finds this lane. Calling it twice does no harm. It is about what the turn said last: what is sent before another step,
   * such as the question of a turn that waits, is not the answer.
   */
  sent(ids?: string | number | readonly (string | number)[]): Promise<void>;
  /**
   * Options for `streamText` or `generateText`: yours, with the messages, the tools of the log and a fresh view for every
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

/**
 * How a turn is answered: options of `streamText` and `generateText`, and a few of ours. Every one may be left out. Where
 * `stopWhen` stops it between two steps, the agent is asked for a short answer first.
 */
export interface LoopOptions extends Partial<Omit<SdkOptions, "model">> {
  /** A model of the AI SDK, or its name: `anthropic:claude-sonnet-5`, `ollama:qwen3`, `claude-code`. */
  readonly model?: LanguageModel;
  /** Steps that the agent may take before it has to say how far it came. By default the setting `max_steps`, which is 15. */
  readonly maxSteps?: number;
  /** The window of the model, where it is not the one that the Clew was opened with or that the model has. */
  readonly window?: Window;
  /** Helpers with a window of their own, by name: each becomes a tool that takes a task and brings back its conclusion. */
  readonly subagents?: Readonly<Record<string, Subagent>>;
}

/** The SDK's own result, and the turn that it answers. */
export type StreamResult = ReturnType<typeof streamText> & { readonly turn: Turn };
/** The SDK's own result of `generateText`, and the turn that it answers. */
export type GenerateResult = Awaited<ReturnType<typeof generateText>> & { readonly turn: Turn };

/** A helper that works on a task in a lane of its own. It sees the task and nothing else of the conversation. */
export interface Subagent
  extends Pick<
    LoopOptions,
    "model" | "window" | "maxSteps" | "tools" | "maxOutputTokens" | "temperature" | "providerOptions"
  > {
  /** The tasks that it is good for. The agent that may call it reads this. */
  readonly description?: string;
  /** Its own instructions, instead of those that the Clew was opened with. */
  readonly instructions?: string;
  /** A folder that it may look through, with ready tools that only read. */
  readonly folder?: string;
  /** Helpers of its own; without them it has none. At most three levels. */
  readonly subagents?: Readonly<Record<string, Subagent>>;
}

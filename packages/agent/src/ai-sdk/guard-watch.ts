/** One call of a model under observation: what came of it, when, and what it cost. */
import type { Tokens } from "@clewline/core/log/keys.js";
import { readLifetimeMs } from "@clewline/core/model/cache-lifetime.js";
import type { CallReport } from "@clewline/core/model/call-usage.js";
import { classifyOverflow, isCutByWindow, type Overflow } from "@clewline/core/model/overflow/classify.js";
import { readServerEdits, type ServerEdit } from "@clewline/core/model/server-edits.js";
import type { Refusal } from "@clewline/core/view/view-input.js";
import { isObject, toJson } from "@clewline/text/json.js";
import type { Drive } from "./drive-tools.js";
import type { ModelCall, SdkRequest } from "./prompt-of.js";

/** Of a mark that names none. */
const usual = "5m";

/** How long a call asks its provider to keep what it sends: by its own options, or by the last mark of its prompt. */
function readKept({ providerOptions, prompt }: ModelCall): { readonly keptMs?: number } {
  const keptMs = readAsked(providerOptions) ?? readLastMark(prompt);
  return keptMs === null ? {} : { keptMs };
}

function readAsked(options: unknown): number | null {
  const { openai, anthropic } = isObject(options) ? options : {};
  if (isObject(anthropic) && isObject(anthropic.cacheControl))
    return readLifetimeMs(anthropic.cacheControl.ttl ?? usual);
  if (!isObject(openai)) return null;
  const { promptCacheOptions: asked, promptCacheRetention: retention } = openai;
  return readLifetimeMs(isObject(asked) ? asked.ttl : retention);
}

function readLastMark(prompt: unknown): number | null {
  for (const message of Array.isArray(prompt) ? prompt.toReversed() : []) {
    const parts = isObject(message) && Array.isArray(message.content) ? message.content.toReversed() : [];
    for (const marked of [message, ...parts]) {
      const own = isObject(marked) && isObject(marked.providerOptions) ? marked.providerOptions.anthropic : undefined;
      if (isObject(own) && isObject(own.cacheControl)) return readLifetimeMs(own.cacheControl.ttl ?? usual);
    }
  }
  return null;
}

/** The turn as the guard sees it. */
export interface GuardedTurn {
  /** A smaller view, because the provider refused the last one. */
  smaller(refused: Refusal): Promise<SdkRequest>;
  /**
   * A view without reasoning, for the rest of the turn, because the provider refused it in these words. Null if the
   * refused view had none.
   */
  bare(words: string): Promise<SdkRequest | null>;
  /** The same for the next call of the turn: this one can't be made again. */
  smallerNext(refused: Refusal): void;
  called(account: CallAccount): void;
  /** The provider options to send with the request. */
  providerOptions(): object;
  /** Keeps the turn taken while the work runs. */
  readonly drive: Drive;
  /** The loop may have broken off: another loop may take the turn until this one continues. */
  rest(): void;
  /** Tokens of the window that the current view leaves free. */
  free(): Tokens;
  /** Whether the messages at hand are ours, so that there is something to make smaller. */
  mayMend(): boolean;
  /** The stream is about to break off: the SDK reports the error first, and then the text so far. */
  breaksOff(): void;
  /** Whether an answer without a word or a call is asked for again, and then is an error. */
  readonly insists: boolean;
  /** Whether the call at hand is the last of its turn, so that no tool is to be called. */
  isClosing(): boolean;
}

/** A call as far as the SDK's side knows it. */
export type CallAccount = Omit<CallReport, "model" | "facts">;

/** A part of a stream, or of a whole answer, in any version of the SDK's models. */
export interface Part {
  readonly type: string;
  readonly id?: string;
  readonly delta?: string;
  readonly text?: string;
  readonly error?: unknown;
  readonly rawValue?: unknown;
  readonly finishReason?: unknown;
  readonly usage?: unknown;
  readonly providerMetadata?: object;
}

/** An error that is not about size passes unchanged. */
export type Trouble = Overflow | { readonly error: unknown };

export interface Watch {
  saw(part: Part): void;
  /** `answer` is the end of a stream, or an answer in one piece. */
  ended(outcome: CallAccount["outcome"], answer: Pick<Part, "usage" | "providerMetadata">): void;
  failed(error: unknown, raw?: unknown): Trouble;
  /** The consumer has stopped reading, or the stream broke off. Does nothing after an ending. */
  left(): void;
}

export function watchCall(turn: Pick<GuardedTurn, "called" | "mayMend">, call: ModelCall): Watch {
  const { abortSignal } = call;
  const began = performance.now();
  let firstMs: number | null = null;
  let isOver = false;
  const since = () => Math.round(performance.now() - began);
  const account = (told: Omit<CallAccount, "durationMs" | "firstMs">) => {
    if (isOver) return;
    isOver = true;
    abortSignal?.removeEventListener("abort", stopped);
    turn.called({ ...told, ...readKept(call), durationMs: since(), firstMs });
  };
  // Told at once: the turn may have ended before the stream notices.
  const stopped = () => account({ outcome: "stopped", usage: [], failed: "it was stopped" });
  abortSignal?.addEventListener("abort", stopped, { once: true });
  return {
    saw(part) {
      if (!isBlank(part) || part.type.startsWith("reasoning") || part.type.startsWith("tool")) firstMs ??= since();
    },
    ended(outcome, { usage, providerMetadata }) {
      firstMs ??= since();
      const edited = readEdited(call, providerMetadata);
      account({
        ...{ outcome, usage: usage === undefined ? [] : [toJson(usage)] },
        ...(edited.length === 0 ? {} : { edited }),
      });
    },
    failed(error, raw) {
      const overflow = classifyOverflow(raw === undefined ? error : { error, data: raw });
      const limit = overflow !== null && "limit" in overflow && overflow.kind !== "quota" ? overflow.limit : null;
      const outcome = overflow !== null ? "refused" : abortSignal?.aborted === true ? "stopped" : "failed";
      account({ outcome, usage: [], failed: describeFailure(error), ...(limit === null ? {} : { limit }) });
      return overflow !== null && turn.mayMend() ? overflow : { error };
    },
    left() {
      account({ outcome: abortSignal?.aborted === true ? "stopped" : "failed", usage: [], failed: "it broke off" });
    },
  };
}

/** Lists the provider's removals from the request, by its metadata of the answer. */
function readEdited({ providerOptions }: ModelCall, metadata: unknown): readonly ServerEdit[] {
  const asked = isObject(providerOptions) ? providerOptions : {};
  const told = isObject(metadata) ? Object.entries(metadata) : [];
  return told.flatMap(([vendor, answer]) => {
    const own = asked[vendor];
    return isObject(answer) ? readServerEdits(answer, isObject(own) ? own : {}) : [];
  });
}

/** Neither a word nor a call nor a file. */
export function isBlank({ type, delta, text }: Part): boolean {
  if (type === "text" || type === "text-delta") return (text ?? delta ?? "").trim() === "";
  return type !== "tool-call" && type !== "file";
}

export function isEmpty(content: readonly Part[], end: Part): boolean {
  return content.every(isBlank) && !["content-filter", "error"].includes(readFinish(end).unified);
}

/** The reply's own limit was reached before its first word: some models think at length. */
export function isOutOfRoom(end: Part): boolean {
  return readFinish(end).unified === "length";
}

/** The window was full before the first word of the answer. */
export const cutShort: Overflow = { kind: "window", limit: null, requested: null, over: null, row: "finish" };

export function isCut(end: Part): boolean {
  return isCutByWindow(readFinish(end));
}

/** In older models the reason is a word, in newer ones the word and what the provider called it. */
function readFinish({ finishReason }: Part): { readonly unified: string; readonly raw?: string } {
  if (typeof finishReason === "string") return { unified: finishReason, raw: finishReason };
  const { unified, raw } = (finishReason ?? {}) as { readonly unified?: unknown; readonly raw?: unknown };
  return { unified: String(unified ?? ""), ...(typeof raw === "string" ? { raw } : {}) };
}

export function isNoCall({ type }: Part): boolean {
  return !type.startsWith("tool-");
}

const longestReason = 300;

function describeFailure(error: unknown): string {
  const words = error instanceof Error ? error.message : typeof error === "string" ? error : "an error without words";
  return words.replace(/\s+/g, " ").slice(0, longestReason);
}

import type { Json } from "@clewline/text/json.js";
import type { ReceiptId, Tokens, TurnId } from "../log/keys.js";
import type { ModelFacts } from "./facts/model-facts.js";
import type { PrefixNote } from "./prefix/break.js";
import type { SentPrefix } from "./prefix/sent-prefix.js";
import type { SpentTokens } from "./prices.js";
import type { ServerEdit } from "./server-edits.js";

/** The purpose of a call: an answer, a selection of older turns, a summary, learned memories, or a subagent's work. */
export type CallRole = "reply" | "triage" | "summary" | "learning" | "subtask";

/** A request that went out as it came while its view was made to compare. */
export interface Observed {
  /** Its bytes. */
  readonly given: number;
  /** Bytes that the view would have had; null where none is small enough. */
  readonly sent: number | null;
  /** Blocks of reasoning that would have been left out. */
  readonly dropped: number;
}

/** The error of a call that its provider refused for its size. */
export const tooLarge = "it was too large";

/** The name of a lane's events about model calls. */
export const usageEvent = "model_usage";

/** The cost of one model call, as the trace stores it. */
export interface CallUsage {
  readonly role: CallRole;
  /** As `provider:model`; null if unknown. */
  readonly model: string | null;
  readonly turn: TurnId | null;
  /** Number of the call within the turn, from 1; null for work outside it. */
  readonly call: number | null;
  /** The view that was sent; its receipt lists the layers. */
  readonly receipt: ReceiptId | null;
  /** Number of the lane's epoch, for statistics. */
  readonly epoch: number;
  /** The provider's count by kind; null if it gave none. */
  readonly spent: SpentTokens | null;
  /** The part of the output that was reasoning. */
  readonly reasoning: Tokens;
  /** The estimate of the request, before the model's own factor. */
  readonly estimated: Tokens | null;
  /** By the prices of that day; null if the model's price is unknown. */
  readonly dollars: number | null;
  /** How long its provider was asked to cache the request; absent if it wasn't asked. */
  readonly keptMs?: number;
  readonly durationMs: number;
  /** Until the first word; for a local model mostly the time to read the prompt. */
  readonly firstMs: number | null;
  readonly outcome: "answered" | "empty" | "refused" | "failed" | "stopped";
  /** The error, if there was one. */
  readonly failed?: string;
  /** Set where the call was only watched. */
  readonly observed?: Observed;
  /** The provider's own removals from the request; absent if there were none. */
  readonly edited?: readonly ServerEdit[];
  /** How its provider's cache served it; absent if the cache missed nothing. */
  readonly prefix?: PrefixNote;
}

/** A report on one call by the caller of a model. */
export interface CallReport
  extends Pick<
    CallUsage,
    "model" | "keptMs" | "durationMs" | "firstMs" | "outcome" | "failed" | "observed" | "edited"
  > {
  readonly facts: ModelFacts | null;
  /** Accounts of the provider or the SDK, one for each attempt that has one. */
  readonly usage: readonly Json[];
  /** How many calls the account is the sum of; absent for one. */
  readonly count?: number;
  /** Our estimate of all requests that it is about; absent where it is about the last view. */
  readonly estimated?: Tokens;
  /** Set where it was made with another request than the last view, which its figures then say nothing of. */
  readonly unviewed?: true;
  /** The limit that the provider named when it refused. */
  readonly limit?: Tokens | null;
  /** How its request differs from the one before, where it is another than the view. */
  readonly prefix?: SentPrefix;
}

/** The usage of a short task besides the answer, all attempts together. */
export interface ShortCall extends Pick<CallReport, "usage" | "durationMs"> {
  /** The estimate of the tokens that were sent. */
  readonly estimated: Tokens;
}

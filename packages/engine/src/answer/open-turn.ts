import type { ClewError } from "@clewline/core/errors.js";
import type { Instant } from "@clewline/core/log/keys.js";
import type { LeaseHolder } from "@clewline/core/log/lease.js";
import type { Ask } from "@clewline/core/log/open-questions.js";
import type { TurnRecord, TurnState } from "@clewline/core/log/turn.js";
import type { CallReport } from "@clewline/core/model/call-usage.js";
import type { Change } from "@clewline/core/ports/index.js";
import type { ViewInput, ViewRequest } from "@clewline/core/view/view-input.js";
import type { ViewOutcome } from "@clewline/core/view/view-result.js";
import type { Json } from "@clewline/text/json.js";
import type { Unkept } from "../intake/voice/own-voice.js";
import type { TurnHandle } from "./place/presence.js";

/** Why a message has no turn: the agent said it, in an answer or outside of a turn, or it was erased. */
export type Unanswered = Unkept | "own message";

/** A turn while it is answered. */
export interface OpenTurn extends Pick<TurnProgress, "repeated" | "because" | "text" | "newest" | "answers"> {
  readonly handle: TurnHandle;
  readonly record: TurnRecord;
  /** Null until the turn is completed, and if it was completed without a word. */
  readonly reply: { readonly text: string; readonly sent: boolean } | null;
  /** The input of the last view, if it is time to prepare the next compaction; else null. */
  readonly nearlyFull: ViewInput<AbortSignal> | null;
  /** Why the turn last took nothing from this handle; null while it takes everything. */
  readonly refusal: ClewError | null;
  /** Reads the progress of a turn without a place from the log: another handle or process may have gone on with it. */
  reload(): Promise<void>;
  /**
   * Takes the turn's place in the lane and reloads it, or renews the place that it has, so that only this handle acts
   * next. Throws if there is nothing to do.
   */
  start(signal: AbortSignal | undefined): Promise<void>;
  /** Makes sure, in the log itself, that the turn is still this handle's, so that the next action is done once. */
  confirm(): Promise<void>;
  view(request: ViewRequest<AbortSignal>): Promise<ViewOutcome>;
  /** Reports the call that was made with the last view. It is written with the next step or the ending. */
  called(report: CallReport): void;
  /** Compacts the next view even if there is no need. */
  compactNext(): void;
  /**
   * Keeps one step: the model's message and its tools' results, in the AI SDK's shape. `isViewed`: it answers the last
   * view. `kept` is written in the same change, or not at all.
   */
  step(messages: readonly unknown[], isViewed?: boolean, kept?: KeptBeside): Promise<void>;
  /** Keeps the user's messages from while the turn was running, in the AI SDK's shape: the turn answers them too. */
  addMessages(messages: readonly unknown[]): Promise<void>;
  /** Ends the turn. Only the first ending counts; a later one throws `turn/not-running`. */
  end(ending: Ending): Promise<void>;
  /** The reply has reached its reader, under these ids of the channel if it has any. */
  sent(ids: readonly string[]): Promise<void>;
}

/** The records that the calls of a step leave behind besides their accounts. */
export type KeptBeside = Required<Pick<Change, "records" | "chunks" | "derived">>;

export interface Ending {
  readonly state: Exclude<TurnState, "running">;
  readonly reason: string | null;
  /** A last message of the model that was not kept as a step. */
  readonly reply: readonly unknown[];
  /** The channel's time of that message; by default that of its arrival. */
  readonly at?: Instant;
  readonly usage: Json | null;
  /** Questions and offers that the reply leaves open. */
  readonly asks?: readonly Ask[];
}

/** How far a turn has come. */
export interface TurnProgress {
  /** There is nothing to do: another turn answers or has answered, or the message was withdrawn. */
  readonly repeated: boolean;
  /** The reason why it needs no answer here; null for any other turn. */
  readonly because: Unanswered | null;
  /** The text to answer. */
  readonly text: string;
  /** Its place in the lane's queue; "hosted" where the host keeps order itself, null while it has none. */
  readonly place: LeaseHolder | "hosted" | null;
  readonly calls: number;
  readonly steps: number;
  /** The messages of the newest step. */
  readonly newest: readonly unknown[];
  readonly stepOfCall: ReadonlyMap<string, number>;
  /** Calls without a result so far. */
  readonly open: ReadonlySet<string>;
  /** The channel's ids of the messages that it answers. */
  readonly answers: readonly string[];
  /** The reply of a turn that is completed. */
  readonly reply: string;
  /** Whether the newest step, or else the reply to come, was said to have reached its reader before the turn was completed. */
  readonly delivered: boolean;
}

/** The progress of a new turn. */
export const atBeginning: TurnProgress = {
  repeated: false,
  because: null,
  text: "",
  place: null,
  calls: 0,
  steps: 0,
  newest: [],
  stepOfCall: new Map(),
  open: new Set(),
  answers: [],
  reply: "",
  delivered: false,
};

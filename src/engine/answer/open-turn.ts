import type { LeaseHolder } from "../../core/log/lease.js";
import type { Ask } from "../../core/log/pending.js";
import type { TurnRecord, TurnState } from "../../core/log/turn.js";
import type { CallReport } from "../../core/model/call-usage.js";
import type { Json } from "../../core/text/json.js";
import type { ViewInput, ViewRequest } from "../../core/view/view-input.js";
import type { ViewOutcome } from "../../core/view/view-result.js";

/** A turn in the hands of whoever answers it. */
export interface OpenTurn extends Pick<TurnProgress, "repeated" | "text" | "newest"> {
  readonly record: TurnRecord;
  /** What the last view was made for, if it is time to prepare the next compaction. */
  readonly nearlyFull: ViewInput<AbortSignal> | null;
  view(request: ViewRequest<AbortSignal>): Promise<ViewOutcome>;
  /** A call has been made with the last view, and this is what came of it. It is written with the next step or the ending. */
  called(report: CallReport): void;
  /** The next view is to be compacted, whether there is need or not. */
  compactNext(): void;
  /** Keeps one step: the model's message and its tools' results, in the AI SDK's shape. */
  step(messages: readonly unknown[]): Promise<void>;
  /** Keeps what the user said while the turn was running, in the AI SDK's shape: the turn answers it too. */
  addMessages(messages: readonly unknown[]): Promise<void>;
  /** Ends the turn. The first ending counts; a later one is `turn/not-running`. */
  end(ending: Ending): Promise<void>;
  sent(ids: readonly string[]): Promise<void>;
}

export interface Ending {
  readonly state: Exclude<TurnState, "running">;
  readonly reason: string | null;
  /** A last message of the model that was not kept as a step. */
  readonly reply: readonly unknown[];
  readonly usage: Json | null;
  /** Questions and offers that the reply leaves open. */
  readonly asks?: readonly Ask[];
}

/** How far a turn has come. */
export interface TurnProgress {
  /** Somebody else answers, or has answered, or the message was taken back: there is nothing to do. */
  readonly repeated: boolean;
  /** The words to answer. */
  readonly text: string;
  /** Its place in the lane's queue; "hosted" for a host that keeps order itself, null for a turn that has none yet. */
  readonly place: LeaseHolder | "hosted" | null;
  readonly calls: number;
  readonly steps: number;
  /** The messages of the newest step. */
  readonly newest: readonly unknown[];
  readonly stepOfCall: ReadonlyMap<string, number>;
  /** Calls without a result so far. */
  readonly open: ReadonlySet<string>;
}

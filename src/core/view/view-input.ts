import type { Tokens } from "../log/keys.js";
import type { TurnRecord } from "../log/turn.js";
import type { AvailableModel } from "../model/facts/model-facts.js";
import type { Budget } from "../policy/budget.js";
import type { TextModel } from "../ports/index.js";
import type { ToolSpec } from "./request.js";

/** What a provider said about the size of a request that it refused, as far as it did. */
export interface Refusal {
  /** What it takes. */
  readonly limit?: Tokens | undefined;
  /** What it counted. */
  readonly requested?: Tokens | undefined;
}

/** What a view is asked for. `Signal` is the host's own type for what stops it. */
export interface ViewInput<Signal> {
  /** The turn to answer; null shows what the next message would find. */
  readonly turn: TurnRecord | null;
  readonly budget: Budget;
  readonly tools: readonly ToolSpec[];
  /** After those that the log was opened with. */
  readonly instructions?: string;
  /** What the model is told at the end of this call alone. */
  readonly closing?: string;
  /** The provider refused the last view of this turn as too large. */
  readonly refused?: Refusal;
  /** How often it has refused a view of this turn, the last time just now; else 0. */
  readonly refusals?: number;
  /** No view of this turn may take more, by what was refused. */
  readonly roomLimit?: Tokens;
  /** The agent asked for a compaction. */
  readonly compact?: boolean;
  /** The model that it is for, where that is known. */
  readonly model?: AvailableModel;
  /** The turn's own model for short tasks; the one that the log was opened with goes first. */
  readonly fastModel?: TextModel<Signal>;
  /** How long it may take to choose what the view shows of the past. */
  readonly deadlineMs?: number;
  readonly signal?: Signal;
}

/** What whoever answers a turn asks of its next view. The rest is the turn's own to say. */
export type ViewRequest<Signal> = Partial<Omit<ViewInput<Signal>, "turn" | "refusals" | "roomLimit" | "compact">>;

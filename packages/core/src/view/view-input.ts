import type { Epoch } from "../log/epoch.js";
import type { Instant, Tokens } from "../log/keys.js";
import type { TurnRecord } from "../log/turn.js";
import type { AvailableModel } from "../model/facts/model-facts.js";
import type { ServerReducer } from "../model/server-edits.js";
import type { Budget } from "../policy/budget.js";
import type { TextModel } from "../ports/index.js";
import type { ToolSpec } from "./request.js";
import type { CallCosts } from "./snapshot.js";

/** A provider's statement about the size of a request that it refused. */
export interface Refusal {
  /** The tokens that it accepts. */
  readonly limit?: Tokens | undefined;
  /** The tokens that it counted. */
  readonly requested?: Tokens | undefined;
  /** Whether it counts bytes, so that files weigh most. */
  readonly bytes?: boolean | undefined;
}

/** A window below the one that was asked for: learned from a refusal in this lane, or for the rest of a refused turn. */
export interface LimitInForce {
  /** As `provider:model`; "" where the host did not say. */
  readonly model: string;
  readonly limit: Tokens;
  readonly window: Tokens;
  /** Whether the provider said the figure itself. */
  readonly named: boolean;
  readonly because: "learned" | "refused";
  /** When it ends at the latest, and after how many more answered calls; absent in the turn that was refused. */
  readonly until?: Instant;
  readonly calls?: number;
}

/** The input of a view. `Signal` is the host's type that aborts it. */
export interface ViewInput<Signal> {
  /** The turn to answer; null shows what the next message would find. */
  readonly turn: TurnRecord | null;
  readonly budget: Budget;
  /** The lane's last seq, as its caller knows it: once others have written to the lane, no view is made (`lane/busy`). */
  readonly expectedLast?: number;
  /** The budget that was asked for, where refusals have left less of it. */
  readonly asked?: Budget;
  readonly tools: readonly ToolSpec[];
  /** Added after those that the log was opened with. */
  readonly instructions?: string;
  /** An instruction at the end of this call alone. */
  readonly closing?: string;
  /** Set if the provider refused the last view of this turn as too large. */
  readonly refused?: Refusal;
  /** How often it has refused views of this turn; 0 unless it refused the last one. */
  readonly refusals?: number;
  /** The most tokens of any view of this turn, by what was refused. */
  readonly roomLimit?: Tokens;
  /** The factor on our estimate that it was counted with; absent where a provider named the limit. */
  readonly roomFactor?: number | undefined;
  /** Why the budget is below what was asked for. */
  readonly limit?: LimitInForce | undefined;
  /** Set for a preview of the next call, which assumes that the last speaker speaks next. */
  readonly isPreview?: true;
  /** An epoch to look at the lane with in the place of its own, before it is written. */
  readonly tried?: Epoch;
  /** The agent asked for a compaction. */
  readonly compact?: boolean;
  /** Set where it is not sent: the client's own request goes out, and this only shows the difference. */
  readonly isObserved?: true;
  /** The model that it is for, if known. */
  readonly model?: AvailableModel;
  /** The model whose rules for reasoning the view keeps to, where that is not `model`; null where its caller keeps to them on its own bytes. */
  readonly reader?: AvailableModel | null;
  /** The model refused reasoning in this turn. */
  readonly isBare?: boolean;
  /** How its host has the provider reduce the history on its own side; null where nothing is reduced there. */
  readonly reducer?: ServerReducer | null;
  /** Overrides the cost of calls that the table of models and the log give. */
  readonly costs?: CallCosts;
  /** The turn's own model for short tasks; the one that the log was opened with takes precedence. */
  readonly fastModel?: TextModel<Signal>;
  /** How long the selection of past turns may take. */
  readonly deadlineMs?: number;
  readonly signal?: Signal;
}

/** The options that a turn's caller may set for the next view; the turn adds the rest. */
export type ViewRequest<Signal> = Partial<
  Omit<ViewInput<Signal>, "turn" | "asked" | "refusals" | "roomLimit" | "roomFactor" | "limit" | "compact" | "tried">
>;

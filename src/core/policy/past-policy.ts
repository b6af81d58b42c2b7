/** What a policy makes of past turns: one of three kinds, each with the figures that have an effect under it. */
import type { Tokens } from "../log/keys.js";

/** What becomes of past turns, in one of three ways. */
export type PastPolicy = CompactingPast | ChoosingPast | TieredPast;

/** Turns stay as they are until there is need; then the older ones leave, or become a summary, and that is kept. */
export interface CompactingPast {
  /** Tells it from the other kinds. */
  readonly kind: "compacting";
  /** What stays byte-equal from call to call: everything up to the first volatile block, or the head alone. */
  readonly prefix: "epoch" | "head";
  /** Null leaves nothing in the place of what has left. */
  readonly summary: SummaryLimit | null;
}

/** Every view chooses anew among the newest turns. */
export interface ChoosingPast extends PastWindow {
  /** Tells it from the other kinds. */
  readonly kind: "choosing";
  /** Older turns are chosen by what the message is about; null shows all of them. */
  readonly choice: ChoiceLimits | null;
}

/** Every view sorts the newest turns by age: in full, as summaries of their days, not at all. */
export interface TieredPast extends PastWindow {
  /** Tells it from the other kinds. */
  readonly kind: "tiers";
  /** How far a view may look: into its lane, or into the whole session. */
  readonly scope: "lane" | "session";
  /** Before the conversation that goes on, turns of this many hours are shown in full if they fit, and older ones as a summary. */
  readonly fullHours: number;
  /** Turns older than this many days stay out. */
  readonly days: number;
  /** Null tells nothing of what is not shown in full. */
  readonly summary: SummaryLimit | null;
}

/** The turns that a view looks at, where it is made anew. */
export interface PastWindow {
  /** The newest turns, which are looked at. */
  readonly lookback: number;
  /** Null looks at no clock. */
  readonly recency: RecencyLimits | null;
}

/** How much a summary may take. */
export interface SummaryLimit {
  /** The most tokens of the summary that stands for what has left; 0 for none. */
  readonly tokens: Tokens;
}

/** How old a turn may be to be shown. */
export interface RecencyLimits {
  /** Older turns stay out. */
  readonly hours: number;
  /** The newest turns, which stay in whatever their age. */
  readonly least: number;
}

/** When and how older turns are chosen. */
export interface ChoiceLimits {
  /** With no more turns than this there is nothing to choose. */
  readonly above: number;
  /** The newest turns, which need no choosing. */
  readonly recent: number;
  /** How long a model may take to choose, all tries together. */
  readonly seconds: number;
}

/** How past turns are shown: with all their steps; as text, with a line of what was done; or as tagged text that says how long ago. */
export type HistoryPolicy =
  | { readonly form: "steps" }
  | {
      readonly form: "text" | "tagged";
      /** Longer answers of past turns are shown by their beginning and end; 0 shows them whole. */
      readonly replyCharacters: number;
    };

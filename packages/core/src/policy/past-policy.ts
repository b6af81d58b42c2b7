/** Defines how a policy treats past turns: one of three kinds, each with the figures that affect it. */
import type { Tokens } from "../log/keys.js";

/** One of three ways to treat past turns. */
export type PastPolicy = CompactingPast | ChoosingPast | TieredPast;

/** Turns stay unchanged until room is short; then the older ones leave or become a summary, and that is kept. */
export interface CompactingPast {
  /** Tells it from the other kinds. */
  readonly kind: "compacting";
  /** The part that stays byte-equal from call to call: everything up to the first volatile block, or the head alone. */
  readonly prefix: "epoch" | "head";
  /** Null shows nothing in place of turns that have left. */
  readonly summary: SummaryLimit | null;
}

/** Every view selects anew among the newest turns. */
export interface ChoosingPast extends PastWindow {
  /** Tells it from the other kinds. */
  readonly kind: "choosing";
  /** Selects older turns by the message's topic; null shows all of them. */
  readonly choice: ChoiceLimits | null;
}

/** Every view sorts the newest turns by age: shown in full, as summaries of their days, or not at all. */
export interface TieredPast extends PastWindow {
  /** Tells it from the other kinds. */
  readonly kind: "tiers";
  /** How far a view may look: into its lane, or into the whole session. */
  readonly scope: "lane" | "session";
  /** Before the current conversation, turns of this many hours are shown in full if they fit, older ones summarised. */
  readonly fullHours: number;
  /** Turns older than this many days stay out. */
  readonly days: number;
  /** Null shows nothing of the turns that are not shown in full. */
  readonly summary: SummaryLimit | null;
}

/** The turns that a stateless view considers. @public */
export interface PastWindow {
  /** The number of newest turns that are considered. */
  readonly lookback: number;
  /** Null sets no limit of age. */
  readonly recency: RecencyLimits | null;
}

/** How much a summary may take, and who writes it. @public */
export interface SummaryLimit {
  /** The most tokens of the summary that replaces turns that have left; 0 for none. */
  readonly tokens: Tokens;
  /** Whether the answering model writes it if there is no fast model. Otherwise rules write it then. */
  readonly byAnswering?: boolean;
}

/** How old a turn may be to be shown. */
export interface RecencyLimits {
  /** Older turns stay out. */
  readonly hours: number;
  /** The number of newest turns that stay in at any age. */
  readonly least: number;
}

/** When and how older turns are chosen. */
export interface ChoiceLimits {
  /** Up to this many turns, all are shown without selection. */
  readonly above: number;
  /** The number of newest turns that are always shown. */
  readonly recent: number;
  /** How long a model may take to select, all attempts together. */
  readonly seconds: number;
  /** Selects by words where no model does: there is none, it has no time, or it fails. False shows all of them then. */
  readonly byWords: boolean;
}

/** How past turns are shown: with all steps; as text, with a line on what was done; or as tagged text with its age. */
export type HistoryPolicy =
  | {
      readonly form: "steps";
      /** Says who speaks and when only where that changes: after another speaker, or four hours, or on another day. Every message says it otherwise. */
      readonly labels?: "runs";
    }
  | {
      readonly form: "text" | "tagged";
      /** Longer answers of past turns are shown by their beginning and end; 0 shows them whole. */
      readonly replyCharacters: number;
    };

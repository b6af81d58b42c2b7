import type { Pointer, Tokens } from "../log/keys.js";
import type { ReductionName } from "./reduce/reductions.js";

/** What happened to an entry in one view. */
export type VerdictKind = "kept" | "stubbed" | "summarised" | "retrieved" | "omitted";

/** Why it happened. Rules with a limit name it; the others follow from the entry itself. */
export type Rule =
  | ReductionName
  | "fits"
  | "message"
  | "bookkeeping"
  | "attachment"
  | "shape"
  | "spill.over"
  | "value.over"
  | "outline.over"
  | "summary"
  | "cleared"
  | "edited"
  | "withdrawn"
  | "hidden"
  | "pinned"
  | "queued"
  | "late"
  | "orphan"
  | "erased"
  | "unreadable"
  | "private"
  | "no-history"
  | "narrow"
  | "lookback"
  | "recency"
  | "selection"
  | "tier"
  | "age"
  | "background"
  | "actions"
  | "reply.over"
  | "memory";

/** One line of the account: an entry, or a run of entries, and what happened to it. */
export interface Verdict {
  /** The first seq. */
  readonly from: number;
  /** The last seq; the same for a single entry. */
  readonly to: number;
  /** What happened to it. */
  readonly kind: VerdictKind;
  /** The rule that decided. */
  readonly rule: Rule;
  /** The limit that forced a reduction, as `name=value`; null if nothing was reduced. */
  readonly limit: string | null;
  /** Tokens that it takes in this view. */
  readonly tokens: Tokens;
  /** Opens what is not shown in full. */
  readonly pointer: Pointer | null;
}

/** The verdict on one seq. Verdicts partition the lane, so there is exactly one. */
export function findVerdict(verdicts: readonly Verdict[], seq: number): Verdict | undefined {
  return verdicts.find((verdict) => verdict.from <= seq && seq <= verdict.to);
}

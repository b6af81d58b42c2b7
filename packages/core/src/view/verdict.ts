import type { Pointer, Tokens } from "../log/keys.js";
import type { ReductionName } from "./reduce/reductions.js";

/** How one view treats an entry. */
export type VerdictKind = "kept" | "stubbed" | "summarised" | "retrieved" | "omitted";

/** The rule behind a verdict. Rules with a limit name it; the others follow from the entry itself. */
export type Rule =
  | ReductionName
  | "fits"
  | "message"
  | "bookkeeping"
  | "attachment"
  | "shape"
  | "condense"
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
  | "memory"
  | "bound"
  | "provider";

/** One line of the account: how the view treats an entry, or a run of entries. */
export interface Verdict {
  /** The first seq. */
  readonly from: number;
  /** The last seq; the same for a single entry. */
  readonly to: number;
  /** How the view treats it. */
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

/** How a view treats a standing memory of its scope. */
export interface StandingVerdict {
  /** Opens it. */
  readonly pointer: Pointer;
  /** Whether the view shows it. */
  readonly kind: Extract<VerdictKind, "kept" | "omitted">;
  /** The reason: the prefix shows it, the view has the message that said it, or there is no room. */
  readonly rule: "standing" | "said" | "no-room";
  /** The limit that left it out, as `name=value`; null if nothing did. */
  readonly limit: string | null;
  /** Tokens that it takes in this view, beside those of its message. */
  readonly tokens: Tokens;
}

/** The verdict on one seq. Verdicts partition the lane in its order, so there is exactly one. */
export function findVerdict(verdicts: readonly Verdict[], seq: number): Verdict | undefined {
  let low = 0;
  let high = verdicts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((verdicts[middle]?.to ?? seq) < seq) low = middle + 1;
    else high = middle;
  }
  const found = verdicts[low];
  return found !== undefined && found.from <= seq ? found : undefined;
}

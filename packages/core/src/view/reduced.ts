import type { Entry } from "../log/entry.js";
import type { Epoch } from "../log/epoch.js";
import type { Tokens } from "../log/keys.js";
import type { Summary } from "../log/summary.js";
import type { LeavingEntries } from "../summary/leaving-entries.js";
import type { Ground } from "./reduce/ground.js";
import type { WeighedUnit } from "./reduce/measure-units.js";
import type { ClearingDecision } from "./schedule/decide-clearing.js";
import type { Rule } from "./verdict.js";

/** A view whose reductions are settled, before it is rendered. */
export interface ReducedView {
  readonly kind: "fits";
  readonly ground: Ground;
  /** The units that can be shown; `rules` says why the other entries are hidden. */
  readonly units: readonly WeighedUnit[];
  readonly rules: ReadonlyMap<number, Rule>;
  readonly epoch: Epoch;
  readonly compacted: boolean;
  /** The entries of this view that the next call will read again. */
  readonly entries: readonly Entry[];
  readonly summary: Summary | null;
  /** The entries that a compaction removed from the view; null if there was none. */
  readonly leaving: LeavingEntries | null;
  /** The schedule's decision about this view; null where the policy has no schedule. */
  readonly scheduled: ClearingDecision | null;
  /** An upper estimate of the whole, without notices. */
  readonly estimate: Tokens;
}

export interface TooSmall {
  readonly kind: "too-small";
  readonly needed: Tokens;
  readonly available: Tokens;
}

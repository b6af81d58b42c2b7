import type { Entry } from "../log/entry.js";
import type { Epoch } from "../log/epoch.js";
import type { Tokens } from "../log/keys.js";
import type { Summary } from "../log/summary.js";
import type { LeavingEntries } from "../summary/leaving-entries.js";
import type { Ground } from "./reduce/ground.js";
import type { WeighedUnit } from "./reduce/measure.js";
import type { Rule } from "./verdict.js";

/** A view whose reductions are settled, before it is written. */
export interface ReducedView {
  readonly kind: "fits";
  readonly ground: Ground;
  /** What can be shown, and why nothing shows the other entries that are read. */
  readonly units: readonly WeighedUnit[];
  readonly rules: ReadonlyMap<number, Rule>;
  /** Where the reductions stand. */
  readonly epoch: Epoch;
  /** Whether this view moved them on. */
  readonly compacted: boolean;
  /** What the next call will read again of what was read for this one. */
  readonly entries: readonly Entry[];
  readonly summary: Summary | null;
  /** What a compaction took out of the view. */
  readonly leaving: LeavingEntries | null;
  /** An upper estimate of the whole, notices apart. */
  readonly estimate: Tokens;
}

export interface TooSmall {
  readonly kind: "too-small";
  readonly needed: Tokens;
  readonly available: Tokens;
}

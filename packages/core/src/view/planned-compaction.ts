import type { Epoch } from "../log/epoch.js";
import type { Tokens } from "../log/keys.js";
import type { Summary } from "../log/summary.js";
import type { LeavingEntries } from "../summary/leaving-entries.js";

/** A compaction to come, whose summary may be written in advance. */
export interface PlannedCompaction {
  readonly summary: Summary;
  readonly epoch: Epoch;
  /** The source of the summary. */
  readonly leaving: LeavingEntries;
  readonly allowance: Tokens;
  /** The tokens of the view, without notices. */
  readonly estimate: Tokens;
}

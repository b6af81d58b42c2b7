import type { Epoch } from "../log/epoch.js";
import type { Tokens } from "../log/keys.js";
import type { Summary } from "../log/summary.js";
import type { LeavingEntries } from "../summary/leaving-entries.js";

/** A compaction that is not made yet: its summary may be written before there is need. */
export interface PlannedCompaction {
  readonly summary: Summary;
  /** Where the reductions would stand. */
  readonly epoch: Epoch;
  /** What the summary is made from. */
  readonly leaving: LeavingEntries;
  /** What the summary may take. */
  readonly allowance: Tokens;
  /** What the view would take, notices apart. */
  readonly estimate: Tokens;
}

import type { Table, Verdict } from "../report.js";

/** What a row of the bench found. */
export interface RowFindings {
  readonly verdicts: readonly Verdict[];
  readonly tables: readonly Table[];
}

import type { Epoch } from "./epoch.js";
import type { Summary } from "./summary.js";

/** A compaction that was prepared while nobody waited for it. It holds only for what it was made from. */
export interface SummaryCandidate {
  /** The epoch that it follows, by key and number: after any other compaction it is stale. */
  readonly key: string;
  /** The number of the epoch that it follows. */
  readonly after: number;
  /** Where the reductions are to stand. */
  readonly through: Epoch["through"];
  /** What would stand for what leaves. */
  readonly summary: Summary;
}

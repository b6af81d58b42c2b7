import type { Epoch } from "./epoch.js";
import type { Summary } from "./summary.js";

/** A compaction that was prepared while nobody waited for it. It holds only for what it was made from. */
export interface Candidate {
  /** The epoch that it follows, by key and number: after any other compaction it is stale. */
  readonly key: string;
  readonly after: number;
  /** Where the reductions are to stand. */
  readonly through: Epoch["through"];
  readonly summary: Summary;
}

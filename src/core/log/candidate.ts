import type { Epoch } from "./epoch.js";
import type { Summary } from "./summary.js";

/** A compaction that was prepared in the background. It is valid only for the epoch that it was made from. */
export interface SummaryCandidate {
  /** The epoch that it follows, by key and number; any other compaction makes it stale. */
  readonly key: string;
  /** The number of the epoch that it follows. */
  readonly after: number;
  /** How far each reduction will reach. */
  readonly through: Epoch["through"];
  /** What would stand for what leaves. */
  readonly summary: Summary;
}

import type { Epoch } from "./epoch.js";
import type { Summary } from "./summary.js";

/** A compaction that was prepared in the background. It is valid until the next compaction. */
export interface SummaryCandidate {
  /** The epoch that it follows, by key and number. */
  readonly key: string;
  /** The number of the epoch that it follows. */
  readonly after: number;
  /** How far each reduction will reach. */
  readonly through: Epoch["through"];
  /** What would stand for what leaves. */
  readonly summary: Summary;
}

/** Whether nothing was compacted since it was made, save what a schedule chose: stubs change no summary. */
export function followsEpoch({ after }: SummaryCandidate, { number, retired }: Epoch): boolean {
  return after <= number && after >= number - (retired?.swaps ?? 0);
}

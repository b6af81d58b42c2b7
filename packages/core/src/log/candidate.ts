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
  /** The summary that would replace the entries that leave. */
  readonly summary: Summary;
}

/** Whether no compaction followed, apart from entries that a schedule turned into stubs: stubs change no summary. */
export function followsEpoch({ after }: SummaryCandidate, { number, retired }: Epoch): boolean {
  return after <= number && after >= number - (retired?.swaps ?? 0);
}

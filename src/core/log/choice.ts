/** How older turns were selected: by the limits alone, by words, or by a model. */
type Stage = "recency" | "lexical" | "triage";

/** Which older turns a view shows. It is made once for a turn, stored with it, and the same for all its calls. */
export interface Choice {
  readonly stage: Stage;
  /** The version of the prompt or the scorer that selected. */
  readonly version: string;
  /** The keys of the exchanges that were available. */
  readonly offered: readonly string[];
  readonly picked: readonly string[];
  /** Why a later stage failed; then everything offered is picked. */
  readonly failed?: string;
}

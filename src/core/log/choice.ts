/** How older turns were selected: by the limits alone, by words, or by a model. */
export type ChoiceStage = "recency" | "lexical" | "triage";

/** Which older turns a view shows. It is made once for a turn, stored with it, and the same for all its calls. */
export interface PastChoice {
  /** How it was chosen. */
  readonly stage: ChoiceStage;
  /** The version of the prompt or the scorer that selected. */
  readonly version: string;
  /** The keys of the exchanges that were available. */
  readonly offered: readonly string[];
  /** The keys of those that are shown. */
  readonly picked: readonly string[];
  /** Why no model chose; then everything offered is picked or, where the policy says so, what the words ask for. */
  readonly failed?: string;
}

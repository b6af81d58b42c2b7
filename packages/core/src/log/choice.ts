/** How older turns were selected: by the limits alone, by words, or by a model. @public */
export type ChoiceStage = "recency" | "lexical" | "triage";

/** The older turns that a view shows: chosen once for a turn, stored with it, and used for all its calls. */
export interface PastChoice {
  /** How it was chosen. */
  readonly stage: ChoiceStage;
  /** The version of the prompt or the scorer that selected. */
  readonly version: string;
  /** The keys of the exchanges that were available. */
  readonly offered: readonly string[];
  /** The keys of those that are shown. */
  readonly picked: readonly string[];
  /** Why no model chose. Then everything offered is picked or, if the policy says so, turns that match the words. */
  readonly failed?: string;
}

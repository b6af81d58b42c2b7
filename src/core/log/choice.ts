/** How far the choosing of older turns came: everything that the limits let in, by words, or by a model. */
export type ChoiceStage = "recency" | "lexical" | "triage";

/** Which of the older turns a view shows. Made once for a turn, kept with it, and the same for all its calls. */
export interface PastChoice {
  /** How it was chosen. */
  readonly stage: ChoiceStage;
  /** Of the prompt or the scorer that chose. */
  readonly version: string;
  /** The keys of the exchanges that there were to choose from. */
  readonly offered: readonly string[];
  /** The keys of those that are shown. */
  readonly picked: readonly string[];
  /** Why a later stage did not come about; then everything offered is picked. */
  readonly failed?: string;
}

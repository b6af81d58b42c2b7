import type { Json } from "../text/json.js";

/**
 * A small model for short texts. It may answer anything, or not at all: whoever asks sets a deadline and checks. `Signal`
 * is what stops it.
 */
export type TextModel<Signal> = (request: {
  readonly system: string;
  readonly text: string;
  readonly maxTokens: number;
  readonly signal: Signal;
}) => Promise<TextAnswer>;

/** The text alone, or with what the provider says that it cost. */
export type TextAnswer = string | { readonly text: string; readonly usage?: Json };

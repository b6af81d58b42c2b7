import type { Json } from "@clewline/text/json.js";

/**
 * A small model for short texts. It may answer anything or not at all: the caller sets a deadline and checks the
 * answer. `Signal` is the type that aborts a call.
 */
export type TextModel<Signal> = (request: {
  readonly system: string;
  readonly text: string;
  readonly maxTokens: number;
  readonly signal: Signal;
}) => Promise<TextAnswer>;

/** The text alone, or with the usage that the provider reports. @public */
export type TextAnswer = string | { readonly text: string; readonly usage?: Json };

import { estimateTokens } from "./estimate.js";

/** Counts exactly, for one tokenizer. */
export type TokenCounter = (text: string) => number;

/** How tokens are counted. Counts are comparable only under the same version. */
export interface Calibration {
  readonly version: string;
  /** Replaces the estimate. */
  readonly counter?: TokenCounter;
  /** The factor on the estimate; 1 fits o200k. */
  readonly factor: number;
}

export const estimated: Calibration = { version: "runs-2/1", factor: 1 };

/** The tokens of a text. The estimate errs upwards, never throws, and takes time in proportion to the text. */
export function countTokens(text: string, calibration: Calibration): number {
  if (calibration.counter !== undefined) return calibration.counter(text);
  return Math.ceil(estimateTokens(text) * calibration.factor);
}

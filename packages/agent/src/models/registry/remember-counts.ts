import { rememberByText } from "@clewline/text/remember.js";
import { type Calibration, countTokens, type TokenCounter } from "@clewline/text/tokens/count-tokens.js";

/** Counting a shorter text is faster than looking it up. */
const shortest = 16;

/** The same counts, but a text that recurs in every view is counted once. */
export function rememberCounts(calibration: Calibration): Calibration {
  const count: TokenCounter = (text) => countTokens(text, calibration);
  const remembered = rememberByText(count, { texts: 10_000, characters: 2_000_000 });
  return { ...calibration, counter: (text) => (text.length < shortest ? count(text) : remembered(text)) };
}

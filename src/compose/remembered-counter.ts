import { type Calibration, countTokens, type TokenCounter } from "../core/tokens.js";

/** Characters of text whose counts are remembered; the oldest are forgotten first. */
const capacity = 8_000_000;
/** Shorter texts are counted faster than they are looked up. */
const shortest = 200;

/** The same counts, but a text that comes again with every view is counted once. */
export function remembering(calibration: Calibration): Calibration {
  const counts = new Map<string, number>();
  let held = 0;
  const counter: TokenCounter = (text) => {
    if (text.length < shortest) return countTokens(text, calibration);
    const known = counts.get(text);
    if (known !== undefined) return known;
    const count = countTokens(text, calibration);
    counts.set(text, count);
    held += text.length;
    for (const oldest of counts.keys()) {
      if (held <= capacity) break;
      counts.delete(oldest);
      held -= oldest.length;
    }
    return count;
  };
  return { ...calibration, counter };
}

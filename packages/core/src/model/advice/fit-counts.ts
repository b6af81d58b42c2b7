/** Converts estimates of a lane's entries into its provider's counts. */
import type { Tokens } from "../../log/keys.js";
import { countSentTokens } from "../prices.js";
import type { LaneCalls } from "./lane-steps.js";

export interface CountFit {
  /** The provider's tokens for one of the estimate, of what each call sent for the first time. */
  readonly factors: readonly number[];
  /** Instructions and tools, which stand in no entry. */
  readonly around: Tokens;
}

/** Figures beyond these are no matter of counting: something was sent that the log does not have, or the other way round. */
const [leastFactor, mostFactor] = [0.25, 4];

/** By how much requests grow from call to call: code, prose and tables count differently, so each call has a factor of its own. */
export function fitCounts({ calls, stays }: LaneCalls): CountFit {
  const fresh = calls.map(() => 0);
  for (const { item, from, to } of stays) if (to > from) fresh[from] = (fresh[from] ?? 0) + item.tokens;
  const grown = calls.map(({ spent, compactions }, index) => {
    const before = calls[index - 1];
    const isSame = before !== undefined && before.compactions === compactions;
    return isSame ? Math.max(0, countSentTokens(spent) - countSentTokens(before.spent)) : 0;
  });
  let [counts, estimates] = [0, 0];
  for (const [index, estimated] of fresh.entries()) {
    if (grown[index] === 0 || estimated === 0) continue;
    counts += grown[index] ?? 0;
    estimates += estimated;
  }
  const mean = estimates === 0 ? 1 : limitFactor(counts / estimates);
  const factors = fresh.map((estimated, index) => {
    const counted = grown[index] ?? 0;
    return estimated === 0 || counted === 0 ? mean : limitFactor(counted / estimated);
  });
  // After a compaction there is a summary, of which nobody knows the size.
  const whole = calls.filter(({ compactions }) => compactions === 0);
  const rests = whole.map(({ spent, estimated }) => countSentTokens(spent) - mean * estimated);
  return { factors, around: Math.max(0, Math.round(pickMiddle(rests))) };
}

function pickMiddle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function limitFactor(factor: number): number {
  return Math.min(mostFactor, Math.max(leastFactor, factor));
}

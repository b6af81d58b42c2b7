/** Converts estimates of a lane's entries into its provider's counts. */
import type { Tokens } from "../../log/keys.js";
import { countSentTokens } from "../prices.js";
import type { CallContext } from "./lane-steps.js";

export interface CountFit {
  /** The provider's tokens for one of the estimate. */
  readonly factor: number;
  /** Instructions and tools, which stand in no entry. */
  readonly around: Tokens;
}

/** By how much requests grow from call to call, and what the first ones have besides their entries. */
export function fitCounts(calls: readonly CallContext[]): CountFit {
  const points = calls.map(({ spent, estimated, compactions }) => ({
    counted: countSentTokens(spent),
    estimated,
    compactions,
  }));
  let [counts, estimates] = [0, 0];
  for (const [index, point] of points.entries()) {
    const before = points[index - 1];
    if (before === undefined || before.compactions !== point.compactions) continue;
    if (point.counted <= before.counted || point.estimated <= before.estimated) continue;
    counts += point.counted - before.counted;
    estimates += point.estimated - before.estimated;
  }
  const factor = estimates === 0 ? 1 : Math.min(2, Math.max(0.5, counts / estimates));
  const whole = points.filter(({ compactions }) => compactions === 0);
  const rest = whole.map((point) => point.counted - factor * point.estimated).sort((a, b) => a - b);
  return { factor, around: Math.max(0, Math.round(rest[Math.floor(rest.length / 2)] ?? 0)) };
}

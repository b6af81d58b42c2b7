/** When a loop of tool calls has to come to its end, and what the model is then told. */
import { encodeCanonicalJson, type Json } from "../text/json.js";

/** One call of a tool with what came of it; `output` is null while there is nothing. */
export interface LoopCall {
  readonly tool: string;
  readonly input: Json;
  readonly output: Json | null;
}

export type ClosingReason = "steps" | "repeats";

/** The same call with the same result, more often than this among so many of the last ones, leads nowhere. */
const mostRepeats = 5;
const lookedAt = 10;

/** Null while the loop may go on. Calls are told by what they ask, never by their ids, which models use again. */
export function findClosingReason(steps: number, calls: readonly LoopCall[], maxSteps: number): ClosingReason | null {
  const times = new Map<string, number>();
  for (const { tool, input, output } of calls.slice(-lookedAt)) {
    if (output === null) continue;
    const key = encodeCanonicalJson([tool, input, output]);
    times.set(key, (times.get(key) ?? 0) + 1);
  }
  if (Math.max(0, ...times.values()) > mostRepeats) return "repeats";
  return steps >= maxSteps ? "steps" : null;
}

export function writeClosingText(reason: ClosingReason, maxSteps: number): string {
  const why = {
    steps: `All ${maxSteps} steps of this turn are used up.`,
    repeats: "The same call has brought the same result again and again.",
  };
  return `${why[reason]} Call no tool now. Tell the user in a few sentences what is done, what was found and what is still open.`;
}

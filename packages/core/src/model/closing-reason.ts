/** Decides when a loop of tool calls must end, and writes the instruction that ends it. */
import { encodeCanonicalJson, type Json } from "@clewline/text/json.js";

/** A tool call with its result; `output` is null until there is one. */
export interface LoopCall {
  readonly tool: string;
  readonly input: Json;
  readonly output: Json | null;
}

export type ClosingReason = "steps" | "repeats" | "stopped";

/** The loop ends if one call has the same result more than `mostRepeats` times among the last `lookedAt` calls. */
const mostRepeats = 5;
const lookedAt = 10;

/** Null while the loop may continue. Calls are compared by content, never by id, because models reuse ids. */
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
    stopped: "The work of this turn ends here.",
  };
  return `${why[reason]} Call no tool now. Tell the user in a few sentences what is done, what was found and what is still open.`;
}

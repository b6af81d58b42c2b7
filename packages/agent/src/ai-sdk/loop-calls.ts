import type { LoopCall } from "@clewline/core/model/closing-reason.js";
import { type Json, toJson } from "@clewline/text/json.js";
import type { FinishedStep } from "./step-ledger.js";

interface StepPart {
  readonly type?: unknown;
  readonly toolCallId?: unknown;
  readonly toolName?: unknown;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly error?: unknown;
}

/** The calls of all steps so far with their results, in order. An id may come again in a later step. */
export function listLoopCalls(steps: readonly FinishedStep[]): readonly LoopCall[] {
  return steps.flatMap(({ content = [] }) => {
    const parts = content as readonly StepPart[];
    const results = new Map(
      parts.flatMap((part) => {
        if (part.type === "tool-result") return [[part.toolCallId, convertValue(part.output)] as const];
        return part.type === "tool-error" ? [[part.toolCallId, convertValue(String(part.error))] as const] : [];
      }),
    );
    const calls = parts.filter(({ type }) => type === "tool-call");
    return calls.map(({ toolCallId, toolName, input }) => ({
      tool: String(toolName),
      input: convertValue(input),
      output: results.get(toolCallId) ?? null,
    }));
  });
}

/** A value that JSON can't hold becomes null: it is no reason to stop a loop. */
function convertValue(value: unknown): Json {
  try {
    return toJson(value ?? null);
  } catch {
    return null;
  }
}

import { ClewError } from "@clewline/core/errors.js";
import { explainUnwritable } from "@clewline/core/log/host-message.js";
import type { ToolSet } from "ai";

type Execute = (...given: readonly unknown[]) => unknown;

/**
 * The same tools, but a result that JSON can't hold becomes a failed call: the loop goes on, and the model sees the
 * error.
 */
export function checkResults(tools: ToolSet): ToolSet {
  return Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, checkTool(name, tool)]));
}

function checkTool(name: string, tool: ToolSet[string]): ToolSet[string] {
  const { execute, toModelOutput } = tool;
  // A tool with `toModelOutput` writes its own output for the model.
  if (typeof execute !== "function" || toModelOutput !== undefined) return tool;
  const own = execute as Execute;
  const checked = (...given: readonly unknown[]) => {
    const result = Reflect.apply(own, tool, given);
    return isIterable(result) ? checkEach(name, result) : checkOne(name, result);
  };
  return { ...tool, execute: checked } as ToolSet[string];
}

async function checkOne(name: string, result: unknown): Promise<unknown> {
  return refuseUnwritable(name, await result);
}

/** Preliminary results, of which the last one counts. */
async function* checkEach(name: string, results: AsyncIterable<unknown>): AsyncGenerator<unknown, void> {
  for await (const result of results) yield refuseUnwritable(name, result);
}

function refuseUnwritable(name: string, result: unknown): unknown {
  const why = typeof result === "string" ? null : explainUnwritable(result);
  if (why === null) return result;
  throw new ClewError("message/bad", `The result of ${name} can't be written as JSON: ${why}`, {
    hint: "Let the tool return plain values",
  });
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

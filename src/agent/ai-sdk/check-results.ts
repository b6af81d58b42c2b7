import type { ToolSet } from "ai";
import { ClewError } from "../../core/errors.js";
import { explainUnwritable } from "../../core/log/host-message.js";

type Execute = (...given: readonly unknown[]) => unknown;

/** The same tools, except that a result which can't be written as JSON is a failed call: the loop goes on, and the model is told. */
export function checkResults(tools: ToolSet): ToolSet {
  return Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, checkTool(name, tool)]));
}

function checkTool(name: string, tool: ToolSet[string]): ToolSet[string] {
  const { execute, toModelOutput } = tool;
  // What the tool says to the model itself is written by the tool.
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

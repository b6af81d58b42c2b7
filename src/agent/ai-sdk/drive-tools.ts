import type { ToolSet } from "ai";

/** Tells the turn that something is under way on it, until it is done. */
export type Drive = <Result>(work: Promise<Result>) => Promise<Result>;

/** The same tools; while one of them runs, however long that takes, somebody is at work on the turn. */
export function driveTools(tools: ToolSet, drive: Drive): ToolSet {
  return Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, driveTool(tool, drive)]));
}

function driveTool(tool: ToolSet[string], drive: Drive): ToolSet[string] {
  const { execute } = tool;
  if (typeof execute !== "function") return tool;
  const run = (...given: Parameters<typeof execute>): unknown => {
    const result: unknown = execute.apply(tool, given);
    return isIterable(result) ? driveEach(result, drive) : drive(Promise.resolve(result));
  };
  return { ...tool, execute: run as typeof execute };
}

function isIterable(result: unknown): result is AsyncIterable<unknown> {
  return typeof result === "object" && result !== null && Symbol.asyncIterator in result;
}

/** A tool may tell what it has so far; whether anybody listens to the rest is not its affair. */
async function* driveEach(results: AsyncIterable<unknown>, drive: Drive): AsyncGenerator<unknown> {
  const iterator = results[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await drive(Promise.resolve(iterator.next()));
      if (done) return;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}

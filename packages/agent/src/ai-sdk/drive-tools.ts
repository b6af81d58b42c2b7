import type { ToolSet } from "ai";

/** Tells the turn that something is under way on it, until it is done. Throws instead, if another loop has the turn. */
export type Drive = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** The same tools; the turn stays taken while one of them runs, however long that takes. */
export function driveTools(tools: ToolSet, drive: Drive): ToolSet {
  return Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, driveTool(tool, drive)]));
}

function driveTool(tool: ToolSet[string], drive: Drive): ToolSet[string] {
  const { execute } = tool;
  if (typeof execute !== "function") return tool;
  const run = (...given: Parameters<typeof execute>): unknown => {
    let result: unknown;
    // `drive` starts the work at once, so `result` shows here whether the tool streams its result.
    const whole = drive(async () => {
      result = execute.apply(tool, given);
      return isIterable(result) ? null : await result;
    });
    return isIterable(result) ? driveEach(result, drive) : whole;
  };
  return { ...tool, execute: run as typeof execute };
}

function isIterable(result: unknown): result is AsyncIterable<unknown> {
  return typeof result === "object" && result !== null && Symbol.asyncIterator in result;
}

/** A tool may stream partial results; the consumer may stop reading at any time. */
async function* driveEach(results: AsyncIterable<unknown>, drive: Drive): AsyncGenerator<unknown> {
  const iterator = results[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await drive(async () => iterator.next());
      if (done) return;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}

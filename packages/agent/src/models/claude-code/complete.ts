/** Gets a short text from the command, without tools, until the caller's signal aborts. */

import type { TextModel } from "@clewline/core/ports/index.js";
import { isObject, toJson } from "@clewline/text/json.js";
import { buildCompletionArguments } from "./arguments.js";
import { type Child, startChild } from "./child-process.js";
import { buildEnvironment } from "./environment.js";
import { makeExitError, makeRefusalError } from "./failure.js";
import type { ClaudeCommand } from "./model.js";
import { createWorkspace } from "./workspace.js";

/** Sets no limit on the answer's length, because the command treats a longer one as a failure. */
export function makeClaudeTextModel(claude: ClaudeCommand): TextModel<AbortSignal> {
  return async ({ system, text, signal }) => {
    signal.throwIfAborted();
    const command = claude.command();
    const workspace = await createWorkspace(system === "" ? "Answer briefly." : system, []);
    try {
      signal.throwIfAborted();
      const child = startChild({
        command,
        args: buildCompletionArguments({ model: claude.model, ...workspace }),
        folder: workspace.folder,
        root: workspace.root,
        env: buildEnvironment(claude.env, { MAX_THINKING_TOKENS: "0" }),
        // A text that begins with a slash would be a command.
        input: `The text:\n\n${text}`,
        signal,
      });
      return await readCompletion(child, signal);
    } finally {
      await workspace.remove();
    }
  };
}

async function readCompletion(child: Child, signal: AbortSignal) {
  try {
    const lines: string[] = [];
    for await (const line of child.lines) lines.push(line);
    signal.throwIfAborted();
    await child.leave();
    const end = await child.over;
    const result = parseResult(lines.join("\n"));
    if (result === null) throw await makeExitError(end);
    if (result.is_error === true || typeof result.result !== "string") throw await makeRefusalError(result, null);
    return { text: result.result, ...(isObject(result.usage) ? { usage: toJson(result.usage) } : {}) };
  } finally {
    await child.end();
  }
}

/** Usually one object. A verbose configuration gives all messages, the result last. */
function parseResult(output: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(output);
    const result: unknown = Array.isArray(parsed)
      ? parsed.findLast((each) => isObject(each) && each.type === "result")
      : parsed;
    return isObject(result) ? result : null;
  } catch {
    // Not JSON: the process's end says why.
    return null;
  }
}

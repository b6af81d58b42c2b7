import { existsSync } from "node:fs";
import { describeError } from "@clewline/text/error-text.js";
import type { CommandDetails, Input } from "../program/command.js";
import { makePrintable } from "../terminal/text.js";
import { type HookEvent, readHookEvent } from "./hook-event.js";

/** Claude Code runs this at certain moments of a session. An error here must not stop the client. */
export const hook: CommandDetails = {
  example: "clew hook    (Claude Code runs it, through the plugin of clew plugin)",
  most: 0,
  options: [],
  run: (input) => runHook(input, process.stdin),
};

export async function runHook(input: Input, told: NodeJS.ReadableStream): Promise<number> {
  try {
    const event = await readHookEvent(told);
    if (event === null) throw new Error("what came on standard input is no event of Claude Code");
    const answer = await answerEvent(input, event);
    if (answer !== null) input.screen.data({ hookSpecificOutput: { hookEventName: event.name, ...answer } });
  } catch (error) {
    input.screen.aside(makePrintable(`clew: the hook did nothing: ${describeError(error)}`));
  }
  return 0;
}

/** Null if the client needs no answer. */
async function answerEvent(input: Input, event: HookEvent): Promise<object | null> {
  // The session may have changed its folder; its log stays the same.
  const { CLAUDE_PROJECT_DIR: folder } = process.env;
  if (folder !== undefined && existsSync(folder)) process.chdir(folder);
  switch (event.name) {
    case "SessionStart":
      return (await import("./session-start.js")).greetSession(input, event);
    case "PostToolUse":
      return (await import("./spill-result.js")).spillResult(input, event);
    case "SessionEnd":
      await (await import("./keep-session.js")).keepSession(input, event);
      return null;
    default:
      return null;
  }
}

import type { CommandDetails, Input } from "../program/command.js";
import { loadInputConfig } from "../program/open-log.js";
import { makePrintable } from "../terminal/text.js";

export const mcp: CommandDetails = {
  example: "clew mcp    (in Claude Code: claude mcp add clew -- npx clew mcp)",
  most: 0,
  heeds: ["lane"],
  options: [{ name: "session", value: "KEY", line: "only this chat; all of them by default" }],
  run: async (input) => {
    const stop = new AbortController();
    const end = () => stop.abort();
    process.once("SIGTERM", end).once("SIGINT", end);
    try {
      await serve(input, stop.signal);
    } finally {
      process.off("SIGTERM", end).off("SIGINT", end);
    }
    return 0;
  },
};

async function serve(input: Input, stop: AbortSignal): Promise<void> {
  const say = (line: string) => input.screen.aside(makePrintable(line));
  // Standard output belongs to the protocol, so a terminal gets this explanation on standard error.
  if (process.stdin.isTTY)
    say("clew: this speaks with an MCP client; to add it to one, see docs/mcp.md. Ctrl-C ends it");
  const { serveMcp } = await import("@clewline/clewline/compose/mcp.js");
  const [store, session, lane] = [input.text("store"), input.text("session"), input.text("lane")];
  const options = { store, session, lane, say, stop };
  await serveMcp(options, await loadInputConfig(input));
}

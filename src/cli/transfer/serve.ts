import type { CommandDetails, Input } from "../program/command.js";
import { loadInputConfig, readGatewayOptions } from "../program/open-log.js";
import { printSentenceAndCommand } from "../terminal/prose.js";
import { makePrintable } from "../terminal/text.js";

const defaultPort = 7_717;

export const serve: CommandDetails = {
  example: "clew serve    (then: ANTHROPIC_BASE_URL=http://127.0.0.1:7717 claude)",
  most: 0,
  heeds: ["window"],
  options: [
    { name: "port", value: "N", line: `where it listens; ${defaultPort} by default, 0 for any that is free` },
    { name: "host", value: "ADDRESS", line: "127.0.0.1 by default; any other needs CLEW_KEYS" },
    {
      name: "upstream",
      value: "NAME=URL",
      many: true,
      line: "where requests go; the provider's own address by default",
    },
    { name: "recall", line: "models get a tool that opens what was left out, run by the gateway" },
    { name: "policy", value: "NAME", line: "a preset, or a policy of clew.toml" },
  ],
  run: async (input) => {
    const stop = new AbortController();
    const end = () => stop.abort();
    process.once("SIGTERM", end).once("SIGINT", end);
    try {
      await run(input, stop.signal);
    } finally {
      process.off("SIGTERM", end).off("SIGINT", end);
    }
    return 0;
  },
};

async function run(input: Input, stop: AbortSignal): Promise<void> {
  const say = (line: string) => input.screen.aside(makePrintable(line));
  const { openGateway } = await import("../../compose/open.js");
  const config = await loadInputConfig(input);
  const keys = (process.env.CLEW_KEYS ?? "").split(/\s+/).filter((key) => key !== "");
  const listening = await openGateway(readGatewayOptions(input), config, {
    host: input.text("host") ?? "127.0.0.1",
    port: input.number("port", 0, 65_535) ?? defaultPort,
    upstreams: input.texts("upstream"),
    recall: input.has("recall") || config.gatewayRecall === true,
    keys,
    say,
  });
  if (input.json) input.screen.data({ url: listening.url });
  else {
    input.screen.line(`The gateway listens at ${listening.url}`);
    input.screen.line(`  the log: ${makePrintable(listening.log)}`);
    for (const [name, url] of listening.upstreams) input.screen.line(`  ${name}: ${makePrintable(url)}`);
    const headers = keys.length === 0 ? "" : "ANTHROPIC_CUSTOM_HEADERS='x-clew-key: KEY' ";
    printSentenceAndCommand(input.screen, "To use it, e.g.:", `${headers}ANTHROPIC_BASE_URL=${listening.url} claude`);
  }
  if (!stop.aborted) await new Promise((resolve) => stop.addEventListener("abort", resolve, { once: true }));
  await listening.close();
}

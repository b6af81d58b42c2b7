import type { CommandDetails, Input, Option } from "../program/command.js";
import { followOffSignal, gatewayOptions, offersRecall, readShare } from "../program/gateway-options.js";
import { loadInputConfig, readGatewayOptions } from "../program/open-log.js";
import { buildCommand } from "../program/rebuild-command.js";
import { printSentenceAndCommand } from "../terminal/prose.js";
import { makePrintable } from "../terminal/text.js";
import { isTurn, turnGateways, turnOptions } from "./turn-gateways.js";

const defaultPort = 7_717;

const ownOptions: readonly Option[] = [
  { name: "port", value: "N", line: `where it listens; ${defaultPort} by default, 0 for any that is free` },
  { name: "host", value: "ADDRESS", line: "127.0.0.1 by default; any other needs CLEW_KEYS" },
  {
    name: "upstream",
    value: "NAME=URL",
    many: true,
    line: "where requests go; the provider's own address by default",
  },
];

export const serve: CommandDetails = {
  example: "clew serve    (then: ANTHROPIC_BASE_URL=http://127.0.0.1:7717 claude)",
  most: 0,
  heeds: ["window"],
  options: [...ownOptions, ...gatewayOptions, ...turnOptions],
  run: async (input) => {
    if (isTurn(input)) return turnGateways(input, [...ownOptions, ...gatewayOptions]);
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
  let isLogNamed = false;
  const say = (line: string) => {
    isLogNamed ||= line.startsWith("clew: the log is ");
    input.screen.aside(makePrintable(line));
  };
  const { openGateway } = await import("../../compose/open.js");
  const share = readShare(input);
  const config = await loadInputConfig(input);
  const keys = (process.env.CLEW_KEYS ?? "").split(/\s+/).filter((key) => key !== "");
  const listening = await openGateway(readGatewayOptions(input), config, {
    host: input.text("host") ?? "127.0.0.1",
    port: input.number("port", 0, 65_535) ?? defaultPort,
    upstreams: input.texts("upstream"),
    recall: offersRecall(input, config),
    keys,
    say,
    share,
  });
  const forget = followOffSignal(listening);
  if (input.json) input.screen.data({ url: listening.url });
  else {
    input.screen.line(`The gateway listens at ${listening.url}`);
    // A place that may surprise was named when the log was opened.
    if (!isLogNamed) input.screen.line(`  the log: ${makePrintable(listening.log)}`);
    for (const [name, url] of listening.upstreams) input.screen.line(`  ${name}: ${makePrintable(url)}`);
    const headers = keys.length === 0 ? "" : "ANTHROPIC_CUSTOM_HEADERS='x-clew-key: KEY' ";
    printSentenceAndCommand(input.screen, "To use it, e.g.:", `${headers}ANTHROPIC_BASE_URL=${listening.url} claude`);
  }
  if (listening.isOff()) {
    const words = "It is turned off, and passes every request unchanged. To turn it on:";
    printSentenceAndCommand(input.screen, words, buildCommand(input, "serve", "--on"));
  }
  if (!stop.aborted) await new Promise((resolve) => stop.addEventListener("abort", resolve, { once: true }));
  forget();
  await listening.close();
}

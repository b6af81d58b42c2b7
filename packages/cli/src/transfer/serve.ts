import { writeOffFile } from "@clewline/platform/off-switch.js";
import { makeUsageError } from "../program/arguments.js";
import type { CommandDetails, Input, Option } from "../program/command.js";
import { followOffSignal, gatewayOptions, offersRecall, readShare } from "../program/gateway-options.js";
import { findLocation, isInMemory, loadInputConfig, readGatewayOptions } from "../program/open-log.js";
import { buildCommand } from "../program/rebuild-command.js";
import { printSentence, printSentenceAndCommand } from "../terminal/prose.js";
import { makePrintable } from "../terminal/text.js";

/** Tells running gateways over a log to pass every request unchanged, or to send views again. */
const turnOptions: readonly Option[] = [
  { name: "off", line: "running gateways over the log pass every request unchanged from now on" },
  { name: "on", line: "they send views again, from each chat's next turn on" },
];

function isTurn(input: Input): boolean {
  return turnOptions.some(({ name }) => input.has(name));
}

/** `others` are the options of the command that make no sense beside. */
async function turnGateways(input: Input, others: readonly Option[]): Promise<number> {
  const isOff = input.has("off");
  if (isOff && input.has("on")) throw makeUsageError("--off and --on are opposites", "Leave out one of the two");
  const other = others.find(({ name }) => input.has(name));
  if (other !== undefined)
    throw makeUsageError(`--${isOff ? "off" : "on"} only tells gateways that run`, `Leave out --${other.name}`);
  if (isInMemory(input.text("store")))
    throw makeUsageError("A log in memory has no file beside it", "Send its gateway the signal SIGUSR2 instead");
  const { path } = await findLocation(input);
  writeOffFile(path, isOff);
  const { screen } = input;
  const gateways = `Gateways over ${makePrintable(path)}`;
  if (input.json) screen.data({ off: isOff, log: path });
  else if (isOff) {
    const words = `${gateways} pass every request unchanged from now on. To turn them on:`;
    printSentenceAndCommand(screen, words, buildCommand(input, "serve", "--on"));
  } else printSentence(screen, `${gateways} send views again, from each chat's next turn on.`);
  return 0;
}

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
  const { openGateway } = await import("@clewline/clewline/compose/open.js");
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

import { existsSync } from "node:fs";
import type { ModelInUse } from "../../agent/answer-options.js";
import type { CommandDetails, Input } from "../program/command.js";
import { findLocation, isInMemory, readLaneChoice, readWindow, runWithClew } from "../program/open-log.js";
import { printSentence } from "../terminal/prose.js";
import type { Screen } from "../terminal/screen.js";
import { fitLine, formatCount, formatNumber } from "../terminal/text.js";
import { formatIsoTime, formatMoment } from "../terminal/time-text.js";

export const model: CommandDetails = {
  example: "clew model    (or: clew model ollama:qwen3 --session telegram:chat:42)",
  most: 1,
  heeds: ["lane", "window"],
  options: [{ name: "session", value: "KEY", line: "the chat; terminal:default by default" }],
  run: async (input) => {
    const [name] = input.arguments;
    return runWithClew(
      input,
      async (clew) => {
        const { session = "terminal:default", lane } = readLaneChoice(input);
        const used = await clew.model({ session, lane, ...(name === undefined ? {} : { name }) });
        if (input.json) printData(input, used);
        else for (const line of describeModel(input.screen, used)) printSentence(input.screen, line);
        return 0;
      },
      { store: await findStoreOrNone(input), window: readWindow(input) },
    );
  },
};

/** Nothing was learned where nothing is kept, and asking for a model makes no log. */
async function findStoreOrNone(input: Input): Promise<string> {
  const named = input.text("store");
  if (isInMemory(named)) return "memory";
  const { path } = await findLocation(input);
  return existsSync(path) ? path : "memory";
}

function printData({ screen }: Input, { name, because, window, asked, learned }: ModelInUse): void {
  const held =
    learned === null
      ? null
      : { ...learned, learned: formatIsoTime(learned.learned), until: formatIsoTime(learned.until) };
  screen.data({ model: name, because, window, asked, learned: held });
}

function describeModel(screen: Screen, { name, because, window, asked, learned }: ModelInUse): readonly string[] {
  const told =
    window === null
      ? `Nobody knows its window; requests are made for ${formatNumber(asked)} tokens.`
      : asked === window
        ? `It holds ${formatNumber(window)} tokens.`
        : `It holds ${formatNumber(window)} tokens; requests are made for ${formatNumber(asked)}, as was asked for.`;
  return [`${fitLine(name, 120)} would answer: ${because}.`, told, ...describeLearned(screen, learned)];
}

function describeLearned(screen: Screen, learned: ModelInUse["learned"]): readonly string[] {
  if (learned === null) return ["No refusal has taught anything else in this chat."];
  const { limit, named, learned: at, until, calls } = learned;
  const what = named
    ? `It named ${formatNumber(limit)} tokens as its limit when it refused a request`
    : "It refused a request without naming a limit";
  return [
    `${what} (${formatMoment(at, screen)}): requests of this chat are made for ${formatNumber(limit)} tokens.`,
    `That fades after ${formatCount(calls, "more answer", "more answers")}, or at ${formatMoment(until, screen)}; then one request is whole again.`,
  ];
}

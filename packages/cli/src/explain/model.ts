import { existsSync } from "node:fs";
import type { ModelInUse } from "@clewline/agent/answer-options.js";
import { ClewError } from "@clewline/core/errors.js";
import { findModelFacts } from "@clewline/core/model/facts/find-facts.js";
import type { ModelFacts, ReasoningRules, ServerFeature } from "@clewline/core/model/facts/model-facts.js";
import type { CommandDetails, Input } from "../program/command.js";
import { isEmptyLog } from "../program/missing-log.js";
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
        const used = await clew
          .model({ session, lane, ...(name === undefined ? {} : { name }) })
          .catch((error: unknown) => tellFacts(input, name, error));
        if (used === null) return 0;
        if (input.json) printData(input, used);
        else for (const line of describeModel(input.screen, used)) printSentence(input.screen, line);
        return 0;
      },
      { store: await findStoreOrNone(input), window: readWindow(input) },
    );
  },
};

/** A model's facts are printed even if it can't be reached from here; one that no table has has to be reached. */
function tellFacts({ screen, json }: Input, name: string | undefined, error: unknown): null {
  const facts = name === undefined ? null : findModelFacts(name);
  if (facts === null || facts.family === "" || !(error instanceof ClewError)) throw error;
  if (json) screen.data({ model: name, facts });
  else {
    const holds = facts.window === null ? [] : [`It holds ${formatNumber(facts.window)} tokens.`];
    for (const line of [...holds, ...describeFacts(facts)]) printSentence(screen, line);
  }
  screen.aside(`It can't answer from here: ${error.message}`);
  return null;
}

/** Without a log there are no learned limits, and asking for a model creates no log. */
async function findStoreOrNone(input: Input): Promise<string> {
  const named = input.text("store");
  if (isInMemory(named)) return "memory";
  const { path } = await findLocation(input);
  return existsSync(path) && !isEmptyLog(path) ? path : "memory";
}

function printData({ screen }: Input, { name, because, window, asked, learned, facts }: ModelInUse): void {
  const held =
    learned === null
      ? null
      : { ...learned, learned: formatIsoTime(learned.learned), until: formatIsoTime(learned.until) };
  screen.data({ model: name, because, window, asked, learned: held, facts });
}

function describeModel(
  screen: Screen,
  { name, because, window, asked, learned, facts }: ModelInUse,
): readonly string[] {
  const told =
    window === null
      ? `Nobody knows its window; requests are made for ${formatNumber(asked)} tokens.`
      : asked === window
        ? `It holds ${formatNumber(window)} tokens.`
        : `It holds ${formatNumber(window)} tokens; requests are made for ${formatNumber(asked)}, as was asked for.`;
  return [
    `${fitLine(name, 120)} would answer: ${because}.`,
    told,
    ...describeFacts(facts),
    ...describeLearned(screen, learned),
  ];
}

function describeFacts(facts: ModelFacts): readonly string[] {
  return [
    ...describePrices(facts),
    ...describeReasoning(facts),
    ...describeOffers(facts),
    ...facts.assumed.map((each) => `unknown: ${each}`),
  ];
}

function describePrices(facts: ModelFacts): readonly string[] {
  const { known, input, output, read, tier, as } = facts;
  if (!known) return ["Nobody knows its price."];
  if (input === 0 && output === 0) return ["Its tokens cost nothing."];
  const larger =
    tier === null
      ? ""
      : ` A request of more than ${formatNumber(tier.above)} tokens costs ${tier.input} times as much to send, its answer ${tier.output} times.`;
  const sums = `A million tokens cost $${input} to send and $${output} to answer (${as}).${larger}`;
  return read >= 1 ? [sums, "It has no cache that costs less."] : [sums, ...describeCache(facts)];
}

function describeCache({ read, write, longWrite, ttlMs, longTtlMs, leastPrefix }: ModelFacts): readonly string[] {
  const long = longTtlMs > ttlMs ? `, or ${longWrite} times for ${formatMinutes(longTtlMs)}` : "";
  return [
    `Reading from its cache costs ${read} of that; writing to it costs ${write} times for ${formatMinutes(ttlMs)}${long}. Less than ${formatNumber(leastPrefix)} tokens are not cached.`,
  ];
}

function formatMinutes(ms: number): string {
  return formatCount(Math.round(ms / 60_000), "minute", "minutes");
}

function describeReasoning({ reasoning, family }: ModelFacts): readonly string[] {
  const { needed, accountBound, reads } = reasoning;
  const back = {
    none: [],
    "running turn": ["The reasoning of the running turn has to come back."],
    "tool turns": ["The reasoning of turns with tools has to come back."],
  } satisfies Record<ReasoningRules["needed"], readonly string[]>;
  return [
    describeBond(reasoning),
    ...back[needed],
    ...(accountBound ? ["It drops the reasoning of another account."] : []),
    ...(reads === null || family === ""
      ? []
      : [`It reads the reasoning of ${[...new Set([family, ...reads])].join(", ")}.`]),
  ];
}

function describeBond({ bound, since }: ReasoningRules): string {
  switch (bound) {
    case "never":
      return "It takes its reasoning back in any request.";
    case "always":
      return "It refuses a request whose reasoning stands behind a changed system text, tool or message.";
    case "newer accounts":
      return `On accounts ${since === null ? "of newer date" : `made on ${since} or later`} it refuses a request whose reasoning stands behind a changed system text, tool or message. For an older account, write bound = "never" in clew.toml.`;
    case "dropped":
      return "It drops its reasoning behind a changed system text, tool or message, and does not say so.";
    default:
      return bound satisfies never;
  }
}

const offerTexts: Readonly<Record<ServerFeature, string>> = {
  "compact on demand": "compact a history when asked",
  "compact at a size": "compact a history at a size",
  "clear results": "clear old results of tools",
  "clear reasoning": "clear old reasoning",
  "tell why the cache missed": "tell why its cache missed",
};

function describeOffers({ offers }: ModelFacts): readonly string[] {
  return offers.length === 0 ? [] : [`Its provider can ${offers.map((each) => offerTexts[each]).join(", ")}.`];
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

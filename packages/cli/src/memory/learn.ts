import { ClewError } from "@clewline/core/errors.js";
import type { LearnReport } from "@clewline/engine/answer/learning/learn-history.js";
import type { Input } from "../program/command.js";
import { buildCommand } from "../program/rebuild-command.js";
import { formatDollars } from "../terminal/dollars.js";
import { printSentence, printSentenceAndCommand } from "../terminal/prose.js";
import { formatNumber, makePrintable } from "../terminal/text.js";
import type { MemoryVerb } from "./read-verbs.js";

/** Lets the fast model read a history, or tells what that would cost. */
export const learnVerb: MemoryVerb = {
  name: "learn",
  usage: "",
  line: "lets the fast model read messages that it was not asked about, imports too; --dry-run tells the price",
  most: 0,
  heeds: ["session", "dry-run", "limit"],
  run: async (input, clew) => {
    const { screen } = input;
    const dryRun = input.has("dry-run");
    const report = await clew.memory.learn({
      dryRun,
      limit: input.number("limit", 1),
      session: input.text("session"),
      onProgress: ({ messages }) => screen.aside(`clew: ${formatNumber(messages)} messages read`),
    });
    if (input.json) screen.data(report);
    else printReport(input, report, dryRun);
    if (report.failed !== null) throw makeStoppedError(report.failed);
  },
};

function printReport(input: Input, report: LearnReport, dryRun: boolean): void {
  const { messages, left, calls, tokens, changes } = report;
  if (messages + left === 0) {
    printSentence(input.screen, "The fast model was asked about every message.");
    return;
  }
  const read = dryRun ? "would be read" : "were read";
  const sent = `${formatNumber(tokens.input)} tokens in, ${formatNumber(tokens.output)} out`;
  const cost = `${formatNumber(calls)} calls, about ${sent}, ${describePrice(report, dryRun)}`;
  printSentence(input.screen, makePrintable(`${formatNumber(messages)} messages ${read}: ${cost}.`));
  if (!dryRun) printSentence(input.screen, `Memories changed: ${formatNumber(changes)} times.`);
  if (left > 0) printSentence(input.screen, `${formatNumber(left)} more messages wait for another time.`);
  if (changes > 0) printSentenceAndCommand(input.screen, "To see each:", buildCommand(input, "memory", "history"));
  if (dryRun && messages > 0)
    printSentenceAndCommand(
      input.screen,
      "To read them:",
      buildCommand(input, "memory", "learn", ...writeLimit(input)),
    );
}

function writeLimit(input: Input): readonly string[] {
  const limit = input.text("limit");
  return limit === undefined ? [] : ["--limit", limit];
}

function describePrice({ dollars, mostDollars, model }: LearnReport, dryRun: boolean): string {
  const name = model === null ? "this fast model" : model;
  if (dollars === null || mostDollars === null) return `and nobody knows what ${name} costs`;
  const most = dryRun ? ` and at most ${formatDollars(mostDollars)}` : "";
  return `about ${formatDollars(dollars)}${most} with ${name}`;
}

function makeStoppedError(why: string): ClewError {
  return new ClewError("model/unavailable", `The fast model failed twice: ${makePrintable(why)}`, {
    hint: "What was read is kept: the next clew memory learn goes on there",
  });
}

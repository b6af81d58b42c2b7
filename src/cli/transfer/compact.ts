import type { CompactResult } from "../../engine/growth/compact-lane.js";
import { findLastCall, refuseOwnPolicy } from "../explain/last-call.js";
import type { CommandDetails, Input } from "../program/command.js";
import { readLaneChoice, runWithClew } from "../program/open-log.js";
import { buildCommand } from "../program/rebuild-command.js";
import { printSentence, printSentenceAndCommand } from "../terminal/prose.js";
import { formatCount, formatNumber } from "../terminal/text.js";

export const compact: CommandDetails = {
  example: "clew compact telegram:chat:42",
  most: 1,
  heeds: ["lane", "window"],
  options: [{ name: "session", value: "KEY", line: "the same as SESSION" }],
  run: async (input) => {
    const choice = readLaneChoice(input, input.arguments[0]);
    const call = await findLastCall(input, choice);
    refuseOwnPolicy(call, "/compact");
    const outcome = await runWithClew(input, (clew) => clew.compact(choice), call.opening);
    if (input.json) input.screen.data(outcome);
    else print(input, outcome);
    return 0;
  },
};

function print(input: Input, outcome: CompactResult): void {
  const { screen } = input;
  if (outcome.kind === "nothing") {
    printSentence(screen, `Nothing to compact. ${outcome.why}.`);
    return;
  }
  const { summarised, kept, freed } = outcome;
  const count = formatCount(summarised, "message", "messages");
  printSentence(
    screen,
    `${count} summarised by rule, ${formatNumber(kept)} kept, ${formatNumber(freed)} tokens freed.`,
  );
  screen.line("The log keeps everything.");
  printSentenceAndCommand(screen, "What the model gets now:", buildCommand(input, "context"));
}

import type { CompactResult } from "@clewline/engine/growth/compact-lane.js";
import { findLastCall, refuseOwnPolicy } from "../explain/last-call.js";
import { makeUsageError } from "../program/arguments.js";
import type { CommandDetails, Input } from "../program/command.js";
import { readLaneChoice, runWithClew } from "../program/open-log.js";
import { buildCommand } from "../program/rebuild-command.js";
import { printSentence, printSentenceAndCommand } from "../terminal/prose.js";
import { formatCount, formatNumber } from "../terminal/text.js";

export const compact: CommandDetails = {
  example: 'clew compact telegram:chat:42 --from 20 --to 70 --focus "the API design"',
  most: 1,
  heeds: ["lane", "window"],
  options: [
    { name: "session", value: "KEY", line: "the same as SESSION" },
    { name: "from", value: "PLACE", line: "only a range, from this entry on: its number in clew log, or a pointer" },
    { name: "to", value: "PLACE", line: "the last entry of the range" },
    { name: "focus", value: "TEXT", line: "what the summary is to keep above all" },
    { name: "undo", line: "takes the last compaction back: the next view is as it was before" },
  ],
  run: async (input) => {
    const choice = readLaneChoice(input, input.arguments[0]);
    const wish = readWish(input);
    const call = await findLastCall(input, choice);
    refuseOwnPolicy(call, wish.undo ? "/compact undo" : "/compact");
    const outcome = await runWithClew(input, (clew) => clew.compact({ ...choice, ...wish }), call.opening);
    if (input.json) input.screen.data(outcome);
    else print(input, outcome);
    return 0;
  },
};

function readWish(input: Input) {
  const [from, to, focus] = [input.text("from"), input.text("to"), input.text("focus")];
  const undo = input.has("undo");
  if (undo && [from, to, focus].some((each) => each !== undefined))
    throw makeUsageError("--undo goes alone", "Take the compaction back first, then compact again");
  return { from, to, focus, undo };
}

function print(input: Input, outcome: CompactResult): void {
  const { screen } = input;
  if (outcome.kind === "nothing") {
    printSentence(screen, `Nothing to ${input.has("undo") ? "take back" : "compact"}. ${outcome.why}.`);
    return;
  }
  if (outcome.kind === "undone") {
    const again = formatCount(outcome.shown, "message is", "messages are");
    printSentence(screen, `${again} shown again as they were, ${formatNumber(outcome.tokens)} tokens in all.`);
    screen.line("Nothing is compacted again before the window is full.");
  } else {
    const { summarised, kept, freed } = outcome;
    const count = formatCount(summarised, "message", "messages");
    printSentence(
      screen,
      `${count} summarised by rule, ${formatNumber(kept)} kept, ${formatNumber(freed)} tokens freed.`,
    );
    screen.line("The log keeps everything.");
  }
  printSentenceAndCommand(screen, "What the model gets now:", buildCommand(input, "context"));
}

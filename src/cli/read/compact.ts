import type { CompactResult } from "../../engine/growth/compact-lane.js";
import { lastCallOf, refuseOwnPolicy } from "../explain/last-call.js";
import { next } from "../program/again.js";
import type { CommandDetails, Input } from "../program/command.js";
import { choiceOf, withClew } from "../program/open-log.js";
import { sentence, sentenceWith } from "../terminal/prose.js";
import { count, counted } from "../terminal/text.js";

export const compact: CommandDetails = {
  example: "clew compact telegram:chat:42",
  most: 1,
  heeds: ["lane", "window"],
  options: [{ name: "session", value: "KEY", line: "the same as SESSION" }],
  run: async (input) => {
    const choice = choiceOf(input, input.arguments[0]);
    const call = await lastCallOf(input, choice);
    refuseOwnPolicy(call, "/compact");
    const outcome = await withClew(input, (clew) => clew.compact(choice), call.opening);
    if (input.json) input.screen.data(outcome);
    else print(input, outcome);
    return 0;
  },
};

function print(input: Input, outcome: CompactResult): void {
  const { screen } = input;
  if (outcome.kind === "nothing") {
    sentence(screen, `Nothing to compact. ${outcome.why}.`);
    return;
  }
  const { summarised, kept, freed } = outcome;
  const told = counted(summarised, "message", "messages");
  sentence(screen, `${told} summarised by rule, ${count(kept)} kept, ${count(freed)} tokens freed.`);
  screen.line("The log keeps everything.");
  sentenceWith(screen, "What the model gets now:", next(input, "context"));
}

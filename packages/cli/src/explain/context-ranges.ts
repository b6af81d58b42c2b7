/** `clew context --hide`, `--show`, `--pin` and `--unpin`. */
import { formatRanges } from "@clewline/core/log/ranges/lane-ranges.js";
import type { RangesReport, RangeVerb } from "@clewline/engine/commands/change-ranges.js";
import { makeUsageError } from "../program/arguments.js";
import type { Input } from "../program/command.js";
import { readLaneChoice, runWithLog } from "../program/open-log.js";
import { buildCommand } from "../program/rebuild-command.js";
import { printSentence, printSentenceAndCommand } from "../terminal/prose.js";
import { formatCount } from "../terminal/text.js";

export const rangeVerbs: readonly RangeVerb[] = ["hide", "show", "pin", "unpin"];

export async function changeRanges(input: Input): Promise<number> {
  const { screen } = input;
  const [verb = "hide", ...others] = rangeVerbs.filter((each) => input.has(each));
  const other = [...others, ...["at", "message", "from", "text", "all", "clear"].filter((each) => input.has(each))][0];
  if (other !== undefined)
    throw makeUsageError(`--${verb} has no use for --${other}`, "Write one of --hide, --show, --pin and --unpin");
  const range = input.text(verb) ?? "";
  const choice = readLaneChoice(input, input.arguments[0]);
  const report = await runWithLog(input, (clew) => clew.ranges[verb](range, choice));
  if (input.json) screen.data(report);
  else print(input, verb, report);
  return 0;
}

const done: Readonly<Record<RangeVerb, string>> = {
  hide: "no longer shown to the model. The log keeps them, and search and recall find them",
  show: "no longer hidden",
  pin: "shown with every message from now on",
  unpin: "treated as any other again",
};

function print(input: Input, verb: RangeVerb, { hidden, pinned, unshown, changed }: RangesReport): void {
  const { screen } = input;
  if (changed === 0) screen.line("Nothing changed: that is so already.");
  else printSentence(screen, `${formatCount(changed, "entry is", "entries are")} ${done[verb]}.`);
  if (hidden.length > 0) printSentence(screen, `Hidden: ${formatRanges(hidden)}`);
  if (pinned.length > 0) printSentence(screen, `Pinned: ${formatRanges(pinned)}`);
  if (unshown > 0) printSentence(screen, `No room for ${formatCount(unshown, "pinned entry", "pinned entries")}.`);
  printSentenceAndCommand(screen, "What the model gets now:", buildCommand(input, "context"));
}

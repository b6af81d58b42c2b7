/** Tells running gateways over a log to pass every request unchanged, or to send views again. */
import { writeOffFile } from "../../platform/off-switch.js";
import { makeUsageError } from "../program/arguments.js";
import type { Input, Option } from "../program/command.js";
import { findLocation, isInMemory } from "../program/open-log.js";
import { buildCommand } from "../program/rebuild-command.js";
import { printSentence, printSentenceAndCommand } from "../terminal/prose.js";
import { makePrintable } from "../terminal/text.js";

export const turnOptions: readonly Option[] = [
  { name: "off", line: "running gateways over the log pass every request unchanged from now on" },
  { name: "on", line: "they send views again, from each chat's next turn on" },
];

export function isTurn(input: Input): boolean {
  return turnOptions.some(({ name }) => input.has(name));
}

/** `others` are the options of the command that make no sense beside. */
export async function turnGateways(input: Input, others: readonly Option[]): Promise<number> {
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

import { ClewError } from "@clewline/core/errors.js";
import { findNearest } from "@clewline/text/nearest.js";
import type { Screen } from "../terminal/screen.js";
import { makePrintable } from "../terminal/text.js";
import { makeUsageError, readInput } from "./arguments.js";
import { type Command, globalOptions, loadCommand } from "./command.js";
import { commands } from "./commands.js";
import { renderCommandHelp, renderProgramHelp } from "./help.js";

/** Runs the typed command. Returns 0 for success, 1 for a reported failure, 2 for wrong usage. */
export async function runProgram(typed: readonly string[], screen: Screen): Promise<number> {
  try {
    return await dispatch(typed, screen);
  } catch (error) {
    return report(error, screen);
  }
}

async function dispatch(typed: readonly string[], screen: Screen): Promise<number> {
  const at = findCommandPlace(typed);
  const name = at === -1 ? undefined : typed[at];
  if (at === -1 || name === undefined) return runWithoutCommand(typed, screen);
  const listed = commands.find((each) => each.name === name);
  if (listed === undefined) throw makeUnknownCommandError(name);
  const command = await loadCommand(listed);
  const input = readInput(command, typed.toSpliced(at, 1), screen);
  if (input.has("help")) {
    screen.line(renderCommandHelp(command, screen));
    return 0;
  }
  checkCount(command, input.arguments);
  return command.run(input);
}

/** The first word that is neither an option nor the value of one. */
function findCommandPlace(typed: readonly string[]): number {
  const withValue = globalOptions.filter((option) => option.value !== undefined).map((option) => `--${option.name}`);
  return typed.findIndex((word, index) => !word.startsWith("-") && !withValue.includes(typed[index - 1] ?? ""));
}

const topOptions = [{ name: "version", short: "v", line: "the version" }];

async function runWithoutCommand(typed: readonly string[], screen: Screen): Promise<number> {
  const input = readInput({ name: "", options: topOptions }, typed, screen);
  if (input.has("version")) {
    const { readVersion } = await import("@clewline/platform/version.js");
    screen.line(readVersion());
    return 0;
  }
  if (input.has("help")) {
    screen.line(renderProgramHelp(commands, screen));
    return 0;
  }
  const { printStatus } = await import("../read/status.js");
  return printStatus(input);
}

function makeUnknownCommandError(name: string): ClewError {
  const near = findNearest(
    name,
    commands.map((each) => each.name),
  );
  const hint = near === null ? "clew help lists the commands" : `Did you mean clew ${near}? clew help lists all`;
  return makeUsageError(`There is no command ${JSON.stringify(name)}`, hint);
}

function checkCount({ name, usage, most, least = 0, missing }: Command, given: readonly string[]): void {
  const hint = `Write clew ${name} ${usage}`.trimEnd();
  if (given.length < least)
    throw makeUsageError(`clew ${name} needs ${usage}`, missing ?? `${hint}, e.g. as clew ${name} --help shows`);
  const extra = given[most];
  if (extra === undefined) return;
  const quotes = given.length > 1 && most > 0 ? "; put a text with spaces in quotes" : "";
  throw makeUsageError(`clew ${name} has no use for ${JSON.stringify(extra)}`, `${hint}${quotes}`);
}

/** Reports what the user can fix in a sentence; only a fault of Clew itself prints its stack. */
function report(error: unknown, screen: Screen): 1 | 2 {
  if (error instanceof ClewError) {
    screen.aside(`clew: ${makePrintable(error.message)} [${error.code}]`);
    if (error.hint !== undefined) printHint(screen, error.hint);
    return error.code === "cli/usage" || error.code === "config/bad" ? 2 : 1;
  }
  if (isOfSystem(error)) {
    screen.aside(`clew: ${makePrintable(error.message)}`);
    return 1;
  }
  screen.aside("clew: this is a fault in clew itself, please report it with these lines:");
  screen.aside(makePrintable(error instanceof Error ? (error.stack ?? error.message) : String(error)));
  return 1;
}

function printHint(screen: Screen, hint: string): void {
  const [, text = hint, command] = /^(.*:) (clew [^,;]*)$/s.exec(hint) ?? [];
  screen.aside(`clew: ${makePrintable(text)}`, command === undefined ? undefined : makePrintable(command));
}

/** An error of the system, such as a full disk or a file without read permission. */
function isOfSystem(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "errno" in error;
}

import { ClewError } from "@clewline/core/errors.js";
import { findNearest } from "@clewline/text/nearest.js";
import type { Screen } from "../terminal/screen.js";
import { type Command, globalOptions, type Input } from "./command.js";

/** Reads what follows a command. Options may stand anywhere; after `--` everything is an argument. */
export function readInput(command: OptionTable, raw: readonly string[], screen: Screen): Input {
  const table = [...command.options, ...globalOptions];
  const { values, positionals, typed } = parseOptions({ name: command.name, options: table }, raw);
  const text = (option: string) => {
    const value = values[option];
    return typeof value === "string" ? value : undefined;
  };
  return {
    arguments: positionals,
    options: typed,
    screen,
    json: values.json === true,
    has: (option) => values[option] !== undefined,
    text,
    texts: (option) => readTexts(values[option]),
    number: (option, least, most) => parseNumber(option, text(option), least, most),
  };
}

export function makeUsageError(message: string, hint: string): ClewError {
  return new ClewError("cli/usage", message, { hint });
}

function readTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

type OptionTable = Pick<Command, "name" | "options">;
type Values = Readonly<Record<string, unknown>>;

interface ParsedWords {
  readonly values: Values;
  readonly positionals: readonly string[];
  readonly typed: readonly (readonly string[])[];
}

function parseOptions(command: OptionTable, raw: readonly string[]): ParsedWords {
  const options = Object.fromEntries(
    command.options.map((option) => [
      option.name,
      {
        type: option.value === undefined ? ("boolean" as const) : ("string" as const),
        ...(option.short === undefined ? {} : { short: option.short }),
        ...(option.many === undefined ? {} : { multiple: true }),
      },
    ]),
  );
  // An import would load every export of the module, which takes longer than the rest of --help.
  const { parseArgs } = process.getBuiltinModule("node:util");
  const { values, positionals, tokens } = parseArgs({
    args: [...raw],
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const given = tokens.filter((token) => token.kind === "option");
  for (const token of given) checkOption(command, token);
  const typed = given.map(({ name, value }) => [`--${name}`, ...(value === undefined ? [] : [value])]);
  return { values, positionals, typed };
}

interface TypedOption {
  readonly name: string;
  /** As typed, with its dashes. */
  readonly rawName: string;
  readonly value?: string | undefined;
}

function checkOption(command: OptionTable, { name, rawName, value }: TypedOption): void {
  const option = command.options.find((each) => each.name === name);
  const help = command.name === "" ? "clew --help lists them" : `clew ${command.name} --help lists them`;
  if (option === undefined) {
    const near = findNearest(
      name,
      command.options.map((each) => each.name),
    );
    throw makeUsageError(`There is no option ${rawName}`, near === null ? help : `Did you mean --${near}? ${help}`);
  }
  if (option.value !== undefined && (value === undefined || value === "")) {
    throw makeUsageError(`--${option.name} needs a value`, `Write --${option.name} ${option.value}`);
  }
  if (option.value === undefined && value !== undefined) {
    throw makeUsageError(`--${option.name} takes no value`, `Write --${option.name} alone`);
  }
}

function parseNumber(
  option: string,
  text: string | undefined,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d+$/.test(text.replaceAll(/[,_]/g, "")) ? Number(text.replaceAll(/[,_]/g, "")) : Number.NaN;
  if (Number.isSafeInteger(value) && value >= least && value <= most) return value;
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  throw makeUsageError(`--${option} is ${JSON.stringify(text)}`, `Give a whole number ${range}`);
}

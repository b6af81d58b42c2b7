import { nearest } from "../../core/text/nearest.js";
import { glossary } from "../terminal/prose.js";
import type { Screen } from "../terminal/screen.js";
import { snippet } from "../terminal/snippet.js";
import { wrapped } from "../terminal/wrap.js";
import { usageError } from "./arguments.js";
import {
  type Command,
  type CommandDetails,
  globalOptions,
  type ListedCommand,
  loadCommand,
  type Option,
} from "./command.js";

export function helpOver(commands: readonly ListedCommand[]): CommandDetails {
  return {
    example: "clew help why",
    most: 1,
    options: [],
    run: async ({ arguments: [name], screen }) => {
      const listed = commands.find((each) => each.name === name);
      if (name !== undefined && listed === undefined) {
        const near = nearest(
          name,
          commands.map((each) => each.name),
        );
        const hint = near === null ? "clew help lists the commands" : `Did you mean clew help ${near}?`;
        throw usageError(`There is no command ${JSON.stringify(name)}`, hint);
      }
      screen.line(
        listed === undefined ? programHelp(commands, screen) : commandHelp(await loadCommand(listed), screen),
      );
      return 0;
    },
  };
}

export function programHelp(commands: readonly ListedCommand[], screen: Screen): string {
  const rows = commands.map((each) => [`  clew ${`${each.name} ${each.usage}`.trim()}`, each.line] as const);
  return [
    wrapped("clew keeps every message of your agent and shows what the model gets, and why.", screen.columns ?? 80),
    "",
    glossary(screen, rows),
    "",
    title(screen, "Options"),
    optionRows(screen, globalOptions),
    "",
    title(screen, "A log of your own"),
    ...snippet.split("\n").map((line) => (line === "" ? "" : `  ${line}`)),
  ].join("\n");
}

export function commandHelp(command: Command, screen: Screen): string {
  return [
    `clew ${command.name} ${command.usage}`.trimEnd(),
    `  ${command.line}`,
    "",
    title(screen, "Example"),
    `  ${command.example}`,
    "",
    title(screen, "Options"),
    optionRows(screen, [...command.options, ...globalOptions.filter((option) => isHeeded(command, option))]),
  ].join("\n");
}

function isHeeded({ heeds = [] }: Command, { name }: Option): boolean {
  return (name !== "lane" && name !== "window") || heeds.includes(name);
}

function optionRows(screen: Screen, options: readonly Option[]): string {
  return glossary(
    screen,
    options.map(({ name, value, line }) => [`  --${name}${value === undefined ? "" : ` ${value}`}`, line] as const),
  );
}

function title(screen: Screen, text: string): string {
  return screen.paint("bold", text);
}

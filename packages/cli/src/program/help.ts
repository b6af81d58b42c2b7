import { findNearest } from "@clewline/text/nearest.js";
import { renderGlossary } from "../terminal/prose.js";
import type { Screen } from "../terminal/screen.js";
import { wrapText } from "../terminal/screen.js";
import { snippet } from "../terminal/snippet.js";
import { makeUsageError } from "./arguments.js";
import {
  type Command,
  type CommandDetails,
  globalOptions,
  type ListedCommand,
  loadCommand,
  type Option,
} from "./command.js";

export function makeHelpCommand(commands: readonly ListedCommand[]): CommandDetails {
  return {
    example: "clew help why",
    most: 1,
    options: [],
    run: async ({ arguments: [name], screen }) => {
      const listed = commands.find((each) => each.name === name);
      if (name !== undefined && listed === undefined) {
        const near = findNearest(
          name,
          commands.map((each) => each.name),
        );
        const hint = near === null ? "clew help lists the commands" : `Did you mean clew help ${near}?`;
        throw makeUsageError(`There is no command ${JSON.stringify(name)}`, hint);
      }
      screen.line(
        listed === undefined
          ? renderProgramHelp(commands, screen)
          : renderCommandHelp(await loadCommand(listed), screen),
      );
      return 0;
    },
  };
}

export function renderProgramHelp(commands: readonly ListedCommand[], screen: Screen): string {
  const rows = commands.map((each) => [`  clew ${`${each.name} ${each.usage}`.trim()}`, each.line] as const);
  return [
    wrapText("clew keeps every message of your agent and shows what the model gets, and why.", screen.columns ?? 80),
    "",
    renderGlossary(screen, rows),
    "",
    paintTitle(screen, "Options"),
    renderOptions(screen, globalOptions),
    "",
    paintTitle(screen, "A log of your own"),
    ...snippet.split("\n").map((line) => (line === "" ? "" : `  ${line}`)),
  ].join("\n");
}

export function renderCommandHelp(command: Command, screen: Screen): string {
  return [
    `clew ${command.name} ${command.usage}`.trimEnd(),
    `  ${command.line}`,
    "",
    ...renderVerbs(command, screen),
    paintTitle(screen, "Example"),
    `  ${command.example}`,
    "",
    paintTitle(screen, "Options"),
    renderOptions(screen, [...command.options, ...globalOptions.filter((option) => isHeeded(command, option))]),
  ].join("\n");
}

function renderVerbs({ name, verbs = [] }: Command, screen: Screen): readonly string[] {
  if (verbs.length === 0) return [];
  const rows = verbs.map(([usage, line]) => [`  clew ${name} ${usage}`, line] as const);
  return [paintTitle(screen, "Verbs"), renderGlossary(screen, rows), ""];
}

function isHeeded({ heeds = [] }: Command, { name }: Option): boolean {
  return (name !== "lane" && name !== "window") || heeds.includes(name);
}

function renderOptions(screen: Screen, options: readonly Option[]): string {
  return renderGlossary(
    screen,
    options.map(({ name, value, line }) => [`  --${name}${value === undefined ? "" : ` ${value}`}`, line] as const),
  );
}

function paintTitle(screen: Screen, text: string): string {
  return screen.paint("bold", text);
}

import { quoteShellWord } from "../../core/text/shell-word.js";
import type { Input } from "./command.js";

/** The typed command with more options, for the line that says how to see the rest. */
export function rebuildCommand(name: string, input: Input, ...more: readonly string[]): string {
  return ["clew", name, ...input.arguments.map(quoteShellWord), ...listTypedOptions(input, optionsAgain), ...more].join(
    " ",
  );
}

/** Another command about the same log. */
export function buildCommand(input: Input, name: string, ...words: readonly string[]): string {
  return ["clew", name, ...words.map(quoteShellWord), ...listTypedOptions(input, ["store", "config"])].join(" ");
}

const optionsAgain = ["store", "config", "session", "lane", "at"];

function listTypedOptions(input: Input, options: readonly string[]): readonly string[] {
  return options.flatMap((option) => {
    const value = input.text(option);
    return value === undefined ? [] : [`--${option}`, quoteShellWord(value)];
  });
}

/** Commands to type next: they look into the log that was named. */

import { shellWord } from "../terminal/shell-word.js";
import type { Input } from "./command.js";

/** What was typed, with more options: for the line that says how to see the rest. */
export function again(name: string, input: Input, ...more: readonly string[]): string {
  return ["clew", name, ...input.arguments.map(shellWord), ...typed(input, optionsAgain), ...more].join(" ");
}

/** Another command about the same log. */
export function next(input: Input, name: string, ...words: readonly string[]): string {
  return ["clew", name, ...words.map(shellWord), ...typed(input, ["store", "config"])].join(" ");
}

const optionsAgain = ["store", "config", "session", "lane", "at"];

function typed(input: Input, options: readonly string[]): readonly string[] {
  return options.flatMap((option) => {
    const value = input.text(option);
    return value === undefined ? [] : [`--${option}`, shellWord(value)];
  });
}

import type { Input } from "./command.js";
import { shellWord } from "./shell-word.js";

/** What was typed, with more options: for the line that says how to see the rest. */
export function again(name: string, input: Input, ...more: readonly string[]): string {
  const options = ["store", "session", "lane", "at"].flatMap((option) => {
    const value = input.text(option);
    return value === undefined ? [] : [`--${option}`, shellWord(value)];
  });
  return ["clew", name, ...input.arguments.map(shellWord), ...options, ...more].join(" ");
}

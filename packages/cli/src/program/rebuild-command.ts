import { quoteShellWord } from "@clewline/text/shell-word.js";
import type { Input } from "./command.js";

/** The typed command with more options, for the line that says how to see the rest. */
export function rebuildCommand(name: string, input: Input, ...more: readonly string[]): string {
  const again = input.options.filter(([option = ""]) => !more.includes(option));
  return ["clew", name, ...[...input.arguments, ...again.flat()].map(quoteShellWord), ...more].join(" ");
}

/** Another command about the same log. */
export function buildCommand(input: Input, name: string, ...words: readonly string[]): string {
  const same = input.options.filter(([option = ""]) => option === "--store" || option === "--config");
  return ["clew", name, ...[...words, ...same.flat()].map(quoteShellWord)].join(" ");
}

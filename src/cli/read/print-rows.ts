import type { Input } from "../program/command.js";
import { rebuildCommand } from "../program/rebuild-command.js";
import { printSentenceAndCommand } from "../terminal/prose.js";
import { formatKeyedRows, formatNumber } from "../terminal/text.js";

type Rows = Parameters<typeof formatKeyedRows>[1];

/** Prints a table of a command with its head in bold, and how to see the rows that it leaves out. */
export function printRows(input: Input, command: string, rows: Rows, hidden: number): void {
  const { screen } = input;
  const numbers = (rows[0] ?? []).flatMap((title, index) => (isCount(title) ? [index] : []));
  const [head = "", ...lines] = formatKeyedRows(screen.columns, rows, numbers);
  screen.line(screen.paint("bold", head));
  for (const line of lines) screen.line(line);
  if (hidden === 0) return;
  printSentenceAndCommand(screen, `and ${formatNumber(hidden)} more:`, rebuildCommand(command, input, "--all"));
}

function isCount(title: string): boolean {
  return title === "entries" || title === "lanes" || title === "compacted";
}

import type { Input } from "../program/command.js";
import { rebuildCommand } from "../program/rebuild-command.js";
import { printSentenceAndCommand } from "../terminal/prose.js";
import type { Screen } from "../terminal/screen.js";
import { fitLine, formatKeyedRows, formatNumber, measureColumns, placeLeft } from "../terminal/text.js";

type Rows = Parameters<typeof formatKeyedRows>[1];

/** A narrower text says too little: it goes below its row. */
const leastBeside = 24;

interface Rest {
  /** How many rows are left out. */
  readonly hidden: number;
  /** A title, and a text for each row, which is cut to the room beside the row. */
  readonly texts?: readonly string[];
}

/** Prints a table of a command with its head in bold, and how to see the rows that it leaves out. */
export function printRows(input: Input, command: string, rows: Rows, { hidden, texts = [] }: Rest): void {
  const { screen } = input;
  const numbers = (rows[0] ?? []).flatMap((title, index) => (isCount(title) ? [index] : []));
  const [head = "", ...lines] = addTexts(screen, formatKeyedRows(screen.columns, rows, numbers), texts);
  screen.line(screen.paint("bold", head));
  for (const line of lines) screen.line(line);
  if (hidden === 0) return;
  printSentenceAndCommand(screen, `and ${formatNumber(hidden)} more:`, rebuildCommand(command, input, "--all"));
}

function addTexts(screen: Screen, lines: readonly string[], texts: readonly string[]): readonly string[] {
  const { columns } = screen;
  const width = Math.max(...lines.map(measureColumns));
  const room = columns === null ? null : columns - width - 2;
  const isBeside = room === null || room >= leastBeside;
  return lines.flatMap((line, index) => {
    const text = texts[index] ?? "";
    if (text === "") return [line];
    if (isBeside) return [`${placeLeft(line, width)}  ${fitLine(text, room)}`];
    return index === 0
      ? [line]
      : [line, screen.paint("dim", `  ${fitLine(text, columns === null ? null : columns - 2)}`)];
  });
}

function isCount(title: string): boolean {
  return title === "entries" || title === "lanes" || title === "compacted";
}

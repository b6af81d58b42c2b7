import { type Screen, withCommand } from "./screen.js";
import { left, widthOf } from "./text.js";
import { wrapped } from "./wrap.js";

/** For sentences in a pipe, where a list's lines are as long as they are. */
const pipeColumns = 80;
const leastRoom = 24;

export function sentence(screen: Screen, text: string, indent = 0): void {
  screen.line(wrapped(text, screen.columns ?? pipeColumns, indent));
}

/** A sentence that ends in a command. */
export function sentenceWith(screen: Screen, text: string, command: string, indent = 0): void {
  screen.line(withCommand(text, command, screen.columns ?? pipeColumns, indent));
}

/** Names with a sentence each, all sentences in one column, or below the names where that would be too narrow. */
export function glossary(screen: Screen, rows: readonly (readonly [name: string, sentence: string])[]): string {
  const columns = screen.columns ?? pipeColumns;
  const names = Math.max(...rows.map(([name]) => widthOf(name))) + 2;
  const narrow = columns - names < leastRoom;
  const lines = rows.map(([name, text]) =>
    narrow ? `${name}\n${wrapped(`      ${text}`, columns, 6)}` : wrapped(left(name, names) + text, columns, names),
  );
  return lines.join("\n");
}

import { appendCommand, type Screen, wrapText } from "./screen.js";
import { measureColumns, placeLeft } from "./text.js";

/** Width of sentences in a pipe, where lists are not wrapped. */
const pipeColumns = 80;
const leastRoom = 24;

export function printSentence(screen: Screen, text: string, indent = 0): void {
  screen.line(wrapText(text, screen.columns ?? pipeColumns, indent));
}

export function printSentenceAndCommand(screen: Screen, text: string, command: string, indent = 0): void {
  screen.line(appendCommand(text, command, screen.columns ?? pipeColumns, indent));
}

/** Names with a sentence each, the sentences in one column, or below the names where that is too narrow. */
export function renderGlossary(screen: Screen, rows: readonly (readonly [name: string, sentence: string])[]): string {
  const columns = screen.columns ?? pipeColumns;
  const names = Math.max(...rows.map(([name]) => measureColumns(name))) + 2;
  const narrow = columns - names < leastRoom;
  const lines = rows.map(([name, text]) =>
    narrow
      ? `${name}\n${wrapText(`      ${text}`, columns, 6)}`
      : wrapText(placeLeft(name, names) + text, columns, names),
  );
  return lines.join("\n");
}

/** Wraps sentences for a narrow terminal: between words, never inside a path, a pointer or a command's word. */
import { defer } from "../../core/text/defer.js";
import { measureColumns } from "./text.js";

const escapeSign = "\u001b";
const paint = defer(() => new RegExp(`${escapeSign}\\[\\d+m`, "g"));

/** Lines of at most `columns`; those after the first begin with `indent` spaces. */
export function wrapText(text: string, columns: number, indent = 0): string {
  return text
    .split("\n")
    .map((line) => wrapLine(line, columns, indent))
    .join("\n");
}

function wrapLine(line: string, columns: number, indent: number): string {
  let result = "";
  let width = 0;
  for (const word of line.match(/\s*\S+/g) ?? []) {
    const bare = word.trimStart();
    const [wide, wideBare] = [measureVisible(word), measureVisible(bare)];
    // A word that fits on no line stays where it is: the terminal breaks it, and it can be copied whole.
    if (width > 0 && width + wide > columns && indent + wideBare <= columns) {
      result += `\n${" ".repeat(indent)}${bare}`;
      width = indent + wideBare;
    } else {
      result += word;
      width = width + wide > columns ? (width + wide) % columns : width + wide;
    }
  }
  return result;
}

function measureVisible(text: string): number {
  return measureColumns(text.includes(escapeSign) ? text.replaceAll(paint(), "") : text);
}

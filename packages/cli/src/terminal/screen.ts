import { once } from "node:events";
import { defer } from "@clewline/text/defer.js";
import { measureColumns } from "./text.js";

/** Wraps sentences for a narrow terminal: between words, never inside a path, a pointer or a command's word. */
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

/** Characters that a terminal acts on, though JSON allows them in a string. */
const live = /[\u007f-\u009f\p{Bidi_Control}\u2028\u2029]/gu;

/** Equivalent JSON that is safe to print. */
function formatJsonLine(value: unknown): string {
  return escapeJsonText(JSON.stringify(value));
}

export function escapeJsonText(json: string): string {
  return json.replace(live, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  cyan: [36, 39],
} as const;

export type Style = keyof typeof codes;

/** Where a command writes, and what that place can show. */
export interface Screen {
  /** Characters in a line, also after the window changed its size; null in a pipe, where lines are never cut. */
  readonly columns: number | null;
  /** In which times are told: the machine's, unless clew.toml names another. */
  readonly zone: string;
  tellTimesIn(zone: string): void;
  /** One or more lines of the result. */
  line(text?: string): void;
  /** The result as data: one line of JSON. */
  data(value: unknown): void;
  /** Bytes of the result, unchanged. Resolves when the reader has room for more. */
  bytes(text: string | Uint8Array): Promise<void>;
  /** Writes beside the result: failures and remarks, wrapped in a terminal, except for a command at the end. */
  aside(text: string, command?: string): void;
  /** Colours the text if the output is a terminal that wants it. */
  paint(style: Style, text: string): string;
  /** A line beside the result that is redrawn in place; null without a terminal. */
  readonly live: Live | null;
}

interface Live {
  readonly columns: number;
  draw(text: string): void;
  clear(): void;
}

/** `remarks` is called only when there is a remark to write. */
export function makeScreen(out: NodeJS.WriteStream, remarks: () => NodeJS.WriteStream, env: NodeJS.ProcessEnv): Screen {
  const color = out.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb";
  const live = defer(() => (remarks().isTTY === true && env.TERM !== "dumb" ? makeLiveLine(remarks()) : null));
  let zone: string | null = null;
  return {
    get columns() {
      return out.isTTY === true ? readColumns(out) : null;
    },
    get zone() {
      zone ??= Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC";
      return zone;
    },
    tellTimesIn: (named) => {
      zone = named;
    },
    line: (text = "") => {
      out.write(`${text}\n`);
    },
    data: (value) => {
      out.write(`${formatJsonLine(value)}\n`);
    },
    bytes: async (text) => {
      if (!out.write(text)) await once(out, "drain");
    },
    aside: (text, command) => {
      const place = remarks();
      const width = place.isTTY === true ? readColumns(place) : Number.POSITIVE_INFINITY;
      place.write(`${appendCommand(text, command, width, text.startsWith("clew: ") ? 6 : 0)}\n`);
    },
    paint: (style, text) => {
      const [on, off] = codes[style];
      return color && text !== "" ? `\u001b[${on}m${text}\u001b[${off}m` : text;
    },
    get live() {
      return live();
    },
  };
}

/** Some terminals say 0 for what they don't know, such as those without a window. */
function readColumns({ columns }: NodeJS.WriteStream): number {
  return columns === undefined || columns < 1 ? 80 : columns;
}

/** Puts a command that does not fit behind its sentence on its own line, where it can be copied. */
export function appendCommand(text: string, command: string | undefined, width: number, indent: number): string {
  if (command === undefined) return wrapText(text, width, indent);
  const together = `${text} ${command}`;
  return measureColumns(together) <= width
    ? together
    : `${wrapText(text, width, indent)}\n${" ".repeat(indent + 2)}${command}`;
}

function makeLiveLine(stream: NodeJS.WriteStream): Live {
  const begin = "\r\u001b[K";
  return {
    // Leaves the last column free: some terminals wrap after it.
    get columns() {
      return readColumns(stream) - 1;
    },
    draw: (text) => {
      stream.write(begin + text);
    },
    clear: () => {
      stream.write(begin);
    },
  };
}

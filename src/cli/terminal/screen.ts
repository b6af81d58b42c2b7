import { once } from "node:events";
import { defer } from "../../core/text/defer.js";
import { formatJsonLine } from "./json-line.js";
import { measureColumns } from "./text.js";
import { wrapText } from "./wrap.js";

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

/** Where a command writes to, and what that place can show. */
export interface Screen {
  /** Characters in a line; null in a pipe, where lines are never cut. */
  readonly columns: number | null;
  /** One line, or several, of the result. */
  line(text?: string): void;
  /** The result as data: one line of JSON. */
  data(value: unknown): void;
  /** Bytes of the result, as they are; done when the reader has room for more. */
  bytes(text: string): Promise<void>;
  /** Beside the result: failures and remarks, broken between words in a terminal; a command at the end never is. */
  aside(text: string, command?: string): void;
  /** The text in colour where that is wanted. */
  paint(style: Style, text: string): string;
  /** A line beside the result that is drawn anew in place; null where there is no terminal for it. */
  readonly live: Live | null;
}

interface Live {
  readonly columns: number;
  draw(text: string): void;
  /** Takes the line away. */
  clear(): void;
}

/** The place for remarks is asked for when there is one. */
export function makeScreen(out: NodeJS.WriteStream, remarks: () => NodeJS.WriteStream, env: NodeJS.ProcessEnv): Screen {
  const color = out.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb";
  const live = defer(() => (remarks().isTTY === true && env.TERM !== "dumb" ? makeLiveLine(remarks()) : null));
  return {
    columns: out.isTTY === true ? (out.columns ?? 80) : null,
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
      const width = place.isTTY === true ? (place.columns ?? 80) : Number.POSITIVE_INFINITY;
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

/** A command is there to be copied: on a line of its own where it does not fit behind its sentence. */
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
    // The last column stays free: some terminals go to the next line after it.
    columns: (stream.columns ?? 80) - 1,
    draw: (text) => {
      stream.write(begin + text);
    },
    clear: () => {
      stream.write(begin);
    },
  };
}

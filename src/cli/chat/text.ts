import { isObject } from "../../core/text/json.js";
import { oneLine, printable } from "../terminal/text.js";
import type { ChatEvent } from "./event.js";

/** Streamed text made safe for a terminal. What a piece may have cut in two, a line's end or a letter, waits for the next. */
export function safePieces(): { next(piece: string): string; rest(): string } {
  let held = "";
  return {
    next(piece) {
      const text = held + piece;
      held = /[\r\ud800-\udbff]$/.exec(text)?.[0] ?? "";
      return printable(text.slice(0, text.length - held.length));
    },
    rest() {
      const text = printable(held);
      held = "";
      return text;
    },
  };
}

const longestInput = 100;

/** `· recall clew:e0123456789`: the tool, and the first words that it was given. */
export function toolLine(
  { tool, input, state, error }: Extract<ChatEvent, { type: "tool" }>,
  columns: number | null,
): string {
  if (state === "failed") return oneLine(`· ${tool} failed: ${error ?? "no reason was given"}`, columns);
  return oneLine(`· ${tool} ${oneLine(wordsIn(input), longestInput)}`, columns);
}

function wordsIn(input: unknown): string {
  if (!isObject(input)) return typeof input === "string" ? input : "";
  const words = Object.values(input).find((value) => typeof value === "string" || typeof value === "number");
  return words === undefined ? "" : String(words);
}

export const stoppedText = "Stopped. The message is kept, the answer is not.";

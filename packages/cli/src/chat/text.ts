import { isObject } from "@clewline/text/json.js";
import { fitLine, makePrintable } from "../terminal/text.js";
import type { ChatEvent } from "./event.js";

/**
 * Makes streamed text safe for a terminal. A line's end or a letter that may be cut in two waits for the next piece.
 */
export function makePieceCleaner(): { next(piece: string): string; rest(): string } {
  let held = "";
  return {
    next(piece) {
      const text = held + piece;
      held = /[\r\ud800-\udbff]$/.exec(text)?.[0] ?? "";
      return makePrintable(text.slice(0, text.length - held.length));
    },
    rest() {
      const text = makePrintable(held);
      held = "";
      return text;
    },
  };
}

const longestInput = 100;

/** As `· recall clew:e0123456789`: the tool, and the first words of its input. */
export function renderToolLine(
  { tool, input, state, error }: Extract<ChatEvent, { type: "tool" }>,
  columns: number | null,
): string {
  if (state === "failed") return fitLine(`· ${tool} failed: ${error ?? "no reason was given"}`, columns);
  return fitLine(`· ${tool} ${fitLine(pickInputWords(input), longestInput)}`, columns);
}

function pickInputWords(input: unknown): string {
  if (!isObject(input)) return typeof input === "string" ? input : "";
  const words = Object.values(input).find((value) => typeof value === "string" || typeof value === "number");
  return words === undefined ? "" : String(words);
}

export const stoppedText = "Stopped. The message is kept, the answer is not.";

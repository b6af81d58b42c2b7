import { isStreamed, keepTail, renderTerminalText } from "@clewline/text/terminal/terminal-text.js";
import type { CallOutput, Entry, Part, Text } from "../../log/entry.js";
import type { Renderer } from "../renderer.js";

/** Shows a tool's streamed output as a terminal would leave it. Entries without control characters stay unchanged. */
export function shapeStream({ whole }: Pick<Renderer, "whole">, entry: Entry, bytes: number): Entry {
  return bytes === Number.POSITIVE_INFINITY ? entry : shapeEntry(entry, (text) => shapeText(whole, text, bytes));
}

/** Keeps the last bytes of any other long output of a tool. */
export function capStream({ whole }: Pick<Renderer, "whole">, entry: Entry, bytes: number): Entry {
  return shapeEntry(entry, (text) => {
    const all = whole(text);
    if (all === null) return text;
    const tail = keepTail(all, bytes);
    return tail === all ? text : tail;
  });
}

function shapeEntry(entry: Entry, shape: Shape): Entry {
  if (entry.kind !== "returned") return entry;
  const output = shapeOutput(entry.output, shape);
  return output === entry.output ? entry : { ...entry, output };
}

type Shape = (text: Text) => Text;

function shapeOutput(output: CallOutput, shape: Shape): CallOutput {
  switch (output.kind) {
    case "text":
    case "error-text": {
      const text = shape(output.text);
      return text === output.text ? output : { ...output, text };
    }
    case "content": {
      const parts = output.parts.map((part) => shapePart(part, shape));
      return parts.every((part, index) => part === output.parts[index]) ? output : { ...output, parts };
    }
    case "json":
    case "error-json":
    case "denied":
      return output;
    default:
      return output satisfies never;
  }
}

function shapePart(part: Part, shape: Shape): Part {
  if (part.kind === "file") return part;
  const text = shape(part.text);
  return text === part.text ? part : { ...part, text };
}

function shapeText(wholeOf: Renderer["whole"], text: Text, bytes: number): Text {
  const whole = wholeOf(text);
  if (whole !== null) return isStreamed(whole) ? keepTail(renderTerminalText(whole), bytes) : text;
  if (typeof text === "string" || !isStreamed(text.head + text.tail)) return text;
  return { ...text, head: renderTerminalText(text.head), tail: renderTerminalText(text.tail) };
}

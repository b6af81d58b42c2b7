import type { Entry, Output, Part, Text } from "../entry.js";
import type { Scribe } from "../scribe.js";
import { asTerminal, isStreamed, keptTail } from "../terminal-text.js";

/** A tool's streamed output as a terminal would leave it. The log keeps every frame; an entry without any comes back as it is. */
export function shaped(scribe: Scribe, entry: Entry): Entry {
  if (entry.kind !== "returned" || scribe.policy.streamBytes === Number.POSITIVE_INFINITY) return entry;
  const output = shapedOutput(scribe, entry.output);
  return output === entry.output ? entry : { ...entry, output };
}

function shapedOutput(scribe: Scribe, output: Output): Output {
  switch (output.kind) {
    case "text":
    case "error-text": {
      const text = shapedText(scribe, output.text);
      return text === output.text ? output : { ...output, text };
    }
    case "content": {
      const parts = output.parts.map((part) => shapedPart(scribe, part));
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

function shapedPart(scribe: Scribe, part: Part): Part {
  if (part.kind === "file") return part;
  const text = shapedText(scribe, part.text);
  return text === part.text ? part : { ...part, text };
}

function shapedText(scribe: Scribe, text: Text): Text {
  const whole = scribe.whole(text);
  const render = (frames: string) => keptTail(asTerminal(frames), scribe.policy.streamBytes);
  if (whole !== null) return isStreamed(whole) ? render(whole) : text;
  if (typeof text === "string" || !isStreamed(text.head + text.tail)) return text;
  return { ...text, head: asTerminal(text.head), tail: asTerminal(text.tail) };
}

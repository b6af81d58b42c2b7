import type { CallOutput, Entry, Part, Text } from "@clewline/core/log/entry.js";
import type { GeneratedLane } from "@clewline/store-kit/log-build.js";
import { condensedBy } from "@clewline/text/condense/condense-text.js";
import { encodeCanonicalJson } from "@clewline/text/json.js";

/** The lane with lists and alike lines in the place of every other result that has one text, as they are when they come in. */
export function condenseSome(lane: GeneratedLane): GeneratedLane {
  return { ...lane, entries: lane.entries.map((entry) => (entry.seq % 2 === 0 ? condense(entry) : entry)) };
}

function condense(entry: Entry): Entry {
  if (entry.kind !== "returned") return entry;
  const output = repeatOutput(entry.output);
  return output === entry.output ? entry : { ...entry, output, condensed: condensedBy };
}

function repeatOutput(output: CallOutput): CallOutput {
  switch (output.kind) {
    case "text":
      return { kind: "text", text: repeatText(output.text, writeLines) };
    case "json":
      return { kind: "json", text: repeatText(output.text, writeRows) };
    case "content": {
      const [part] = output.parts;
      if (output.parts.length !== 1 || part?.kind !== "text" || part.meta !== undefined) return output;
      const parts: readonly Part[] = [{ ...part, text: repeatText(part.text, writeRows) }];
      return { kind: "content", parts };
    }
    default:
      return output;
  }
}

function repeatText(text: Text, write: (words: string) => string): Text {
  return typeof text === "string" ? write(text.slice(0, 60).replaceAll(/[\uD800-\uDFFF]/g, "")) : text;
}

const count = 12;

function writeRows(words: string): string {
  const rows = Array.from({ length: count }, (_, place) => ({ id: 1_000 + place, state: "open", words, total: place }));
  return encodeCanonicalJson({ rows, words });
}

function writeLines(words: string): string {
  return Array.from({ length: count }, (_, place) => `  item-${place} of the shelf says ${words}`).join("\n");
}

import type { FileContent, ResultOutput, TextContent } from "@clewline/core/view/request.js";
import { encodeCanonicalJson } from "@clewline/text/json.js";

type OutputParts = Extract<ResultOutput, { type: "content" }>["value"];

/** Reads a result: a text, or parts if it has files. */
export function readResult(output: ResultOutput): string | OutputParts {
  switch (output.type) {
    case "text":
    case "error-text":
      return output.value;
    case "json":
    case "error-json":
      return typeof output.value === "string" ? output.value : encodeCanonicalJson(output.value);
    case "execution-denied":
      return output.reason;
    case "content":
      return output.value;
    default:
      return output satisfies never;
  }
}

/** As parts where the client wrote parts and files are among them, each in the form of its wire; else a text alone. */
export function writeResult<Part>(
  output: ResultOutput,
  own: unknown,
  writePart: (part: TextContent | FileContent) => Part,
): string | readonly Part[] {
  const read = readResult(output);
  if (typeof read === "string" || !Array.isArray(own) || read.every(({ type }) => type === "text")) {
    return readResultText(output);
  }
  return read.map((part) => writePart(part.type === "text" ? part : { ...part, type: "file" }));
}

/** The same as a text alone, for what takes no files. */
export function readResultText(output: ResultOutput): string {
  const read = readResult(output);
  if (typeof read === "string") return read;
  return read.map((part) => (part.type === "text" ? part.text : `[${part.mediaType}]`)).join("\n");
}

export function isFailed({ type }: ResultOutput): boolean {
  return /^error-|denied$/.test(type);
}

import type { Part } from "@clewline/core/log/entry.js";
import type { Content, ModelRequest, ResultOutput } from "@clewline/core/view/request.js";
import type { Snapshot } from "@clewline/core/view/snapshot.js";
import { type Calibration, countTokens } from "@clewline/text/tokens/count-tokens.js";
import { parseFence } from "../fence-parser.js";
import { sortedJson } from "./request-reading.js";

const perMessage = 4;
const perRequest = 3;
const perCall = 8;

/** The tokens of a request from its bytes alone; only a file's figure has to come from the log. */
export function recount(request: ModelRequest, snapshot: Snapshot, calibration: Calibration): number {
  const count = (text: string) => countTokens(text, calibration);
  const files = fileFigures(snapshot);
  const tools = request.tools.map((tool) => count(sortedJson(tool)) + perRequest);
  const system = request.system.map((part) => count(part.text));
  const contents = request.messages.flatMap((message) =>
    message.content.map((content) => contentTokens(content, count, files)),
  );
  return sum([...tools, ...system, ...contents]) + request.messages.length * perMessage + perRequest;
}

type Count = (text: string) => number;

function contentTokens(content: Content, count: Count, files: Map<string, number[]>): number {
  const options = "providerOptions" in content ? count(sortedJson(content.providerOptions)) : 0;
  switch (content.type) {
    case "text":
    case "reasoning":
      return count(content.text) + options;
    case "file":
      // The same bytes may stand in the log with several figures; each place uses one of them up.
      return (
        files.get(`${parseFence(content.mediaType).join("")} ${content.data}`)?.shift() ?? Number.POSITIVE_INFINITY
      );
    case "tool-call":
      return (
        count(
          "providerOptions" in content
            ? sortedJson([content.input, content.providerOptions])
            : sortedJson(content.input),
        ) +
        count(content.toolName) +
        perCall
      );
    case "tool-result":
      return outputTokens(content.output, count) + count(content.toolName) + perCall + options;
    case "tool-approval-request":
      return perCall;
    case "tool-approval-response":
      return perCall + count(content.reason ?? "");
    default:
      return content satisfies never;
  }
}

function outputTokens(output: ResultOutput, count: Count): number {
  switch (output.type) {
    case "text":
    case "error-text":
      return count(output.value);
    case "json":
    case "error-json":
      return count(typeof output.value === "string" ? output.value : sortedJson(output.value));
    case "execution-denied":
      return count(output.reason);
    case "content": {
      const texts = output.value.filter((part) => part.type === "text");
      return count(sortedJson(texts)) + (output.value.length - texts.length) * 1_600;
    }
    default:
      return output satisfies never;
  }
}

/** The figures that the log has for a file, smallest first: the recount is a lower bound where they differ. */
function fileFigures(snapshot: Snapshot): Map<string, number[]> {
  const figures = new Map<string, number[]>();
  for (const entry of snapshot.entries) {
    if (entry.kind !== "said" && entry.kind !== "revised") continue;
    for (const part of entry.parts) {
      const key = fileKey(part, snapshot);
      if (key === null || part.kind !== "file") continue;
      figures.set(
        key,
        [...(figures.get(key) ?? []), part.tokens].sort((a, b) => a - b),
      );
    }
  }
  return figures;
}

function fileKey(part: Part, snapshot: Snapshot): string | null {
  if (part.kind !== "file") return null;
  const data = part.source.kind === "url" ? part.source.url : snapshot.blobs.get(part.source.blob);
  return data === undefined ? null : `${part.mediaType} ${data}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

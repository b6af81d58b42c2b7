/** Writes a view's own content as blocks of Anthropic's Messages API. */

import type { Content, FileContent, ResultOutput } from "@clewline/core/view/request.js";
import { encodeCanonicalJson } from "@clewline/text/json.js";
import { isFailed, readResult } from "../list/result-output.js";
import type { JsonObject } from "../wire/wire.js";
import { readPart } from "./blocks.js";

export function writeBlocks(contents: readonly Content[]): readonly JsonObject[] {
  return contents.flatMap(writeBlock);
}

/** Unchanged content stays the client's own block; calls and results keep their other fields. */
export function reduceBlocks(blocks: readonly JsonObject[], contents: readonly Content[]): readonly JsonObject[] {
  if (blocks.length !== contents.length) return writeBlocks(contents);
  return contents.flatMap((content, place) => reduceBlock(blocks[place] ?? {}, content));
}

function reduceBlock(block: JsonObject, content: Content): readonly JsonObject[] {
  if (content.type === "tool-call") return [{ ...block, input: content.input }];
  if (content.type === "tool-result" && block.type === "tool_result") {
    return [{ ...block, content: writeOutput(content.output) }];
  }
  if (content.type === "tool-result" && isHostedResult(block)) {
    const written = writeOutput(content.output);
    return [{ type: "text", text: typeof written === "string" ? written : encodeCanonicalJson(written) }];
  }
  const part = readPart(block);
  if (content.type === "file" && part.kind === "file") return [block];
  const isSame = "text" in content && "text" in part && content.type === part.kind && content.text === part.text;
  if (isSame) return [block];
  return content.type === "text" && block.type === "text" ? [{ ...block, text: content.text }] : writeBlocks([content]);
}

/** Whether the block is the result of a tool that the provider ran itself. */
export function isHostedResult({ type }: JsonObject): boolean {
  return type !== "tool_result" && /_tool_result$/.test(String(type));
}

function writeBlock(content: Content): readonly JsonObject[] {
  switch (content.type) {
    case "text":
      return [{ type: "text", text: content.text }];
    // Without its signature no server takes it back.
    case "reasoning":
    case "tool-approval-request":
    case "tool-approval-response":
      return [];
    case "file":
      return [writeFile(content)];
    case "tool-call":
      return [{ type: "tool_use", id: content.toolCallId, name: content.toolName, input: content.input }];
    case "tool-result": {
      const failed = isFailed(content.output) ? { is_error: true } : {};
      const written = writeOutput(content.output);
      return [{ type: "tool_result", tool_use_id: content.toolCallId, content: written, ...failed }];
    }
    default:
      return content satisfies never;
  }
}

function writeOutput(output: ResultOutput): unknown {
  const read = readResult(output);
  if (typeof read === "string") return read;
  return read.map((part) =>
    part.type === "text" ? { type: "text", text: part.text } : writeFile({ ...part, type: "file" }),
  );
}

function writeFile({ mediaType, data }: FileContent): JsonObject {
  const source = /^https?:/i.test(data) ? { type: "url", url: data } : { type: "base64", media_type: mediaType, data };
  return { type: mediaType.startsWith("image/") ? "image" : "document", source };
}

/** Writes a view's own content as blocks of Chat Completions. */

import type { Content, FileContent, TextContent } from "@clewline/core/view/request.js";
import { encodeCanonicalJson, isObject } from "@clewline/text/json.js";
import { readOpenaiPart } from "../wire/openai-parts.js";
import type { JsonObject } from "../wire/wire.js";
import type { ChatBlock, ReasoningField } from "./blocks.js";

/** `reasoning` is the field in which the client sends reasoning back; null leaves reasoning out. */
export function writeChatBlocks(
  contents: readonly Content[],
  reasoning: ReasoningField | null = null,
): readonly ChatBlock[] {
  return contents.flatMap((content) =>
    content.type === "reasoning" && reasoning !== null
      ? [{ field: reasoning, text: content.text }]
      : writeBlock(content),
  );
}

/** Unchanged content stays the client's own block; calls keep their other fields. */
export function reduceChatBlocks(blocks: readonly ChatBlock[], contents: readonly Content[]): readonly ChatBlock[] {
  if (blocks.length !== contents.length) return writeChatBlocks(contents);
  return contents.flatMap((content, place) => {
    const block = blocks[place];
    return block === undefined ? writeBlock(content) : reduceBlock(block, content);
  });
}

function reduceBlock(block: ChatBlock, content: Content): readonly ChatBlock[] {
  if (block.field === "tool_calls" && content.type === "tool-call") {
    return [{ field: "tool_calls", call: reduceCall(block.call, content.input) }];
  }
  // Reasoning is the model's as it is, or not there.
  if ("text" in block && block.field !== "refusal" && content.type === "reasoning") return [block];
  if (block.field !== "content") return writeBlock(content);
  const part = readOpenaiPart(block.part);
  if (content.type === "file" && part.kind === "file") return [block];
  if (content.type !== "text") return writeBlock(content);
  if (part.kind === "text" && part.text === content.text) return [block];
  const isText = block.part.type === "text";
  return isText ? [{ field: "content", part: { ...block.part, text: content.text } }] : writeBlock(content);
}

function reduceCall(call: JsonObject, input: unknown): JsonObject {
  const text = typeof input === "string" ? input : encodeCanonicalJson(input);
  if (isObject(call.custom)) return { ...call, custom: { ...call.custom, input: text } };
  return { ...call, function: { ...(isObject(call.function) ? call.function : {}), arguments: text } };
}

function writeBlock(content: Content): readonly ChatBlock[] {
  switch (content.type) {
    case "text":
    case "file":
      return [{ field: "content", part: writeChatPart(content) }];
    case "tool-call": {
      const { toolCallId: id, toolName: name, input } = content;
      return [
        {
          field: "tool_calls",
          call: { id, type: "function", function: { name, arguments: encodeCanonicalJson(input) } },
        },
      ];
    }
    // Results are messages of their own.
    case "tool-result":
    case "reasoning":
    case "tool-approval-request":
    case "tool-approval-response":
      return [];
    default:
      return content satisfies never;
  }
}

export function writeChatPart(content: TextContent | FileContent): JsonObject {
  return content.type === "text" ? { type: "text", text: content.text } : writeFile(content);
}

function writeFile({ mediaType, data, filename }: FileContent): JsonObject {
  const url = /^(?:https?|data):/i.test(data) ? data : `data:${mediaType};base64,${data}`;
  if (mediaType.startsWith("image/")) return { type: "image_url", image_url: { url } };
  return { type: "file", file: { file_data: url, filename: filename ?? "file" } };
}

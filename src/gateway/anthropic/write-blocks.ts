/** What a view writes itself, as blocks of Anthropic's Messages API. */
import { encodeCanonicalJson } from "../../core/text/json.js";
import type { Content, FileContent, ResultOutput } from "../../core/view/request.js";
import type { JsonObject } from "../wire/wire.js";

export function writeBlocks(contents: readonly Content[]): readonly JsonObject[] {
  return contents.flatMap(writeBlock);
}

/** Calls and results keep all that the client said of them but what is shown shorter. */
export function reduceBlocks(blocks: readonly JsonObject[], contents: readonly Content[]): readonly JsonObject[] {
  const [block, ...more] = blocks;
  const [content, ...others] = contents;
  if (block === undefined || content === undefined || more.length + others.length > 0) return writeBlocks(contents);
  if (content.type === "tool-call") return [{ ...block, input: content.input }];
  if (content.type === "tool-result" && block.type === "tool_result") {
    return [{ ...block, content: writeOutput(content.output) }];
  }
  if (content.type === "tool-result" && isHostedResult(block)) {
    const written = writeOutput(content.output);
    return [{ type: "text", text: typeof written === "string" ? written : encodeCanonicalJson(written) }];
  }
  if (content.type === "text" && block.type === "text") return [{ ...block, text: content.text }];
  return writeBlocks(contents);
}

/** What a tool gave back that the provider ran itself. */
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
      const failed = /^error-|denied$/.test(content.output.type) ? { is_error: true } : {};
      const written = writeOutput(content.output);
      return [{ type: "tool_result", tool_use_id: content.toolCallId, content: written, ...failed }];
    }
    default:
      return content satisfies never;
  }
}

function writeOutput(output: ResultOutput): unknown {
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
      return output.value.map((part) =>
        part.type === "text"
          ? { type: "text", text: part.text }
          : { type: "image", source: { type: "base64", media_type: part.mediaType, data: part.data } },
      );
    default:
      return output satisfies never;
  }
}

function writeFile({ mediaType, data }: FileContent): JsonObject {
  const source = /^https?:/i.test(data) ? { type: "url", url: data } : { type: "base64", media_type: mediaType, data };
  return { type: mediaType.startsWith("image/") ? "image" : "document", source };
}

/** Converts OpenAI's chat messages into the AI SDK's shape. */
import { parseForeign, readForeignList, readForeignText } from "@clewline/core/importing/foreign.js";
import { isObject } from "@clewline/text/json.js";
import type { Message } from "./shape.js";

type Part = Record<string, unknown>;

/** Null means an unknown shape. */
export function convertOpenaiMessage(message: Message): Message | null {
  const parts = readParts(message.content);
  if (parts === null) return null;
  switch (message.role) {
    case "user":
      return { role: "user", content: parts };
    case "assistant":
      return { role: "assistant", content: [...readThoughts(message), ...parts, ...readCalls(message)] };
    case "tool":
    case "function":
      return { role: "tool", content: [makeResultPart(message, parts)] };
    default:
      return null;
  }
}

/** An id for a call of the old format, which had none and allowed one call per answer. */
function makeLegacyId(name: unknown): string {
  return `function-${readForeignText(name)}`;
}

function readParts(content: unknown): readonly Part[] | null {
  if (content === undefined || content === null || content === "") return [];
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) && content.every(isObject) ? content.map(convertPart) : null;
}

function convertPart(part: Part): Part {
  switch (part.type) {
    case "refusal":
      return { type: "text", text: part.refusal };
    case "image_url": {
      const url = isObject(part.image_url) ? part.image_url.url : part.image_url;
      return typeof url === "string" ? { type: "image", image: url } : part;
    }
    case "input_audio": {
      const { data, format } = isObject(part.input_audio) ? part.input_audio : {};
      return typeof data === "string"
        ? { type: "file", data, mediaType: `audio/${readForeignText(format) || "wav"}` }
        : part;
    }
    case "file": {
      const { file_data: data, filename } = isObject(part.file) ? part.file : {};
      return typeof data === "string" ? { type: "file", data, mediaType: "application/pdf", filename } : part;
    }
    default:
      return part;
  }
}

/** DeepSeek and others write reasoning beside the answer. */
function readThoughts({ reasoning_content: text }: Message): readonly Part[] {
  return typeof text === "string" && text !== "" ? [{ type: "reasoning", text }] : [];
}

function readCalls({ tool_calls: calls, function_call: legacy }: Message): readonly Part[] {
  const old = isObject(legacy) ? [makeCallPart(makeLegacyId(legacy.name), legacy)] : [];
  return [...readForeignList(calls).filter(isObject).map(readToolCall), ...old];
}

function readToolCall(call: Part): Part {
  const named = isObject(call.function) ? call.function : isObject(call.custom) ? call.custom : {};
  return makeCallPart(readForeignText(call.id) || makeLegacyId(named.name), named);
}

/** Arguments that are not JSON are kept as text. */
function makeCallPart(id: string, { name, arguments: written, input }: Part): Part {
  const raw = written ?? input ?? "";
  const value = typeof raw === "string" ? (raw === "" ? {} : (parseForeign(raw) ?? raw)) : raw;
  return { type: "tool-call", toolCallId: id, toolName: readForeignText(name), input: value };
}

function makeResultPart(message: Message, parts: readonly Part[]): Part {
  const id = readForeignText(message.tool_call_id) || makeLegacyId(message.name);
  const isText = parts.every((part) => part.type === "text");
  const output = isText
    ? { type: "text", value: parts.map((part) => readForeignText(part.text)).join("\n") }
    : { type: "content", value: parts };
  return { type: "tool-result", toolCallId: id, toolName: readForeignText(message.name), output };
}

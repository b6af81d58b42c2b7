/** OpenAI's chat messages in the AI SDK's shape. */
import { foreignList, foreignText, parseForeign } from "../../core/importing/foreign.js";
import { isObject } from "../../core/text/json.js";
import type { Message } from "./shape.js";

type Part = Record<string, unknown>;

/** Null means an unknown shape. */
export function fromOpenai(message: Message): Message | null {
  const parts = partsOf(message.content);
  if (parts === null) return null;
  switch (message.role) {
    case "user":
      return { role: "user", content: parts };
    case "assistant":
      return { role: "assistant", content: [...thoughts(message), ...parts, ...callsOf(message)] };
    case "tool":
    case "function":
      return { role: "tool", content: [resultPart(message, parts)] };
    default:
      return null;
  }
}

/** The name of a call in the days when an answer held at most one and it had no id. */
function legacyId(name: unknown): string {
  return `function-${foreignText(name)}`;
}

function partsOf(content: unknown): readonly Part[] | null {
  if (content === undefined || content === null || content === "") return [];
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) && content.every(isObject) ? content.map(partOf) : null;
}

function partOf(part: Part): Part {
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
        ? { type: "file", data, mediaType: `audio/${foreignText(format) || "wav"}` }
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

/** As DeepSeek and others write them beside the answer. */
function thoughts({ reasoning_content: text }: Message): readonly Part[] {
  return typeof text === "string" && text !== "" ? [{ type: "reasoning", text }] : [];
}

function callsOf({ tool_calls: calls, function_call: legacy }: Message): readonly Part[] {
  const old = isObject(legacy) ? [callPart(legacyId(legacy.name), legacy)] : [];
  return [...foreignList(calls).filter(isObject).map(toolCall), ...old];
}

function toolCall(call: Part): Part {
  const named = isObject(call.function) ? call.function : isObject(call.custom) ? call.custom : {};
  return callPart(foreignText(call.id) || legacyId(named.name), named);
}

/** Models may write arguments that are no JSON; they are kept as a text. */
function callPart(id: string, { name, arguments: written, input }: Part): Part {
  const raw = written ?? input ?? "";
  const value = typeof raw === "string" ? (raw === "" ? {} : (parseForeign(raw) ?? raw)) : raw;
  return { type: "tool-call", toolCallId: id, toolName: foreignText(name), input: value };
}

function resultPart(message: Message, parts: readonly Part[]): Part {
  const id = foreignText(message.tool_call_id) || legacyId(message.name);
  const isText = parts.every((part) => part.type === "text");
  const output = isText
    ? { type: "text", value: parts.map((part) => foreignText(part.text)).join("\n") }
    : { type: "content", value: parts };
  return { type: "tool-result", toolCallId: id, toolName: foreignText(message.name), output };
}

/** Helpers that OpenAI's two wire formats share. */
import type { HostFile, HostPart } from "@clewline/core/log/host-message.js";
import { readLifetimeMs } from "@clewline/core/model/cache-lifetime.js";
import { encodeCanonicalJson, isObject, type Json, toJson, tryParseJson } from "@clewline/text/json.js";
import { rememberByObject } from "@clewline/text/remember.js";
import { readTextKey } from "./reminder.js";
import type { JsonObject, WireRefusal } from "./wire.js";

/** The parts of a content: a plain text counts as one part of text. */
export function listParts(content: unknown, textType: string): readonly JsonObject[] {
  if (typeof content === "string") return content === "" ? [] : [{ type: textType, text: content }];
  if (!Array.isArray(content)) return [];
  const write = (part: unknown) => (typeof part === "string" ? part : encodeCanonicalJson(part));
  return content.map((part) => (isObject(part) ? part : { type: textType, text: write(part) }));
}

/** As OpenAI names it in the request; servers that offer Claude take Anthropic's marks on parts. */
export function readKeptMs(body: JsonObject): number | null {
  const { prompt_cache_options: options, prompt_cache_retention: retention, messages } = body;
  const asked = readLifetimeMs(isObject(options) ? options.ttl : retention);
  if (asked !== null || !Array.isArray(messages)) return asked;
  const parts = messages.flatMap((message) => (isObject(message) ? listParts(message.content, "text") : []));
  const mark = parts.findLast(({ cache_control: mark }) => isObject(mark))?.cache_control;
  return isObject(mark) ? readLifetimeMs(mark.ttl ?? "5m") : null;
}

/** A part as the log has it. One of an unknown type is kept as its JSON. */
export function readOpenaiPart(part: JsonObject): HostPart {
  switch (part.type) {
    case "text":
    case "input_text":
    case "output_text":
      return { kind: "text", text: String(part.text ?? "") };
    case "refusal":
      return { kind: "text", text: String(part.refusal ?? "") };
    case "image_url":
    case "input_image":
    case "computer_screenshot": {
      const { image_url: image } = part;
      return readAddress(isObject(image) ? image.url : image, "image/*", undefined) ?? keepAsJson(part);
    }
    case "file":
    case "input_file": {
      const file = isObject(part.file) ? part.file : part;
      const data = file.file_data ?? file.file_url;
      return readAddress(data, "application/octet-stream", file.filename) ?? keepAsJson(part);
    }
    default:
      return keepAsJson(part);
  }
}

/** The same in a result, where a view has no place for a file that is only named: that stays as its JSON. */
export function readResultPart(part: JsonObject): HostPart {
  const read = readOpenaiPart(part);
  return read.kind === "file" && read.data.kind === "url" ? keepAsJson(part) : read;
}

function readAddress(address: unknown, type: string, filename: unknown): HostFile | null {
  if (typeof address !== "string") return null;
  const name = typeof filename === "string" ? { name: filename } : {};
  const [, mediaType = "", base64] = /^data:([^;,]*)[^,]*;base64,([\s\S]*)$/.exec(address) ?? [];
  if (base64 !== undefined) {
    return { kind: "file", mediaType: mediaType || type, data: { kind: "base64", base64 }, ...name };
  }
  return /^https?:/i.test(address)
    ? { kind: "file", mediaType: type, data: { kind: "url", url: address }, ...name }
    : null;
}

function keepAsJson(part: JsonObject): HostPart {
  return { kind: "text", text: encodeCanonicalJson(dropMarks(part)) };
}

/** A part without marks for a cache, which move from call to call. */
function dropMarks(part: JsonObject): JsonObject {
  const { cache_control: _mark, prompt_cache_breakpoint: _breakpoint, ...rest } = part;
  return rest;
}

/** The key that identifies a part. */
export function readPartKey(part: JsonObject): readonly Json[] {
  const { kind, ...read } = readOpenaiPart(part);
  return kind === "text" && "text" in read ? readTextKey(read.text) : [toJson(dropMarks(part))];
}

/** The input of a call as the log has it; what is no JSON is a text. */
export function readArguments(given: unknown): string {
  const text = typeof given === "string" ? given : encodeCanonicalJson(given ?? {});
  const parsed = text.trim() === "" ? {} : tryParseJson(text);
  return encodeCanonicalJson(parsed ?? text);
}

/** An error as OpenAI writes it. `param` is the place of the list in the body. */
export function refuseAsOpenai(
  refusal: WireRefusal,
  param: string,
): { readonly status: number; readonly body: JsonObject } {
  const { status, type, code, message } = describe(refusal);
  return { status, body: { error: { message, type, param: code === "context_length_exceeded" ? param : null, code } } };
}

function describe(refusal: WireRefusal): {
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  readonly message: string;
} {
  const invalid = { status: 400, type: "invalid_request_error", code: null };
  switch (refusal.kind) {
    case "overflow": {
      const { needed, available } = refusal;
      const message = `This model's maximum context length is ${available} tokens. However, your messages resulted in ${needed} tokens. Please reduce the length of the messages.`;
      return { ...invalid, code: "context_length_exceeded", message };
    }
    case "bad":
      return { ...invalid, message: refusal.message };
    case "too-large":
      return { ...invalid, status: 413, code: "request_too_large", message: refusal.message };
    case "unauthorized":
      return { ...invalid, status: 401, code: "invalid_api_key", message: refusal.message };
    case "unavailable":
      return { status: 502, type: "server_error", code: null, message: refusal.message };
    default:
      return refusal satisfies never;
  }
}

/** Other paths of the API. A key in `authorization` alone matches no provider, so it is not forwarded. */
export function isMeantForOpenai(path: string, hasHeader: (name: string) => boolean): boolean {
  return /^\/v1(?:\/|$)/.test(path) || ["openai-organization", "openai-project", "openai-beta"].some(hasHeader);
}

/** The same body with one tool more, as the format declares it. */
export function addOpenaiTool(body: JsonObject, tool: JsonObject): JsonObject | null {
  const { tools, tool_choice: choice = "auto" } = body;
  if (choice !== "auto" && choice !== "required") return null;
  return { ...body, tools: [...(Array.isArray(tools) ? tools : []), tool] };
}

/** A tool as either format declares it. */
export const readOpenaiTool = rememberByObject(
  (tool: JsonObject): { name: string; description: string; inputSchema: Json } => {
    const own = isObject(tool.function) ? tool.function : tool;
    const { name, type, description, parameters } = own;
    return {
      name: String(name ?? type ?? ""),
      description: typeof description === "string" ? description : "",
      inputSchema: toJson(parameters ?? own),
    };
  },
);

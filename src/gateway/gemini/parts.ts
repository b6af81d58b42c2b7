/** Contents of the Gemini API as messages of the log. Fields may be written in either of its two ways. */
import type { HostFile, HostOutput, HostPart } from "../../core/log/host-message.js";
import { encodeCanonicalJson, isObject, type Json, toJson } from "../../core/text/json.js";
import { pickUserRole, readTextKey } from "../wire/reminder.js";
import type { JsonObject, WireMessage } from "../wire/wire.js";
import { type BlockReading, listItems } from "../wire/wire-items.js";

/** A field by its name in camel case, or as the API's other spelling has it; undefined without an object there. */
export function readField(holder: JsonObject, name: string): JsonObject | undefined {
  const found = holder[findName(holder, name)];
  return isObject(found) ? found : undefined;
}

/** How this object spells a field. */
export function findName(holder: JsonObject, name: string): string {
  const other = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return !(name in holder) && other in holder ? other : name;
}

export function listContentParts({ parts }: JsonObject): readonly JsonObject[] {
  return Array.isArray(parts) ? parts.filter(isObject) : [];
}

export function readContent(content: JsonObject): WireMessage {
  const parts = listContentParts(content);
  const isReply = content.role === "model";
  const items = listItems(parts.map((part) => readPart(part, isReply)));
  return { original: content, items, key: [isReply ? "model" : "user", ...readKeys(parts)], isReply };
}

function readPart(part: JsonObject, isReply: boolean): BlockReading {
  const call = readField(part, "functionCall");
  if (call !== undefined) {
    const [id, tool] = [readCallId(call), String(call.name ?? "")];
    return { kind: "called", call: id, tool, input: encodeCanonicalJson(call.args ?? {}) };
  }
  const result = readField(part, "functionResponse");
  if (result !== undefined) {
    const output = readOutput(result.response);
    return { kind: "returned", call: readCallId(result), tool: String(result.name ?? ""), output };
  }
  const read = readWords(part);
  return { kind: "part", role: isReply ? "agent" : pickUserRole(read), part: read };
}

/** A call without an id is known by its tool: results come in the order of their calls. */
function readCallId({ id, name }: JsonObject): string {
  return typeof id === "string" && id !== "" ? id : String(name ?? "");
}

function readOutput(response: unknown): HostOutput {
  if (isObject(response) && Object.keys(response).length === 1) {
    if (typeof response.output === "string") return { kind: "text", text: response.output };
    if (typeof response.error === "string") return { kind: "error-text", text: response.error };
  }
  return { kind: "json", text: encodeCanonicalJson(response ?? {}) };
}

export function readWords(part: JsonObject): HostPart {
  if (typeof part.text === "string") return { kind: part.thought === true ? "reasoning" : "text", text: part.text };
  return readFile(part) ?? { kind: "text", text: encodeCanonicalJson(part) };
}

function readFile(part: JsonObject): HostFile | null {
  const inline = readField(part, "inlineData");
  const mediaTypeOf = (holder: JsonObject) =>
    String(holder[findName(holder, "mimeType")] ?? "application/octet-stream");
  if (inline !== undefined) {
    const data = { kind: "base64", base64: String(inline.data ?? "") } as const;
    return { kind: "file", mediaType: mediaTypeOf(inline), data };
  }
  const file = readField(part, "fileData");
  if (file === undefined) return null;
  const url = String(file[findName(file, "fileUri")] ?? "");
  return { kind: "file", mediaType: mediaTypeOf(file), data: { kind: "url", url } };
}

/** Clients join the pieces of a stream as they like, so that texts which stand together are one. */
function readKeys(parts: readonly JsonObject[]): readonly Json[] {
  const keys: Json[] = [];
  let text = "";
  for (const part of parts) {
    if (typeof part.text === "string") {
      if (part.thought !== true) text += part.text;
      continue;
    }
    keys.push(...readTextKey(text), ...readKey(part));
    text = "";
  }
  return [...keys, ...readTextKey(text)];
}

function readKey(part: JsonObject): readonly Json[] {
  const call = readField(part, "functionCall");
  if (call !== undefined) return [["call", String(call.name ?? ""), toJson(call.args ?? {})]];
  const result = readField(part, "functionResponse");
  if (result !== undefined) return [["result", String(result.name ?? ""), toJson(result.response ?? {})]];
  const { thoughtSignature: _signature, thought_signature: _other, ...rest } = part;
  return Object.keys(rest).length === 0 ? [] : [toJson(rest)];
}

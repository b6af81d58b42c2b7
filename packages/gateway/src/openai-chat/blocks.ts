/** A message of Chat Completions as blocks in the order in which they are said: reasoning, content, a refusal, calls. */
import type { HostOutput } from "@clewline/core/log/host-message.js";
import { isObject, type Json, tryParseJson } from "@clewline/text/json.js";
import { rememberByObject } from "@clewline/text/remember.js";
import { listParts, readArguments, readOpenaiPart, readPartKey, readResultPart } from "../wire/openai-parts.js";
import { pickUserRole } from "../wire/reminder.js";
import type { JsonObject, WireMessage } from "../wire/wire.js";
import { type BlockReading, listItems } from "../wire/wire-items.js";

/** One thing that a message says, and which of its fields says it. One that says nothing stands in its list all the same. */
export type ChatBlock =
  | { readonly field: "content"; readonly part: JsonObject }
  | { readonly field: "tool_calls"; readonly call: JsonObject }
  | { readonly field: "result" }
  | { readonly field: "silent" }
  | { readonly field: TextField; readonly text: string };

/** Fields beside the content that hold words of the model. Servers differ in the name for reasoning. */
type TextField = ReasoningField | "refusal";

export type ReasoningField = (typeof reasoningFields)[number];

export const reasoningFields = ["reasoning_content", "reasoning"] as const;

export function listChatBlocks(message: JsonObject): readonly ChatBlock[] {
  if (message.role === "tool") return [{ field: "result" }];
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls.filter(isObject) : [];
  const said = [
    ...reasoningFields.flatMap((field) => readField(message, field)),
    ...listParts(message.content, "text").map((part) => ({ field: "content", part }) as const),
    ...readField(message, "refusal"),
    ...calls.map((call) => ({ field: "tool_calls", call }) as const),
  ] as const;
  return said.length === 0 ? [{ field: "silent" }] : said;
}

function readField(message: JsonObject, field: TextField): readonly ChatBlock[] {
  const text = message[field];
  return typeof text === "string" && text !== "" ? [{ field, text }] : [];
}

export const readChatMessage = rememberByObject((message: JsonObject): WireMessage => {
  const blocks = listChatBlocks(message);
  const items = listItems(blocks.map((block) => readBlock(message, block)));
  const key = [String(message.role), ...blocks.flatMap((block) => readKey(message, block))];
  return { original: message, items, key, isReply: message.role === "assistant" };
});

function readBlock(message: JsonObject, block: ChatBlock): BlockReading {
  switch (block.field) {
    case "result":
      return { kind: "returned", call: String(message.tool_call_id ?? ""), tool: "", output: readOutput(message) };
    case "tool_calls": {
      const { name, input } = readCall(block.call);
      return { kind: "called", call: String(block.call.id ?? ""), tool: name, input: readArguments(input) };
    }
    case "content": {
      const part = readOpenaiPart(block.part);
      return { kind: "part", role: pickRole(message) ?? pickUserRole(part), part };
    }
    case "silent": {
      const { transcript = "" } = readAudio(message);
      return { kind: "part", role: pickRole(message) ?? "user", part: { kind: "text", text: String(transcript) } };
    }
    case "refusal":
      return { kind: "part", role: "agent", part: { kind: "text", text: block.text } };
    default:
      return { kind: "part", role: "agent", part: { kind: "reasoning", text: block.text } };
  }
}

/** An answer that is spoken has no words in its fields, and goes back by its name alone. */
function readAudio({ audio }: JsonObject): JsonObject {
  return isObject(audio) ? audio : {};
}

/** Whether there is nothing in it to hear. */
export function isSilent(message: JsonObject): boolean {
  return listChatBlocks(message).every(({ field }) => field === "silent") && !isObject(message.audio);
}

/** Null for what stands in a user's message. */
function pickRole({ role }: JsonObject): "agent" | "system" | null {
  if (role === "assistant") return "agent";
  return role === "user" ? null : "system";
}

function readOutput({ content }: JsonObject): HostOutput {
  const parts = listParts(content, "text").map(readResultPart);
  const texts = parts.flatMap((part) => (part.kind === "text" ? [part.text] : []));
  if (texts.length === parts.length && texts.length < 2) return { kind: "text", text: texts.join("") };
  return { kind: "content", parts };
}

/** The name and the input of a call: of a function, or of a tool that takes a text. */
function readCall(call: JsonObject): { readonly name: string; readonly input: unknown } {
  if (isObject(call.custom)) return { name: String(call.custom.name ?? ""), input: call.custom.input };
  const { name, arguments: input } = isObject(call.function) ? call.function : {};
  return { name: String(name ?? ""), input };
}

/** Ids may change on the way through a client, and reasoning may be left out. */
function readKey(message: JsonObject, block: ChatBlock): readonly Json[] {
  const { content } = message;
  switch (block.field) {
    case "silent": {
      const { id } = readAudio(message);
      return typeof id === "string" ? [["audio", id]] : [];
    }
    case "result":
      return listParts(content, "text").flatMap(readPartKey);
    case "content":
      return readPartKey(block.part);
    case "tool_calls": {
      const { name, input } = readCall(block.call);
      return [["call", name, tryParseJson(readArguments(input)) ?? null]];
    }
    case "refusal":
      return [["refusal", block.text]];
    default:
      return [];
  }
}

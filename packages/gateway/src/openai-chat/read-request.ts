import { isObject } from "@clewline/text/json.js";
import { mapInSteps, type Steps } from "@clewline/text/steps.js";
import { listParts, readKeptMs, readOpenaiTool } from "../wire/openai-parts.js";
import type { JsonObject, WireRequest } from "../wire/wire.js";
import { readChatMessage } from "./blocks.js";

/** Null where there is no list of messages beside the instructions. */
export function* readChatRequest(body: JsonObject): Steps<WireRequest | null> {
  const {
    messages,
    model,
    tools,
    max_completion_tokens: most,
    max_tokens: reply = most,
    prompt_cache_key: shared,
  } = body;
  if (!Array.isArray(messages) || !messages.every(isMessage)) return null;
  const head = countHead(messages);
  if (head === messages.length) return null;
  const system = messages.slice(0, head).flatMap(({ content }) => listParts(content, "text"));
  return {
    model: String(model ?? ""),
    instructions: system.map(({ text }) => String(text ?? "")).join("\n\n"),
    tools: Array.isArray(tools) ? tools.filter(isObject).map(readOpenaiTool) : [],
    list: yield* mapInSteps(messages.slice(head), readChatMessage),
    reply: typeof reply === "number" && reply > 0 ? Math.floor(reply) : null,
    session: null,
    shared: typeof shared === "string" && shared !== "" ? shared : null,
    keptMs: readKeptMs(body),
    reducer: null,
    continues: null,
  };
}

const roles = new Set(["system", "developer", "user", "assistant", "tool"]);

function isMessage(message: unknown): message is JsonObject {
  if (!isObject(message) || !roles.has(String(message.role))) return false;
  const { content } = message;
  return content === undefined || content === null || typeof content === "string" || Array.isArray(content);
}

/** How many messages at the head are instructions. One that comes later stands where it is. */
export function countHead(messages: readonly JsonObject[]): number {
  const head = messages.findIndex(({ role }) => role !== "system" && role !== "developer");
  return head < 0 ? messages.length : head;
}

import { readLifetimeMs } from "@clewline/core/model/cache-lifetime.js";
import { findServerReducer } from "@clewline/core/model/server-edits.js";
import type { ToolSpec } from "@clewline/core/view/request.js";
import { isObject, toJson, tryParseJson } from "@clewline/text/json.js";
import { rememberByObject } from "@clewline/text/remember.js";
import { mapInSteps, type Steps } from "@clewline/text/steps.js";
import { pickUserRole } from "../wire/reminder.js";
import type { JsonObject, WireMessage, WireRequest } from "../wire/wire.js";
import { type BlockReading, listItems } from "../wire/wire-items.js";
import { listBlocks, listMarks, readKey, readPart, readToolItem } from "./blocks.js";

/** Null where there is no list of messages. */
export function* readAnthropicRequest(body: JsonObject): Steps<WireRequest | null> {
  const { messages, model, system, tools, max_tokens: reply } = body;
  if (!Array.isArray(messages) || messages.length === 0 || !messages.every(isMessage)) return null;
  return {
    model: String(model ?? ""),
    instructions: listBlocks({ content: system ?? [] })
      .map(({ text }) => (typeof text === "string" ? text : ""))
      .join("\n\n"),
    tools: Array.isArray(tools) ? tools.filter(isObject).map((tool) => readTool(tool)) : [],
    list: yield* mapInSteps(messages, readAnthropicMessage),
    reply: typeof reply === "number" && reply > 0 ? Math.floor(reply) : null,
    session: readSession(body),
    shared: null,
    keptMs: readKeptMs(body),
    reducer: findReducer(body),
    continues: null,
  };
}

/** The last mark of the list sets the lifetime; without one there, the last mark before the list. */
function readKeptMs({ messages, cache_control: automatic, system, tools }: JsonObject): number | null {
  const list: readonly JsonObject[] = Array.isArray(messages) ? messages : [];
  const marked = list.findLast((message) => listBlocks(message).some((block) => listMarks(block).length > 0));
  const before = [tools, system].flatMap((list) => (Array.isArray(list) ? list : [])).filter(isObject);
  const listed = marked === undefined ? undefined : listBlocks(marked).flatMap(listMarks).at(-1);
  const mark = listed ?? (isObject(automatic) ? automatic : before.flatMap(listMarks).at(-1));
  return mark === undefined ? null : (readLifetimeMs(mark.ttl) ?? readLifetimeMs(usualLifetime));
}

const usualLifetime = "5m";

function findReducer(body: JsonObject): WireRequest["reducer"] {
  const { messages } = body;
  const blocks = (Array.isArray(messages) ? messages : []).flatMap((message) => listBlocks(message));
  return findServerReducer(body, blocks.filter(isCompaction));
}

function isCompaction({ type }: JsonObject): boolean {
  return type === "compaction";
}

function isMessage(message: unknown): message is JsonObject {
  if (!isObject(message)) return false;
  const { role, content } = message;
  const isKnown = role === "user" || role === "assistant" || role === "system";
  return isKnown && (typeof content === "string" || Array.isArray(content));
}

const readTool = rememberByObject((tool: JsonObject): ToolSpec => {
  const { name, type, description = "", input_schema: schema } = tool;
  return { name: String(name ?? type ?? ""), description: String(description), inputSchema: toJson(schema ?? tool) };
});

export const readAnthropicMessage = rememberByObject((message: JsonObject): WireMessage => {
  const blocks = listBlocks(message);
  const items = listItems(blocks.map((block) => readToolItem(block) ?? readWords(message, block)));
  const key = [String(message.role), ...blocks.flatMap(readKey)];
  return { original: message, items, key, isReply: message.role === "assistant" };
});

function readWords({ role }: JsonObject, block: JsonObject): BlockReading {
  const part = readPart(block);
  if (role === "assistant") return { kind: "part", role: "agent", part };
  return { kind: "part", role: role === "system" ? "system" : pickUserRole(part), part };
}

/** As Claude Code names its session, in JSON or as the last part of a name. */
function readSession({ metadata }: JsonObject): string | null {
  const user = isObject(metadata) ? metadata.user_id : undefined;
  if (typeof user !== "string") return null;
  const told = tryParseJson(user);
  if (isObject(told) && typeof told.session_id === "string") return told.session_id;
  return /_session_([\w-]{8,})$/.exec(user)?.[1] ?? null;
}

import type { HostItem, HostPart } from "../../core/log/host-message.js";
import { isObject, toJson, tryParseJson } from "../../core/text/json.js";
import type { ToolSpec } from "../../core/view/request.js";
import type { JsonObject, WireItem, WireMessage, WireRequest } from "../wire/wire.js";
import { isReminder, listBlocks, readKey, readPart, readToolItem } from "./blocks.js";

/** Null where there is no list of messages. */
export function readAnthropicRequest(body: JsonObject): WireRequest | null {
  const { messages, model, system, tools, max_tokens: reply } = body;
  if (!Array.isArray(messages) || messages.length === 0 || !messages.every(isMessage)) return null;
  return {
    model: String(model ?? ""),
    instructions: listBlocks({ content: system ?? [] })
      .map(({ text }) => (typeof text === "string" ? text : ""))
      .join("\n\n"),
    tools: Array.isArray(tools) ? tools.filter(isObject).map(readTool) : [],
    list: messages.map(readAnthropicMessage),
    reply: typeof reply === "number" && reply > 0 ? Math.floor(reply) : null,
    session: readSession(body),
  };
}

function isMessage(message: unknown): message is JsonObject {
  if (!isObject(message)) return false;
  const { role, content } = message;
  const isKnown = role === "user" || role === "assistant" || role === "system";
  return isKnown && (typeof content === "string" || Array.isArray(content));
}

function readTool(tool: JsonObject): ToolSpec {
  const { name, type, description = "", input_schema: schema } = tool;
  return { name: String(name ?? type ?? ""), description: String(description), inputSchema: toJson(schema ?? tool) };
}

/** Words that stand together are one item; a call and a result are one each. */
export function readAnthropicMessage(message: JsonObject): WireMessage {
  const blocks = listBlocks(message);
  const items: WireItem[] = [];
  for (const [place, block] of blocks.entries()) {
    const tool = readToolItem(block);
    if (tool !== null)
      items.push({ item: tool, name: `${tool.kind} ${"call" in tool ? tool.call : place}`, from: place, to: place });
    else addWords(items, message, block, place);
  }
  return { original: message, items, key: [String(message.role), ...blocks.flatMap(readKey)] };
}

function addWords(items: WireItem[], { role }: JsonObject, block: JsonObject, place: number): void {
  const part = readPart(block);
  const speaker = findSpeaker(role, part);
  const before = items.at(-1);
  if (before?.item.kind === "said" && before.to === place - 1 && before.item.role === speaker) {
    const parts = [...before.item.parts, part];
    items[items.length - 1] = { ...before, item: { ...before.item, parts }, to: place };
    return;
  }
  const said = items.filter(({ item }) => item.kind === "said").length;
  items.push({ item: { kind: "said", role: speaker, parts: [part] }, name: `said ${said}`, from: place, to: place });
}

/** What the client itself tells its model is no user's word, though it stands in his message. */
function findSpeaker(role: unknown, part: HostPart): Extract<HostItem, { kind: "said" }>["role"] {
  if (role === "assistant") return "agent";
  return role === "system" || (part.kind === "text" && isReminder(part.text)) ? "system" : "user";
}

/** As Claude Code names its session, in JSON or as the last part of a name. */
function readSession({ metadata }: JsonObject): string | null {
  const user = isObject(metadata) ? metadata.user_id : undefined;
  if (typeof user !== "string") return null;
  const told = tryParseJson(user);
  if (isObject(told) && typeof told.session_id === "string") return told.session_id;
  return /_session_([\w-]{8,})$/.exec(user)?.[1] ?? null;
}

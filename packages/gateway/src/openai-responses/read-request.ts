import { findServerReducer } from "@clewline/core/model/server-edits.js";
import { isObject } from "@clewline/text/json.js";
import type { Steps } from "@clewline/text/steps.js";
import { listParts, readKeptMs, readOpenaiTool } from "../wire/openai-parts.js";
import type { JsonObject, WireRequest } from "../wire/wire.js";
import { groupItems, isMessage, listInput } from "./items.js";

/** Null where there is no list that can be read. */
export function* readResponsesRequest(body: JsonObject): Steps<WireRequest | null> {
  const { input, model, instructions, tools, max_output_tokens: reply, prompt_cache_key: shared } = body;
  const items = listInput(input);
  if (items === null) return null;
  const head = countHead(items);
  if (head === items.length) return null;
  const opening = items.slice(0, head);
  const system = opening.flatMap(({ content }) => listParts(content, "input_text"));
  const texts = [instructions, ...system.map(({ text }) => text)].filter((text) => typeof text === "string");
  return {
    model: String(model ?? ""),
    instructions: texts.join("\n\n"),
    tools: [tools, ...opening.map((item) => item.tools)].flatMap(listTools),
    list: yield* groupItems(items.slice(head)),
    reply: typeof reply === "number" && reply > 0 ? Math.floor(reply) : null,
    session: readConversation(body),
    shared: typeof shared === "string" && shared !== "" ? shared : null,
    keptMs: readKeptMs(body),
    // A compacted history begins with an item that stands for all before it: only its provider can read that.
    reducer: findServerReducer(body, items),
    continues: typeof body.previous_response_id === "string" ? body.previous_response_id : readConversation(body),
  };
}

function readConversation({ conversation }: JsonObject): string | null {
  const id = isObject(conversation) ? conversation.id : conversation;
  return typeof id === "string" && id !== "" ? id : null;
}

/** A namespace groups tools, and is none itself. */
function listTools(tools: unknown): readonly ReturnType<typeof readOpenaiTool>[] {
  if (!Array.isArray(tools)) return [];
  return tools
    .filter(isObject)
    .flatMap((tool) => (tool.type === "namespace" ? listTools(tool.tools) : [readOpenaiTool(tool)]));
}

/** How many items at the head are instructions, tools or settings. One that comes later stands where it is. */
export function countHead(items: readonly JsonObject[]): number {
  const head = items.findIndex((item) => !isInstruction(item));
  return head < 0 ? items.length : head;
}

function isInstruction(item: JsonObject): boolean {
  if (isMessage(item)) return item.role === "system" || item.role === "developer";
  return item.type === "additional_tools" || item.type === "configuration_update";
}

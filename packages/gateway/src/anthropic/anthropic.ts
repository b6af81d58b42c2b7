/** Anthropic's Messages API. */

import type { BoundPart } from "@clewline/core/model/reasoning/bound-thoughts.js";
import { isObject } from "@clewline/text/json.js";
import { pickReplyForm } from "../wire/event-stream.js";
import type { BoundForm, JsonObject, Wire, WireRefusal } from "../wire/wire.js";
import { dropMark, listBlocks } from "./blocks.js";
import { joinAnthropicReplies } from "./join-replies.js";
import { readAnthropicReply } from "./read-reply.js";
import { readAnthropicRequest } from "./read-request.js";
import { writeAnthropicRequest } from "./write-request.js";

/** Anthropic's newer models compare all of a request but marks for the cache before they take thinking back. */
const anthropicBound: BoundForm = {
  head: ({ system, tools }) => [system, tools].map((value) => JSON.stringify(listPlain(value ?? null))),
  list: ({ messages }) => (Array.isArray(messages) ? messages : []),
  read({ role, content }) {
    const blocks = Array.isArray(content) ? content : [content];
    return [{ bytes: String(role) }, ...blocks.map(readBlock)];
  },
  drop(message, places) {
    const { content } = message;
    // The role is the first part.
    const left = Array.isArray(content) ? content.filter((_, place) => !places.has(place + 1)) : content;
    return Array.isArray(left) && left.length === 0 ? null : { ...message, content: left };
  },
  write: (body, messages) => ({ ...body, messages }),
};

function readBlock(block: unknown): BoundPart {
  if (!isObject(block)) return { bytes: JSON.stringify(block ?? null) };
  if (block.type === "thinking") return { thought: String(block.signature) };
  if (block.type === "redacted_thinking") return { thought: String(block.data) };
  return { bytes: JSON.stringify(dropMark(block)) };
}

function listPlain(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((each: unknown) => (isObject(each) ? dropMark(each as JsonObject) : each));
}

export const anthropic: Wire = {
  name: "anthropic",
  provider: "anthropic",
  example: "/v1/messages",
  address: "https://api.anthropic.com",
  marks: 4,
  bound: anthropicBound,
  classify(path) {
    if (/(?:^|\/)v1\/messages\/?$/.test(path)) return "answer";
    return /(?:^|\/)v1\/messages\/count_tokens\/?$/.test(path) ? "count" : null;
  },
  isMeant(path, hasHeader) {
    return path.startsWith("/api/") || ["anthropic-version", "anthropic-beta", "x-api-key"].some(hasHeader);
  },
  read: readAnthropicRequest,
  listBlocks,
  write: writeAnthropicRequest,
  addTool(body, { name, description, inputSchema }) {
    const { tools, tool_choice: choice } = body;
    if (isObject(choice) && choice.type !== "auto" && choice.type !== "any") return null;
    const own = { name, description, input_schema: inputSchema };
    return { ...body, tools: [...(Array.isArray(tools) ? tools : []), own] };
  },
  pickForm: (_path, contentType) => pickReplyForm(contentType),
  readReply: readAnthropicReply,
  joinReplies: joinAnthropicReplies,
  refuse(refusal) {
    const { status, type, message } = describe(refusal);
    return { status, body: { type: "error", error: { type, message } } };
  },
};

function describe(refusal: WireRefusal): { readonly status: number; readonly type: string; readonly message: string } {
  switch (refusal.kind) {
    case "overflow": {
      const message = `prompt is too long: ${refusal.needed} tokens > ${refusal.available} maximum`;
      return { status: 400, type: "invalid_request_error", message };
    }
    case "bad":
      return { status: 400, type: "invalid_request_error", message: refusal.message };
    case "too-large":
      return { status: 413, type: "request_too_large", message: refusal.message };
    case "unauthorized":
      return { status: 401, type: "authentication_error", message: refusal.message };
    case "unavailable":
      return { status: 502, type: "api_error", message: refusal.message };
    default:
      return refusal satisfies never;
  }
}

/** Anthropic's Messages API. */
import { isObject } from "../../core/text/json.js";
import { pickReplyForm } from "../wire/event-stream.js";
import type { Wire, WireRefusal } from "../wire/wire.js";
import { listBlocks } from "./blocks.js";
import { anthropicBound } from "./bound.js";
import { joinAnthropicReplies } from "./join-replies.js";
import { readAnthropicReply } from "./read-reply.js";
import { readAnthropicRequest } from "./read-request.js";
import { writeAnthropicRequest } from "./write-request.js";

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

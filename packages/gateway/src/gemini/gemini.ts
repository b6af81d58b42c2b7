/** Google's Gemini API. */

import type { ToolSpec } from "@clewline/core/view/request.js";
import { isObject } from "@clewline/text/json.js";
import { pickReplyForm } from "../wire/event-stream.js";
import type { BoundForm, JsonObject, Wire, WireRefusal } from "../wire/wire.js";
import { joinGeminiReplies } from "./join-replies.js";
import { dropSignature, findName, isSignedPart, listContentParts, readField, signFirst } from "./parts.js";
import { readGeminiReply } from "./read-reply.js";
import { findAsked, readGeminiRequest, replaceContents } from "./read-request.js";
import { writeGeminiRequest } from "./write-request.js";

/** Gemini takes the signature of a call from the model and the key that it was made for, wherever it stands. */
const geminiBound: BoundForm = {
  isForeign: (writer, reader) => writer.model !== reader.model || writer.account !== reader.account,
  head: () => [],
  list: (body) => findAsked(body).contents as readonly JsonObject[],
  read: (content) =>
    listContentParts(content).flatMap((part) =>
      isSignedPart(part) ? [{ thought: String(part[findName(part, "thoughtSignature")]) }] : [],
    ),
  drop(content, places) {
    let place = -1;
    const parts = listContentParts(content).map((part) =>
      isSignedPart(part) && places.has(++place) ? dropSignature(part) : part,
    );
    return { ...content, parts: signFirst(parts) };
  },
  write: replaceContents,
};

export const gemini: Wire = {
  name: "gemini",
  provider: "google",
  example: "/v1beta/models/MODEL:generateContent",
  address: "https://generativelanguage.googleapis.com",
  marks: 0,
  bound: geminiBound,
  classify(path) {
    const [, verb] = /(?:^|\/)models\/[^/:]+:(generateContent|streamGenerateContent|countTokens)$/.exec(path) ?? [];
    return verb === undefined ? null : verb === "countTokens" ? "count" : "answer";
  },
  isMeant: (path, hasHeader) => /^\/(?:v1beta|v1alpha|upload)\b/.test(path) || hasHeader("x-goog-api-key"),
  read: readGeminiRequest,
  listBlocks: listContentParts,
  write: writeGeminiRequest,
  addTool: addGeminiTool,
  pickForm(path, contentType) {
    const form = pickReplyForm(contentType);
    return form === "whole" && path.endsWith(":streamGenerateContent") ? "list" : form;
  },
  readReply: readGeminiReply,
  joinReplies: joinGeminiReplies,
  refuse(refusal) {
    const { code, status, message } = describe(refusal);
    return { status: code, body: { error: { code, message, status } } };
  },
};

/** Functions stand together; beside the provider's own tools alone not every model takes any. */
function addGeminiTool(body: JsonObject, { name, description, inputSchema }: ToolSpec): JsonObject | null {
  const choice = readField(readField(body, "toolConfig") ?? {}, "functionCallingConfig")?.mode ?? "AUTO";
  // Asked for JSON alone, not every model takes functions either.
  const isFormed = readField(body, "generationConfig")?.responseMimeType !== undefined;
  if (choice !== "AUTO" || isFormed) return null;
  const tools = Array.isArray(body.tools) ? body.tools.filter(isObject) : [];
  const own = { name, description, parametersJsonSchema: inputSchema };
  const place = tools.findIndex((tool) => Array.isArray(tool[findName(tool, "functionDeclarations")]));
  if (place < 0) return tools.length > 0 ? null : { ...body, tools: [{ functionDeclarations: [own] }] };
  const grown = tools.map((tool, index) => {
    const field = findName(tool, "functionDeclarations");
    return index === place ? { ...tool, [field]: [...(tool[field] as readonly unknown[]), own] } : tool;
  });
  return { ...body, tools: grown };
}

function describe(refusal: WireRefusal): { readonly code: number; readonly status: string; readonly message: string } {
  switch (refusal.kind) {
    case "overflow": {
      const message = `The input token count (${refusal.needed}) exceeds the maximum number of tokens allowed (${refusal.available}).`;
      return { code: 400, status: "INVALID_ARGUMENT", message };
    }
    case "bad":
      return { code: 400, status: "INVALID_ARGUMENT", message: refusal.message };
    case "too-large":
      return { code: 413, status: "INVALID_ARGUMENT", message: refusal.message };
    case "unauthorized":
      return { code: 401, status: "UNAUTHENTICATED", message: refusal.message };
    case "unavailable":
      return { code: 502, status: "UNAVAILABLE", message: refusal.message };
    default:
      return refusal satisfies never;
  }
}

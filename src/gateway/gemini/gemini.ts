/** Google's Gemini API. */
import { pickReplyForm } from "../wire/event-stream.js";
import type { Wire, WireRefusal } from "../wire/wire.js";
import { readGeminiReply } from "./read-reply.js";
import { readGeminiRequest } from "./read-request.js";
import { writeGeminiRequest } from "./write-request.js";

export const gemini: Wire = {
  name: "gemini",
  provider: "google",
  address: "https://generativelanguage.googleapis.com",
  marks: 0,
  classify(path) {
    const [, verb] = /(?:^|\/)models\/[^/:]+:(generateContent|streamGenerateContent|countTokens)$/.exec(path) ?? [];
    return verb === undefined ? null : verb === "countTokens" ? "count" : "answer";
  },
  isMeant: (path, hasHeader) => /^\/(?:v1beta|v1alpha|upload)\b/.test(path) || hasHeader("x-goog-api-key"),
  read: readGeminiRequest,
  write: writeGeminiRequest,
  pickForm(path, contentType) {
    const form = pickReplyForm(contentType);
    return form === "whole" && path.endsWith(":streamGenerateContent") ? "list" : form;
  },
  readReply: readGeminiReply,
  refuse(refusal) {
    const { code, status, message } = describe(refusal);
    return { status: code, body: { error: { code, message, status } } };
  },
};

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

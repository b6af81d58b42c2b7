/** Finds conversations in a JSON value, and decides what counts as a message. */
import { isObject } from "@clewline/text/json.js";

export type Message = Record<string, unknown>;

const listKeys = ["messages", "traj", "conversation", "chat"] as const;
const roles: ReadonlySet<unknown> = new Set(["system", "developer", "user", "assistant", "tool", "function"]);
const bodies = ["content", "parts", "tool_calls", "function_call"] as const;

/** The messages of a conversation's object, unchanged; null if it has none. */
export function findMessageList(value: unknown): readonly unknown[] | null {
  if (!isObject(value)) return null;
  for (const key of listKeys) {
    const list = value[key];
    if (Array.isArray(list) && list.some(hasRole)) return list;
  }
  return null;
}

export function hasRole(value: unknown): value is Message {
  return isObject(value) && roles.has(value.role);
}

export function isMessage(value: unknown): value is Message {
  return hasRole(value) && bodies.some((body) => body in value);
}

/** Whether any message has parts or content that only the AI SDK writes. */
export function isAiSdk(messages: readonly unknown[]): boolean {
  return messages.some((message) => isObject(message) && (isUiMessage(message) || isModelMessage(message)));
}

export function isUiMessage(message: Message): boolean {
  return Array.isArray(message.parts) && !Array.isArray(message.content);
}

const ownParts: ReadonlySet<unknown> = new Set([
  "tool-call",
  "tool-result",
  "tool-approval-request",
  "tool-approval-response",
  "reasoning",
]);

export function isModelMessage({ content }: Message): boolean {
  if (!Array.isArray(content)) return false;
  return content.some((part) => {
    if (!isObject(part)) return false;
    const isFile = part.type === "file" && "mediaType" in part;
    return ownParts.has(part.type) || isFile || (part.type === "image" && "image" in part);
  });
}

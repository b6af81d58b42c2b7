import { readField } from "../script.js";
import type { BoundRequest } from "./binding.js";

type Messages = BoundRequest["messages"];

/** A field or a block of a beta is unknown to the API without the beta's header. */
export function findBetaFault(body: BoundRequest, beta: string): string | null {
  const edits = readField(readField(body, "context_management"), "edits");
  const listed: readonly unknown[] = Array.isArray(edits) ? edits : [];
  const signed = body.messages.some(({ content }) => listBlocks(content).some(isSigned));
  const clears = body.messages.findIndex((message) => readField(message, "clear_at") !== undefined);
  const needs: readonly (readonly [isUsed: boolean, field: string, header: string])[] = [
    [readField(body, "compaction") !== undefined, "compaction", "compact-2026-09-04"],
    [signed, "messages.0.content.0.compaction", "compact-2026-09-04"],
    [listed.some(isCompaction), "context_management.edits", "compact-2026-01-12"],
    [listed.some((edit) => !isCompaction(edit)), "context_management", "context-management-2025-06-27"],
    [clears >= 0, `messages.${clears}.clear_at`, "mid-conversation-system-clear-at-2026-08-21"],
  ];
  const missing = needs.find(([isUsed, , header]) => isUsed && !beta.includes(header));
  if (missing !== undefined) return `${missing[1]}: Extra inputs are not permitted`;
  return readField(body, "compaction") != null && listed.length > 0
    ? "compaction: cannot be combined with `context_management`"
    : null;
}

/** While results of the newest answer are open, its reasoning comes back whole and in order, or not at all. */
export function findModified(messages: Messages, replies: ReadonlyMap<string, readonly string[]>): string | null {
  const number = messages.findLastIndex(({ role }) => role === "assistant");
  const blocks = listBlocks(messages[number]?.content);
  const thoughts = blocks.filter(isThought);
  const call = blocks.find((block) => readField(block, "type") === "tool_use");
  const known = replies.get(String(readField(call, "id")));
  if (known === undefined || thoughts.length === 0) return null;
  const tokens = thoughts.map((block) => String(readField(block, "signature") ?? readField(block, "data")));
  if (JSON.stringify(tokens) === JSON.stringify(known)) return null;
  return `messages.${number}.content.${blocks.findIndex(isThought)}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.`;
}

function listBlocks(content: unknown): readonly unknown[] {
  return Array.isArray(content) ? content : [];
}

function isThought(block: unknown): boolean {
  return /^(?:redacted_)?thinking$/.test(String(readField(block, "type")));
}

function isSigned(block: unknown): boolean {
  return readField(block, "type") === "compaction" && typeof readField(block, "signature") === "string";
}

function isCompaction(edit: unknown): boolean {
  return readField(edit, "type") === "compact_20260112";
}

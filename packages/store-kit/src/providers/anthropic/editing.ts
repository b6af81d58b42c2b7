/** The provider's own edits: the client's list stays as it is, and the model reads less of it. */
import type { DroppedReasoning } from "../script.js";
import { type AnthropicRequest, type Block, countBlock, listMessages, type Message } from "./request.js";

export interface ShownRequest {
  /** The request as the model reads it. */
  readonly request: AnthropicRequest;
  readonly applied: readonly AppliedEdit[];
}

type AppliedEdit = { readonly type: string; readonly [count: string]: unknown };
type Edit = NonNullable<NonNullable<AnthropicRequest["context_management"]>["edits"]>[number];
type Messages = readonly Message[];

/** Leaves out dropped reasoning, what a summary stands for, and what the request's edits clear. */
export function showRequest(request: AnthropicRequest, dropped: readonly DroppedReasoning[]): ShownRequest {
  const gone = new Set(dropped.map(({ path }) => path));
  let messages = cutAtSummary(filterBlocks(listMessages(request), (_, path) => !gone.has(path)));
  if (stripsThinking.test(request.model)) messages = clearThinking(messages, 1).messages;
  const applied: AppliedEdit[] = [];
  for (const edit of request.context_management?.edits ?? []) {
    const edited = applyEdit(messages, edit);
    if (edited === null) continue;
    messages = edited.messages;
    applied.push(edited.applied);
  }
  return { request: { ...request, messages: messages as AnthropicRequest["messages"] }, applied };
}

/** The threshold at which this request is compacted; null without one. */
export function findThreshold({ context_management: management }: AnthropicRequest): number | null {
  const edit = management?.edits?.find(({ type }) => type === "compact_20260112");
  return edit === undefined ? null : readCount(edit.trigger, 150_000);
}

/** They read only the reasoning of the running turn. */
const stripsThinking = /claude-3|opus-4-[01]\b|sonnet-4(?:-[05]\b|$)|haiku-4-5/;

function filterBlocks(messages: Messages, keeps: (block: Block, path: string) => boolean): Messages {
  return messages.flatMap((message, number) => {
    const content = message.content.filter((block, place) => keeps(block, `messages.${number}.content.${place}`));
    return content.length === 0 ? [] : [{ ...message, content }];
  });
}

/** The newest summary stands for everything before it. */
function cutAtSummary(messages: Messages): Messages {
  const isSummary = (block: Block) => block.type === "compaction" && block.content != null;
  const number = messages.findLastIndex(({ content }) => content.some(isSummary));
  const message = messages[number];
  if (message === undefined) return messages;
  const content = message.content.slice(message.content.findLastIndex(isSummary));
  return [{ ...message, content }, ...messages.slice(number + 1)];
}

function applyEdit(messages: Messages, edit: Edit) {
  switch (edit.type) {
    case "clear_thinking_20251015": {
      const { messages: left, turns } = clearThinking(
        messages,
        edit.keep === "all" ? Number.MAX_VALUE : readCount(edit.keep, 1),
      );
      const saved = countMessages(messages) - countMessages(left);
      const applied = { type: edit.type, cleared_thinking_turns: turns, cleared_input_tokens: saved };
      return turns === 0 ? null : { messages: left, applied };
    }
    case "clear_tool_uses_20250919":
      return clearToolUses(messages, edit);
    default:
      return null;
  }
}

/** A turn begins with words of the user. */
function clearThinking(messages: Messages, keep: number): { readonly messages: Messages; readonly turns: number } {
  let turn = 0;
  const turns = messages.map(({ role, content }) => {
    if (role === "user" && content.some(({ type }) => type !== "tool_result")) turn += 1;
    return turn;
  });
  const isThought = ({ type }: Block) => type === "thinking" || type === "redacted_thinking";
  const thinking = [...new Set(turns.filter((_, place) => messages[place]?.content.some(isThought)))];
  const cleared = new Set(thinking.filter((each) => each <= turn - keep));
  const left = messages.flatMap((message, place) => {
    if (!cleared.has(turns[place] ?? 0)) return [message];
    const content = message.content.filter((block) => !isThought(block));
    return content.length === 0 ? [] : [{ ...message, content }];
  });
  return { messages: left, turns: cleared.size };
}

function clearToolUses(messages: Messages, edit: Edit) {
  const excluded = Array.isArray(edit.exclude_tools) ? edit.exclude_tools : [];
  const uses = messages.flatMap(({ content }) =>
    content.flatMap((block) => (block.type === "tool_use" ? [block] : [])),
  );
  const trigger = readCount(edit.trigger, 100_000);
  const isDue =
    (edit.trigger as { readonly type?: unknown } | undefined)?.type === "tool_uses"
      ? uses.length >= trigger
      : countMessages(messages) >= trigger;
  const open = uses.filter(({ name }) => !excluded.includes(name));
  const cleared = new Set(open.slice(0, Math.max(0, open.length - readCount(edit.keep, 3))).map(({ id }) => id));
  const left = messages.map((message) => ({
    ...message,
    content: message.content.map((block): Block => {
      if (block.type === "tool_result" && cleared.has(block.tool_use_id)) return { ...block, content: "[cleared]" };
      const isInput = block.type === "tool_use" && edit.clear_tool_inputs === true && cleared.has(block.id);
      return isInput ? { ...block, input: {} } : block;
    }),
  }));
  const saved = countMessages(messages) - countMessages(left);
  if (!isDue || cleared.size === 0 || saved < readCount(edit.clear_at_least, 0)) return null;
  const applied = { type: edit.type, cleared_tool_uses: cleared.size, cleared_input_tokens: saved };
  return { messages: left, applied };
}

function countMessages(messages: Messages): number {
  return messages.reduce(
    (sum, { content }) => sum + content.reduce((tokens, block) => tokens + countBlock(block), 0),
    0,
  );
}

/** `{ type, value }`, as the API writes counts. */
function readCount(value: unknown, otherwise: number): number {
  const count = (value as { readonly value?: unknown } | null | undefined)?.value;
  return typeof count === "number" ? count : otherwise;
}

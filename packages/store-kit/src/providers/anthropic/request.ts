import { z } from "zod";
import type { SeenPart } from "../script.js";
import { countTokens } from "../server.js";
import type { CacheBlock } from "./cache.js";

const cacheControl = z.object({ type: z.literal("ephemeral"), ttl: z.enum(["5m", "1h"]).optional() }).nullish();
const text = z.object({ type: z.literal("text"), text: z.string(), cache_control: cacheControl });
const media = z.looseObject({ type: z.enum(["image", "document"]), cache_control: cacheControl });
const block = z.discriminatedUnion("type", [
  text,
  media,
  z.object({ type: z.literal("compaction"), content: z.string().nullish(), cache_control: cacheControl }),
  z.object({ type: z.literal("thinking"), thinking: z.string(), signature: z.string() }),
  z.object({ type: z.literal("redacted_thinking"), data: z.string() }),
  z.object({
    type: z.literal("tool_use"),
    id: z.string().regex(/^[a-zA-Z0-9_-]+$/),
    name: z.string(),
    input: z.record(z.string(), z.unknown().optional()),
    cache_control: cacheControl,
  }),
  z.object({
    type: z.literal("tool_result"),
    tool_use_id: z.string().regex(/^[a-zA-Z0-9_-]+$/),
    content: z.union([z.string(), z.array(z.union([text, media, z.looseObject({ type: z.string() })]))]).optional(),
    is_error: z.boolean().optional(),
    cache_control: cacheControl,
  }),
]);

/** Checks these fields of a request, and lets all others through. */
export const anthropicRequest = z.looseObject({
  model: z.string(),
  max_tokens: z.number().int().min(0),
  stream: z.boolean().optional(),
  system: z.union([z.string(), z.array(text)]).optional(),
  messages: z.array(
    z.object({ role: z.enum(["user", "assistant", "system"]), content: z.union([z.string(), z.array(block)]) }),
  ),
  tools: z
    .array(z.looseObject({ name: z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/), cache_control: cacheControl }))
    .optional(),
  tool_choice: z.unknown().optional(),
  thinking: z.unknown().optional(),
  cache_control: cacheControl,
  compaction: z.looseObject({ type: z.literal("summarize") }).nullish(),
  context_management: z.looseObject({ edits: z.array(z.looseObject({ type: z.string() })).optional() }).nullish(),
  diagnostics: z.object({ previous_message_id: z.string().nullish() }).nullish(),
});

export type AnthropicRequest = z.infer<typeof anthropicRequest>;
export type Block = z.infer<typeof block>;
export interface Message {
  readonly role: "user" | "assistant" | "system";
  readonly content: readonly Block[];
}

/** The words with which the provider refuses the request; null where it is in order. */
export function findFault(request: AnthropicRequest, blocks: readonly CacheBlock[]): string | null {
  const messages = listMessages(request);
  const first = messages[0];
  if (first === undefined) return "messages: at least one message is required";
  if (first.role !== "user" && first.content[0]?.type !== "compaction")
    return 'messages: first message must use the "user" role';
  if (messages.at(-1)?.role === "assistant" && request.compaction == null)
    return "This model does not support assistant message prefill. The conversation must end with a user message.";
  return (
    messages.map(wrongContent).find((wrong) => wrong !== null) ??
    wrongSystem(request.model, messages) ??
    wrongPairs(merged(messages.filter(({ role }) => role !== "system"))) ??
    wrongMarks(blocks, request)
  );
}

/** The blocks in the order in which they are cached. Other settings for messages are another cache for messages. */
export function cacheBlocks(request: AnthropicRequest): readonly CacheBlock[] {
  const messages = listMessages(request);
  const images = messages.some(({ content }) => content.some(({ type }) => type === "image"));
  const settings = JSON.stringify([request.tool_choice ?? "auto", request.thinking ?? null, images]);
  const tools = (request.tools ?? []).map((tool) => cached("tools", tool, countTokens(JSON.stringify(tool))));
  const system = systemOf(request).map((part) => cached("system", part, countTokens(part.text)));
  const said = messages.flatMap(({ role, content }) =>
    content.map((part, place) => cached(role, part, countBlock(part) + (place === 0 ? messageTokens : 0))),
  );
  const first = said[0];
  const all = first === undefined ? [] : [{ ...first, bytes: `${settings}\n${first.bytes}` }, ...said.slice(1)];
  return automatic([...tools, ...system, ...all], request);
}

export function systemText(request: AnthropicRequest): string {
  return systemOf(request)
    .map((part) => part.text)
    .join("\n\n");
}

/** The request as every stand-in tells it. */
export function listParts(request: AnthropicRequest): readonly SeenPart[] {
  return listMessages(request).flatMap(({ role, content }) => content.map((part) => seenPart(role, part)));
}

const messageTokens = 4;
const mediaTokens = 1_500;

export function listMessages({ messages }: AnthropicRequest): readonly Message[] {
  return messages.map(({ role, content }) => ({
    role,
    content: typeof content === "string" ? [{ type: "text", text: content }] : content,
  }));
}

function systemOf({ system = [] }: AnthropicRequest): readonly z.infer<typeof text>[] {
  return typeof system === "string" ? [{ type: "text", text: system }] : system;
}

/** Messages of one role that follow each other are one message. */
function merged(messages: readonly Message[]): readonly Message[] {
  const all: Message[] = [];
  for (const message of messages) {
    const last = all.at(-1);
    if (last?.role !== message.role) all.push(message);
    else all[all.length - 1] = { role: last.role, content: [...last.content, ...message.content] };
  }
  return all;
}

/** A system message among the others stands after a message of the user, and older models take none. */
function wrongSystem(model: string, messages: readonly Message[]): string | null {
  const place = messages.findIndex(({ role }) => role === "system");
  if (place < 0) return null;
  if (!/opus-4-[89]|opus-5|sonnet-5-5|haiku-5|fable|mythos/.test(model))
    return `messages.${place}.role: this model does not support the "system" role`;
  const stray = messages.findIndex(({ role }, at) => role === "system" && messages[at - 1]?.role === "assistant");
  return stray < 0 ? null : `messages.${stray}: a "system" message must come after a "user" message`;
}

function wrongContent({ content }: Message, number: number): string | null {
  if (content.length === 0) return `messages.${number}: all messages must have non-empty content`;
  for (const part of content) {
    const inner = part.type === "tool_result" && typeof part.content === "object" ? part.content : [part];
    for (const { type, text } of inner as readonly { readonly type: string; readonly text?: string }[]) {
      if (type !== "text" || text === undefined) continue;
      if (text === "") return "messages: text content blocks must be non-empty";
      if (text.trim() === "") return "messages: text content blocks must contain non-whitespace text";
    }
  }
  return null;
}

/** Every call is answered in the next message, before anything else there, and nothing else is answered. */
function wrongPairs(messages: readonly Message[]): string | null {
  const known = new Set<string>();
  for (const [number, { content }] of messages.entries()) {
    const asked = (messages[number - 1]?.content ?? []).flatMap((part) => (part.type === "tool_use" ? [part.id] : []));
    const results = content.flatMap((part) => (part.type === "tool_result" ? [part.tool_use_id] : []));
    const leading = content.findIndex(({ type }) => type !== "tool_result");
    const answered = leading < 0 ? results : results.slice(0, leading);
    const stray = results.find((id) => !asked.includes(id));
    if (stray !== undefined) return strayResult(number, results.indexOf(stray), stray);
    const open = asked.filter((id) => !answered.includes(id));
    if (open.length > 0) return openCalls(number - 1, open);
    if (new Set(results).size < results.length)
      return `messages.${number}.content: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${results[0]}`;
    for (const part of content) {
      if (part.type !== "tool_use") continue;
      if (known.has(part.id)) return `messages.${number}: \`tool_use\` ids must be unique`;
      known.add(part.id);
    }
  }
  return null;
}

function strayResult(message: number, place: number, id: string): string {
  return `messages.${message}.content.${place}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
}

function openCalls(message: number, ids: readonly string[]): string {
  return `messages.${message}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids.join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
}

function wrongMarks(blocks: readonly CacheBlock[], { cache_control: whole }: AnthropicRequest): string | null {
  const own = blocks.at(-1)?.mark;
  if (whole && own !== undefined && own !== (whole.ttl ?? "5m"))
    return "cache_control: the last block has a cache_control with another ttl";
  const marks = blocks.flatMap(({ mark }) => mark ?? []);
  if (marks.length > 4) return `A maximum of 4 blocks with cache_control may be provided. Found ${marks.length}.`;
  if (marks.lastIndexOf("1h") > marks.indexOf("5m") && marks.includes("5m"))
    return "messages: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. Note that blocks are processed in the following order: `tools`, `system`, `messages`.";
  return null;
}

type Marked = { readonly cache_control?: z.infer<typeof cacheControl> };

function cached(role: string, part: object & Marked, tokens: number): CacheBlock {
  const { cache_control, ...rest } = part;
  const bytes = `${role} ${JSON.stringify(rest)}`;
  return { bytes, tokens, ...(cache_control && { mark: cache_control.ttl ?? "5m" }) };
}

/** A mark on the request as a whole is one on its last block. */
function automatic(blocks: readonly CacheBlock[], { cache_control }: AnthropicRequest): readonly CacheBlock[] {
  const last = blocks.at(-1);
  if (!cache_control || last === undefined || last.mark !== undefined) return blocks;
  return [...blocks.slice(0, -1), { ...last, mark: cache_control.ttl ?? "5m" }];
}

export function countBlock(part: Block): number {
  switch (part.type) {
    case "text":
      return countTokens(part.text);
    case "thinking":
      return countTokens(part.thinking === "" ? part.signature : part.thinking);
    case "compaction":
      return countTokens(part.content ?? "");
    case "redacted_thinking":
      return countTokens(part.data);
    case "tool_use":
      return countTokens(part.name) + countTokens(JSON.stringify(part.input)) + 8;
    case "tool_result":
      return countTokens(resultText(part)) + 8 + mediaTokens * mediaIn(part);
    default:
      return mediaTokens;
  }
}

function seenPart(role: Message["role"], part: Block): SeenPart {
  switch (part.type) {
    case "text":
      return { kind: "said", by: role === "assistant" ? "agent" : role, text: part.text };
    case "compaction":
      return { kind: "said", by: "agent", text: part.content ?? "" };
    case "thinking":
      return { kind: "thought", text: part.thinking };
    case "redacted_thinking":
      return { kind: "thought", text: "" };
    case "tool_use":
      return { kind: "called", id: part.id, tool: part.name, input: JSON.stringify(part.input) };
    case "tool_result":
      return { kind: "returned", id: part.tool_use_id, text: resultText(part) };
    default:
      return { kind: "media", type: part.type };
  }
}

type Result = Extract<Block, { readonly type: "tool_result" }>;

function resultText({ content = "" }: Result): string {
  if (typeof content === "string") return content;
  return content.flatMap((part) => ("text" in part && typeof part.text === "string" ? [part.text] : [])).join("\n");
}

function mediaIn({ content }: Result): number {
  return Array.isArray(content) ? content.filter(({ type }) => type === "image" || type === "document").length : 0;
}

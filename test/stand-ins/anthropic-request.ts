import { z } from "zod";
import type { CacheBlock } from "./anthropic-cache.js";
import type { SeenPart } from "./script.js";
import { tokensOf } from "./server.js";

const cacheControl = z.object({ type: z.literal("ephemeral"), ttl: z.enum(["5m", "1h"]).optional() }).nullish();
const text = z.object({ type: z.literal("text"), text: z.string(), cache_control: cacheControl });
const media = z.looseObject({ type: z.enum(["image", "document"]), cache_control: cacheControl });
const block = z.discriminatedUnion("type", [
  text,
  media,
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

/** What is read of a request; anything else is let through. */
export const anthropicRequest = z.looseObject({
  model: z.string(),
  max_tokens: z.number().int().min(0),
  stream: z.boolean().optional(),
  system: z.union([z.string(), z.array(text)]).optional(),
  messages: z.array(z.object({ role: z.enum(["user", "assistant"]), content: z.union([z.string(), z.array(block)]) })),
  tools: z
    .array(z.looseObject({ name: z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/), cache_control: cacheControl }))
    .optional(),
  tool_choice: z.unknown().optional(),
  thinking: z.unknown().optional(),
  cache_control: cacheControl,
});

export type AnthropicRequest = z.infer<typeof anthropicRequest>;
type Block = z.infer<typeof block>;
type Message = { readonly role: "user" | "assistant"; readonly content: readonly Block[] };

/** What the real API would say against the request; null where it is in order. */
export function wrongWith(request: AnthropicRequest, blocks: readonly CacheBlock[]): string | null {
  const messages = messagesOf(request);
  const first = messages[0];
  if (first === undefined) return "messages: at least one message is required";
  if (first.role !== "user") return 'messages: first message must use the "user" role';
  if (messages.at(-1)?.role === "assistant")
    return "This model does not support assistant message prefill. The conversation must end with a user message.";
  return (
    messages.map(wrongContent).find((wrong) => wrong !== null) ?? wrongPairs(merged(messages)) ?? wrongMarks(blocks)
  );
}

/** The blocks in the order in which they are cached. Other settings for messages are another cache for messages. */
export function cacheBlocks(request: AnthropicRequest): readonly CacheBlock[] {
  const messages = messagesOf(request);
  const images = messages.some(({ content }) => content.some(({ type }) => type === "image"));
  const settings = JSON.stringify([request.tool_choice ?? "auto", request.thinking ?? null, images]);
  const tools = (request.tools ?? []).map((tool) => cached("tools", tool, tokensOf(JSON.stringify(tool))));
  const system = systemOf(request).map((part) => cached("system", part, tokensOf(part.text)));
  const said = messages.flatMap(({ role, content }) =>
    content.map((part, place) => cached(role, part, blockTokens(part) + (place === 0 ? messageTokens : 0))),
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
export function seenParts(request: AnthropicRequest): readonly SeenPart[] {
  return messagesOf(request).flatMap(({ role, content }) => content.map((part) => seenPart(role, part)));
}

const messageTokens = 4;
const mediaTokens = 1_500;

function messagesOf({ messages }: AnthropicRequest): readonly Message[] {
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

function wrongMarks(blocks: readonly CacheBlock[]): string | null {
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

function blockTokens(part: Block): number {
  switch (part.type) {
    case "text":
      return tokensOf(part.text);
    case "thinking":
      return tokensOf(part.thinking);
    case "redacted_thinking":
      return tokensOf(part.data);
    case "tool_use":
      return tokensOf(part.name) + tokensOf(JSON.stringify(part.input)) + 8;
    case "tool_result":
      return tokensOf(resultText(part)) + 8 + mediaTokens * mediaIn(part);
    default:
      return mediaTokens;
  }
}

function seenPart(role: "user" | "assistant", part: Block): SeenPart {
  switch (part.type) {
    case "text":
      return { kind: "said", by: role === "user" ? "user" : "agent", text: part.text };
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

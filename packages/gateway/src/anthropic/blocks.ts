/** Blocks of Anthropic's Messages API as the log's own parts. A block of an unknown type is kept as its JSON. */
import type { HostFile, HostOutput, HostPart } from "@clewline/core/log/host-message.js";
import { encodeCanonicalJson, isObject, type Json, toJson } from "@clewline/text/json.js";
import { rememberByObject } from "@clewline/text/remember.js";
import { readTextKey } from "../wire/reminder.js";
import type { JsonObject } from "../wire/wire.js";
import type { BlockReading } from "../wire/wire-items.js";

/** The blocks of a message: a plain text counts as one block of text. */
export function listBlocks({ content }: JsonObject): readonly JsonObject[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content)
    ? content.map((block) =>
        isObject(block)
          ? block
          : { type: "text", text: typeof block === "string" ? block : encodeCanonicalJson(block) },
      )
    : [];
}

/** A call, or the result of one; null for words and everything else. */
export function readToolItem(block: JsonObject): Exclude<BlockReading, { kind: "part" }> | null {
  const type = String(block.type);
  const call = String(block.id ?? block.tool_use_id ?? "");
  if (type === "tool_use" || type === "server_tool_use" || type === "mcp_tool_use") {
    const hosted = type === "tool_use" ? {} : { hosted: true as const };
    return {
      kind: "called",
      call,
      tool: String(block.name ?? ""),
      input: encodeCanonicalJson(block.input ?? {}),
      ...hosted,
    };
  }
  if (type === "tool_result") return { kind: "returned", call, tool: "", output: readOutput(block) };
  if (!/_tool_result$/.test(type) || call === "") return null;
  return {
    kind: "returned",
    call,
    tool: "",
    output: { kind: "json", text: encodeCanonicalJson(block.content ?? null) },
    hosted: true,
  };
}

function readOutput({ content, is_error: failed }: JsonObject): HostOutput {
  const kind = failed === true ? "error-text" : "text";
  if (content === undefined || typeof content === "string") return { kind, text: content ?? "" };
  const parts = listBlocks({ content }).map(readResultPart);
  const texts = parts.flatMap((part) => (part.kind === "text" ? [part.text] : []));
  if (texts.length === parts.length && (texts.length < 2 || failed === true)) return { kind, text: texts.join("\n") };
  return { kind: "content", parts };
}

/** In a result a view has no place for a file that is only named: that stays as its JSON. */
function readResultPart(block: JsonObject): HostPart {
  const part = readPart(block);
  return part.kind === "file" && part.data.kind === "url" ? keepAsJson(block) : part;
}

export function readPart(block: JsonObject): HostPart {
  switch (block.type) {
    case "text":
      return { kind: "text", text: String(block.text ?? "") };
    case "thinking":
      return {
        kind: "reasoning",
        text: String(block.thinking ?? ""),
        meta: { signature: toJson(block.signature ?? null) },
      };
    case "redacted_thinking":
      return { kind: "reasoning", text: "", meta: { redacted: toJson(block.data ?? null) } };
    case "image":
    case "document":
      return readFile(block) ?? keepAsJson(block);
    default:
      return keepAsJson(block);
  }
}

function readFile({ source, title }: JsonObject): HostPart | null {
  if (!isObject(source)) return null;
  const mediaType = String(source.media_type ?? "application/octet-stream");
  const name = typeof title === "string" ? { name: title } : {};
  const file = (data: HostFile["data"]): HostPart => ({ kind: "file", mediaType, data, ...name });
  if (source.type === "base64") return file({ kind: "base64", base64: String(source.data ?? "") });
  if (source.type === "url") return file({ kind: "url", url: String(source.url ?? "") });
  return source.type === "text" ? { kind: "text", text: String(source.data ?? "") } : null;
}

function keepAsJson(block: JsonObject): HostPart {
  return { kind: "text", text: encodeCanonicalJson(dropMark(block)) };
}

/** A block without its marks for the cache, which move from call to call; the very same where it has none. */
export function dropMark(block: JsonObject): JsonObject {
  if (listMarks(block).length === 0) return block;
  const kept = Object.entries(block).filter(([name]) => name !== "cache_control");
  return Object.fromEntries(kept.map(([name, value]) => [name, holders.has(name) ? dropInner(value) : value]));
}

function dropInner(held: unknown): unknown {
  if (Array.isArray(held)) return held.map(dropInner);
  return isObject(held) ? dropMark(held) : held;
}

/** Where a block holds others, which may be marked too: results of tools, and documents. */
const holders: ReadonlySet<string> = new Set(["content", "source"]);

/** The marks of a block and of those that it holds. Asked for several times in each request of a list that grows. */
export const listMarks: (block: JsonObject) => readonly JsonObject[] = rememberByObject(readMarks);

function readMarks(block: JsonObject): readonly JsonObject[] {
  const { cache_control: mark } = block;
  const inner = [...holders].flatMap((name) => block[name]).filter(isObject);
  return [...inner.flatMap(listMarks), ...(isObject(mark) ? [mark] : [])];
}

/**
 * The key that identifies a block. Ids, marks and signatures may change on the way through a client, spaces at the ends
 * too. Reasoning may be left out. None of them makes it another message.
 */
export function readKey(block: JsonObject): readonly Json[] {
  const { type } = block;
  if (type === "thinking" || type === "redacted_thinking") return [];
  if (type === "text") return readTextKey(String(block.text ?? ""));
  if (type === "tool_use") return [["call", String(block.name ?? ""), toJson(block.input ?? {})]];
  if (type === "tool_result") return [["result", block.is_error === true, ...readResultKey(block)]];
  return [toJson(dropMark(block))];
}

function readResultKey({ content }: JsonObject): readonly Json[] {
  return content === undefined ? [] : listBlocks({ content }).flatMap(readKey);
}

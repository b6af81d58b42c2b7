/** Converts Anthropic's content into items of the log. Null means that the content has an unknown shape. */
import { readForeignParts } from "@clewline/core/importing/foreign.js";
import { type HostItem, readHostMessage } from "@clewline/core/log/host-message.js";
import { isObject } from "@clewline/text/json.js";

type Part = Record<string, unknown>;

/** Messages in a line form one item; each result is an item of its own. */
export function readUserItems(content: unknown): readonly HostItem[] | null {
  const parts = readForeignParts(content);
  if (parts === null) return null;
  const said = parts.filter((part) => part.type !== "tool_result").flatMap(convertSaidPart);
  const first = parts.findIndex((part) => part.type !== "tool_result");
  const results = (some: readonly Part[]) =>
    some.filter((part) => part.type === "tool_result").flatMap(makeResultItems);
  if (said.length === 0) return results(parts);
  return [
    ...results(parts.slice(0, first)),
    ...readHostMessage({ role: "user", content: said }),
    ...results(parts.slice(first)),
  ];
}

/** Text and reasoning of a line form one item; each call is an item of its own. */
export function readAgentItems(content: unknown): readonly HostItem[] | null {
  const parts = readForeignParts(content);
  if (parts === null) return null;
  const said = parts.filter((part) => !isTool(part)).flatMap(convertSaidPart);
  const tools = parts.filter(isTool).flatMap((part) => (isCall(part) ? makeCallItems(part) : makeHostedResult(part)));
  return [...readHostMessage({ role: "assistant", content: said }), ...tools];
}

function isTool(part: Part): boolean {
  return isCall(part) || (/_tool_result$/.test(String(part.type)) && typeof part.tool_use_id === "string");
}

/** Includes calls of the provider's own tools: server_tool_use, mcp_tool_use. */
function isCall(part: Part): boolean {
  return /(^|_)tool_use$/.test(String(part.type));
}

function convertSaidPart(part: Part): readonly Part[] {
  switch (part.type) {
    case "text":
      return part.text === "" ? [] : [{ type: "text", text: part.text }];
    case "thinking":
      return makeReasoning(part.thinking, part.signature ? { signature: part.signature } : null);
    case "redacted_thinking":
      return makeReasoning("", { redactedData: part.data ?? "" });
    case "image":
    case "document":
      return [makeFilePart(part)];
    default:
      return [part];
  }
}

function makeReasoning(text: unknown, options: Part | null): readonly Part[] {
  if (options === null) return text ? [{ type: "reasoning", text }] : [];
  return [{ type: "reasoning", text, providerOptions: { anthropic: options } }];
}

function makeFilePart(part: Part): Part {
  const { source, title } = part;
  if (!isObject(source)) return part;
  const data = source.type === "base64" ? source.data : source.type === "url" ? source.url : null;
  if (source.type === "text" && typeof source.data === "string") return { type: "text", text: source.data };
  if (typeof data !== "string") return part;
  const mediaType = source.media_type ?? (part.type === "image" ? "image/*" : "application/pdf");
  return { type: "file", data, mediaType, filename: title };
}

function makeCallItems(part: Part): readonly HostItem[] {
  const hosted = part.type === "tool_use" ? {} : { providerExecuted: true };
  const call = { type: "tool-call", toolCallId: part.id, toolName: part.name, input: part.input, ...hosted };
  return readHostMessage({ role: "assistant", content: [call] });
}

/** The tool's name comes from the call. */
function makeResultItems(part: Part): readonly HostItem[] {
  const output = makeOutput(part.content, part.is_error === true);
  return readHostMessage({ role: "tool", content: [{ type: "tool-result", toolCallId: part.tool_use_id, output }] });
}

function makeHostedResult(part: Part): readonly HostItem[] {
  const output = { type: "json", value: part.content };
  return readHostMessage({
    role: "assistant",
    content: [{ type: "tool-result", toolCallId: part.tool_use_id, output }],
  });
}

function makeOutput(content: unknown, isError: boolean): Part {
  const parts = content === undefined || content === null ? [] : readForeignParts(content);
  if (parts === null) return { type: isError ? "error-json" : "json", value: content };
  const all = parts.map((part) => (part.type === "image" || part.type === "document" ? makeFilePart(part) : part));
  if (isError || all.every((part) => part.type === "text")) {
    const text = all.map((part) => (part.type === "text" ? String(part.text ?? "") : `[${String(part.type)}]`));
    return { type: isError ? "error-text" : "text", value: text.join("\n") };
  }
  return { type: "content", value: all };
}

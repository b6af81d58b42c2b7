import type { Called, Output, Returned, Text } from "../../log/entry.js";
import { escapeText, mark } from "../../text/fence.js";
import { canonical, isObject, type Json } from "../../text/json.js";
import type { Piece } from "../block.js";
import { endsOf, isCutBy, isLong, type Renderer, toolPiece } from "../renderer.js";
import { type Rendition, showsFiles } from "../rendition.js";
import type { CallContent, ResultContent, ResultOutput } from "../request.js";

/** Inputs below this many tokens are never worth a stub. */
const smallInput = 60;

/** Under the name that the log has for the call; a view that can't use it puts another in its place. */
export function callPiece(renderer: Renderer, entry: Called, form: Rendition): Piece {
  const tool = toolName(entry.tool);
  const input =
    form === "cleared" && clearsInput(renderer, entry) ? stubbedInput(renderer, entry) : wholeInput(renderer, entry);
  const content: CallContent = {
    type: "tool-call",
    toolCallId: entry.call,
    toolName: tool,
    input,
    ...(entry.hosted ? { providerExecuted: true } : {}),
    ...(entry.meta === undefined ? {} : { providerOptions: entry.meta }),
  };
  return toolPiece(renderer, content, tool, entry.meta === undefined ? input : [input, entry.meta]);
}

export function resultPiece(renderer: Renderer, entry: Returned, form: Rendition): Piece {
  return outputPiece(renderer, entry, shownOutput(renderer, entry, form), entry.meta);
}

/** Stands where a result should be and is not: the view stays legal, the log stays as it was. */
export function missingResultPiece(renderer: Renderer, entry: Called, waiting: boolean): Piece {
  const value = mark("no-result", { tool: entry.tool, state: waiting ? "waiting" : "never returned" });
  return outputPiece(renderer, entry, { type: waiting ? "text" : "error-text", value }, undefined);
}

export function clearsInput(renderer: Renderer, entry: Called): boolean {
  return renderer.tokens(entry.input) > smallInput;
}

export function isLongOutput(renderer: Renderer, output: Output): boolean {
  if (output.kind !== "content") return isLong(renderer, output.text);
  return output.parts.some((part) => part.kind === "file" || isLong(renderer, part.text));
}

function outputTokens(renderer: Renderer, output: Output): number {
  if (output.kind !== "content") return renderer.tokens(output.text);
  return output.parts.reduce((sum, part) => sum + (part.kind === "file" ? part.tokens : renderer.tokens(part.text)), 0);
}

/** Providers take letters, digits, `_` and `-`; an imported log may hold anything. */
function toolName(raw: string): string {
  return raw.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "tool";
}

function outputPiece(
  renderer: Renderer,
  { tool, call }: Pick<Called, "tool" | "call">,
  output: ResultOutput,
  meta: Json | undefined,
): Piece {
  const name = toolName(tool);
  const content: ResultContent = {
    type: "tool-result",
    toolCallId: call,
    toolName: name,
    output,
    ...(meta === undefined ? {} : { providerOptions: meta }),
  };
  const body = output.type === "execution-denied" ? output.reason : output.value;
  const files = output.type === "content" ? output.value.filter((part) => part.type === "file-data") : [];
  const texts = (parts: readonly Json[]) => parts.filter((part) => isObject(part) && part.type === "text");
  const piece = toolPiece(
    renderer,
    content,
    name,
    files.length === 0 ? (body as Json) : texts(body as readonly Json[]),
  );
  const options = meta === undefined ? 0 : renderer.count(canonical(meta));
  return { ...piece, tokens: piece.tokens + options + files.length * fileTokens };
}

/** A file inside a tool's result; the flat figure of an image. */
const fileTokens = 1_600;

function shownOutput(renderer: Renderer, entry: Returned, form: Rendition): ResultOutput {
  const { output } = entry;
  const failed = output.kind === "error-text" || output.kind === "error-json";
  if (form === "cleared") return { type: failed ? "error-text" : "text", value: clearedStub(renderer, entry) };
  if (output.kind === "content") return contentOutput(renderer, entry, output.parts, form);
  const whole = isCutBy(renderer, output.text, form) ? null : renderer.whole(output.text);
  if (whole === null) {
    const ends = endsOf(renderer, output.text, renderer.pointer("e", entry.seq), form, entry.file);
    return { type: failed ? "error-text" : "text", value: ends };
  }
  switch (output.kind) {
    case "text":
    case "error-text":
      return { type: output.kind, value: escapeText(whole) };
    case "json":
    case "error-json":
      return jsonOutput(output.kind, whole);
    case "denied":
      return { type: "execution-denied", reason: escapeText(whole) };
    default:
      return output satisfies never;
  }
}

function jsonOutput(type: "json" | "error-json", text: string): ResultOutput {
  const value = parsed(text);
  if (value === undefined) return { type: type === "json" ? "text" : "error-text", value: escapeText(text) };
  return { type, value: escapeJson(value) };
}

function contentOutput(
  renderer: Renderer,
  entry: Returned,
  parts: Extract<Output, { kind: "content" }>["parts"],
  form: Rendition,
): ResultOutput {
  const open = renderer.pointer("e", entry.seq);
  return {
    type: "content",
    value: parts.map((part) => {
      if (part.kind !== "file") {
        const whole = isCutBy(renderer, part.text, form) ? null : renderer.whole(part.text);
        const ends = () => endsOf(renderer, part.text, open, form, entry.file);
        return { type: "text", text: whole === null ? ends() : escapeText(whole) };
      }
      const data = part.source.kind === "blob" ? renderer.file(part.source.blob) : undefined;
      if (showsFiles(form) && data !== undefined)
        return { type: "file-data", data, mediaType: escapeText(part.mediaType) };
      return { type: "text", text: mark("cleared", { what: part.mediaType, open }) };
    }),
  };
}

function clearedStub(renderer: Renderer, entry: Returned): string {
  const tokens = outputTokens(renderer, entry.output);
  return mark("cleared", { what: `result of ${entry.tool}`, tokens, open: renderer.pointer("e", entry.seq) });
}

function stubbedInput(renderer: Renderer, entry: Called): Json {
  const attributes = { what: "input", tokens: renderer.tokens(entry.input), open: renderer.pointer("e", entry.seq) };
  return { cleared: mark("cleared", attributes) };
}

/** Providers want an object; anything else is carried inside one. */
function wholeInput(renderer: Renderer, entry: Called): Json {
  const whole = renderer.whole(entry.input as Text);
  if (whole === null) return stubbedInput(renderer, entry);
  const value = parsed(whole);
  if (value === undefined) return { value: escapeText(whole) };
  const escaped = escapeJson(value);
  return isObject(escaped) ? escaped : { value: escaped };
}

/** Escapes what the JSON says, not its text: `\u003c` is a `<` as well. */
function escapeJson(value: Json): Json {
  if (typeof value === "string") return escapeText(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(escapeJson);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [escapeText(key), escapeJson(inner)]));
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    // Not JSON: an imported log may say so wrongly. The caller shows it as text.
    return undefined;
  }
}

import type { Piece } from "./block.js";
import type { Called, Output, Returned, Text } from "./entry.js";
import { escapeText, mark } from "./fence.js";
import { type Form, showsFiles } from "./form.js";
import { canonical, isObject, type Json } from "./json.js";
import type { CallContent, ResultContent, ResultOutput } from "./request.js";
import { endsOf, isCutBy, isLong, type Scribe, toolPiece } from "./scribe.js";

/** Inputs below this many tokens are never worth a stub. */
const smallInput = 60;

export function callPiece(scribe: Scribe, entry: Called, id: string, form: Form): Piece {
  const tool = toolName(entry.tool);
  const input =
    form === "cleared" && clearsInput(scribe, entry) ? stubbedInput(scribe, entry) : wholeInput(scribe, entry);
  const content: CallContent = {
    type: "tool-call",
    toolCallId: id,
    toolName: tool,
    input,
    ...(entry.hosted ? { providerExecuted: true } : {}),
    ...(entry.meta === undefined ? {} : { providerOptions: entry.meta }),
  };
  return toolPiece(scribe, content, tool, entry.meta === undefined ? input : [input, entry.meta]);
}

export function resultPiece(scribe: Scribe, entry: Returned, id: string, form: Form): Piece {
  return outputPiece(scribe, entry.tool, id, shownOutput(scribe, entry, form), entry.meta);
}

/** Stands where a result should be and is not: the view stays legal, the log stays as it was. */
export function missingResultPiece(scribe: Scribe, entry: Called, id: string, waiting: boolean): Piece {
  const value = mark("no-result", { tool: entry.tool, state: waiting ? "waiting" : "never returned" });
  return outputPiece(scribe, entry.tool, id, { type: waiting ? "text" : "error-text", value }, undefined);
}

export function clearsInput(scribe: Scribe, entry: Called): boolean {
  return scribe.tokens(entry.input) > smallInput;
}

export function isLongOutput(scribe: Scribe, output: Output): boolean {
  if (output.kind !== "content") return isLong(scribe, output.text);
  return output.parts.some((part) => part.kind === "file" || isLong(scribe, part.text));
}

function outputTokens(scribe: Scribe, output: Output): number {
  if (output.kind !== "content") return scribe.tokens(output.text);
  return output.parts.reduce((sum, part) => sum + (part.kind === "file" ? part.tokens : scribe.tokens(part.text)), 0);
}

/** Providers take letters, digits, `_` and `-`; an imported log may hold anything. */
function toolName(raw: string): string {
  return raw.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "tool";
}

function outputPiece(scribe: Scribe, tool: string, id: string, output: ResultOutput, meta: Json | undefined): Piece {
  const name = toolName(tool);
  const content: ResultContent = {
    type: "tool-result",
    toolCallId: id,
    toolName: name,
    output,
    ...(meta === undefined ? {} : { providerOptions: meta }),
  };
  const body = output.type === "execution-denied" ? output.reason : output.value;
  const files = output.type === "content" ? output.value.filter((part) => part.type === "file-data") : [];
  const texts = (parts: readonly Json[]) => parts.filter((part) => isObject(part) && part.type === "text");
  const piece = toolPiece(scribe, content, name, files.length === 0 ? (body as Json) : texts(body as readonly Json[]));
  const options = meta === undefined ? 0 : scribe.count(canonical(meta));
  return { ...piece, tokens: piece.tokens + options + files.length * fileTokens };
}

/** A file inside a tool's result; the flat figure of an image. */
const fileTokens = 1_600;

function shownOutput(scribe: Scribe, entry: Returned, form: Form): ResultOutput {
  const { output } = entry;
  const failed = output.kind === "error-text" || output.kind === "error-json";
  if (form === "cleared") return { type: failed ? "error-text" : "text", value: clearedStub(scribe, entry) };
  if (output.kind === "content") return contentOutput(scribe, entry, output.parts, form);
  const whole = isCutBy(scribe, output.text, form) ? null : scribe.whole(output.text);
  if (whole === null) {
    const ends = endsOf(scribe, output.text, scribe.pointer("e", entry.seq), form, entry.file);
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
  scribe: Scribe,
  entry: Returned,
  parts: Extract<Output, { kind: "content" }>["parts"],
  form: Form,
): ResultOutput {
  const open = scribe.pointer("e", entry.seq);
  return {
    type: "content",
    value: parts.map((part) => {
      if (part.kind !== "file") {
        const whole = isCutBy(scribe, part.text, form) ? null : scribe.whole(part.text);
        const ends = () => endsOf(scribe, part.text, open, form, entry.file);
        return { type: "text", text: whole === null ? ends() : escapeText(whole) };
      }
      const data = part.source.kind === "blob" ? scribe.snapshot.blobs.get(part.source.blob) : undefined;
      if (showsFiles(form) && data !== undefined)
        return { type: "file-data", data, mediaType: escapeText(part.mediaType) };
      return { type: "text", text: mark("cleared", { what: part.mediaType, open }) };
    }),
  };
}

function clearedStub(scribe: Scribe, entry: Returned): string {
  const tokens = outputTokens(scribe, entry.output);
  return mark("cleared", { what: `result of ${entry.tool}`, tokens, open: scribe.pointer("e", entry.seq) });
}

function stubbedInput(scribe: Scribe, entry: Called): Json {
  const attributes = { what: "input", tokens: scribe.tokens(entry.input), open: scribe.pointer("e", entry.seq) };
  return { cleared: mark("cleared", attributes) };
}

/** Providers want an object; anything else is carried inside one. */
function wholeInput(scribe: Scribe, entry: Called): Json {
  const whole = scribe.whole(entry.input as Text);
  if (whole === null) return stubbedInput(scribe, entry);
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

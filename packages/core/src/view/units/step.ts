import { escapeText, fence, mark, markLines } from "@clewline/text/fence.js";
import { encodeCanonicalJson, isObject, type Json, tryParseJson } from "@clewline/text/json.js";
import { readShortMembers } from "@clewline/text/short-members.js";
import { condenseResult } from "../../log/arrival/condensed-result.js";
import { outlineEntry } from "../../log/arrival/entry-outline.js";
import { type CalledEntry, type CallOutput, listTexts, type ReturnedEntry, type Text } from "../../log/entry.js";
import type { Piece } from "../block.js";
import { isLong, isShortened, makeToolPiece, type Renderer, renderEnds, type WholeText } from "../renderer.js";
import { canShowFiles, type Rendition } from "../rendition.js";
import type { CallContent, ResultContent, ResultOutput } from "../request.js";

/** Inputs up to this many tokens are never worth a stub. */
const smallInput = 60;

/** Uses the log's id for the call; a view that can't use it replaces it. */
export function makeCallPiece(renderer: Renderer, entry: CalledEntry, form: Rendition): Piece {
  const tool = cleanToolName(entry.tool);
  const isStub = (form === "cleared" || form === "retired") && canClearInput(renderer, entry);
  const input = isStub ? stubInput(renderer, entry, form) : renderWholeInput(renderer, entry);
  const content: CallContent = {
    type: "tool-call",
    toolCallId: entry.call,
    toolName: tool,
    input,
    ...(entry.hosted ? { providerExecuted: true } : {}),
    ...(entry.meta === undefined ? {} : { providerOptions: entry.meta }),
  };
  return makeToolPiece(renderer, content, tool, entry.meta === undefined ? input : [input, entry.meta]);
}

export function makeResultPiece(renderer: Renderer, entry: ReturnedEntry, form: Rendition): Piece {
  return makeOutputPiece(renderer, entry, renderOutput(renderer, entry, form), entry.meta);
}

/** Replaces a missing result, so that the request is valid; the log stays unchanged. */
export function makeMissingResultPiece(renderer: Renderer, entry: CalledEntry, waiting: boolean): Piece {
  const value = mark("no-result", { tool: entry.tool, state: waiting ? "waiting" : "never returned" });
  return makeOutputPiece(renderer, entry, { type: waiting ? "text" : "error-text", value }, undefined);
}

export function canClearInput(renderer: Renderer, entry: CalledEntry): boolean {
  return renderer.tokens(entry.input) > smallInput;
}

export function isLongOutput(renderer: Renderer, output: CallOutput): boolean {
  if (output.kind !== "content") return isLong(renderer, output.text);
  return output.parts.some((part) => part.kind === "file" || isLong(renderer, part.text));
}

function countOutputTokens(renderer: Renderer, output: CallOutput): number {
  if (output.kind !== "content") return renderer.tokens(output.text);
  return output.parts.reduce((sum, part) => sum + (part.kind === "file" ? part.tokens : renderer.tokens(part.text)), 0);
}

/** Providers accept letters, digits, `_` and `-`; an imported log may contain anything. */
function cleanToolName(raw: string): string {
  return raw.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "tool";
}

function makeOutputPiece(
  renderer: Renderer,
  { tool, call }: Pick<CalledEntry, "tool" | "call">,
  output: ResultOutput,
  meta: Json | undefined,
): Piece {
  const name = cleanToolName(tool);
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
  const piece = makeToolPiece(
    renderer,
    content,
    name,
    files.length === 0 ? (body as Json) : texts(body as readonly Json[]),
  );
  const options = meta === undefined ? 0 : renderer.count(encodeCanonicalJson(meta));
  return { ...piece, tokens: piece.tokens + options + files.length * fileTokens };
}

/** The flat cost of a file inside a tool's result: that of an image. */
const fileTokens = 1_600;

function renderOutput(renderer: Renderer, entry: ReturnedEntry, form: Rendition): ResultOutput {
  const { output } = entry;
  const failed = output.kind === "error-text" || output.kind === "error-json";
  if (form === "cleared" || form === "retired") {
    const lines = form === "retired" ? readOutline(renderer, entry) : "";
    return { type: failed ? "error-text" : "text", value: renderClearedStub(renderer, entry, lines) };
  }
  const condensed = form === "condensed" ? condenseResult(entry) : null;
  if (condensed !== null) {
    const value = fence("condensed", { open: renderer.pointer("e", entry.seq) }, condensed);
    return output.kind === "content"
      ? { type: "content", value: [{ type: "text", text: value }] }
      : { type: "text", value };
  }
  if (output.kind === "content") return renderContentOutput(renderer, entry, output.parts, form);
  const whole = isShortened(renderer, output.text, form) ? null : renderer.whole(output.text);
  if (whole === null) {
    const ends = renderEnds(renderer, output.text, describeWhole(renderer, entry), form);
    return { type: failed ? "error-text" : "text", value: ends };
  }
  switch (output.kind) {
    case "text":
    case "error-text":
      return { type: output.kind, value: escapeText(whole) };
    case "json":
    case "error-json":
      return renderJsonOutput(output.kind, whole);
    case "denied":
      return { type: "execution-denied", reason: escapeText(whole) };
    default:
      return output satisfies never;
  }
}

function renderJsonOutput(type: "json" | "error-json", text: string): ResultOutput {
  const value = tryParseJson(text);
  if (value === undefined) return { type: type === "json" ? "text" : "error-text", value: escapeText(text) };
  return { type, value: escapeJson(value) };
}

function renderContentOutput(
  renderer: Renderer,
  entry: ReturnedEntry,
  parts: Extract<CallOutput, { kind: "content" }>["parts"],
  form: Rendition,
): ResultOutput {
  const whole = describeWhole(renderer, entry);
  return {
    type: "content",
    value: parts.map((part) => {
      if (part.kind !== "file") {
        const text = isShortened(renderer, part.text, form) ? null : renderer.whole(part.text);
        const ends = () => renderEnds(renderer, part.text, whole, form);
        return { type: "text", text: text === null ? ends() : escapeText(text) };
      }
      const data = part.source.kind === "blob" ? renderer.file(part.source.blob) : undefined;
      if (canShowFiles(form) && data !== undefined)
        return { type: "file-data", data, mediaType: escapeText(part.mediaType) };
      return { type: "text", text: mark("cleared", { what: part.mediaType, open: whole.open }) };
    }),
  };
}

/** Where a result can be opened, and its lines where one text has them all. */
function describeWhole(renderer: Renderer, entry: ReturnedEntry): WholeText {
  const hasLines = renderer.keepsLines && listTexts(entry).length === 1;
  return { open: renderer.pointer("e", entry.seq), file: entry.file, lines: hasLines ? entry.outline : undefined };
}

function renderClearedStub(renderer: Renderer, entry: ReturnedEntry, lines: string): string {
  const tokens = countOutputTokens(renderer, entry.output);
  return markLines(
    "cleared",
    { what: `result of ${entry.tool}`, tokens, open: renderer.pointer("e", entry.seq) },
    lines,
  );
}

/** Reads the outline that was stored with the entry; an entry without one is outlined now. */
function readOutline(renderer: Renderer, entry: CalledEntry | ReturnedEntry): string {
  return entry.outline ?? outlineEntry(entry, renderer);
}

function stubInput(renderer: Renderer, entry: CalledEntry, form: Rendition = "cleared"): Json {
  const attributes = { what: "input", tokens: renderer.tokens(entry.input), open: renderer.pointer("e", entry.seq) };
  const whole = renderer.whole(entry.input);
  // Short members mostly name a call's subject, such as its file or command; long ones carry content.
  const lines = form === "retired" ? readOutline(renderer, entry) : "";
  return { ...escapeObject(readShortMembers(whole ?? entry.input)), cleared: markLines("cleared", attributes, lines) };
}

/** Providers require an object; other values are wrapped in one. */
function renderWholeInput(renderer: Renderer, entry: CalledEntry): Json {
  const whole = renderer.whole(entry.input as Text);
  if (whole === null) return stubInput(renderer, entry);
  const value = tryParseJson(whole);
  if (value === undefined) return { value: escapeText(whole) };
  const escaped = escapeJson(value);
  return isObject(escaped) ? escaped : { value: escaped };
}

/** Escapes the values of the JSON, not its text: `\u003c` is a `<` too. */
function escapeJson(value: Json): Json {
  if (typeof value === "string") return escapeText(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(escapeJson);
  return escapeObject(value);
}

function escapeObject(value: Json & object): Readonly<Record<string, Json>> {
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [escapeText(key), escapeJson(inner)]));
}

import { escapeText, markLines } from "@clewline/text/fence.js";
import { encodeCanonicalJson, type Json } from "@clewline/text/json.js";
import { outlineText } from "../log/arrival/outline.js";
import type { Text } from "../log/entry.js";
import type { BlobId, Instant, Pointer, Tokens } from "../log/keys.js";
import type { Piece } from "./block.js";
import type { Rendition } from "./rendition.js";
import type { Content } from "./request.js";

/** The part of an outline that goes to single lines; the rest is for beginning and end. */
const outlinePart = 2 / 3;

/** Providers add these tokens around each call and result, besides their text. */
export const callOverhead: Tokens = 8;

/** Writes pieces: knows its lane's pointers, zone, people and blobs, the token count, and limits of shortened texts. */
export interface Renderer {
  /** Equal for renderers that write equal pieces of equal entries, missing blobs aside. */
  readonly key: string;
  /** Tokens of beginning and end together, where a text is shown by them. */
  readonly preview: Tokens;
  /** The same for an attachment. */
  readonly attachment: Tokens;
  /** The same for a result that is shown by its outline. */
  readonly outline: Tokens;
  /** Limits in characters, for renditions whose limits are in characters. */
  readonly lengths: Readonly<Partial<Record<Rendition, number>>>;
  /** Whether the model wants the reasoning of turns with tools back in all later ones. */
  readonly needsReasoning: boolean;
  /** Whether the model reads reasoning only behind the bytes that it was produced under. */
  readonly bindsReasoning: boolean;
  /** Whether the ends of a result keep the most informative lines between them. */
  readonly keepsLines: boolean;
  count(text: string): Tokens;
  pointer(kind: "e" | "s", seq: number): Pointer;
  time(instant: Instant): string;
  name(address: string): string;
  /** The whole text, or null if its blob is missing. */
  whole(text: Text): string | null;
  /** A file's bytes as base64; undefined if they are missing. */
  file(blob: BlobId): string | undefined;
  /** The path of a file beside the log, as the agent's own tools reach it. */
  locate(kept: string): string;
  tokens(text: Text): Tokens;
}

/** Whether a text would become shorter if shown by its ends. */
export function isLong(renderer: Renderer, text: Text): boolean {
  return renderer.tokens(text) > renderer.preview * 2;
}

/** Whether a text has no visible character. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cf}]*$/u.test(text);
}

export function isShortened(renderer: Renderer, text: Text, form: Rendition): boolean {
  const limit = renderer.lengths[form];
  if (limit !== undefined) return measureLength(text) > limit;
  if (form === "attached") return renderer.tokens(text) > renderer.attachment;
  if (form === "outlined") return renderer.tokens(text) > renderer.outline;
  return form !== "full" && form !== "condensed" && isLong(renderer, text);
}

function measureLength(text: Text): number {
  return typeof text === "string" ? text.length : text.chars;
}

/** Where the whole text can be read: by its pointer, and in its file. */
export interface WholeText {
  readonly open: Pointer;
  readonly file?: string | undefined;
  /** Its most informative lines. */
  readonly lines?: string | undefined;
}

/** Beginning, a mark with the pointer to the whole, and end; escaped. */
export function renderEnds(
  renderer: Renderer,
  text: Text,
  { open, file, lines: telling = "" }: WholeText,
  form: Rendition = "spilled",
): string {
  const whole = renderer.whole(text);
  const [head, tail] = whole === null && typeof text !== "string" ? [text.head, text.tail] : [whole ?? "", whole ?? ""];
  const [start, end] = cutEnds(renderer, head, tail, form);
  const hidden = measureLength(text) - start.length - end.length;
  if (hidden <= 0 && whole !== null) return escapeText(whole);
  const middle = form === "outlined" && whole !== null ? takeLines(whole, start.length, whole.length - end.length) : "";
  const lines =
    telling === ""
      ? outlineText(middle, renderer.outline * outlinePart, renderer.count)
      : leaveOutLines(telling, `${start}\n${end}`);
  const cut = markLines(
    "cut",
    { characters: hidden, open, ...(file === undefined ? {} : { file: renderer.locate(file) }) },
    lines,
  );
  return `${escapeText(start)}\n${cut}\n${escapeText(end)}`;
}

function leaveOutLines(lines: string, shown: string): string {
  return lines
    .split("\n")
    .filter((line) => !shown.includes(line))
    .join("\n");
}

/** The whole lines between two places: half of a line would read as a line of the text. */
function takeLines(text: string, from: number, to: number): string {
  const first = from === 0 ? 0 : text.indexOf("\n", from - 1) + 1;
  const last = to === text.length ? to : text.lastIndexOf("\n", to);
  return first === 0 && from > 0 ? "" : text.slice(first, Math.max(first, last));
}

export function makeTextPiece(renderer: Renderer, text: string): Piece {
  return { content: { type: "text", text }, tokens: renderer.count(text) };
}

/** A call or a result: its JSON or text, its tool's name, and what the provider adds. */
export function makeToolPiece(renderer: Renderer, content: Content, tool: string, body: Json): Piece {
  const text = typeof body === "string" ? body : encodeCanonicalJson(body);
  return { content, tokens: renderer.count(text) + renderer.count(tool) + callOverhead };
}

function cutEnds(renderer: Renderer, head: string, tail: string, form: Rendition): readonly [string, string] {
  const characters = renderer.lengths[form];
  if (characters !== undefined)
    return [sliceHead(head, Math.floor((characters * 2) / 3)), sliceTail(tail, Math.floor(characters / 3))];
  const outline = renderer.outline * (1 - outlinePart);
  const tokens = form === "attached" ? renderer.attachment : form === "outlined" ? outline : renderer.preview;
  return [fitHead(head, (tokens * 2) / 3, renderer.count), fitTail(tail, tokens / 3, renderer.count)];
}

/** A cut through a surrogate pair drops the remaining half too. */
function sliceHead(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}

function sliceTail(text: string, length: number): string {
  return text.slice(Math.max(0, text.length - length)).replace(/^[\uDC00-\uDFFF]/, "");
}

function fitHead(text: string, limit: Tokens, count: (text: string) => Tokens): string {
  return shrink(limit, (length) => sliceHead(text, length), count);
}

function fitTail(text: string, limit: Tokens, count: (text: string) => Tokens): string {
  return shrink(limit, (length) => sliceTail(text, length), count);
}

/** The first of a few deterministic attempts that fits; each is smaller by the factor of the excess. */
function shrink(limit: Tokens, take: (length: number) => string, count: (text: string) => Tokens): string {
  let length = Math.ceil(limit * 4);
  for (;;) {
    const piece = take(length);
    const tokens = count(piece);
    if (tokens <= limit || length <= 1) return tokens <= limit ? piece : "";
    length = Math.min(length - 1, Math.floor((Math.min(length, piece.length) * limit) / tokens));
  }
}

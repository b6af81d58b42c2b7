import { makeBriefLine } from "@clewline/text/brief-line.js";
import { type Attributes, enclose, escapeText, fence, mark } from "@clewline/text/fence.js";
import { encodeCanonicalJson, type Json } from "@clewline/text/json.js";
import { type Entry, type Part, type RevisedEntry, renderPlainText, type Speaker, type Text } from "../../log/entry.js";
import type { Instant } from "../../log/keys.js";
import type { Piece } from "../block.js";
import { isBlank, isShortened, makeTextPiece, type Renderer, renderEnds } from "../renderer.js";
import { canShowFiles, type Rendition } from "../rendition.js";

interface MessageHead {
  readonly seq: number;
  readonly by: Speaker;
  readonly at: Instant;
}

/** The pieces of a said or revised entry, without a label. */
export function makeSaidPieces(
  renderer: Renderer,
  { seq, by, at }: MessageHead,
  parts: readonly Part[],
  form: Rendition,
): readonly Piece[] {
  // Not every provider takes system text among the messages, so it stands there in a tag that nobody else can write.
  if (by.role === "system") {
    const text = renderSpokenText(renderer, seq, parts, form);
    return [makeTextPiece(renderer, enclose("system", { at: renderer.time(at) }, text))];
  }
  const pieces = parts.flatMap((part) => makePartPieces(renderer, seq, part, form));
  return pieces.length > 0 ? pieces : [makeTextPiece(renderer, mark("blank"))];
}

/** The same as one text that may be inside our own tags; files become marks. */
export function renderSpokenText(renderer: Renderer, seq: number, parts: readonly Part[], form: Rendition): string {
  const texts = parts.flatMap((part) => makePartPieces(renderer, seq, part, part.kind === "file" ? "cleared" : form));
  const shown = texts.flatMap(({ content }) => ("text" in content && content.text !== "" ? [content.text] : []));
  return shown.length === 0 ? mark("blank") : shown.join("\n");
}

/** A notice at the end of the view that an earlier message was edited. */
export function makeEditPieces(
  renderer: Renderer,
  { seq, at, parts }: RevisedEntry,
  target: Entry | undefined,
  form: Rendition,
): readonly Piece[] {
  const of = { ...describeFormerText(renderer, target), at: renderer.time(at) };
  return parts.flatMap((part) => {
    if (part.kind === "file") return makePartPieces(renderer, seq, part, form);
    const whole = isShortened(renderer, part.text, form) ? null : renderer.whole(part.text);
    const text = whole === null ? renderEnds(renderer, part.text, { open: renderer.pointer("e", seq) }, form) : whole;
    // The text of renderEnds is escaped already and contains our own mark, so it follows the tag.
    if (whole === null) return [makeTextPiece(renderer, `${mark("edit", of)}\n${text}`)];
    return [makeTextPiece(renderer, fence("edit", of, text))];
  });
}

/** The beginning of the former text, to identify the message. */
function describeFormerText(renderer: Renderer, target: Entry | undefined): Attributes {
  if (target?.kind !== "said") return {};
  const who = target.by.address === undefined ? {} : { who: renderer.name(target.by.address) };
  return { ...who, was: makeBriefLine(renderPlainText(target.parts), formerLength) };
}

const formerLength = 80;

function makePartPieces(renderer: Renderer, seq: number, part: Part, form: Rendition): readonly Piece[] {
  switch (part.kind) {
    case "text": {
      const text = renderText(renderer, seq, part.text, form);
      // Providers refuse a text without a visible character.
      if (isBlank(text)) return text === "" ? [] : [makeTextPiece(renderer, mark("blank") + text)];
      return [addOptions(renderer, makeTextPiece(renderer, text), part.meta)];
    }
    case "reasoning": {
      // A mark would be other bytes before all later reasoning, which the model would not read then.
      if (form === "cleared" && renderer.bindsReasoning)
        return [{ content: { type: "reasoning", text: "" }, tokens: renderer.count("") }];
      if (form === "cleared") {
        const attributes = { what: "reasoning", tokens: renderer.tokens(part.text), open: renderer.pointer("e", seq) };
        return [makeTextPiece(renderer, mark("cleared", attributes))];
      }
      // A provider that wants it back wants it as it was; only what would not fit at all is cut.
      const text = renderText(renderer, seq, part.text, renderer.needsReasoning && form !== "clipped" ? "full" : form);
      // A provider's signature is valid only for the unchanged text.
      const meta = text === renderer.whole(part.text) ? part.meta : undefined;
      return [addOptions(renderer, { content: { type: "reasoning", text }, tokens: renderer.count(text) }, meta)];
    }
    case "file": {
      const data = part.source.kind === "url" ? part.source.url : renderer.file(part.source.blob);
      if (canShowFiles(form) && data !== undefined) {
        const name = part.name === undefined ? {} : { filename: escapeText(part.name) };
        return [
          { content: { type: "file", mediaType: escapeText(part.mediaType), data, ...name }, tokens: part.tokens },
        ];
      }
      const what = part.name === undefined ? part.mediaType : `${part.mediaType} ${part.name}`;
      return [makeTextPiece(renderer, mark("cleared", { what, open: renderer.pointer("e", seq) }))];
    }
    default:
      return part satisfies never;
  }
}

function renderText(renderer: Renderer, seq: number, text: Text, form: Rendition): string {
  const whole = renderer.whole(text);
  if (whole !== null && !isShortened(renderer, text, form)) return escapeText(whole);
  return renderEnds(renderer, text, { open: renderer.pointer("e", seq) }, form);
}

/** Puts the speaker and the time before the words. Label and text share one piece, so that they stay together. */
export function labelPieces(renderer: Renderer, about: Attributes, pieces: readonly Piece[]): readonly Piece[] {
  const label = mark("from", about);
  const [first, ...rest] = pieces;
  if (first?.content.type === "text") {
    const text = `${label}\n${first.content.text}`;
    const tokens = first.tokens - renderer.count(first.content.text) + renderer.count(text);
    return [{ content: { ...first.content, text }, tokens }, ...rest];
  }
  return [makeTextPiece(renderer, label), ...pieces];
}

function addOptions(renderer: Renderer, piece: Piece, meta: Json | undefined): Piece {
  if (meta === undefined) return piece;
  const tokens = piece.tokens + renderer.count(encodeCanonicalJson(meta));
  return { content: { ...piece.content, providerOptions: meta } as Piece["content"], tokens };
}

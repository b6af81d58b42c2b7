import type { Piece } from "./block.js";
import { type Entry, type Part, plainText, type Revised, type Speaker, type Text } from "./entry.js";
import { type Attributes, escapeText, fence, mark } from "./fence.js";
import { type Form, showsFiles } from "./form.js";
import { canonical, type Json } from "./json.js";
import type { Instant } from "./keys.js";
import { endsOf, isBlank, isCutBy, type Scribe, textPiece } from "./scribe.js";

/** What a said or revised entry looks like. Its label and text share one piece, so that neither travels alone. */
export function saidPieces(
  scribe: Scribe,
  seq: number,
  by: Speaker,
  at: Instant,
  parts: readonly Part[],
  form: Form,
): readonly Piece[] {
  const pieces = parts.flatMap((part) => partPieces(scribe, seq, part, form));
  const shown = pieces.length > 0 ? pieces : [textPiece(scribe, mark("blank"))];
  if (by.role !== "user" || by.address === undefined) return shown;
  return labelled(scribe, { who: scribe.name(by.address), at: scribe.time(at) }, shown);
}

/** The same as one text that may stand inside a tag of ours: files by a mark. */
export function spokenText(scribe: Scribe, seq: number, parts: readonly Part[], form: Form): string {
  const texts = parts.flatMap((part) => partPieces(scribe, seq, part, part.kind === "file" ? "cleared" : form));
  const shown = texts.flatMap(({ content }) => ("text" in content ? [content.text] : []));
  return shown.length === 0 ? mark("blank") : shown.join("\n");
}

/** A notice at the end of the view that an earlier message now reads otherwise. */
export function editPieces(
  scribe: Scribe,
  { seq, at, parts }: Revised,
  target: Entry | undefined,
  form: Form,
): readonly Piece[] {
  const of = { ...formerly(scribe, target), at: scribe.time(at) };
  return parts.flatMap((part) => {
    if (part.kind === "file") return partPieces(scribe, seq, part, form);
    const whole = isCutBy(scribe, part.text, form) ? null : scribe.whole(part.text);
    const text = whole === null ? endsOf(scribe, part.text, scribe.pointer("e", seq), form) : whole;
    // `ends` is escaped already and holds our own mark, so it stands beside the tag, not inside it.
    if (whole === null) return [textPiece(scribe, `${mark("edit", of)}\n${text}`)];
    return [textPiece(scribe, fence("edit", of, text))];
  });
}

/** What the message said before, as far as it takes to know it again. */
function formerly(scribe: Scribe, target: Entry | undefined): Attributes {
  if (target?.kind !== "said") return {};
  const who = target.by.address === undefined ? {} : { who: scribe.name(target.by.address) };
  const before = plainText(target.parts).replace(/\s+/g, " ").trim();
  const cut = before.slice(0, formerLength).replace(/[\uD800-\uDBFF]$/, "");
  return { ...who, was: cut === before ? before : `${cut}…` };
}

const formerLength = 80;

function partPieces(scribe: Scribe, seq: number, part: Part, form: Form): readonly Piece[] {
  switch (part.kind) {
    case "text": {
      const text = shownText(scribe, seq, part.text, form);
      // Providers refuse a text without a visible character.
      if (isBlank(text)) return text === "" ? [] : [textPiece(scribe, mark("blank") + text)];
      return [withOptions(scribe, textPiece(scribe, text), part.meta)];
    }
    case "reasoning": {
      if (form === "cleared") {
        const attributes = { what: "reasoning", tokens: scribe.tokens(part.text), open: scribe.pointer("e", seq) };
        return [textPiece(scribe, mark("cleared", attributes))];
      }
      const text = shownText(scribe, seq, part.text, form);
      // A provider's signature holds for its very words only.
      const meta = text === scribe.whole(part.text) ? part.meta : undefined;
      return [withOptions(scribe, { content: { type: "reasoning", text }, tokens: scribe.count(text) }, meta)];
    }
    case "file": {
      const data = part.source.kind === "url" ? part.source.url : scribe.snapshot.blobs.get(part.source.blob);
      if (showsFiles(form) && data !== undefined) {
        const name = part.name === undefined ? {} : { filename: escapeText(part.name) };
        return [
          { content: { type: "file", mediaType: escapeText(part.mediaType), data, ...name }, tokens: part.tokens },
        ];
      }
      const what = part.name === undefined ? part.mediaType : `${part.mediaType} ${part.name}`;
      return [textPiece(scribe, mark("cleared", { what, open: scribe.pointer("e", seq) }))];
    }
    default:
      return part satisfies never;
  }
}

function shownText(scribe: Scribe, seq: number, text: Text, form: Form): string {
  const whole = scribe.whole(text);
  if (whole !== null && !isCutBy(scribe, text, form)) return escapeText(whole);
  return endsOf(scribe, text, scribe.pointer("e", seq), form);
}

/** Who said it and when, in front of the words. */
export function labelled(scribe: Scribe, about: Attributes, pieces: readonly Piece[]): readonly Piece[] {
  const label = mark("from", about);
  const [first, ...rest] = pieces;
  if (first?.content.type === "text") {
    const text = `${label}\n${first.content.text}`;
    const tokens = first.tokens - scribe.count(first.content.text) + scribe.count(text);
    return [{ content: { ...first.content, text }, tokens }, ...rest];
  }
  return [textPiece(scribe, label), ...pieces];
}

function withOptions(scribe: Scribe, piece: Piece, meta: Json | undefined): Piece {
  if (meta === undefined) return piece;
  const tokens = piece.tokens + scribe.count(canonical(meta));
  return { content: { ...piece.content, providerOptions: meta } as Piece["content"], tokens };
}

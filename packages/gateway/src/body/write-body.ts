/** Writes the JSON of a request. What is the client's own object goes out as the bytes in which it came. */
import { endsStep, type Steps } from "@clewline/text/steps.js";
import type { JsonObject } from "../wire/wire.js";
import { listCuts, type ReadBody, type ReadPiece } from "./read-body.js";

/** A body as it goes out. */
export interface WrittenBody {
  readonly pieces: readonly Buffer[];
  /** The objects of its lists, and its large values, by their places. */
  readonly cuts: readonly ReadPiece<unknown>[];
}

/** In pieces. Read and written anew, a number with many digits would be another. */
export function* writeJsonBody(body: JsonObject, { bytes, fields }: ReadBody): Steps<WrittenBody> {
  const known = new Map<unknown, ReadPiece>();
  for (const { items } of fields) for (const item of items ?? []) known.set(item.value, item);
  const named = new Map(fields.map((field) => [field.name, field]));
  const text = openText(bytes);
  let mark = "{";
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue;
    const own = named.get(name);
    text.add(`${mark}${JSON.stringify(name)}:`);
    if (own !== undefined && own.value === value) text.copy(own, listCuts([own]));
    else if (Array.isArray(value)) yield* writeList(text, value, known);
    else text.add(JSON.stringify(value));
    mark = ",";
  }
  text.add(mark === "{" ? "{}" : "}");
  return text.end();
}

function* writeList(text: BodyText, list: readonly unknown[], known: ReadonlyMap<unknown, ReadPiece>): Steps<void> {
  text.add("[");
  for (const [place, value] of list.entries()) {
    if (endsStep(place)) yield;
    const piece = known.get(value);
    if (place > 0) text.add(",");
    if (piece === undefined) text.add(JSON.stringify(value) ?? "null", value);
    else text.copy(piece, [piece]);
  }
  text.add("]");
}

interface BodyText {
  /** `value` is what the text says, where that is an object of a list. */
  add(text: string, value?: unknown): void;
  /** The bytes that came there, with the values to find in them. */
  copy(piece: ReadPiece, cuts: readonly ReadPiece<unknown>[]): void;
  end(): WrittenBody;
}

function openText(bytes: Buffer): BodyText {
  const pieces: Buffer[] = [];
  const cuts: ReadPiece<unknown>[] = [];
  let words = "";
  let length = 0;
  let run: { readonly start: number; end: number } | null = null;
  const flush = () => {
    if (run !== null) pieces.push(bytes.subarray(run.start, run.end));
    if (words !== "") pieces.push(Buffer.from(words));
    run = null;
    words = "";
  };
  return {
    add(text, value) {
      const start = length;
      words += text;
      length += Buffer.byteLength(text);
      if (value !== undefined) cuts.push({ start, end: length, value });
    },
    copy(piece, found) {
      for (const { start, end, value } of found)
        cuts.push({ start: length + start - piece.start, end: length + end - piece.start, value });
      length += piece.end - piece.start;
      // Neighbours in both are copied at once.
      const joins = run !== null && words === "," && run.end + 1 === piece.start && bytes[run.end] === 0x2c;
      if (joins && run !== null) {
        run.end = piece.end;
        words = "";
        return;
      }
      flush();
      run = { start: piece.start, end: piece.end };
    },
    end() {
      flush();
      return { pieces, cuts };
    },
  };
}

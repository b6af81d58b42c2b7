/** Writes the JSON of a request. What is the client's own object goes out as the bytes in which it came. */
import type { JsonObject } from "../wire/wire.js";
import type { ReadBody, ReadPiece } from "./read-body.js";

/** In pieces. Read and written anew, a number with many digits would be another. */
export function writeJsonBody(body: JsonObject, { bytes, fields }: ReadBody): readonly Buffer[] {
  const known = new Map<unknown, ReadPiece>();
  for (const { items } of fields) for (const item of items ?? []) known.set(item.value, item);
  const named = new Map(fields.map((field) => [field.name, field]));
  const text = openText(bytes);
  let mark = "{";
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue;
    const own = named.get(name);
    text.add(`${mark}${JSON.stringify(name)}:`);
    if (own !== undefined && own.value === value) text.copy(own);
    else if (Array.isArray(value)) writeList(text, value, known);
    else text.add(JSON.stringify(value));
    mark = ",";
  }
  text.add(mark === "{" ? "{}" : "}");
  return text.end();
}

function writeList(text: BodyText, list: readonly unknown[], known: ReadonlyMap<unknown, ReadPiece>): void {
  text.add("[");
  for (const [place, value] of list.entries()) {
    const piece = known.get(value);
    if (place > 0) text.add(",");
    if (piece === undefined) text.add(JSON.stringify(value) ?? "null");
    else text.copy(piece);
  }
  text.add("]");
}

interface BodyText {
  add(text: string): void;
  /** What stands there in the bytes that came. */
  copy(piece: ReadPiece): void;
  end(): readonly Buffer[];
}

function openText(bytes: Buffer): BodyText {
  const pieces: Buffer[] = [];
  let words = "";
  let run: { readonly start: number; end: number } | null = null;
  const flush = () => {
    if (run !== null) pieces.push(bytes.subarray(run.start, run.end));
    if (words !== "") pieces.push(Buffer.from(words));
    run = null;
    words = "";
  };
  return {
    add(text) {
      words += text;
    },
    copy(piece) {
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
      return pieces;
    },
  };
}

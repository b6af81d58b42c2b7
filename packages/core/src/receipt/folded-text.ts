/**
 * JSON whose long strings are stored already: in their place it names the piece that has them, where in it they begin and how
 * long they are. JSON has no control characters, so that nothing in it looks like such a name.
 */
const edge = "\u0001";

/** Characters below which a name is no gain. */
const leastFolded = 200;

/** Where long strings stand in stored pieces, by the strings. */
export type StoredTexts = Map<string, string>;

export function noteTexts(known: StoredTexts, key: string, piece: string): void {
  for (const [start, end] of listLongStrings(piece)) {
    const text = piece.slice(start, end);
    if (!known.has(text)) known.set(text, `${key}:${start}:${end - start}`);
  }
}

export function foldText(text: string, known: StoredTexts): string {
  if (known.size === 0) return text;
  let [folded, from] = ["", 0];
  for (const [start, end] of listLongStrings(text)) {
    const place = known.get(text.slice(start, end));
    if (place === undefined) continue;
    folded += `${text.slice(from, start)}${edge}${place}${edge}`;
    from = end;
  }
  return folded + text.slice(from);
}

/** The pieces that a text names. */
export function listFolded(folded: string): readonly string[] {
  return folded.split(edge).flatMap((part, place) => (place % 2 === 1 ? [readPlace(part).key] : []));
}

/** A missing part of a piece leaves a gap. */
export function unfoldText(folded: string, pieces: ReadonlyMap<string, string>): string {
  const read = (part: string) => {
    const { key, start, length } = readPlace(part);
    return pieces.get(key)?.slice(start, start + length) ?? "";
  };
  return folded
    .split(edge)
    .map((part, place) => (place % 2 === 1 ? read(part) : part))
    .join("");
}

function readPlace(text: string): { readonly key: string; readonly start: number; readonly length: number } {
  const [key = "", start, length] = text.split(":");
  return { key, start: Number(start), length: Number(length) };
}

/** Where the long strings of a JSON text begin and end, without their quotes. A file is a piece without quotes. */
function* listLongStrings(text: string): Iterable<readonly [start: number, end: number]> {
  let open = text.indexOf('"');
  if (open < 0 && text.length >= leastFolded) yield [0, text.length];
  while (open >= 0) {
    const end = findEnd(text, open + 1);
    if (end < 0) return;
    if (end - open > leastFolded) yield [open + 1, end];
    open = text.indexOf('"', end + 1);
  }
}

function findEnd(text: string, start: number): number {
  let end = text.indexOf('"', start);
  while (end >= 0 && isEscaped(text, end, start)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, quote: number, start: number): boolean {
  let place = quote;
  while (place > start && text[place - 1] === "\\") place -= 1;
  return (quote - place) % 2 === 1;
}

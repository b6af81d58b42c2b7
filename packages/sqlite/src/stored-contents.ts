/**
 * The contents of blobs. SQLite holds a row twice while it writes it, so a long content is split into several rows.
 * The blob's own row then has bytes instead of a text: JSON with the names of the pieces and their common hash, by
 * which the row can be checked alone. A piece is a blob like any other, named by its hash, and is written before the
 * row that names it.
 */
import type { Hash } from "@clewline/core/log/pointer.js";
import { RowFault } from "./check/faults.js";
import { type Fields, parseObject, readNumber, readText } from "./fields.js";
import type { Statements } from "./statements/prepared.js";
import { encodeKey } from "./stored-key.js";
import { decodeText, encodeText } from "./stored-text.js";

/** Characters of a piece: few enough that a minor garbage collection frees its text. */
const pieceLength = 1 << 16;
/** Characters above which a content is split. */
const longestWhole = 1 << 20;

/** A known content stays unchanged. */
export function writeContent(statements: Statements, hash: Hash, sessionId: number, [id, content]: Content): void {
  const { contents } = statements;
  const put = (name: string, stored: string | Buffer) =>
    contents.putBlob.run({ sessionId, id: encodeKey(name), content: stored });
  // Half a surrogate pair has no hash of its own, so a text with one is not split.
  if (content.length <= longestWhole || /\p{Surrogate}/u.test(content)) return void put(id, encodeText(content));
  if (contents.findBlob.get({ sessionId, id: encodeKey(id) }) !== undefined) return;
  const names: string[] = [];
  statements.passBy(() => {
    for (let start = 0; start < content.length; ) {
      const end = findPieceEnd(content, start + pieceLength);
      const piece = content.slice(start, end);
      const name = hash(piece);
      put(name, encodeText(piece));
      names.push(name);
      start = end;
    }
  });
  put(id, Buffer.from(JSON.stringify({ pieces: names, hash: hash(names.join()) })));
}

type Content = readonly [id: string, content: string];

function findPieceEnd(text: string, end: number): number {
  return /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end + 1 : end;
}

/** The names of the pieces of a row's content; null if the row itself holds the content. */
export function listPieces({ content }: Fields): readonly string[] | null {
  return Buffer.isBuffer(content) ? readList(content).pieces : null;
}

function readList(content: Buffer): { readonly pieces: readonly string[]; readonly hash: unknown } {
  const { pieces, hash } = parseObject(content.toString());
  if (!Array.isArray(pieces) || !pieces.every((name) => typeof name === "string"))
    throw new RowFault("A content has no list of its pieces");
  return { pieces, hash };
}

/** Throws if the content does not match the row's name, as far as the row alone shows it. */
export function checkContent(row: Fields, name: string, hash: Hash): void {
  const { content } = row;
  const isSound = Buffer.isBuffer(content) ? isSoundList(content, hash) : isNamedByHash(row, name, hash);
  if (!isSound) throw new RowFault("Its content is not what its hash says");
}

function isSoundList(content: Buffer, hash: Hash): boolean {
  const list = readList(content);
  return list.hash === hash(list.pieces.join());
}

/** Names that are not hashes, as in tests, can't be checked. */
function isNamedByHash(row: Fields, name: string, hash: Hash): boolean {
  const content = decodeText(readText(row, "content"));
  return !/^[0-9a-f]{64}$/.test(name) || hash("").length !== name.length || hash(content) === name;
}

/** Needs a row with its session and content. */
export function readContent(statements: Statements, row: Fields): string {
  const names = listPieces(row);
  if (names === null) return decodeText(readText(row, "content"));
  const sessionId = readNumber(row, "session_id");
  return statements.passBy(() =>
    joinPieces(names.length, (place) => readPiece(statements, sessionId, names[place] as string)),
  );
}

function readPiece({ contents }: Statements, sessionId: number, name: string): string {
  const row = contents.piece.get({ sessionId, id: encodeKey(name) });
  if (row === undefined) throw new RowFault("A piece of its content is missing");
  return decodeText(readText(row as Fields, "content"));
}

/** Matches base64 that decoding and encoding reproduces to the character. */
const exactBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;

/**
 * Joins the pieces of a file as the bytes that its base64 encodes. As texts, pieces and whole would be in memory
 * together, with a third more characters than the file has bytes.
 */
function joinPieces(count: number, pieceAt: (place: number) => string): string {
  const bytes = Buffer.allocUnsafe(((count * pieceLength) / 4) * 3);
  let size = 0;
  for (let place = 0; place < count; place++) {
    const piece = pieceAt(place);
    // Padding ends the whole, so no further piece may follow.
    if (size % 3 !== 0 || piece.length > pieceLength || !exactBase64.test(piece))
      return bytes.toString("base64", 0, size) + joinTexts(piece, place + 1, count, pieceAt);
    size += bytes.write(piece, size, "base64");
  }
  return bytes.toString("base64", 0, size);
}

function joinTexts(first: string, from: number, count: number, pieceAt: (place: number) => string): string {
  const texts = [first];
  for (let place = from; place < count; place++) texts.push(pieceAt(place));
  return texts.join("");
}

/** The contents that views and entries name. */
import type { ErasedPiece } from "@clewline/core/ports/index.js";
import type { SqliteDatabase } from "../drivers/driver.js";
import { readFields } from "../fields.js";
import { listPieces } from "../stored-contents.js";
import { encodeKey } from "../stored-key.js";
import { encodeText } from "../stored-text.js";

export function erasePieces(database: SqliteDatabase, sessionId: number, { hash, name }: ErasedPiece): void {
  // Receipts name a chunk by its number, so that its row stays, under the name of what is gone.
  database
    .prepare(
      `UPDATE chunks SET hash = @name, content = ''
       WHERE session_id = @sessionId AND substr(hash, 1, 8) = substr(@hash, 1, 8) AND hash = @hash`,
    )
    .run({ sessionId, hash: encodeKey(hash), name: encodeText(name) });
  eraseBlob(database, sessionId, { hash, name });
}

/** A file is a piece of receipts by its hash. */
function eraseBlob(database: SqliteDatabase, sessionId: number, { hash, name }: Omit<ErasedPiece, "session">): void {
  const row = database
    .prepare("SELECT number, content FROM blobs WHERE session_id = ? AND id = ?")
    .get([sessionId, encodeKey(hash)]);
  if (row === undefined) return;
  database.prepare("DELETE FROM blobs WHERE number = ?").run([readFields(row).number]);
  dropUnshared(database, sessionId, listPieces(readFields(row)) ?? []);
  const quoted = { sessionId, hash: JSON.stringify(hash), name: JSON.stringify(name) };
  database
    .prepare(
      `UPDATE receipts SET rest = replace(rest, @hash, @name)
       WHERE session_id = @sessionId AND instr(rest, @hash) > 0`,
    )
    .run(quoted);
}

/** Pieces of a long content that no other one has. */
function dropUnshared(database: SqliteDatabase, sessionId: number, pieces: readonly string[]): void {
  if (pieces.length === 0) return;
  const lists = database
    .prepare("SELECT content FROM blobs WHERE session_id = ? AND typeof(content) = 'blob'")
    .all([sessionId]);
  const shared = new Set(lists.flatMap((each) => listPieces(readFields(each)) ?? []));
  const drop = database.prepare("DELETE FROM blobs WHERE session_id = ? AND id = ?");
  for (const piece of new Set(pieces)) if (!shared.has(piece)) drop.run([sessionId, encodeKey(piece)]);
}

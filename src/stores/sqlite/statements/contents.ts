import { ofSession } from "./places.js";

/** The contents that entries and receipts name. Hashes are found by their beginning, which keeps their index small. */
export const contentStatements = {
  putBlob: `
    INSERT INTO blobs (session_id, id, content) VALUES (@sessionId, @id, @content) ON CONFLICT DO NOTHING`,
  blob: `
    SELECT number, session_id, content FROM blobs WHERE session_id = ${ofSession} AND id = @id`,
  piece: `
    SELECT content FROM blobs WHERE session_id = @sessionId AND id = @id`,
  findBlob: `
    SELECT number FROM blobs WHERE session_id = @sessionId AND id = @id`,
  hasBlob: `
    SELECT number FROM blobs WHERE session_id = ${ofSession} AND id = @id`,
  putChunk: `
    INSERT INTO chunks (session_id, hash, content) VALUES (@sessionId, @hash, @content)`,
  findChunk: `
    SELECT number FROM chunks WHERE session_id = @sessionId AND substr(hash, 1, 8) = substr(@hash, 1, 8) AND hash = @hash`,
  numberedChunk: `
    SELECT content FROM chunks WHERE number = @number`,
  mendChunk: `
    UPDATE chunks SET content = @content WHERE number = @number`,
  chunk: `
    SELECT number, content FROM chunks
    WHERE session_id = ${ofSession} AND substr(hash, 1, 8) = substr(@hash, 1, 8) AND hash = @hash`,
  chunkHashes: `
    SELECT chunks.number, chunks.hash FROM json_each(@numbers) AS wanted
    CROSS JOIN chunks ON chunks.number = wanted.value`,
} as const;

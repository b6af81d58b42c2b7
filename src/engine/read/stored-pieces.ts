import type { BlobId, SessionRef } from "../../core/log/keys.js";
import type { LogStore } from "../../core/ports/index.js";

/**
 * The stored pieces of a receipt, by their hashes. A file that an entry names is no chunk as well: its piece is the blob
 * of that hash.
 */
export async function readStoredPieces(
  store: LogStore,
  session: SessionRef,
  hashes: readonly string[],
  known: ReadonlyMap<string, string> = new Map(),
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(hashes)].filter((hash) => !known.has(hash));
  const chunks = await store.chunks(session, wanted);
  const others = wanted.flatMap((hash) => (chunks.has(hash) ? [] : [hash as BlobId]));
  const files = others.length === 0 ? [] : await store.blobs(session, others);
  return new Map<string, string>([...known, ...chunks, ...files]);
}

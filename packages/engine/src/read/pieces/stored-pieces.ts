import type { BlobId, SessionRef } from "@clewline/core/log/keys.js";
import type { LogStore } from "@clewline/core/ports/index.js";

/** Pieces of one read: it keeps the event loop from everybody else until it is done. */
const mostAtOnce = 500;

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
  const chunks = new Map<string, string>();
  for (let from = 0; from < wanted.length; from += mostAtOnce) {
    const found = await store.chunks(session, wanted.slice(from, from + mostAtOnce));
    for (const [hash, content] of found) chunks.set(hash, content);
  }
  const others = wanted.flatMap((hash) => (chunks.has(hash) ? [] : [hash as BlobId]));
  const files = others.length === 0 ? [] : await store.blobs(session, others);
  return new Map<string, string>([...known, ...chunks, ...files]);
}

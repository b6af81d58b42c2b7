import type { LogStore, Pause } from "@clewline/core/ports/index.js";

/**
 * The same store, with a pause before each answer of its frequent operations. A local store answers at once, so a
 * caller that awaits call after call would never yield to the event loop. The operation itself runs before the pause.
 */
export function makePausingStore(store: LogStore, pause: Pause): LogStore {
  const paused = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    const given = await answer;
    await pause();
    return given;
  };
  return {
    ...store,
    read: (ref, request, forced, key) => paused(store.read(ref, request, forced, key)),
    write: (change) => paused(store.write(change)),
    range: (ref, from, to) => paused(store.range(ref, from, to)),
    at: (ref, seqs) => paused(store.at(ref, seqs)),
    search: (scope, words, limit) => paused(store.search(scope, words, limit)),
    vectors: (ref, embedder, after, limit) => paused(store.vectors(ref, embedder, after, limit)),
    unindexed: (ref, embedder, before, limit) => paused(store.unindexed(ref, embedder, before, limit)),
    countUnindexed: (ref, embedder, from, to) => paused(store.countUnindexed(ref, embedder, from, to)),
    receipt: (session, id) => paused(store.receipt(session, id)),
    receipts: (ref, after, limit) => paused(store.receipts(ref, after, limit)),
    chunks: (session, hashes) => paused(store.chunks(session, hashes)),
  };
}

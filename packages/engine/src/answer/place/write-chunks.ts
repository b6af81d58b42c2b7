/**
 * Writes the chunks of a long view or request before what names them, some at a time: one write keeps the event loop from
 * everybody else until it is done. Each goes with its derivations, so that erasing knows it. Chunks that nothing comes to name
 * show nothing, and the next view or request that has the same bytes finds them.
 */
import type { EntryId, LaneRef } from "@clewline/core/log/keys.js";
import type { Change } from "@clewline/core/ports/index.js";
import type { Derivation } from "@clewline/core/receipt/derivation.js";

/** Derivations of one write. */
const mostAtOnce = 200;

/** Chunks with their sources. */
export interface NewChunks {
  readonly chunks: ReadonlyMap<string, string>;
  readonly derived: readonly Derivation[];
}

interface ChunksLeft extends NewChunks {
  /** The entries behind the chunks that were written ahead; empty if there were none. */
  readonly sources?: readonly EntryId[];
}

/** Returns the chunks that are still to be written with the records that name them. */
export async function writeChunksAhead(
  ref: LaneRef,
  { chunks, derived }: NewChunks,
  write: (change: Change) => Promise<unknown>,
): Promise<ChunksLeft> {
  const ofChunks = derived.filter(({ kind }) => kind === "chunk");
  if (ofChunks.length <= mostAtOnce) return { chunks, derived };
  const left = new Map(chunks);
  for (let from = 0; from < ofChunks.length; from += mostAtOnce) {
    const lines = ofChunks.slice(from, from + mostAtOnce);
    await write({ ref, chunks: takeChunks(left, lines), derived: lines });
  }
  const sources = ofChunks.flatMap((line) => line.sources);
  return { chunks: left, sources, derived: derived.filter(({ kind }) => kind !== "chunk") };
}

function takeChunks(left: Map<string, string>, lines: readonly Derivation[]): ReadonlyMap<string, string> {
  const taken = new Map<string, string>();
  for (const { key } of lines) {
    const content = left.get(key);
    if (content !== undefined) taken.set(key, content);
    left.delete(key);
  }
  return taken;
}

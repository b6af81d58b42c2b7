/**
 * Writes the chunks of a long view before its receipt, some at a time: one write keeps the event loop from everybody else until
 * it is done. Each goes with its derivations, so that erasing knows it. Chunks whose receipt never comes show nothing, and the
 * next view that has the same bytes finds them.
 */
import type { LeaseHolder } from "../../../core/log/lease.js";
import type { Change } from "../../../core/ports/index.js";
import type { Derivation } from "../../../core/receipt/derivation.js";
import type { Engine } from "../../engine.js";
import { writeHeld } from "./write-held.js";

/** Derivations of one write. */
const mostAtOnce = 200;

/** What makes a view count. */
export interface ReceiptWrite extends Pick<Change, "ref"> {
  readonly receipt: NonNullable<Change["receipt"]>;
  readonly derived: readonly Derivation[];
}

/** Returns what is left to be written with the receipt. */
export async function writeChunksAhead(
  engine: Engine,
  holder: LeaseHolder | null,
  { ref, receipt: { receipt, chunks }, derived }: ReceiptWrite,
): Promise<ReceiptWrite> {
  const ofChunks = derived.filter(({ kind }) => kind === "chunk");
  if (ofChunks.length <= mostAtOnce) return { ref, receipt: { receipt, chunks }, derived };
  const left = new Map(chunks);
  for (let from = 0; from < ofChunks.length; from += mostAtOnce) {
    const lines = ofChunks.slice(from, from + mostAtOnce);
    await writeHeld(engine, holder, { ref, chunks: takeChunks(left, lines), derived: lines });
  }
  const sources = ofChunks.flatMap((line) => line.sources);
  return { ref, receipt: { receipt, chunks: left, sources }, derived: derived.filter(({ kind }) => kind !== "chunk") };
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

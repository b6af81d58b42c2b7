import { ClewError } from "@clewline/core/errors.js";
import type { LaneRef, ReceiptId } from "@clewline/core/log/keys.js";
import { makePointer } from "@clewline/core/log/pointer.js";
import { isErasedPiece, listErasedSources } from "@clewline/core/receipt/erased-piece.js";
import { joinChunks, type Receipt } from "@clewline/core/receipt/receipt.js";
import { diffViews, type ViewDiff } from "@clewline/core/receipt/view-diff.js";
import { isFraming } from "@clewline/core/view/render/layout.js";
import type { Engine } from "../engine.js";
import { resolveNamedReceipt } from "./inspect.js";
import { listBodies, readBody, type SentBody } from "./pieces/read-bodies.js";
import { readStoredPieces } from "./pieces/stored-pieces.js";

/** The exact bytes of a view that was handed out, by its receipt or turn, as stored. They are never rendered again. */
export async function replay(
  engine: Engine,
  named: string,
): Promise<{ readonly receipt: Receipt; readonly bytes: string }> {
  const receipt = await resolveNamedReceipt(engine, null, named);
  const stored = [...new Set(receipt.chunks)].filter((chunk) => !isFraming(chunk));
  const erased = stored.filter(isErasedPiece);
  if (erased.length > 0) throw await makeErasedError(engine, receipt, erased);
  const chunks = await readStoredPieces(engine.store, receipt.ref, stored);
  const bytes = joinChunks(receipt, chunks);
  if (engine.fns.hash(bytes) === receipt.root) return { receipt, bytes };
  const lost = stored.filter((chunk) => !chunks.has(chunk)).length;
  const what =
    lost === 0 ? "are not what was sent" : `are not all there: ${lost} of its ${stored.length} pieces can't be read`;
  throw new ClewError("store/damaged", `The bytes of receipt ${receipt.id} ${what}`, {
    hint: "That view can't be replayed, and the log itself is not affected; clew doctor --thorough names all such views",
  });
}

/** A call as it left. */
export interface ReplayedCall {
  /** The bytes of its view; of a turn, those of its last one. Null where none was made. */
  readonly view: string | null;
  /**
   * Its requests through the gateway, in the order in which they left: where the first was refused, others followed. None for a
   * call that another program sent.
   */
  readonly sent: readonly SentBody[];
}

/** By its receipt; a turn gives all of its calls. */
export async function replayCall(engine: Engine, named: string): Promise<ReplayedCall> {
  const { ref, receipt, turn } = await locateCall(engine, named);
  const records = await listBodies(engine, ref, turn);
  const own = records.filter(({ body }) => turn === named || body.receipt === receipt);
  const sent: SentBody[] = [];
  for (const record of own) sent.push(await readBody(engine, ref, record, records));
  return { view: receipt === null ? null : (await replay(engine, receipt)).bytes, sent };
}

interface LocatedCall {
  readonly ref: LaneRef;
  readonly turn: string;
  readonly receipt: ReceiptId | null;
}

/** A turn whose requests only passed has no receipt. */
async function locateCall(engine: Engine, named: string): Promise<LocatedCall> {
  try {
    const { ref, turn, id } = await resolveNamedReceipt(engine, null, named);
    return { ref, turn, receipt: id };
  } catch (error) {
    const [found] = await engine.store.locate(engine.owner, { kind: "turn", part: named });
    if (!(error instanceof ClewError) || error.code !== "receipt/unknown" || found?.id !== named) throw error;
    return { ref: found.ref, turn: named, receipt: null };
  }
}

/** Names the entries, as far as they are known and of the view's lane. */
async function makeErasedError(
  { store, fns }: Engine,
  { id, ref }: Receipt,
  erased: readonly string[],
): Promise<ClewError> {
  const sources = [...new Set(erased.flatMap(listErasedSources))];
  const entries = await Promise.all(sources.map((source) => store.byId(ref, source)));
  const pointers = entries.flatMap((entry) => (entry === null ? [] : makePointer("e", ref, entry.seq, fns.hash)));
  const pieces = erased.length === 1 ? "One piece of" : `${erased.length} pieces of`;
  const named = pointers.length === 0 ? "" : `: ${pointers.join(", ")}`;
  return new ClewError("receipt/erased", `${pieces} view ${id} held words of entries that were erased${named}`, {
    hint: "That view can't be replayed any more; clew why still tells what it showed of all others",
  });
}

export async function diff(engine: Engine, before: string, after: string): Promise<ViewDiff> {
  const [first, second] = [await replay(engine, before), await replay(engine, after)];
  return diffViews(first.receipt, second.receipt, [first.bytes, second.bytes]);
}

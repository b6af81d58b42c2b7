import { ClewError } from "../../core/errors.js";
import { isErasedPiece, listErasedSources } from "../../core/receipt/erased-piece.js";
import { joinChunks, type Receipt } from "../../core/receipt/receipt.js";
import { diffViews, type ViewDiff } from "../../core/receipt/view-diff.js";
import { isFraming } from "../../core/view/render/layout.js";
import type { Engine } from "../engine.js";
import { resolveNamedReceipt } from "./inspect.js";
import { readStoredPieces } from "./stored-pieces.js";

/** The exact bytes of a view that was handed out, by its receipt or turn, as stored. They are never rendered again. */
export async function replay(
  engine: Engine,
  named: string,
): Promise<{ readonly receipt: Receipt; readonly bytes: string }> {
  const receipt = await resolveNamedReceipt(engine, null, named);
  const stored = [...new Set(receipt.chunks)].filter((chunk) => !isFraming(chunk));
  const erased = stored.filter(isErasedPiece);
  if (erased.length > 0) throw makeErasedError(receipt, erased);
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

/** Names the entries, as far as they are known. */
function makeErasedError({ id }: Receipt, erased: readonly string[]): ClewError {
  const sources = [...new Set(erased.flatMap(listErasedSources))];
  const pieces = erased.length === 1 ? "One piece of" : `${erased.length} pieces of`;
  const named = sources.length === 0 ? "" : `: ${sources.join(", ")}`;
  return new ClewError("receipt/erased", `${pieces} view ${id} held words of entries that were erased${named}`, {
    hint: "That view can't be replayed any more; clew why still tells what it showed of all others",
  });
}

export async function diff(engine: Engine, before: string, after: string): Promise<ViewDiff> {
  const [first, second] = [await replay(engine, before), await replay(engine, after)];
  return diffViews(first.receipt, second.receipt, [first.bytes, second.bytes]);
}

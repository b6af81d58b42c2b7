/** Plans which stored pieces of views are erased, and how the receipts that name them change. */

import type { EntryId, LaneRef, ReceiptId } from "@clewline/core/log/keys.js";
import type { ErasedDecisions } from "@clewline/core/ports/index.js";
import { listOwnPieces } from "@clewline/core/receipt/body-pieces.js";
import { type Erased, isMadeOfErased } from "@clewline/core/receipt/erase/erased.js";
import { dropHeld, listStrings } from "@clewline/core/receipt/erase/erased-words.js";
import { isErasedPiece } from "@clewline/core/receipt/erased-piece.js";
import { listFolded } from "@clewline/core/receipt/folded-text.js";
import { type KeptReceipt, listOwnChunks } from "@clewline/core/receipt/receipt-delta.js";
import { isFraming } from "@clewline/core/view/render/layout.js";
import type { Engine } from "../../engine.js";
import { listBodies } from "../../read/pieces/read-bodies.js";
import type { RegisterKeys } from "./register-keys.js";
import type { SessionSurvey } from "./survey.js";

export interface ViewPlan {
  /** By hash, with the erased entries whose words they hold. */
  readonly pieces: ReadonlyMap<string, readonly EntryId[]>;
  readonly receipts: readonly ErasedDecisions[];
  /** How many views lack a piece from now on. */
  readonly views: number;
}

const page = 500;
/** Chunks to read at once. */
const atOnce = 100;

export async function planViews(
  engine: Engine,
  survey: SessionSurvey,
  made: RegisterKeys,
  erased: Erased,
): Promise<ViewPlan> {
  const lanes = (await engine.store.lanes(survey.session)).map(({ ref }) => ref);
  const pieces = await findPieces(engine, survey, { made, erased, lanes });
  const receipts: ErasedDecisions[] = [];
  const lacking = new Set<ReceiptId>();
  for (const ref of lanes) {
    for await (const receipt of walkReceipts(engine, ref)) {
      const lacksBase = "delta" in receipt && lacking.has(receipt.delta.base);
      if (lacksBase || listOwnChunks(receipt).some((piece) => pieces.has(piece))) lacking.add(receipt.id);
      if (!listStrings(receipt.decisions).some(erased.words.holds)) continue;
      receipts.push({ session: ref, id: receipt.id, decisions: dropHeld(receipt.decisions, erased.words) });
    }
  }
  return { pieces, receipts, views: lacking.size };
}

interface Looking {
  readonly made: RegisterKeys;
  readonly erased: Erased;
  readonly lanes: readonly LaneRef[];
}

/** By the register, and by their words: text may have come into a view by other ways. */
async function findPieces(
  engine: Engine,
  { session, contents }: SessionSurvey,
  { made, erased, lanes }: Looking,
): Promise<ReadonlyMap<string, readonly EntryId[]>> {
  const pieces = new Map<string, readonly EntryId[]>([...contents].map(([id, entry]) => [id, [entry]]));
  const others = new Set<string>();
  const look = (key: string) => {
    const sources = made.sourcesOf("chunk", key);
    if (sources.length > 0 && isMadeOfErased(sources, erased))
      pieces.set(
        key,
        sources.filter((source) => erased.ids.has(source)),
      );
    else if (!isFraming(key) && !isErasedPiece(key)) others.add(key);
  };
  for (const key of made.keys("chunk")) look(key);
  for (const ref of lanes) {
    for await (const receipt of walkReceipts(engine, ref)) for (const piece of listOwnChunks(receipt)) look(piece);
    for (const { body } of await listBodies(engine, ref, null)) for (const piece of listOwnPieces(body)) look(piece);
  }
  const wanted = [...others].filter((key) => !pieces.has(key));
  const folded = new Map<string, readonly string[]>();
  for (let from = 0; from < wanted.length; from += atOnce) {
    for (const [key, text] of await engine.store.chunks(session, wanted.slice(from, from + atOnce))) {
      if (erased.words.holds(text.replaceAll(/\\[nrt]/g, " "))) pieces.set(key, []);
      else folded.set(key, listFolded(text));
    }
  }
  // A request that names a removed piece has nothing to show in its place.
  for (const [key, inner] of folded) {
    const gone = inner.filter((each) => pieces.has(each));
    if (gone.length > 0) pieces.set(key, [...new Set(gone.flatMap((each) => pieces.get(each) ?? []))]);
  }
  return pieces;
}

async function* walkReceipts({ store }: Engine, ref: LaneRef): AsyncGenerator<KeptReceipt> {
  for (let after: ReceiptId | null = null; ; ) {
    const read: readonly KeptReceipt[] = await store.receipts(ref, after, page);
    yield* read;
    if (read.length < page) return;
    after = read.at(-1)?.id ?? null;
  }
}

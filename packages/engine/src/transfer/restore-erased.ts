/** Finds what the log erased after an export was made, so that its import leaves it out. */
import type { ExportedRecord } from "@clewline/core/importing/export-line.js";
import { type Entry, isErased } from "@clewline/core/log/entry.js";
import { type EntryId, type LaneRef, memorySession } from "@clewline/core/log/keys.js";
import { listOwnPieces } from "@clewline/core/receipt/body-pieces.js";
import { isErasedPiece } from "@clewline/core/receipt/erased-piece.js";
import { type KeptReceipt, listOwnChunks } from "@clewline/core/receipt/receipt-delta.js";
import type { Engine } from "../engine.js";

export interface ErasedSince {
  /** Whether the log has a note in the place of this entry. */
  hasEntry(entry: Entry): Promise<boolean>;
  /** Whether the log has this receipt and lacks a piece of it for good. */
  hasReceipt(receipt: KeptReceipt): Promise<boolean>;
  /** The same of a request. */
  hasBody(record: ExportedRecord): Promise<boolean>;
}

const page = 1_000;

/** Looks at the lane once, when its first line comes. */
export function findErasedSince({ store }: Engine, ref: LaneRef): ErasedSince {
  let found: Promise<ReadonlySet<EntryId> | null> | undefined;
  /** Null for a lane that the log does not have. */
  const list = async () => {
    const { last } = await store.read(ref, 0, null);
    const ids = new Set<EntryId>();
    for (let from = 1; from <= last; from += page)
      for (const entry of await store.range(ref, from, from + page - 1)) if (isErased(entry)) ids.add(entry.id);
    return last === 0 ? null : ids;
  };
  const read = () => {
    found ??= list();
    return found;
  };
  return {
    async hasEntry(entry) {
      // The log of memories is put together entry by entry, and an erased one is known there.
      if (ref.session === memorySession || isErased(entry)) return false;
      return (await read())?.has(entry.id) ?? false;
    },
    async hasReceipt({ id }) {
      if ((await read()) === null) return false;
      const kept = (await store.receipt(ref, id)).filter((each) => each.id === id);
      return kept.some((each) => listOwnChunks(each).some(isErasedPiece));
    },
    async hasBody({ id, name }) {
      if ((await read()) === null) return false;
      const kept = (await store.records(ref, "body", name, Number.MAX_SAFE_INTEGER)).filter((each) => each.id === id);
      return kept.some((each) => each.kind === "body" && listOwnPieces(each.body).some(isErasedPiece));
    },
  };
}

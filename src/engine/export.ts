/** The whole log as lines of JSON, in an order in which each line needs only those before it. */
import { type Entry, partsOf, type Text } from "../core/entry.js";
import { canonical } from "../core/json.js";
import type { BlobId, LaneRef, ReceiptId } from "../core/keys.js";
import { isFraming } from "../core/layout.js";
import type { KeptReceipt } from "../core/receipt-delta.js";
import type { House } from "./house.js";

export const exportVersion = 1;
const page = 500;

/** Two exports of one log are equal, whenever they are made. */
export async function* exportLines(house: House, session: string | null): AsyncGenerator<string> {
  yield canonical({ clew: "export", version: exportVersion, owner: house.owner });
  for (const each of [...(await house.store.sessions(house.owner))].reverse()) {
    if (session !== null && each.session !== session) continue;
    for (const { ref } of [...(await house.store.lanes(house.owner, each.session))].reverse()) {
      yield canonical({ kind: "lane", session: ref.session, lane: ref.lane });
      yield* entryLines(house, ref);
      yield* turnLines(house, ref);
      yield* receiptLines(house, ref);
    }
  }
}

async function* entryLines(house: House, ref: LaneRef): AsyncGenerator<string> {
  const written = new Set<BlobId>();
  const { last } = await house.store.read(ref, 0, null);
  for (let from = 1; from <= last; from += page) {
    for (const entry of await house.store.range(ref, from, Math.min(last, from + page - 1))) {
      const wanted = blobsOf(entry).filter((id) => !written.has(id));
      for (const [id, content] of wanted.length === 0 ? [] : await house.store.blobs(house.owner, wanted)) {
        written.add(id);
        yield canonical({ kind: "blob", id, content });
      }
      const derived = (await house.store.derivedFrom(house.owner, entry.id)).toSorted(byKey);
      yield canonical(derived.length === 0 ? { kind: "entry", entry } : { kind: "entry", entry, derived });
    }
  }
}

/** A store gives them in any order, and the export has one. */
function byKey(a: { readonly key: string }, b: { readonly key: string }): number {
  return a.key < b.key ? -1 : 1;
}

async function* turnLines(house: House, ref: LaneRef): AsyncGenerator<string> {
  for (const turn of [...(await house.store.turns(ref, Number.MAX_SAFE_INTEGER))].reverse()) {
    yield canonical({ kind: "turn", turn });
  }
}

async function* receiptLines(house: House, ref: LaneRef): AsyncGenerator<string> {
  const written = new Set<string>();
  let after: ReceiptId | null = null;
  for (;;) {
    const receipts: readonly KeptReceipt[] = await house.store.receipts(ref, after, page);
    for (const receipt of receipts) {
      const wanted = chunksOf(receipt).filter((hash) => !isFraming(hash) && !written.has(hash));
      for (const [hash, content] of wanted.length === 0 ? [] : await house.store.chunks(house.owner, wanted)) {
        written.add(hash);
        yield canonical({ kind: "chunk", hash, content });
      }
      yield canonical({ kind: "receipt", receipt });
    }
    after = receipts.at(-1)?.id ?? null;
    if (receipts.length < page) return;
  }
}

function chunksOf(receipt: KeptReceipt): readonly string[] {
  return "delta" in receipt ? receipt.delta.chunks.flatMap(({ insert }) => insert) : receipt.chunks;
}

function blobsOf(entry: Entry): readonly BlobId[] {
  const ofText = (text: Text) => (typeof text === "string" ? [] : [text.blob]);
  const ofFiles = partsOf(entry).flatMap((part) =>
    part.kind !== "file" ? ofText(part.text) : part.source.kind === "blob" ? [part.source.blob] : [],
  );
  if (entry.kind === "called") return ofText(entry.input);
  if (entry.kind === "returned" && entry.output.kind !== "content") return ofText(entry.output.text);
  if (entry.kind === "noted" && entry.note.kind === "instructions") return ofText(entry.note.text);
  return ofFiles;
}

import assert from "node:assert/strict";
import { addressOf } from "../../core/log/pointer.js";
import type { LogStore } from "../../core/ports/index.js";
import {
  append,
  blobId,
  chat,
  claim,
  entryId,
  lane,
  nth,
  receipt,
  receiptId,
  type StoreCase,
  said,
  sampleHash,
  texts,
  turnId,
  turnRecord,
} from "./sample.js";

const here = lane();
const elsewhere = lane("root:1", "chat:2");

/** Every key begins with the session: what another one has is not there. */
export const sessionsApartCases: readonly StoreCase[] = [
  ["Turns, receipts, blobs, chunks and derived lines belong to their session", nothingShared],
  ["Two sessions may use the same names for everything", sameNames],
  ["An address is found in its session only", addresses],
  ["A turn of another session does not answer an entry of the same id", answers],
];

async function nothingShared(store: LogStore): Promise<void> {
  const entry = said("a", { id: "entry", turn: "turn" });
  await store.write({
    ref: here,
    entries: [entry],
    blobs: new Map([[blobId("blob"), "content"]]),
    turn: turnRecord("turn", here, { messages: [entry.id] }),
    receipt: { receipt: receipt("receipt", here), chunks: new Map([["chunk", "content"]]) },
    derived: [{ kind: "chunk", key: "chunk", sources: [entry.id] }],
  });
  assert.equal((await store.turnsAnswering(chat, entry.id)).length, 1);
  await append(store, elsewhere, said("b"));
  assert.equal((await store.blobs(elsewhere, [blobId("blob")])).size, 0);
  assert.equal((await store.chunks(elsewhere, ["chunk"])).size, 0);
  assert.equal(await store.turn(elsewhere, turnId("turn")), null);
  assert.deepEqual(await store.turnsAnswering(elsewhere, entry.id), []);
  assert.deepEqual(await store.receipt(elsewhere, receiptId("receipt")), []);
  assert.deepEqual(await store.receiptsOf(elsewhere, turnId("turn")), []);
  assert.equal((await store.derivedFrom(elsewhere, [entry.id])).size, 0);
}

async function sameNames(store: LogStore): Promise<void> {
  const refs = [here, elsewhere];
  for (const ref of refs) {
    const text = ref.session;
    await store.write({
      ref,
      entries: [said(text, { id: "entry", turn: "turn", message: "1" })],
      blobs: new Map([[blobId("blob"), text]]),
      turn: turnRecord("turn", ref, { messages: [entryId("entry")], began: text.length }),
      claim: claim("turn", 1_000),
      receipt: { receipt: receipt("receipt", ref, { root: text }), chunks: new Map([["chunk", text]]) },
    });
  }
  for (const ref of refs) {
    const text = ref.session;
    assert.deepEqual(texts((await store.read(ref, { limit: 10, forced: turnId("turn") })).entries), [text]);
    assert.deepEqual(await store.blobs(ref, [blobId("blob")]), new Map([[blobId("blob"), text]]));
    assert.deepEqual(await store.chunks(ref, ["chunk"]), new Map([["chunk", text]]));
    assert.deepEqual((await store.turn(ref, turnId("turn")))?.ref, ref);
    assert.deepEqual(
      (await store.turnsAnswering(ref, entryId("entry"))).map((turn) => turn.ref),
      [ref],
    );
    assert.equal(nth(await store.receipt(ref, receiptId("receipt")), 0).root, text);
  }
}

async function addresses(store: LogStore): Promise<void> {
  await append(store, here, said("a"));
  await append(store, elsewhere, said("b"));
  const address = addressOf(here, 1, sampleHash);
  assert.deepEqual((await store.byAddress(chat, address))?.ref, here);
  assert.equal(await store.byAddress(elsewhere, address), null);
}

async function answers(store: LogStore): Promise<void> {
  const entry = entryId("entry");
  await store.write({ ref: elsewhere, turn: turnRecord("turn", elsewhere, { messages: [entry] }) });
  await append(store, here, said("a", { id: "entry" }));
  assert.deepEqual(await store.turnsAnswering(here, entry), []);
  assert.equal((await store.turnsAnswering(elsewhere, entry)).length, 1);
}

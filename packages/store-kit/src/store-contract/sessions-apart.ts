import assert from "node:assert/strict";
import { makeAddress } from "@clewline/core/log/pointer.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import {
  append,
  blobId,
  chat,
  entryId,
  listTexts,
  makeClaim,
  makeLane,
  makeMessage,
  makeReceipt,
  makeTurnRecord,
  nth,
  receiptId,
  type StoreCase,
  sampleHash,
  turnId,
} from "./sample.js";

const here = makeLane();
const elsewhere = makeLane("root:1", "chat:2");

/** Every key begins with the session, so another session's things are not found. */
export const sessionsApartCases: readonly StoreCase[] = [
  ["Turns, receipts, blobs, chunks and derived lines belong to their session", checkNothingShared],
  ["Two sessions may use the same names for everything", checkSameNames],
  ["An address is found in its session only", checkAddresses],
  ["A turn of another session does not answer an entry of the same id", checkAnswers],
];

async function checkNothingShared(store: LogStore): Promise<void> {
  const entry = makeMessage("a", { id: "entry", turn: "turn" });
  await store.write({
    ref: here,
    entries: [entry],
    blobs: new Map([[blobId("blob"), "content"]]),
    turn: makeTurnRecord("turn", here, { messages: [entry.id] }),
    receipt: { receipt: makeReceipt("receipt", here), chunks: new Map([["chunk", "content"]]) },
    derived: [{ kind: "chunk", key: "chunk", sources: [entry.id] }],
  });
  assert.equal((await store.turnsAnswering(chat, entry.id)).length, 1);
  await append(store, elsewhere, makeMessage("b"));
  assert.equal((await store.blobs(elsewhere, [blobId("blob")])).size, 0);
  assert.equal((await store.chunks(elsewhere, ["chunk"])).size, 0);
  assert.equal(await store.turn(elsewhere, turnId("turn")), null);
  assert.deepEqual(await store.turnsAnswering(elsewhere, entry.id), []);
  assert.deepEqual(await store.receipt(elsewhere, receiptId("receipt")), []);
  assert.deepEqual(await store.receiptsOf(elsewhere, turnId("turn")), []);
  assert.equal((await store.derivedFrom(elsewhere, [entry.id])).size, 0);
}

async function checkSameNames(store: LogStore): Promise<void> {
  const refs = [here, elsewhere];
  for (const ref of refs) {
    const text = ref.session;
    await store.write({
      ref,
      entries: [makeMessage(text, { id: "entry", turn: "turn", message: "1" })],
      blobs: new Map([[blobId("blob"), text]]),
      turn: makeTurnRecord("turn", ref, { messages: [entryId("entry")], began: text.length }),
      claim: makeClaim("turn", 1_000),
      receipt: { receipt: makeReceipt("receipt", ref, { root: text }), chunks: new Map([["chunk", text]]) },
    });
  }
  for (const ref of refs) {
    const text = ref.session;
    assert.deepEqual(listTexts((await store.read(ref, { limit: 10, forced: turnId("turn") })).entries), [text]);
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

async function checkAddresses(store: LogStore): Promise<void> {
  await append(store, here, makeMessage("a"));
  await append(store, elsewhere, makeMessage("b"));
  const address = makeAddress(here, 1, sampleHash);
  assert.deepEqual((await store.byAddress(chat, address))?.ref, here);
  assert.equal(await store.byAddress(elsewhere, address), null);
}

async function checkAnswers(store: LogStore): Promise<void> {
  const entry = entryId("entry");
  await store.write({ ref: elsewhere, turn: makeTurnRecord("turn", elsewhere, { messages: [entry] }) });
  await append(store, here, makeMessage("a", { id: "entry" }));
  assert.deepEqual(await store.turnsAnswering(here, entry), []);
  assert.equal((await store.turnsAnswering(elsewhere, entry)).length, 1);
}

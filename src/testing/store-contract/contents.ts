import assert from "node:assert/strict";
import { ownerKey } from "../../core/keys.js";
import type { LogStore } from "../../core/ports.js";
import { blobId, lane, me, receipt, receiptId, type StoreCase, said, turnId, turnRecord } from "./sample.js";

const you = ownerKey("you");

/** Blobs, turns, receipts and chunks. */
export const contentCases: readonly StoreCase[] = [
  ["Blobs come back by id, and missing ones are left out", blobs],
  ["A known blob is left as it is", knownBlob],
  ["A turn is inserted, then replaced whole", turn],
  ["A lane lists its turns newest first, up to the limit", turns],
  ["A receipt comes back as it was written", wholeReceipt],
  ["The receipts of a turn come by call number", receipts],
  ["Writing a receipt again changes nothing", sameReceipt],
  ["Chunks come back by hash, and missing ones are left out", chunks],
  ["Owners share nothing", ownersApart],
];

async function blobs(store: LogStore): Promise<void> {
  const [one, two, three] = [blobId("one"), blobId("two"), blobId("three")];
  const content = new Map([
    [one, "first"],
    [two, ""],
  ]);
  await store.write({ ref: lane(), entries: [said("a")], blobs: content });
  assert.deepEqual(await store.blobs(me, [two, three, one, one]), content);
  assert.equal((await store.blobs(me, [])).size, 0);
  assert.equal((await store.blobs(me, [three])).size, 0);
}

async function knownBlob(store: LogStore): Promise<void> {
  const blob = blobId("one");
  for (const content of ["first", "second"]) await store.write({ ref: lane(), blobs: new Map([[blob, content]]) });
  assert.deepEqual(await store.blobs(me, [blob]), new Map([[blob, "first"]]));
}

async function turn(store: LogStore): Promise<void> {
  const ref = lane();
  const running = turnRecord("one", ref, { asides: [{ layer: "now", text: "noon" }] });
  const completed = turnRecord("one", ref, { state: "completed", ended: 3_000 });
  await store.write({ ref, turn: running });
  assert.deepEqual(await store.turn(me, turnId("one")), running);
  await store.write({ ref, turn: completed });
  assert.deepEqual(await store.turn(me, turnId("one")), completed);
  assert.deepEqual(await store.turns(ref, 10), [completed]);
  assert.equal(await store.turn(me, turnId("two")), null);
}

async function turns(store: LogStore): Promise<void> {
  const ref = lane();
  const made = [5, 9, 7].map((began) => turnRecord(`turn-${began}`, ref, { began }));
  for (const each of made) await store.write({ ref, turn: each });
  const other = lane("root:2");
  await store.write({ ref: other, turn: turnRecord("elsewhere", other) });
  const ids = async (limit: number) => (await store.turns(ref, limit)).map(({ id }) => id);
  assert.deepEqual(await ids(10), ["turn-9", "turn-7", "turn-5"]);
  assert.deepEqual(await ids(2), ["turn-9", "turn-7"]);
  assert.deepEqual(await ids(0), []);
}

async function wholeReceipt(store: LogStore): Promise<void> {
  const ref = lane();
  const written = receipt("one", ref, { chunks: ["c1", "c2"], parent: receiptId("zero") });
  await store.write({ ref, receipt: { receipt: written, chunks: new Map() } });
  assert.deepEqual(await store.receipt(me, receiptId("one")), written);
  assert.equal(await store.receipt(me, receiptId("two")), null);
}

async function receipts(store: LogStore): Promise<void> {
  const ref = lane();
  for (const call of [2, 10, 1]) {
    await store.write({ ref, receipt: { receipt: receipt(`call-${call}`, ref, { call }), chunks: new Map() } });
  }
  const other = receipt("other", ref, { turn: turnId("other") });
  await store.write({ ref, receipt: { receipt: other, chunks: new Map() } });
  assert.deepEqual(
    (await store.receipts(me, turnId("turn"))).map(({ call }) => call),
    [1, 2, 10],
  );
  assert.deepEqual(await store.receipts(me, turnId("other")), [other]);
  assert.deepEqual(await store.receipts(me, turnId("nobody")), []);
}

async function sameReceipt(store: LogStore): Promise<void> {
  const ref = lane();
  const written = receipt("one", ref);
  for (const _ of [1, 2]) await store.write({ ref, receipt: { receipt: written, chunks: new Map([["c", "x"]]) } });
  assert.deepEqual(await store.receipts(me, written.turn), [written]);
}

async function chunks(store: LogStore): Promise<void> {
  const ref = lane();
  const content = new Map([
    ["c1", "first"],
    ["c2", '"quoted"'],
  ]);
  await store.write({ ref, receipt: { receipt: receipt("one", ref), chunks: content } });
  assert.deepEqual(await store.chunks(me, ["c2", "c3", "c1"]), content);
  assert.equal((await store.chunks(me, [])).size, 0);
}

async function ownersApart(store: LogStore): Promise<void> {
  const mine = lane();
  const yours = { ...mine, owner: you };
  const blob = blobId("one");
  await store.write({
    ref: mine,
    entries: [said("a", { message: "1" })],
    blobs: new Map([[blob, "mine"]]),
    turn: turnRecord("one", mine),
    receipt: { receipt: receipt("one", mine), chunks: new Map([["c", "mine"]]) },
  });
  assert.equal((await store.read(yours, 10, turnId("one"))).last, 0);
  assert.equal((await store.blobs(you, [blob])).size, 0);
  assert.equal((await store.chunks(you, ["c"])).size, 0);
  assert.equal(await store.turn(you, turnId("one")), null);
  assert.equal(await store.receipt(you, receiptId("one")), null);
  assert.deepEqual(await store.receipts(you, turnId("turn")), []);
  assert.deepEqual(await store.sessions(you), []);
  await store.write({ ref: yours, entries: [said("b", { message: "1" })], blobs: new Map([[blob, "yours"]]) });
  assert.deepEqual(await store.blobs(me, [blob]), new Map([[blob, "mine"]]));
  assert.deepEqual(await store.blobs(you, [blob]), new Map([[blob, "yours"]]));
}

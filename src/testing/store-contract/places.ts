import assert from "node:assert/strict";
import type { LogStore } from "../../core/ports/index.js";
import {
  append,
  blobId,
  chat,
  entryId,
  epoch,
  lane,
  receipt,
  type StoreCase,
  said,
  texts,
  turnRecord,
} from "./sample.js";

/** Changes that say where their entries must come to stand. */
export const placeCases: readonly StoreCase[] = [
  ["Entries are written in the place that the change expects", expected],
  ["A change that expects another place than the next writes nothing", otherPlace],
  ["A change that expects a place writes nothing if an entry is known, whatever it says", knownEntry],
  ["A change that expects a place writes nothing if a message is known in another lane", knownElsewhere],
  ["A change that expects a place writes nothing if it holds an entry twice", twice],
];

const nothing = { done: false, entries: [], leases: [] };

async function expected(store: LogStore): Promise<void> {
  const ref = lane();
  const first = await store.write({ ref, expectedSeq: 1, entries: [said("a", { message: "1" }), said("b")] });
  const second = await store.write({ ref, expectedSeq: 3, entries: [said("c")] });
  assert.deepEqual([first.done, second.done], [true, true]);
  assert.deepEqual(
    [...first.entries, ...second.entries].map(({ seq }) => seq),
    [1, 2, 3],
  );
}

async function otherPlace(store: LogStore): Promise<void> {
  const ref = lane();
  for (const expectedSeq of [0, 2]) {
    assert.deepEqual(await store.write(everything(ref, expectedSeq)), nothing);
    await expectOnly(store, ref, []);
  }
  await append(store, ref, said("there"));
  for (const expectedSeq of [1, 3]) {
    assert.deepEqual(await store.write(everything(ref, expectedSeq)), nothing);
    await expectOnly(store, ref, ["there"]);
  }
}

async function knownEntry(store: LogStore): Promise<void> {
  const ref = lane();
  await append(store, ref, said("there", { id: "same", message: "1" }));
  for (const draft of [
    said("there", { id: "same", message: "1" }),
    said("there", { message: "1" }),
    said("other", { message: "1" }),
    said("other", { id: "same" }),
  ]) {
    const change = everything(ref, 2);
    assert.deepEqual(await store.write({ ...change, entries: [...change.entries, draft] }), nothing);
    await expectOnly(store, ref, ["there"]);
  }
}

async function knownElsewhere(store: LogStore): Promise<void> {
  const [ref, other] = [lane("topic:1:2"), lane("root:1")];
  // In the very place that is expected here, so that the number alone tells nothing.
  await append(store, other, said("there", { message: "1" }));
  for (const text of ["there", "other"]) {
    assert.deepEqual(await store.write({ ref, expectedSeq: 1, entries: [said(text, { message: "1" })] }), nothing);
  }
  assert.equal((await store.lanes(ref)).length, 1);
  await expectOnly(store, ref, []);
}

async function twice(store: LogStore): Promise<void> {
  const ref = lane();
  for (const entries of [
    [said("a", { message: "1" }), said("a", { message: "1" })],
    [said("a", { message: "1" }), said("b", { message: "1" })],
    [said("a", { id: "same" }), said("a", { id: "same" })],
  ]) {
    assert.deepEqual(await store.write({ ref, expectedSeq: 1, entries }), nothing);
  }
  await expectOnly(store, ref, []);
}

function everything(ref: ReturnType<typeof lane>, expectedSeq: number) {
  return {
    ref,
    expectedSeq,
    entries: [said("new", { message: "2" })],
    blobs: new Map([[blobId("blob"), "content"]]),
    turn: turnRecord("turn", ref),
    history: [turnRecord("past", ref, { state: "completed" })],
    receipt: { receipt: receipt("receipt", ref), chunks: new Map([["chunk", "content"]]) },
    epoch: epoch(1, 1),
    derived: [{ kind: "chunk" as const, key: "chunk", sources: [entryId("source")] }],
  };
}

async function expectOnly(store: LogStore, ref: ReturnType<typeof lane>, wanted: readonly string[]): Promise<void> {
  const state = await store.read(ref, 10, null);
  assert.deepEqual(texts(state.entries), wanted);
  assert.deepEqual([state.last, state.epoch.number, state.lastReceipt], [wanted.length, 0, null]);
  assert.equal((await store.blobs(chat, [blobId("blob")])).size, 0);
  assert.deepEqual(await store.turns(ref, 10), []);
  assert.deepEqual(await store.receipts(ref, null, 10), []);
  assert.equal((await store.chunks(chat, ["chunk"])).size, 0);
  assert.equal((await store.derivedFrom(chat, [entryId("source")])).size, 0);
  assert.deepEqual(await store.search({ kind: "lane", ref }, ["new"], 10), []);
}

import assert from "node:assert/strict";
import type { LogStore } from "@clewline/core/ports/index.js";
import {
  append,
  blobId,
  chat,
  entryId,
  listTexts,
  makeEpoch,
  makeLane,
  makeMessage,
  makeReceipt,
  makeTurnRecord,
  type StoreCase,
} from "./sample.js";

/** Changes that expect a place for their entries. */
export const placeCases: readonly StoreCase[] = [
  ["Entries are written in the place that the change expects", checkExpectedPlace],
  ["A change that expects another place than the next writes nothing", checkOtherPlace],
  ["A change that expects a place writes nothing if an entry is known, whatever it says", checkKnownEntry],
  ["A change that expects a place writes nothing if a message is known in another lane", checkKnownElsewhere],
  ["A change that expects a place writes nothing if it holds an entry twice", checkDoubleEntry],
];

const nothing = { done: false, entries: [], leases: [] };

async function checkExpectedPlace(store: LogStore): Promise<void> {
  const ref = makeLane();
  const first = await store.write({
    ref,
    expectedSeq: 1,
    entries: [makeMessage("a", { message: "1" }), makeMessage("b")],
  });
  const second = await store.write({ ref, expectedSeq: 3, entries: [makeMessage("c")] });
  assert.deepEqual([first.done, second.done], [true, true]);
  assert.deepEqual(
    [...first.entries, ...second.entries].map(({ seq }) => seq),
    [1, 2, 3],
  );
}

async function checkOtherPlace(store: LogStore): Promise<void> {
  const ref = makeLane();
  for (const expectedSeq of [0, 2]) {
    assert.deepEqual(await store.write(makeWholeChange(ref, expectedSeq)), nothing);
    await expectOnly(store, ref, []);
  }
  await append(store, ref, makeMessage("there"));
  for (const expectedSeq of [1, 3]) {
    assert.deepEqual(await store.write(makeWholeChange(ref, expectedSeq)), nothing);
    await expectOnly(store, ref, ["there"]);
  }
}

async function checkKnownEntry(store: LogStore): Promise<void> {
  const ref = makeLane();
  await append(store, ref, makeMessage("there", { id: "same", message: "1" }));
  for (const draft of [
    makeMessage("there", { id: "same", message: "1" }),
    makeMessage("there", { message: "1" }),
    makeMessage("other", { message: "1" }),
    makeMessage("other", { id: "same" }),
  ]) {
    const change = makeWholeChange(ref, 2);
    assert.deepEqual(await store.write({ ...change, entries: [...change.entries, draft] }), nothing);
    await expectOnly(store, ref, ["there"]);
  }
}

async function checkKnownElsewhere(store: LogStore): Promise<void> {
  const [ref, other] = [makeLane("topic:1:2"), makeLane("root:1")];
  // In the same place as expected here, so that the number alone decides nothing.
  await append(store, other, makeMessage("there", { message: "1" }));
  for (const text of ["there", "other"]) {
    assert.deepEqual(
      await store.write({ ref, expectedSeq: 1, entries: [makeMessage(text, { message: "1" })] }),
      nothing,
    );
  }
  assert.equal((await store.lanes(ref)).length, 1);
  await expectOnly(store, ref, []);
}

async function checkDoubleEntry(store: LogStore): Promise<void> {
  const ref = makeLane();
  for (const entries of [
    [makeMessage("a", { message: "1" }), makeMessage("a", { message: "1" })],
    [makeMessage("a", { message: "1" }), makeMessage("b", { message: "1" })],
    [makeMessage("a", { id: "same" }), makeMessage("a", { id: "same" })],
  ]) {
    assert.deepEqual(await store.write({ ref, expectedSeq: 1, entries }), nothing);
  }
  await expectOnly(store, ref, []);
}

function makeWholeChange(ref: ReturnType<typeof makeLane>, expectedSeq: number) {
  return {
    ref,
    expectedSeq,
    entries: [makeMessage("new", { message: "2" })],
    blobs: new Map([[blobId("blob"), "content"]]),
    turn: makeTurnRecord("turn", ref),
    history: [makeTurnRecord("past", ref, { state: "completed" })],
    receipt: { receipt: makeReceipt("receipt", ref), chunks: new Map([["chunk", "content"]]) },
    epoch: makeEpoch(1, 1),
    derived: [{ kind: "chunk" as const, key: "chunk", sources: [entryId("source")] }],
  };
}

async function expectOnly(store: LogStore, ref: ReturnType<typeof makeLane>, wanted: readonly string[]): Promise<void> {
  const state = await store.read(ref, 10, null);
  assert.deepEqual(listTexts(state.entries), wanted);
  assert.deepEqual([state.last, state.epoch.number, state.lastReceipt], [wanted.length, 0, null]);
  assert.equal((await store.blobs(chat, [blobId("blob")])).size, 0);
  assert.deepEqual(await store.turns(ref, 10), []);
  assert.deepEqual(await store.receipts(ref, null, 10), []);
  assert.equal((await store.chunks(chat, ["chunk"])).size, 0);
  assert.equal((await store.derivedFrom(chat, [entryId("source")])).size, 0);
  assert.deepEqual((await store.search({ kind: "lane", ref }, ["new"], 10)).found, []);
}

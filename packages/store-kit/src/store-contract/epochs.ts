import assert from "node:assert/strict";
import { firstEpoch } from "@clewline/core/log/epoch.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import { makeCandidateRecord } from "./record-sample.js";
import {
  append,
  blobId,
  chat,
  entryId,
  makeClaim,
  makeEpoch,
  makeLane,
  makeMessage,
  makeReceipt,
  makeTurnRecord,
  receiptId,
  type StoreCase,
} from "./sample.js";

/** The lane's epoch and its last receipt. */
export const epochCases: readonly StoreCase[] = [
  ["An epoch is written if it follows the lane's epoch", checkFollowingEpoch],
  ["An epoch that does not follow is left out and the change goes through", checkStaleEpoch],
  ["Of two swaps from the same epoch, one is written", checkOneSwap],
  ["Each lane has an epoch of its own", checkOwnEpoch],
  ["Each key has an epoch of its own", checkOwnKey],
  ["A change goes through in the epoch that it expects; a lane without one is in number 0", checkExpectedEpoch],
  ["A change that expects another epoch writes nothing at all", checkOtherEpoch],
  ["The last receipt of a lane is the one written last", checkLastReceipt],
  ["The last receipt of an epoch key is the one written last for it", checkLastPerKey],
  ["A receipt that is written again does not become the last one again", checkRepeatedReceipt],
];

async function checkFollowingEpoch(store: LogStore): Promise<void> {
  const ref = makeLane();
  const first = { ...makeEpoch(1, 3), foldedThrough: 2 };
  await store.write({ ref, entries: [makeMessage("a")], epoch: first });
  assert.deepEqual((await store.read(ref, 10, null)).epoch, first);
  await store.write({ ref, epoch: makeEpoch(2, 4) });
  assert.deepEqual((await store.read(ref, 10, null)).epoch, makeEpoch(2, 4));
}

async function checkStaleEpoch(store: LogStore): Promise<void> {
  const ref = makeLane();
  await store.write({ ref, epoch: makeEpoch(1) });
  for (const number of [0, 1, 3]) {
    await store.write({ ref, entries: [makeMessage(`at ${number}`)], epoch: makeEpoch(number, 99) });
  }
  const state = await store.read(ref, 10, null);
  assert.deepEqual(state.epoch, makeEpoch(1));
  assert.equal(state.last, 3);
}

async function checkOneSwap(store: LogStore): Promise<void> {
  const ref = makeLane();
  await Promise.all([1, 2, 3, 4].map((leaveOut) => store.write({ ref, epoch: makeEpoch(1, leaveOut) })));
  assert.equal((await store.read(ref, 10, null)).epoch.number, 1);
}

async function checkOwnEpoch(store: LogStore): Promise<void> {
  await store.write({ ref: makeLane("root:1"), epoch: makeEpoch(1, 7) });
  await append(store, makeLane("root:2"), makeMessage("a"));
  assert.deepEqual((await store.read(makeLane("root:2"), 10, null)).epoch, firstEpoch);
}

async function checkOwnKey(store: LogStore): Promise<void> {
  const ref = makeLane();
  await store.write({
    ref,
    entries: [makeMessage("a"), makeMessage("b")],
    epoch: { ...makeEpoch(1, 1), key: "small" },
  });
  await store.write({ ref, epoch: { ...makeEpoch(1, 2), key: "large" } });
  assert.deepEqual((await store.read(ref, 10, null, "small")).epoch, { ...makeEpoch(1, 1), key: "small" });
  assert.equal((await store.read(ref, 10, null, "large")).entries.length, 0);
  assert.deepEqual((await store.read(ref, 10, null, "other")).epoch, { ...firstEpoch, key: "other" });
}

async function checkExpectedEpoch(store: LogStore): Promise<void> {
  const ref = makeLane();
  const expects = (key: string, number: number) => ({ expectedEpoch: { key, number } });
  assert.equal((await store.write({ ref, ...expects("key", 0), epoch: { ...makeEpoch(1), key: "key" } })).done, true);
  assert.equal((await store.write({ ref, ...expects("key", 1), entries: [makeMessage("a")] })).done, true);
  assert.equal((await store.write({ ref, ...expects("other", 0), entries: [makeMessage("b")] })).done, true);
  const held = makeReceipt("one", ref, { epoch: { ...firstEpoch, key: "third" } });
  await store.write({ ref, receipt: { receipt: held, chunks: new Map() } });
  assert.equal((await store.write({ ref, ...expects("third", 0), entries: [makeMessage("c")] })).done, true);
  assert.equal((await store.read(ref, 0, null)).last, 3);
}

async function checkOtherEpoch(store: LogStore): Promise<void> {
  const ref = makeLane();
  for (const number of [1, -1]) assert.deepEqual(await store.write(makeWholeChange(ref, "key", number)), refused);
  assert.deepEqual(await store.lanes(ref), []);
  await store.write({ ref, entries: [makeMessage("there")], epoch: { ...makeEpoch(1), key: "key" } });
  for (const [key, number] of [
    ["key", 0],
    ["key", 2],
    ["other", 1],
  ] as const) {
    assert.deepEqual(await store.write(makeWholeChange(ref, key, number)), refused);
    const { last, cleared, settings, candidate, lastReceipt: held, epoch: now } = await store.read(ref, 9, null, "key");
    assert.deepEqual([last, cleared, settings, candidate, held, now.number], [1, 0, {}, null, null, 1]);
  }
  assert.deepEqual(await store.records(ref, "candidate", null, 10), []);
  assert.deepEqual(await store.turns(ref, 10), []);
  assert.deepEqual(await store.leases(ref), []);
  assert.equal((await store.blobs(chat, [blobId("blob")])).size, 0);
  assert.equal((await store.derivedFrom(chat, [entryId("source")])).size, 0);
}

const refused = { done: false, entries: [], leases: [] };

function makeWholeChange(ref: ReturnType<typeof makeLane>, key: string, number: number) {
  return {
    ref,
    expectedEpoch: { key, number },
    entries: [makeMessage("new")],
    blobs: new Map([[blobId("blob"), "content"]]),
    turn: makeTurnRecord("turn", ref),
    claim: makeClaim("turn", 1_000),
    receipt: { receipt: makeReceipt("receipt", ref), chunks: new Map<string, string>() },
    records: [makeCandidateRecord("candidate", "key", 1)],
    settings: { loud: true },
    cleared: 1,
    epoch: { ...makeEpoch(number + 1), key },
    derived: [{ kind: "record" as const, key: "candidate", sources: [entryId("source")] }],
  };
}

async function checkLastReceipt(store: LogStore): Promise<void> {
  const ref = makeLane();
  for (const id of ["one", "two"]) {
    await store.write({ ref, receipt: { receipt: makeReceipt(id, ref), chunks: new Map() } });
    assert.equal((await store.read(ref, 10, null)).lastReceipt, receiptId(id));
  }
  assert.equal((await store.read(makeLane("root:2"), 10, null)).lastReceipt, null);
}

async function checkLastPerKey(store: LogStore): Promise<void> {
  const ref = makeLane();
  const keys = ["small", "large", "small", "", "large"];
  for (const [index, key] of keys.entries()) {
    const written = makeReceipt(`receipt-${index}`, ref, { epoch: { ...firstEpoch, key } });
    await store.write({ ref, receipt: { receipt: written, chunks: new Map() } });
  }
  const last = async (key?: string) => (await store.read(ref, 0, null, key)).lastReceipt;
  assert.equal(await last("small"), "receipt-2");
  assert.equal(await last("large"), "receipt-4");
  assert.equal(await last(""), "receipt-3");
  assert.equal(await last("other"), null);
  assert.equal(await last(), "receipt-4");
}

async function checkRepeatedReceipt(store: LogStore): Promise<void> {
  const ref = makeLane();
  for (const id of ["one", "two", "one"]) {
    await store.write({ ref, receipt: { receipt: makeReceipt(id, ref), chunks: new Map() } });
  }
  for (const key of [undefined, ""]) {
    assert.equal((await store.read(ref, 0, null, key)).lastReceipt, receiptId("two"));
  }
}

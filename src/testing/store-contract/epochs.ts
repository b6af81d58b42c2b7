import assert from "node:assert/strict";
import { firstEpoch } from "../../core/log/epoch.js";
import type { LogStore } from "../../core/ports/index.js";
import { candidateRecord } from "./record-sample.js";
import {
  append,
  blobId,
  chat,
  claim,
  entryId,
  epoch,
  lane,
  receipt,
  receiptId,
  type StoreCase,
  said,
  turnRecord,
} from "./sample.js";

/** The lane's epoch and its last receipt. */
export const epochCases: readonly StoreCase[] = [
  ["An epoch is written if it follows the lane's epoch", follows],
  ["An epoch that does not follow is left out and the change goes through", stale],
  ["Of two swaps from the same epoch, one is written", oneWins],
  ["Each lane has an epoch of its own", ownEpoch],
  ["Each key has an epoch of its own", ownKey],
  ["A change goes through in the epoch that it expects; a lane without one is in number 0", expectedEpoch],
  ["A change that expects another epoch writes nothing at all", otherEpoch],
  ["The last receipt of a lane is the one written last", lastReceipt],
  ["The last receipt of an epoch key is the one written last for it", lastOfKey],
  ["A receipt that is written again does not become the last one again", lastAgain],
];

async function follows(store: LogStore): Promise<void> {
  const ref = lane();
  const first = { ...epoch(1, 3), foldedThrough: 2 };
  await store.write({ ref, entries: [said("a")], epoch: first });
  assert.deepEqual((await store.read(ref, 10, null)).epoch, first);
  await store.write({ ref, epoch: epoch(2, 4) });
  assert.deepEqual((await store.read(ref, 10, null)).epoch, epoch(2, 4));
}

async function stale(store: LogStore): Promise<void> {
  const ref = lane();
  await store.write({ ref, epoch: epoch(1) });
  for (const number of [0, 1, 3]) {
    await store.write({ ref, entries: [said(`at ${number}`)], epoch: epoch(number, 99) });
  }
  const state = await store.read(ref, 10, null);
  assert.deepEqual(state.epoch, epoch(1));
  assert.equal(state.last, 3);
}

async function oneWins(store: LogStore): Promise<void> {
  const ref = lane();
  await Promise.all([1, 2, 3, 4].map((leaveOut) => store.write({ ref, epoch: epoch(1, leaveOut) })));
  assert.equal((await store.read(ref, 10, null)).epoch.number, 1);
}

async function ownEpoch(store: LogStore): Promise<void> {
  await store.write({ ref: lane("root:1"), epoch: epoch(1, 7) });
  await append(store, lane("root:2"), said("a"));
  assert.deepEqual((await store.read(lane("root:2"), 10, null)).epoch, firstEpoch);
}

async function ownKey(store: LogStore): Promise<void> {
  const ref = lane();
  await store.write({ ref, entries: [said("a"), said("b")], epoch: { ...epoch(1, 1), key: "small" } });
  await store.write({ ref, epoch: { ...epoch(1, 2), key: "large" } });
  assert.deepEqual((await store.read(ref, 10, null, "small")).epoch, { ...epoch(1, 1), key: "small" });
  assert.equal((await store.read(ref, 10, null, "large")).entries.length, 0);
  assert.deepEqual((await store.read(ref, 10, null, "other")).epoch, { ...firstEpoch, key: "other" });
}

async function expectedEpoch(store: LogStore): Promise<void> {
  const ref = lane();
  const expects = (key: string, number: number) => ({ expectedEpoch: { key, number } });
  assert.equal((await store.write({ ref, ...expects("key", 0), epoch: { ...epoch(1), key: "key" } })).done, true);
  assert.equal((await store.write({ ref, ...expects("key", 1), entries: [said("a")] })).done, true);
  assert.equal((await store.write({ ref, ...expects("other", 0), entries: [said("b")] })).done, true);
  const held = receipt("one", ref, { epoch: { ...firstEpoch, key: "third" } });
  await store.write({ ref, receipt: { receipt: held, chunks: new Map() } });
  assert.equal((await store.write({ ref, ...expects("third", 0), entries: [said("c")] })).done, true);
  assert.equal((await store.read(ref, 0, null)).last, 3);
}

async function otherEpoch(store: LogStore): Promise<void> {
  const ref = lane();
  for (const number of [1, -1]) assert.deepEqual(await store.write(everything(ref, "key", number)), refused);
  assert.deepEqual(await store.lanes(ref), []);
  await store.write({ ref, entries: [said("there")], epoch: { ...epoch(1), key: "key" } });
  for (const [key, number] of [
    ["key", 0],
    ["key", 2],
    ["other", 1],
  ] as const) {
    assert.deepEqual(await store.write(everything(ref, key, number)), refused);
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

function everything(ref: ReturnType<typeof lane>, key: string, number: number) {
  return {
    ref,
    expectedEpoch: { key, number },
    entries: [said("new")],
    blobs: new Map([[blobId("blob"), "content"]]),
    turn: turnRecord("turn", ref),
    claim: claim("turn", 1_000),
    receipt: { receipt: receipt("receipt", ref), chunks: new Map<string, string>() },
    records: [candidateRecord("candidate", "key", 1)],
    settings: { loud: true },
    cleared: 1,
    epoch: { ...epoch(number + 1), key },
    derived: [{ kind: "record" as const, key: "candidate", sources: [entryId("source")] }],
  };
}

async function lastReceipt(store: LogStore): Promise<void> {
  const ref = lane();
  for (const id of ["one", "two"]) {
    await store.write({ ref, receipt: { receipt: receipt(id, ref), chunks: new Map() } });
    assert.equal((await store.read(ref, 10, null)).lastReceipt, receiptId(id));
  }
  assert.equal((await store.read(lane("root:2"), 10, null)).lastReceipt, null);
}

async function lastOfKey(store: LogStore): Promise<void> {
  const ref = lane();
  const keys = ["small", "large", "small", "", "large"];
  for (const [index, key] of keys.entries()) {
    const written = receipt(`receipt-${index}`, ref, { epoch: { ...firstEpoch, key } });
    await store.write({ ref, receipt: { receipt: written, chunks: new Map() } });
  }
  const last = async (key?: string) => (await store.read(ref, 0, null, key)).lastReceipt;
  assert.equal(await last("small"), "receipt-2");
  assert.equal(await last("large"), "receipt-4");
  assert.equal(await last(""), "receipt-3");
  assert.equal(await last("other"), null);
  assert.equal(await last(), "receipt-4");
}

async function lastAgain(store: LogStore): Promise<void> {
  const ref = lane();
  for (const id of ["one", "two", "one"]) {
    await store.write({ ref, receipt: { receipt: receipt(id, ref), chunks: new Map() } });
  }
  for (const key of [undefined, ""]) {
    assert.equal((await store.read(ref, 0, null, key)).lastReceipt, receiptId("two"));
  }
}

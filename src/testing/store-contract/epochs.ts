import assert from "node:assert/strict";
import type { LogStore } from "../../core/ports.js";
import { firstEpoch } from "../../core/snapshot.js";
import { append, epoch, lane, receipt, receiptId, type StoreCase, said } from "./sample.js";

/** The lane's epoch and its last receipt. */
export const epochCases: readonly StoreCase[] = [
  ["An epoch is written if it follows the lane's epoch", follows],
  ["An epoch that does not follow is left out and the change goes through", stale],
  ["Of two swaps from the same epoch, one is written", oneWins],
  ["Each lane has an epoch of its own", ownEpoch],
  ["Each key has an epoch of its own", ownKey],
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

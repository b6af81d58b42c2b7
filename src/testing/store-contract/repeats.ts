import assert from "node:assert/strict";
import { firstEpoch } from "../../core/log/epoch.js";
import { ownerKey } from "../../core/log/keys.js";
import type { LogStore } from "../../core/ports/index.js";
import {
  append,
  blobId,
  chat,
  claim,
  entryId,
  epoch,
  fails,
  lane,
  nth,
  receipt,
  receiptId,
  type StoreCase,
  said,
  texts,
  turnRecord,
} from "./sample.js";

/** Repeated calls, conflicts, and all or nothing. */
export const repeatCases: readonly StoreCase[] = [
  ["A message delivered twice stands once and is returned in its place", deliveredTwice],
  ["A redelivery has another id, turn, step and arrival and is still the same message", freshCircumstances],
  ["The same message twice in one change stands once", twiceInOne],
  ["Two contents under one key in one change are a conflict", conflictInOne],
  ["A known key with other content is a conflict and nothing of the change is written", allOrNothing],
  ["The order of keys inside content makes no difference", keyOrder],
  ["Another revision of a message is another entry", revisions],
  ["A message is known in every lane of its session", acrossLanes],
  ["The same message id in another session or of another owner is another message", otherSessions],
  ["Messages without a source are never the same", withoutSource],
  ["A known id is a repeated call: equal content is skipped, other content is a conflict", knownId],
];

async function deliveredTwice(store: LogStore): Promise<void> {
  const ref = lane();
  const [first] = await append(store, ref, said("hello", { message: "1" }));
  const again = [said("before"), said("hello", { message: "1" }), said("after")];
  const written = await append(store, ref, ...again);
  assert.deepEqual(nth(written, 1), first);
  assert.deepEqual(
    written.map(({ seq }) => seq),
    [2, 1, 3],
  );
  assert.deepEqual(texts((await store.read(ref, 10, null)).entries), ["hello", "before", "after"]);
}

async function freshCircumstances(store: LogStore): Promise<void> {
  const ref = lane();
  const [first] = await append(store, ref, said("hello", { message: "1", turn: "one", arrived: 1 }));
  const again = { ...said("hello", { message: "1", turn: "two", arrived: 2 }), step: 3 };
  assert.deepEqual(await append(store, ref, again), [first]);
  assert.equal((await store.read(ref, 10, null)).last, 1);
}

async function twiceInOne(store: LogStore): Promise<void> {
  const ref = lane();
  const written = await append(store, ref, said("a", { message: "1" }), said("a", { message: "1" }), said("b"));
  assert.deepEqual(nth(written, 1), nth(written, 0));
  assert.deepEqual(
    written.map(({ seq }) => seq),
    [1, 1, 2],
  );
  assert.equal((await store.read(ref, 10, null)).last, 2);
}

async function conflictInOne(store: LogStore): Promise<void> {
  const ref = lane();
  await fails(append(store, ref, said("a", { message: "1" }), said("b", { message: "1" })), "log/conflict");
  assert.equal((await store.read(ref, 10, null)).last, 0);
  assert.equal(await store.bySource(ref, "1"), null);
}

async function allOrNothing(store: LogStore): Promise<void> {
  const ref = lane();
  await append(store, ref, said("hello", { message: "1" }));
  const change = {
    ref,
    entries: [said("new", { message: "2" }), said("changed", { message: "1" })],
    blobs: new Map([[blobId("blob"), "content"]]),
    turn: turnRecord("turn", ref),
    history: [turnRecord("past", ref, { state: "completed" })],
    claim: claim("turn", 1_000),
    receipt: { receipt: receipt("receipt", ref), chunks: new Map([["chunk", "content"]]) },
    epoch: epoch(1, 1),
    derived: [{ kind: "chunk" as const, key: "chunk", sources: [entryId("source")] }],
  };
  await fails(store.write(change), "log/conflict");
  const state = await store.read(ref, 10, null);
  assert.deepEqual(texts(state.entries), ["hello"]);
  assert.deepEqual([state.last, state.epoch, state.lastReceipt], [1, firstEpoch, null]);
  assert.equal(await store.bySource(ref, "2"), null);
  assert.equal((await store.blobs(chat, [blobId("blob")])).size, 0);
  assert.deepEqual(await store.turns(ref, 10), []);
  assert.deepEqual(await store.leases(ref), []);
  assert.deepEqual(await store.receipt(chat, receiptId("receipt")), []);
  assert.deepEqual(await store.receipts(ref, null, 10), []);
  assert.equal((await store.derivedFrom(chat, [entryId("source")])).size, 0);
  assert.deepEqual(await store.search({ kind: "lane", ref }, ["new", "changed"], 10), []);
  assert.equal((await store.chunks(chat, ["chunk"])).size, 0);
  assert.deepEqual(
    (await append(store, ref, said("next"))).map(({ seq }) => seq),
    [2],
  );
}

async function keyOrder(store: LogStore): Promise<void> {
  const ref = lane();
  const draft = said("hello", { message: "1" });
  const [first] = await append(store, ref, draft);
  const reversed = Object.fromEntries(Object.entries(draft).reverse()) as typeof draft;
  assert.deepEqual(await append(store, ref, reversed), [first]);
}

async function revisions(store: LogStore): Promise<void> {
  const ref = lane();
  await append(store, ref, said("hello", { message: "1" }), said("hello", { message: "1", revision: 5 }));
  assert.equal((await store.read(ref, 10, null)).last, 2);
}

async function acrossLanes(store: LogStore): Promise<void> {
  const [first] = await append(store, lane("root:1"), said("hello", { message: "1" }));
  assert.deepEqual(await append(store, lane("topic:1:2"), said("hello", { message: "1" })), [first]);
  assert.equal((await store.read(lane("topic:1:2"), 10, null)).last, 0);
  await fails(append(store, lane("topic:1:2"), said("other", { message: "1" })), "log/conflict");
}

async function otherSessions(store: LogStore): Promise<void> {
  const refs = [lane("root:1", "chat:1"), lane("root:1", "chat:2"), lane("root:1", "chat:1", ownerKey("you"))];
  for (const [index, ref] of refs.entries()) await append(store, ref, said(`text ${index}`, { message: "1" }));
  for (const [index, ref] of refs.entries()) {
    assert.deepEqual(texts(await store.range(ref, 1, 10)), [`text ${index}`]);
  }
}

async function withoutSource(store: LogStore): Promise<void> {
  const ref = lane();
  await append(store, ref, said("hello"), said("hello"));
  assert.equal((await store.read(ref, 10, null)).last, 2);
}

async function knownId(store: LogStore): Promise<void> {
  const ref = lane();
  const [first] = await append(store, ref, said("hello", { id: "same" }));
  assert.deepEqual(await append(store, ref, said("hello", { id: "same" })), [first]);
  await fails(append(store, ref, said("other", { id: "same" })), "log/conflict");
  assert.equal((await store.read(ref, 10, null)).last, 1);
}

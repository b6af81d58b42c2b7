import assert from "node:assert/strict";
import { firstEpoch } from "@clewline/core/log/epoch.js";
import { parseOwnerKey } from "@clewline/core/log/keys.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import {
  append,
  blobId,
  chat,
  entryId,
  listTexts,
  makeClaim,
  makeEpoch,
  makeLane,
  makeMessage,
  makeReceipt,
  makeTurnRecord,
  nth,
  receiptId,
  type StoreCase,
  verifyFailure,
} from "./sample.js";

/** Repeated calls, conflicts, and all or nothing. */
export const repeatCases: readonly StoreCase[] = [
  ["A message delivered twice stands once and is returned in its place", checkRedelivery],
  ["A redelivery has another id, turn, step and arrival and is still the same message", checkFreshCircumstances],
  ["The same message twice in one change stands once", checkDoubleInChange],
  ["Two contents under one key in one change are a conflict", checkConflictInChange],
  ["A known key with other content is a conflict and nothing of the change is written", checkAllOrNothing],
  ["The order of keys inside content makes no difference", checkKeyOrder],
  ["Another revision of a message is another entry", checkRevisions],
  ["A message is known in every lane of its session", checkAcrossLanes],
  ["The same message id in another session or of another owner is another message", checkOtherSessions],
  ["Messages without a source are never the same", checkWithoutSource],
  ["A known id is a repeated call: equal content is skipped, other content is a conflict", checkKnownId],
];

async function checkRedelivery(store: LogStore): Promise<void> {
  const ref = makeLane();
  const [first] = await append(store, ref, makeMessage("hello", { message: "1" }));
  const again = [makeMessage("before"), makeMessage("hello", { message: "1" }), makeMessage("after")];
  const written = await append(store, ref, ...again);
  assert.deepEqual(nth(written, 1), first);
  assert.deepEqual(
    written.map(({ seq }) => seq),
    [2, 1, 3],
  );
  assert.deepEqual(listTexts((await store.read(ref, 10, null)).entries), ["hello", "before", "after"]);
}

async function checkFreshCircumstances(store: LogStore): Promise<void> {
  const ref = makeLane();
  const [first] = await append(store, ref, makeMessage("hello", { message: "1", turn: "one", arrived: 1 }));
  const again = { ...makeMessage("hello", { message: "1", turn: "two", arrived: 2 }), step: 3 };
  assert.deepEqual(await append(store, ref, again), [first]);
  assert.equal((await store.read(ref, 10, null)).last, 1);
}

async function checkDoubleInChange(store: LogStore): Promise<void> {
  const ref = makeLane();
  const written = await append(
    store,
    ref,
    makeMessage("a", { message: "1" }),
    makeMessage("a", { message: "1" }),
    makeMessage("b"),
  );
  assert.deepEqual(nth(written, 1), nth(written, 0));
  assert.deepEqual(
    written.map(({ seq }) => seq),
    [1, 1, 2],
  );
  assert.equal((await store.read(ref, 10, null)).last, 2);
}

async function checkConflictInChange(store: LogStore): Promise<void> {
  const ref = makeLane();
  await verifyFailure(
    append(store, ref, makeMessage("a", { message: "1" }), makeMessage("b", { message: "1" })),
    "log/conflict",
  );
  assert.equal((await store.read(ref, 10, null)).last, 0);
  assert.equal(await store.bySource(ref, "1"), null);
}

async function checkAllOrNothing(store: LogStore): Promise<void> {
  const ref = makeLane();
  await append(store, ref, makeMessage("hello", { message: "1" }));
  const change = {
    ref,
    entries: [makeMessage("new", { message: "2" }), makeMessage("changed", { message: "1" })],
    blobs: new Map([[blobId("blob"), "content"]]),
    turn: makeTurnRecord("turn", ref),
    history: [makeTurnRecord("past", ref, { state: "completed" })],
    claim: makeClaim("turn", 1_000),
    receipt: { receipt: makeReceipt("receipt", ref), chunks: new Map([["chunk", "content"]]) },
    epoch: makeEpoch(1, 1),
    derived: [{ kind: "chunk" as const, key: "chunk", sources: [entryId("source")] }],
  };
  await verifyFailure(store.write(change), "log/conflict");
  const state = await store.read(ref, 10, null);
  assert.deepEqual(listTexts(state.entries), ["hello"]);
  assert.deepEqual([state.last, state.epoch, state.lastReceipt], [1, firstEpoch, null]);
  assert.equal(await store.bySource(ref, "2"), null);
  assert.equal((await store.blobs(chat, [blobId("blob")])).size, 0);
  assert.deepEqual(await store.turns(ref, 10), []);
  assert.deepEqual(await store.leases(ref), []);
  assert.deepEqual(await store.receipt(chat, receiptId("receipt")), []);
  assert.deepEqual(await store.receipts(ref, null, 10), []);
  assert.equal((await store.derivedFrom(chat, [entryId("source")])).size, 0);
  assert.deepEqual((await store.search({ kind: "lane", ref }, ["new", "changed"], 10)).found, []);
  assert.equal((await store.chunks(chat, ["chunk"])).size, 0);
  assert.deepEqual(
    (await append(store, ref, makeMessage("next"))).map(({ seq }) => seq),
    [2],
  );
}

async function checkKeyOrder(store: LogStore): Promise<void> {
  const ref = makeLane();
  const draft = makeMessage("hello", { message: "1" });
  const [first] = await append(store, ref, draft);
  const reversed = Object.fromEntries(Object.entries(draft).reverse()) as typeof draft;
  assert.deepEqual(await append(store, ref, reversed), [first]);
}

async function checkRevisions(store: LogStore): Promise<void> {
  const ref = makeLane();
  await append(store, ref, makeMessage("hello", { message: "1" }), makeMessage("hello", { message: "1", revision: 5 }));
  assert.equal((await store.read(ref, 10, null)).last, 2);
}

async function checkAcrossLanes(store: LogStore): Promise<void> {
  const [first] = await append(store, makeLane("root:1"), makeMessage("hello", { message: "1" }));
  assert.deepEqual(await append(store, makeLane("topic:1:2"), makeMessage("hello", { message: "1" })), [first]);
  assert.equal((await store.read(makeLane("topic:1:2"), 10, null)).last, 0);
  await verifyFailure(append(store, makeLane("topic:1:2"), makeMessage("other", { message: "1" })), "log/conflict");
}

async function checkOtherSessions(store: LogStore): Promise<void> {
  const refs = [
    makeLane("root:1", "chat:1"),
    makeLane("root:1", "chat:2"),
    makeLane("root:1", "chat:1", parseOwnerKey("you")),
  ];
  for (const [index, ref] of refs.entries()) await append(store, ref, makeMessage(`text ${index}`, { message: "1" }));
  for (const [index, ref] of refs.entries()) {
    assert.deepEqual(listTexts(await store.range(ref, 1, 10)), [`text ${index}`]);
  }
}

async function checkWithoutSource(store: LogStore): Promise<void> {
  const ref = makeLane();
  await append(store, ref, makeMessage("hello"), makeMessage("hello"));
  assert.equal((await store.read(ref, 10, null)).last, 2);
}

async function checkKnownId(store: LogStore): Promise<void> {
  const ref = makeLane();
  const [first] = await append(store, ref, makeMessage("hello", { id: "same" }));
  assert.deepEqual(await append(store, ref, makeMessage("hello", { id: "same" })), [first]);
  await verifyFailure(append(store, ref, makeMessage("other", { id: "same" })), "log/conflict");
  assert.equal((await store.read(ref, 10, null)).last, 1);
}

import assert from "node:assert/strict";
import { firstEpoch } from "../../core/log/epoch.js";
import type { Lease } from "../../core/log/lease.js";
import type { LogStore } from "../../core/ports/index.js";
import {
  append,
  bare,
  blobId,
  chat,
  claim,
  entryId,
  epoch,
  fails,
  lane,
  nth,
  receipt,
  type StoreCase,
  said,
  texts,
  turnId,
  turnRecord,
} from "./sample.js";

/** Changes that depend on a place in the queue. */
export const leaseChangeCases: readonly StoreCase[] = [
  ["A turn is held back while its place waits, and the rest of the change is written", heldBack],
  ["A turn is held back if its renewal finds no place", heldBackWithoutPlace],
  ["A turn that has ended is refused even where its place would only wait, and gets none", endedAndQueued],
  ["One change can give up a place that ran out and let the next one run", takeover],
  ["A claim of a change that fails leaves the queue as it was", failedClaim],
  ["A change that expects a lease is written if the lane has exactly that one", expected],
  ["A change whose expected lease differs in anything writes nothing and gives the queue", unexpected],
  ["Of two changes that expect the same lease and end it, one is done", oneEnds],
];

async function heldBack(store: LogStore): Promise<void> {
  const ref = lane();
  const [first, second] = [turnRecord("a", ref), turnRecord("b", ref)];
  await store.write({ ref, turn: first, claim: claim("a", 1_000) });
  assert.deepEqual(await store.turn(chat, turnId("a")), first);
  const written = await store.write({ ref, entries: [said("hello")], turn: second, claim: claim("b", 1_000) });
  assert.equal(written.done, true);
  assert.deepEqual(texts(written.entries), ["hello"]);
  assert.equal(await store.turn(chat, turnId("b")), null);
  assert.deepEqual(await store.turns(ref, 10), [first]);
  await store.write({ ref, turn: { ...first, state: "completed" } });
  await store.write({ ref, turn: second, claim: claim("b", 1_001) });
  assert.deepEqual(await store.turn(chat, turnId("b")), second);
}

async function heldBackWithoutPlace(store: LogStore): Promise<void> {
  const ref = lane();
  const written = await store.write({
    ref,
    entries: [said("hello")],
    turn: turnRecord("a", ref),
    claim: claim("a", 1_000, { renewal: true }),
  });
  assert.deepEqual([written.done, written.leases], [true, []]);
  assert.equal((await store.read(ref, 10, null)).last, 1);
  assert.equal(await store.turn(chat, turnId("a")), null);
}

async function endedAndQueued(store: LogStore): Promise<void> {
  const ref = lane();
  await store.write({ ref, turn: turnRecord("a", ref, { state: "completed" }) });
  const { leases } = await store.write({ ref, claim: claim("b", 1_000) });
  const again = { ref, turn: turnRecord("a", ref), claim: claim("a", 1_000) };
  await fails(store.write(again), "turn/not-running");
  assert.deepEqual(await store.leases(ref), leases);
}

async function takeover(store: LogStore): Promise<void> {
  const ref = lane();
  const expects = nth((await store.write({ ref, claim: claim("a", 1_000) })).leases, 0);
  await store.write({ ref, claim: claim("b", 1_000, { until: 9_000 }) });
  const turn = turnRecord("b", ref);
  const { done, leases } = await store.write({ ref, expects, release: expects.turn, turn, claim: claim("b", 5_000) });
  assert.equal(done, true);
  assert.deepEqual(leases, [{ turn: "b", holder: "process", until: 5_100, state: "running", token: 2 }]);
  assert.deepEqual(await store.turn(chat, turn.id), turn);
}

async function failedClaim(store: LogStore): Promise<void> {
  const ref = lane();
  await append(store, ref, said("hello", { message: "1" }));
  await store.write({ ref, claim: claim("a", 1_000) });
  await store.write({ ref, claim: claim("b", 1_000) });
  const before = await store.leases(ref);
  const entries = [said("other", { message: "1" })];
  await fails(store.write({ ref, entries, claim: claim("c", 5_000), release: turnId("a") }), "log/conflict");
  assert.deepEqual(await store.leases(ref), before);
}

async function expected(store: LogStore): Promise<void> {
  const ref = lane();
  const running = nth((await store.write({ ref, claim: claim("a", 1_000) })).leases, 0);
  const [, queued] = (await store.write({ ref, claim: claim("b", 1_000) })).leases;
  const written = await store.write({ ref, entries: [said("one")], expects: running });
  assert.deepEqual([written.done, texts(written.entries), written.leases], [true, ["one"], []]);
  assert.ok(queued);
  assert.equal((await store.write({ ref, entries: [said("two")], expects: queued })).done, true);
  const failed = turnRecord("a", ref, { state: "failed" });
  assert.equal((await store.write({ ref, turn: failed, expects: running })).done, true);
  assert.deepEqual(await store.leases(ref), [queued]);
}

async function unexpected(store: LogStore): Promise<void> {
  const ref = lane();
  const queue = (await store.write({ ref, claim: claim("a", 1_000) })).leases;
  const lease = nth(queue, 0);
  const others: readonly Lease[] = [
    { ...lease, turn: turnId("b") },
    { ...lease, holder: "another" },
    { ...lease, until: lease.until + 1 },
    { ...lease, state: "queued" },
    { ...lease, token: 0 },
  ];
  for (const expects of others) {
    const written = await store.write({ ...everything(), expects });
    assert.deepEqual(written, { done: false, entries: [], leases: queue });
  }
  const elsewhere = await store.write({ ...everything("root:2"), expects: lease });
  assert.deepEqual(elsewhere, { done: false, entries: [], leases: [] });
  for (const each of [ref, lane("root:2")]) await assertEmpty(store, each);
  assert.deepEqual(await store.leases(ref), queue);
  assert.deepEqual(await store.leases(lane("root:2")), []);
}

function everything(name = "root:1") {
  const ref = lane(name);
  return {
    ref,
    entries: [said("hello", { message: "1" })],
    blobs: new Map([[blobId("blob"), "content"]]),
    turn: turnRecord("a", ref),
    history: [turnRecord("past", ref, { state: "completed" })],
    claim: claim("c", 9_000),
    release: turnId("a"),
    receipt: { receipt: receipt("receipt", ref), chunks: new Map([["chunk", "content"]]) },
    epoch: epoch(1, 1),
    derived: [{ kind: "chunk" as const, key: "chunk", sources: [entryId("source")] }],
  };
}

async function assertEmpty(store: LogStore, ref: ReturnType<typeof lane>): Promise<void> {
  const empty = { last: 0, epoch: firstEpoch, lastReceipt: null, ...bare, entries: [], turns: [] };
  assert.deepEqual(await store.read(ref, 10, turnId("a")), empty);
  assert.deepEqual(await store.turns(ref, 10), []);
  assert.deepEqual(await store.receipts(ref, null, 10), []);
  assert.equal((await store.blobs(chat, [blobId("blob")])).size, 0);
  assert.equal((await store.chunks(chat, ["chunk"])).size, 0);
  assert.equal((await store.derivedFrom(chat, [entryId("source")])).size, 0);
  assert.equal(await store.bySource(ref, "1"), null);
}

async function oneEnds(store: LogStore): Promise<void> {
  const ref = lane();
  const expects = nth((await store.write({ ref, turn: turnRecord("a", ref), claim: claim("a", 1_000) })).leases, 0);
  const turn = turnRecord("a", ref, { state: "failed" });
  const written = await Promise.all(
    ["b", "c"].map((text) => store.write({ ref, entries: [said(text)], turn, expects })),
  );
  assert.deepEqual(written.map(({ done }) => done).sort(), [false, true]);
  assert.equal((await store.read(ref, 10, null)).last, 1);
}

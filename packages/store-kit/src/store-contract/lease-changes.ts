import assert from "node:assert/strict";
import { firstEpoch } from "@clewline/core/log/epoch.js";
import type { Lease } from "@clewline/core/log/lease.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import {
  append,
  bare,
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
  type StoreCase,
  turnId,
  verifyFailure,
} from "./sample.js";

/** Changes that depend on a place in the queue. */
export const leaseChangeCases: readonly StoreCase[] = [
  ["A turn is held back while its place waits, and the rest of the change is written", checkHeldBackTurn],
  ["A turn is held back if its renewal finds no place", checkTurnWithoutPlace],
  ["A turn that has ended is refused even where its place would only wait, and gets none", checkEndedTurn],
  ["One change can give up a place that ran out and let the next one run", checkTakeover],
  ["A claim of a change that fails leaves the queue as it was", checkFailedClaim],
  ["A change that expects a lease is written if the lane has exactly that one", checkExpectedLease],
  ["A change whose expected lease differs in anything writes nothing and gives the queue", checkUnexpectedLease],
  ["A change for an open turn is written while the turn runs, waits or is not there yet", checkWhileOpen],
  ["A change for a turn that has ended writes nothing", checkAfterEnd],
  ["Of two changes that expect the same lease and end it, one is done", checkOneEnd],
];

async function checkHeldBackTurn(store: LogStore): Promise<void> {
  const ref = makeLane();
  const [first, second] = [makeTurnRecord("a", ref), makeTurnRecord("b", ref)];
  await store.write({ ref, turn: first, claim: makeClaim("a", 1_000) });
  assert.deepEqual(await store.turn(chat, turnId("a")), first);
  const written = await store.write({
    ref,
    entries: [makeMessage("hello")],
    turn: second,
    claim: makeClaim("b", 1_000),
  });
  assert.equal(written.done, true);
  assert.deepEqual(listTexts(written.entries), ["hello"]);
  assert.equal(await store.turn(chat, turnId("b")), null);
  assert.deepEqual(await store.turns(ref, 10), [first]);
  await store.write({ ref, turn: { ...first, state: "completed" } });
  await store.write({ ref, turn: second, claim: makeClaim("b", 1_001) });
  assert.deepEqual(await store.turn(chat, turnId("b")), second);
}

async function checkTurnWithoutPlace(store: LogStore): Promise<void> {
  const ref = makeLane();
  const written = await store.write({
    ref,
    entries: [makeMessage("hello")],
    turn: makeTurnRecord("a", ref),
    claim: makeClaim("a", 1_000, { renewal: true }),
  });
  assert.deepEqual([written.done, written.leases], [true, []]);
  assert.equal((await store.read(ref, 10, null)).last, 1);
  assert.equal(await store.turn(chat, turnId("a")), null);
}

async function checkEndedTurn(store: LogStore): Promise<void> {
  const ref = makeLane();
  await store.write({ ref, turn: makeTurnRecord("a", ref, { state: "completed" }) });
  const { leases } = await store.write({ ref, claim: makeClaim("b", 1_000) });
  const again = { ref, turn: makeTurnRecord("a", ref), claim: makeClaim("a", 1_000) };
  await verifyFailure(store.write(again), "turn/not-running");
  assert.deepEqual(await store.leases(ref), leases);
}

async function checkTakeover(store: LogStore): Promise<void> {
  const ref = makeLane();
  const expects = nth((await store.write({ ref, claim: makeClaim("a", 1_000) })).leases, 0);
  await store.write({ ref, claim: makeClaim("b", 1_000, { until: 9_000 }) });
  const turn = makeTurnRecord("b", ref);
  const { done, leases } = await store.write({
    ref,
    expects,
    release: expects.turn,
    turn,
    claim: makeClaim("b", 5_000),
  });
  assert.equal(done, true);
  assert.deepEqual(leases, [{ turn: "b", holder: "process", until: 5_100, state: "running", token: 2 }]);
  assert.deepEqual(await store.turn(chat, turn.id), turn);
}

async function checkFailedClaim(store: LogStore): Promise<void> {
  const ref = makeLane();
  await append(store, ref, makeMessage("hello", { message: "1" }));
  await store.write({ ref, claim: makeClaim("a", 1_000) });
  await store.write({ ref, claim: makeClaim("b", 1_000) });
  const before = await store.leases(ref);
  const entries = [makeMessage("other", { message: "1" })];
  await verifyFailure(
    store.write({ ref, entries, claim: makeClaim("c", 5_000), release: turnId("a") }),
    "log/conflict",
  );
  assert.deepEqual(await store.leases(ref), before);
}

async function checkExpectedLease(store: LogStore): Promise<void> {
  const ref = makeLane();
  const running = nth((await store.write({ ref, claim: makeClaim("a", 1_000) })).leases, 0);
  const [, queued] = (await store.write({ ref, claim: makeClaim("b", 1_000) })).leases;
  const written = await store.write({ ref, entries: [makeMessage("one")], expects: running });
  assert.deepEqual([written.done, listTexts(written.entries), written.leases], [true, ["one"], []]);
  assert.ok(queued);
  assert.equal((await store.write({ ref, entries: [makeMessage("two")], expects: queued })).done, true);
  const failed = makeTurnRecord("a", ref, { state: "failed" });
  assert.equal((await store.write({ ref, turn: failed, expects: running })).done, true);
  assert.deepEqual(await store.leases(ref), [queued]);
}

async function checkUnexpectedLease(store: LogStore): Promise<void> {
  const ref = makeLane();
  const queue = (await store.write({ ref, claim: makeClaim("a", 1_000) })).leases;
  const lease = nth(queue, 0);
  const others: readonly Lease[] = [
    { ...lease, turn: turnId("b") },
    { ...lease, holder: "another" },
    { ...lease, until: lease.until + 1 },
    { ...lease, state: "queued" },
    { ...lease, token: 0 },
  ];
  for (const expects of others) {
    const written = await store.write({ ...makeWholeChange(), expects });
    assert.deepEqual(written, { done: false, entries: [], leases: queue });
  }
  const elsewhere = await store.write({ ...makeWholeChange("root:2"), expects: lease });
  assert.deepEqual(elsewhere, { done: false, entries: [], leases: [] });
  for (const each of [ref, makeLane("root:2")]) await assertEmpty(store, each);
  assert.deepEqual(await store.leases(ref), queue);
  assert.deepEqual(await store.leases(makeLane("root:2")), []);
}

async function checkWhileOpen(store: LogStore): Promise<void> {
  const ref = makeLane();
  const turn = turnId("a");
  const say = async (text: string) => store.write({ ref, entries: [makeMessage(text)], whileOpen: turn });
  assert.equal((await say("before")).done, true);
  for (const state of ["running", "waiting"] as const) {
    await store.write({ ref, turn: makeTurnRecord("a", ref, { state }) });
    assert.equal((await say(state)).done, true);
  }
  assert.equal((await store.read(ref, 10, null)).last, 3);
  assert.equal((await store.turn(chat, turn))?.state, "waiting");
}

async function checkAfterEnd(store: LogStore): Promise<void> {
  for (const [index, state] of (["completed", "failed", "cancelled"] as const).entries()) {
    const ref = makeLane(`root:${index}`);
    const id = `${state} turn`;
    await store.write({ ref, turn: makeTurnRecord(id, ref, { state }) });
    const late = { ref, entries: [makeMessage("late")], blobs: new Map([[blobId("blob"), "content"]]) };
    await verifyFailure(store.write({ ...late, whileOpen: turnId(id) }), "turn/not-running");
    assert.equal((await store.read(ref, 10, null)).last, 0);
    assert.equal((await store.blobs(chat, [blobId("blob")])).size, 0);
  }
}

function makeWholeChange(name = "root:1") {
  const ref = makeLane(name);
  return {
    ref,
    entries: [makeMessage("hello", { message: "1" })],
    blobs: new Map([[blobId("blob"), "content"]]),
    turn: makeTurnRecord("a", ref),
    history: [makeTurnRecord("past", ref, { state: "completed" })],
    claim: makeClaim("c", 9_000),
    release: turnId("a"),
    receipt: { receipt: makeReceipt("receipt", ref), chunks: new Map([["chunk", "content"]]) },
    epoch: makeEpoch(1, 1),
    derived: [{ kind: "chunk" as const, key: "chunk", sources: [entryId("source")] }],
  };
}

async function assertEmpty(store: LogStore, ref: ReturnType<typeof makeLane>): Promise<void> {
  const empty = { last: 0, epoch: firstEpoch, lastReceipt: null, ...bare, entries: [], turns: [] };
  assert.deepEqual(await store.read(ref, 10, turnId("a")), empty);
  assert.deepEqual(await store.turns(ref, 10), []);
  assert.deepEqual(await store.receipts(ref, null, 10), []);
  assert.equal((await store.blobs(chat, [blobId("blob")])).size, 0);
  assert.equal((await store.chunks(chat, ["chunk"])).size, 0);
  assert.equal((await store.derivedFrom(chat, [entryId("source")])).size, 0);
  assert.equal(await store.bySource(ref, "1"), null);
}

async function checkOneEnd(store: LogStore): Promise<void> {
  const ref = makeLane();
  const expects = nth(
    (await store.write({ ref, turn: makeTurnRecord("a", ref), claim: makeClaim("a", 1_000) })).leases,
    0,
  );
  const turn = makeTurnRecord("a", ref, { state: "failed" });
  const written = await Promise.all(
    ["b", "c"].map((text) => store.write({ ref, entries: [makeMessage(text)], turn, expects })),
  );
  assert.deepEqual(written.map(({ done }) => done).sort(), [false, true]);
  assert.equal((await store.read(ref, 10, null)).last, 1);
}

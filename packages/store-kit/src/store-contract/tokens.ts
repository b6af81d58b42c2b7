import assert from "node:assert/strict";
import type { LaneRef } from "@clewline/core/log/keys.js";
import type { Lease, LeaseHolder } from "@clewline/core/log/lease.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import {
  append,
  blobId,
  chat,
  makeClaim,
  makeLane,
  makeMessage,
  makeReceipt,
  makeTurnRecord,
  nth,
  type StoreCase,
  turnId,
} from "./sample.js";

/** The token of a place: a holder that lost the place can no longer write for its turn. */
export const tokenCases: readonly StoreCase[] = [
  ["A place gets its token when it begins to run, and keeps it when it is renewed", checkRunningToken],
  ["Tokens of a lane only grow, whatever became of the places before", checkGrowingTokens],
  ["A place that is taken over gets a new token, also if its holder takes it over from himself", checkTakeover],
  ["Each lane counts its own tokens", checkOwnCount],
  ["What the holder writes is written, and ending the turn is the last of it", checkHeldWrites],
  ["A write with an outdated token writes nothing and gives the queue", checkOutdatedToken],
  ["A write for a turn that does not run in the lane writes nothing", checkIdleTurn],
];

async function findPlace(store: LogStore, ref: LaneRef, turn: string): Promise<Lease | undefined> {
  return (await store.leases(ref)).find((lease) => lease.turn === turn);
}

async function checkRunningToken(store: LogStore): Promise<void> {
  const ref = makeLane();
  for (const turn of ["a", "b"]) await store.write({ ref, claim: makeClaim(turn, 1_000) });
  assert.deepEqual([(await findPlace(store, ref, "a"))?.token, (await findPlace(store, ref, "b"))?.token], [1, null]);
  for (const renewal of [true, false]) await store.write({ ref, claim: makeClaim("a", 1_010, { renewal }) });
  assert.equal((await findPlace(store, ref, "a"))?.token, 1);
  await store.write({ ref, release: turnId("a") });
  assert.equal((await findPlace(store, ref, "b"))?.token, null);
  await store.write({ ref, claim: makeClaim("b", 1_020, { renewal: true }) });
  assert.equal((await findPlace(store, ref, "b"))?.token, 2);
}

async function checkGrowingTokens(store: LogStore): Promise<void> {
  const ref = makeLane();
  let last = 0;
  for (const turn of ["a", "b", "a", "c"]) {
    const { leases } = await store.write({ ref, claim: makeClaim(turn, 1_000) });
    const { token } = nth(leases, 0);
    assert.ok(token !== null && token > last);
    last = token;
    await store.write({ ref, release: turnId(turn) });
  }
}

async function checkTakeover(store: LogStore): Promise<void> {
  const ref = makeLane();
  await store.write({ ref, claim: makeClaim("a", 1_000) });
  const { leases } = await store.write({ ref, claim: makeClaim("a", 5_000, { holder: "another", takeover: true }) });
  assert.deepEqual(leases, [{ turn: "a", holder: "another", until: 5_100, state: "running", token: 2 }]);
  const again = await store.write({ ref, claim: makeClaim("a", 5_001, { holder: "another", takeover: true }) });
  assert.deepEqual(again.leases, [{ turn: "a", holder: "another", until: 5_101, state: "running", token: 3 }]);
  for (const token of [1, 2]) {
    const late = { ref, entries: [makeMessage("late")], holder: { turn: turnId("a"), token } };
    assert.equal((await store.write(late)).done, false);
  }
}

async function checkOwnCount(store: LogStore): Promise<void> {
  for (const ref of [makeLane("root:1"), makeLane("root:2"), makeLane("root:1", "chat:2")]) {
    assert.equal(nth((await store.write({ ref, claim: makeClaim("a", 1_000) })).leases, 0).token, 1);
  }
}

async function checkHeldWrites(store: LogStore): Promise<void> {
  const ref = makeLane();
  await store.write({ ref, turn: makeTurnRecord("a", ref), claim: makeClaim("a", 1_000) });
  const holder: LeaseHolder = { turn: turnId("a"), token: 1 };
  assert.equal((await store.write({ ref, entries: [makeMessage("one")], holder })).done, true);
  const completed = makeTurnRecord("a", ref, { state: "completed", ended: 3_000 });
  assert.equal((await store.write({ ref, entries: [makeMessage("two")], turn: completed, holder })).done, true);
  assert.equal((await store.write({ ref, entries: [makeMessage("three")], holder })).done, false);
  assert.equal((await store.read(ref, { limit: 10 })).last, 2);
  assert.deepEqual(await store.turn(chat, turnId("a")), completed);
}

async function checkOutdatedToken(store: LogStore): Promise<void> {
  const ref = makeLane();
  await append(store, ref, makeMessage("before"));
  const running = makeTurnRecord("a", ref);
  await store.write({ ref, turn: running, claim: makeClaim("a", 1_000) });
  await store.write({ ref, claim: makeClaim("a", 5_000, { holder: "another", takeover: true }) });
  const queue = await store.leases(ref);
  const change = {
    ref,
    entries: [makeMessage("late", { message: "1" })],
    blobs: new Map([[blobId("blob"), "content"]]),
    turn: makeTurnRecord("a", ref, { state: "completed", ended: 9_000 }),
    receipt: { receipt: makeReceipt("late", ref), chunks: new Map([["chunk", "content"]]) },
    release: turnId("a"),
    holder: { turn: turnId("a"), token: 1 },
  };
  assert.deepEqual(await store.write(change), { done: false, entries: [], leases: queue });
  assert.equal((await store.read(ref, { limit: 10 })).last, 1);
  assert.deepEqual(await store.turn(chat, turnId("a")), running);
  assert.equal((await store.blobs(chat, [blobId("blob")])).size, 0);
  assert.deepEqual(await store.receipts(ref, null, 10), []);
  assert.deepEqual(await store.leases(ref), queue);
  assert.equal((await store.write({ ...change, holder: { turn: turnId("a"), token: 2 } })).done, true);
}

async function checkIdleTurn(store: LogStore): Promise<void> {
  const ref = makeLane();
  for (const turn of ["a", "b"]) await store.write({ ref, claim: makeClaim(turn, 1_000) });
  for (const holder of [
    { turn: turnId("b"), token: 1 },
    { turn: turnId("c"), token: 1 },
    { turn: turnId("a"), token: 2 },
  ]) {
    assert.equal((await store.write({ ref, entries: [makeMessage("x")], holder })).done, false);
  }
  const elsewhere = { ref: makeLane("root:2"), entries: [makeMessage("x")], holder: { turn: turnId("a"), token: 1 } };
  assert.deepEqual(await store.write(elsewhere), { done: false, entries: [], leases: [] });
  assert.equal((await store.read(ref, { limit: 10 })).last, 0);
  assert.deepEqual(await store.lanes(chat), []);
}

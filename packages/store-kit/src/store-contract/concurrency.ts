import assert from "node:assert/strict";
import type { LaneRef } from "@clewline/core/log/keys.js";
import type { LeaseHolder } from "@clewline/core/log/lease.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import {
  append,
  chat,
  listTexts,
  makeClaim,
  makeEpoch,
  makeLane,
  makeMessage,
  makeReceipt,
  makeTurnRecord,
  nth,
  turnId,
} from "./sample.js";

/** Connections to the same log, as two processes have them. */
export interface Connections {
  /** One more connection to the log. */
  connect(): Promise<LogStore>;
  /** Ends a connection as a crash would: it runs no closing code and leaves unfinished work as it is. */
  kill(store: LogStore): Promise<void>;
}

type ConcurrencyCase = readonly [name: string, check: (log: Connections) => Promise<void>];

export const concurrencyCases: readonly ConcurrencyCase[] = [
  ["What one connection has written, the other reads", checkSharedReads],
  ["Two that write to one lane at once leave no gap and no double place", checkOneLane],
  ["A message that two deliver at once is there once", checkDeliveredTwice],
  ["Of two that take the next place of the log at once, one is done", checkNextPlace],
  ["Of two that move an epoch on at once, one does", checkOneEpoch],
  ["Of two that claim a lane at once, one runs, and both see the same queue", checkOneRuns],
  ["A killed connection leaves whole changes or nothing", checkWholeOrNothing],
  ["A place outlives its connection, and is taken over with a higher token", checkTakeover],
  ["A holder that comes back after its place was taken writes nothing", checkLateReturn],
  ["Receipts of two connections are in one order for everybody", checkOneOrder],
];

async function connectBoth(log: Connections): Promise<readonly [LogStore, LogStore]> {
  return [await log.connect(), await log.connect()];
}

async function closeAll(...stores: readonly LogStore[]): Promise<void> {
  for (const store of stores) await store.close();
}

async function checkSharedReads(log: Connections): Promise<void> {
  const [first, second] = await connectBoth(log);
  const ref = makeLane();
  const entries = await append(first, ref, makeMessage("hello", { message: "1" }));
  await first.write({ ref, settings: { loud: true }, turn: makeTurnRecord("a", ref) });
  assert.deepEqual((await second.read(ref, { limit: 10 })).entries, entries);
  assert.deepEqual((await second.read(ref, { limit: 0 })).settings, { loud: true });
  assert.equal((await second.turn(chat, turnId("a")))?.state, "running");
  await closeAll(first, second);
}

async function checkOneLane(log: Connections): Promise<void> {
  const stores = await connectBoth(log);
  const ref = makeLane();
  const writes = Array.from({ length: 40 }, (_, index) =>
    nth(stores, index % 2).write({ ref, entries: [makeMessage(`${index}`), makeMessage(`${index} again`)] }),
  );
  await Promise.all(writes);
  for (const store of stores) {
    const { entries, last } = await store.read(ref, { limit: 1_000 });
    assert.deepEqual([last, entries.map(({ seq }) => seq)], [80, Array.from({ length: 80 }, (_, index) => index + 1)]);
    const pairs = listTexts(entries);
    for (let index = 0; index < 80; index += 2) assert.equal(pairs[index + 1], `${pairs[index]} again`);
  }
  await closeAll(...stores);
}

async function checkDeliveredTwice(log: Connections): Promise<void> {
  const stores = await connectBoth(log);
  const ref = makeLane();
  const written = await Promise.all(
    stores.map((store) => store.write({ ref, entries: [makeMessage("hello", { message: "1" })] })),
  );
  assert.deepEqual(nth(written, 0).entries, nth(written, 1).entries);
  assert.equal((await nth(stores, 0).read(ref, { limit: 10 })).last, 1);
  await closeAll(...stores);
}

async function checkNextPlace(log: Connections): Promise<void> {
  const stores = await connectBoth(log);
  const ref = makeLane();
  const written = await Promise.all(
    stores.map((store, index) => store.write({ ref, entries: [makeMessage(`${index}`)], expectedSeq: 1 })),
  );
  assert.deepEqual(written.map(({ done }) => done).sort(), [false, true]);
  await closeAll(...stores);
}

async function checkOneEpoch(log: Connections): Promise<void> {
  const stores = await connectBoth(log);
  const ref = makeLane();
  await append(nth(stores, 0), ref, makeMessage("a"), makeMessage("b"));
  const expectedEpoch = { key: makeEpoch(1, 1).key, number: 0 };
  const written = await Promise.all(
    stores.map((store, index) => store.write({ ref, epoch: makeEpoch(1, index + 1), expectedEpoch })),
  );
  assert.deepEqual(written.map(({ done }) => done).sort(), [false, true]);
  const { key } = expectedEpoch;
  const [one, two] = await Promise.all(stores.map((store) => store.read(ref, { limit: 0, epochKey: key })));
  assert.deepEqual(one?.epoch, two?.epoch);
  await closeAll(...stores);
}

async function checkOneRuns(log: Connections): Promise<void> {
  const stores = await connectBoth(log);
  const ref = makeLane();
  const turns = Array.from({ length: 10 }, (_, index) => `turn-${index}`);
  await Promise.all(
    turns.map((turn, index) =>
      nth(stores, index % 2).write({ ref, claim: makeClaim(turn, 1_000, { holder: `process ${index % 2}` }) }),
    ),
  );
  const [queue, other] = await Promise.all(stores.map((store) => store.leases(ref)));
  assert.deepEqual(queue, other);
  assert.deepEqual(
    queue?.map(({ state }) => state),
    ["running", ...turns.slice(1).map(() => "queued")],
  );
  await closeAll(...stores);
}

async function checkWholeOrNothing(log: Connections): Promise<void> {
  const doomed = await log.connect();
  const ref = makeLane();
  await append(doomed, ref, makeMessage("before"));
  const turn = makeTurnRecord("a", ref);
  const write = doomed.write({
    ref,
    entries: [makeMessage("one"), makeMessage("two")],
    turn,
    claim: makeClaim("a", 1_000),
  });
  const outcome = write.then(
    () => "written",
    () => "refused",
  );
  await log.kill(doomed);
  const left = await log.connect();
  const { last } = await left.read(ref, { limit: 10 });
  const wrote = last === 3;
  assert.ok(wrote || last === 1);
  assert.equal((await left.leases(ref)).length, wrote ? 1 : 0);
  assert.equal((await left.turn(chat, turn.id)) !== null, wrote);
  // A write that was reported as done must be there.
  if ((await outcome) === "written") assert.ok(wrote);
  assert.deepEqual(await left.faults(true), []);
  await left.close();
}

async function startRunning(store: LogStore, ref: LaneRef, holder: string, now: number): Promise<LeaseHolder> {
  const asked = makeClaim("a", now, { holder, takeover: true });
  const { leases } = await store.write({ ref, turn: makeTurnRecord("a", ref), claim: asked });
  const token = leases.find((lease) => lease.holder === holder)?.token;
  assert.ok(typeof token === "number");
  return { turn: turnId("a"), token };
}

async function checkTakeover(log: Connections): Promise<void> {
  const doomed = await log.connect();
  const ref = makeLane();
  const before = await startRunning(doomed, ref, "one", 1_000);
  await log.kill(doomed);
  const left = await log.connect();
  await left.write({ ref, claim: makeClaim("a", 1_050, { holder: "two" }) });
  assert.equal(nth(await left.leases(ref), 0).holder, "one");
  const after = await startRunning(left, ref, "two", 5_000);
  assert.ok(after.token > before.token);
  await left.close();
}

async function checkLateReturn(log: Connections): Promise<void> {
  const [asleep, awake] = await connectBoth(log);
  const ref = makeLane();
  const before = await startRunning(asleep, ref, "one", 1_000);
  const after = await startRunning(awake, ref, "two", 5_000);
  const late = {
    ref,
    entries: [makeMessage("late")],
    turn: makeTurnRecord("a", ref, { state: "completed" }),
    holder: before,
  };
  assert.equal((await asleep.write(late)).done, false);
  assert.equal((await awake.write({ ref, entries: [makeMessage("in time")], holder: after })).done, true);
  const { entries } = await awake.read(ref, { limit: 10 });
  assert.deepEqual(listTexts(entries), ["in time"]);
  assert.equal((await awake.turn(chat, turnId("a")))?.state, "running");
  await closeAll(asleep, awake);
}

async function checkOneOrder(log: Connections): Promise<void> {
  const stores = await connectBoth(log);
  const ref = makeLane();
  await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      nth(stores, index % 2).write({ ref, receipt: { receipt: makeReceipt(`r${index}`, ref), chunks: new Map() } }),
    ),
  );
  const [one, two] = await Promise.all(stores.map((store) => store.receipts(ref, null, 100)));
  assert.equal(one?.length, 10);
  assert.deepEqual(one, two);
  await closeAll(...stores);
}

import assert from "node:assert/strict";
import type { LaneRef } from "../../core/log/keys.js";
import type { Claim } from "../../core/log/lease.js";
import type { TurnState } from "../../core/log/turn.js";
import type { LogStore } from "../../core/ports/index.js";
import { chat, claim, lane, type StoreCase, turnId, turnRecord } from "./sample.js";

/** The queue of a lane: who runs, who waits, who is passed over. */
export const leaseCases: readonly StoreCase[] = [
  ["The first place of a lane runs and the others wait in order of arrival", inOrder],
  ["Of many claims at once, one runs", oneRuns],
  ["A claim for a place that the turn has gives it more time and keeps it where it is", again],
  ["A place of another holder is left alone, and taken over only once it ran out", ofAnother],
  ["A change that expects no place is not written if there is one", absent],
  ["When the running place is given up, the next one runs once it asks, and only that one", promoted],
  ["A turn that ends or waits gives up its place, and one that goes on keeps it", endedTurn],
  ["Queued places that ran out are passed over, from the very moment on", passedOver],
  ["A place that ran out is renewed where it is by its own claim", ownExpired],
  ["A running place that ran out is not taken by a claim", notStolen],
  ["A renewal never makes a place that was lost", lostPlace],
  ["A renewal lets the first place run", renewalRuns],
  ["Giving up a place that the turn does not have changes nothing", unknownRelease],
  ["Each lane has a queue of its own", ownQueue],
  ["A queue is listed with the places that ran out, and an unknown lane has none", listed],
];

async function inOrder(store: LogStore): Promise<void> {
  const ref = lane();
  const first = { turn: turnId("b"), holder: "process", until: 1_100, state: "running", token: 1 };
  assert.deepEqual(await store.write({ ref, claim: claim("b", 1_000) }), { done: true, entries: [], leases: [first] });
  assert.deepEqual(await asks(store, ref, claim("c", 1_001)), ["b running", "c queued"]);
  assert.deepEqual(await asks(store, ref, claim("a", 1_002)), ["b running", "c queued", "a queued"]);
  assert.deepEqual(await queue(store, ref), ["b running", "c queued", "a queued"]);
}

async function oneRuns(store: LogStore): Promise<void> {
  const ref = lane();
  const turns = Array.from({ length: 12 }, (_, index) => `turn-${index}`);
  const written = await Promise.all(turns.map((turn) => store.write({ ref, claim: claim(turn, 1_000) })));
  for (const { leases } of written) assert.equal(leases.filter(({ state }) => state === "running").length, 1);
  const leases = await store.leases(ref);
  assert.deepEqual(
    leases.map(({ state }) => state),
    ["running", ...turns.slice(1).map(() => "queued")],
  );
  assert.deepEqual(new Set(leases.map(({ turn }) => turn)), new Set(turns));
}

async function again(store: LogStore): Promise<void> {
  const ref = lane();
  for (const turn of ["a", "b", "c"]) await asks(store, ref, claim(turn, 1_000));
  for (const [turn, renewal] of [
    ["a", true],
    ["b", false],
  ] as const) {
    await asks(store, ref, claim(turn, 1_050, { until: 1_500, renewal }));
  }
  const renewed = { holder: "process", until: 1_500 };
  assert.deepEqual(await store.leases(ref), [
    { turn: "a", state: "running", ...renewed, token: 1 },
    { turn: "b", state: "queued", ...renewed, token: null },
    { turn: "c", state: "queued", holder: "process", until: 1_100, token: null },
  ]);
}

async function ofAnother(store: LogStore): Promise<void> {
  const ref = lane();
  for (const turn of ["a", "b"]) await asks(store, ref, claim(turn, 1_000));
  const before = await store.leases(ref);
  for (const turn of ["a", "b"]) {
    for (const renewal of [true, false]) {
      await asks(store, ref, claim(turn, 1_050, { holder: "another", until: 1_500, renewal }));
    }
  }
  assert.deepEqual(await store.leases(ref), before);
  const late = { holder: "another", until: 9_000 };
  await asks(store, ref, claim("a", 5_000, { ...late, renewal: true }));
  assert.equal((await store.leases(ref))[0]?.holder, "process");
  await asks(store, ref, claim("a", 5_000, { ...late, renewal: false }));
  assert.deepEqual((await store.leases(ref))[0], { turn: "a", state: "running", ...late, token: 2 });
}

async function absent(store: LogStore): Promise<void> {
  const ref = lane();
  const expects = { turn: turnId("a"), state: "none" } as const;
  assert.equal((await store.write({ ref, release: turnId("x"), expects })).done, true);
  await asks(store, ref, claim("a", 1_000));
  assert.equal((await store.write({ ref, release: turnId("a"), expects })).done, false);
  assert.deepEqual(await queue(store, ref), ["a running"]);
}

async function promoted(store: LogStore): Promise<void> {
  const ref = lane();
  for (const turn of ["a", "b", "c"]) await asks(store, ref, claim(turn, 1_000));
  assert.deepEqual(await store.write({ ref, release: turnId("a") }), { done: true, entries: [], leases: [] });
  assert.deepEqual(await queue(store, ref), ["b queued", "c queued"]);
  assert.deepEqual(await asks(store, ref, claim("c", 1_010)), ["b queued", "c queued"]);
  assert.deepEqual(await asks(store, ref, claim("b", 1_020)), ["b running", "c queued"]);
}

async function endedTurn(store: LogStore): Promise<void> {
  const states: readonly TurnState[] = ["completed", "failed", "cancelled", "waiting"];
  for (const [index, state] of states.entries()) {
    const ref = lane(`root:${index}`);
    const [mine, next] = [`${state} turn`, `after ${state}`];
    await store.write({ ref, turn: turnRecord(mine, ref), claim: claim(mine, 1_000) });
    await asks(store, ref, claim(next, 1_000));
    await store.write({ ref, turn: turnRecord(mine, ref, { began: 1_001 }) });
    assert.deepEqual(await queue(store, ref), [`${mine} running`, `${next} queued`]);
    await store.write({ ref, turn: turnRecord(mine, ref, { state }) });
    assert.deepEqual(await queue(store, ref), [`${next} queued`]);
    assert.deepEqual(await asks(store, ref, claim(next, 1_001)), [`${next} running`]);
  }
}

async function passedOver(store: LogStore): Promise<void> {
  const ref = lane();
  await asks(store, ref, claim("a", 1_000, { until: 9_000 }));
  for (const [turn, until] of [
    ["b", 1_199],
    ["c", 1_200],
    ["d", 1_201],
  ] as const) {
    await asks(store, ref, claim(turn, 1_000, { until }));
  }
  assert.deepEqual(await asks(store, ref, claim("e", 1_200)), ["a running", "d queued", "e queued"]);
  await store.write({ ref, release: turnId("a") });
  assert.deepEqual(await asks(store, ref, claim("e", 1_250)), ["e running"]);
}

async function ownExpired(store: LogStore): Promise<void> {
  const ref = lane();
  await asks(store, ref, claim("a", 1_000, { until: 9_000 }));
  await asks(store, ref, claim("b", 1_000));
  await asks(store, ref, claim("c", 1_000, { until: 9_000 }));
  assert.deepEqual(await asks(store, ref, claim("b", 5_000)), ["a running", "b queued", "c queued"]);
}

async function notStolen(store: LogStore): Promise<void> {
  const ref = lane();
  await asks(store, ref, claim("a", 1_000));
  assert.deepEqual(await asks(store, ref, claim("b", 5_000)), ["a running", "b queued"]);
  assert.deepEqual(await asks(store, ref, claim("a", 5_001, { renewal: true })), ["a running", "b queued"]);
}

async function lostPlace(store: LogStore): Promise<void> {
  const ref = lane();
  assert.deepEqual(await asks(store, ref, claim("a", 1_000, { renewal: true })), []);
  await asks(store, ref, claim("a", 1_000));
  await asks(store, ref, claim("b", 1_000));
  await asks(store, ref, claim("c", 5_000));
  assert.deepEqual(await asks(store, ref, claim("b", 5_001, { renewal: true })), ["a running", "c queued"]);
  await store.write({ ref, release: turnId("a") });
  assert.deepEqual(await asks(store, ref, claim("a", 5_002, { renewal: true })), ["c queued"]);
  assert.deepEqual(await asks(store, ref, claim("a", 5_003)), ["c queued", "a queued"]);
}

async function renewalRuns(store: LogStore): Promise<void> {
  const ref = lane();
  for (const turn of ["a", "b"]) await asks(store, ref, claim(turn, 1_000));
  await store.write({ ref, release: turnId("a") });
  assert.deepEqual(await asks(store, ref, claim("b", 1_001, { renewal: true })), ["b running"]);
}

async function unknownRelease(store: LogStore): Promise<void> {
  const ref = lane();
  await asks(store, ref, claim("a", 1_000));
  await store.write({ ref, release: turnId("b") });
  await store.write({ ref: lane("root:2"), release: turnId("a") });
  assert.deepEqual(await queue(store, ref), ["a running"]);
}

async function ownQueue(store: LogStore): Promise<void> {
  const refs = [lane("root:1"), lane("root:2"), lane("root:1", "chat:2")];
  for (const ref of refs)
    assert.deepEqual(await asks(store, ref, claim(ref.session, 1_000)), [`${ref.session} running`]);
  for (const ref of refs) assert.equal((await store.leases(ref)).length, 1);
}

async function listed(store: LogStore): Promise<void> {
  const ref = lane();
  assert.deepEqual(await store.leases(ref), []);
  for (const turn of ["a", "b"]) await asks(store, ref, claim(turn, 1));
  assert.deepEqual(await queue(store, ref), ["a running", "b queued"]);
  assert.equal(await store.turn(chat, turnId("a")), null);
}

async function asks(store: LogStore, ref: LaneRef, asked: Claim): Promise<readonly string[]> {
  return (await store.write({ ref, claim: asked })).leases.map(({ turn, state }) => `${turn} ${state}`);
}

async function queue(store: LogStore, ref: LaneRef): Promise<readonly string[]> {
  return (await store.leases(ref)).map(({ turn, state }) => `${turn} ${state}`);
}

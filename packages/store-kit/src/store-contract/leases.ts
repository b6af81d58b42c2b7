import assert from "node:assert/strict";
import { type LaneRef, parseOwnerKey } from "@clewline/core/log/keys.js";
import type { LeaseClaim } from "@clewline/core/log/lease.js";
import type { TurnState } from "@clewline/core/log/turn.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import { chat, makeClaim, makeLane, makeTurnRecord, type StoreCase, turnId } from "./sample.js";

/** The queue of a lane: who runs, who waits, who is skipped. */
export const leaseCases: readonly StoreCase[] = [
  ["The first place of a lane runs and the others wait in order of arrival", checkOrder],
  ["Of many claims at once, one runs", checkOneRuns],
  ["A claim for a place that the turn has gives it more time and keeps it where it is", checkRepeatedClaim],
  ["A place of another holder is left alone whatever its stamp says, until somebody takes it over", checkForeignPlace],
  ["A change that expects no place is not written if there is one", checkAbsentPlace],
  ["When the running place is given up, the next one runs once it asks, and only that one", checkPromotion],
  ["A turn that ends or waits gives up its place, and one that continues keeps it", checkEndedTurn],
  ["No place is passed over because of its stamp, whatever later stamps say", checkNothingPassed],
  ["A place is taken over where it stands, and a renewal takes none over", checkTakenInPlace],
  ["An old place is renewed where it is by its own claim", checkOwnOld],
  ["A running place is not taken by a claim of another turn, however old it is", checkNotStolen],
  ["A renewal never makes a place that was lost", checkLostPlace],
  ["A renewal lets the first place run", checkRenewalRuns],
  ["Giving up a place that the turn does not have changes nothing", checkUnknownRelease],
  ["Each lane has a queue of its own", checkOwnQueue],
  ["A queue is listed with its oldest places, and an unknown lane has none", checkListedQueue],
  [
    "The places in all queues of an owner are listed, those of a lane in their order, with the turns that run",
    checkQueuedTurns,
  ],
];

async function checkOrder(store: LogStore): Promise<void> {
  const ref = makeLane();
  const first = { turn: turnId("b"), holder: "process", until: 1_100, state: "running", token: 1 };
  assert.deepEqual(await store.write({ ref, claim: makeClaim("b", 1_000) }), {
    done: true,
    entries: [],
    leases: [first],
  });
  assert.deepEqual(await askPlace(store, ref, makeClaim("c", 1_001)), ["b running", "c queued"]);
  assert.deepEqual(await askPlace(store, ref, makeClaim("a", 1_002)), ["b running", "c queued", "a queued"]);
  assert.deepEqual(await listQueue(store, ref), ["b running", "c queued", "a queued"]);
}

async function checkOneRuns(store: LogStore): Promise<void> {
  const ref = makeLane();
  const turns = Array.from({ length: 12 }, (_, index) => `turn-${index}`);
  const written = await Promise.all(turns.map((turn) => store.write({ ref, claim: makeClaim(turn, 1_000) })));
  for (const { leases } of written) assert.equal(leases.filter(({ state }) => state === "running").length, 1);
  const leases = await store.leases(ref);
  assert.deepEqual(
    leases.map(({ state }) => state),
    ["running", ...turns.slice(1).map(() => "queued")],
  );
  assert.deepEqual(new Set(leases.map(({ turn }) => turn)), new Set(turns));
}

async function checkRepeatedClaim(store: LogStore): Promise<void> {
  const ref = makeLane();
  for (const turn of ["a", "b", "c"]) await askPlace(store, ref, makeClaim(turn, 1_000));
  for (const [turn, renewal] of [
    ["a", true],
    ["b", false],
  ] as const) {
    await askPlace(store, ref, makeClaim(turn, 1_050, { until: 1_500, renewal }));
  }
  const renewed = { holder: "process", until: 1_500 };
  assert.deepEqual(await store.leases(ref), [
    { turn: "a", state: "running", ...renewed, token: 1 },
    { turn: "b", state: "queued", ...renewed, token: null },
    { turn: "c", state: "queued", holder: "process", until: 1_100, token: null },
  ]);
}

async function checkForeignPlace(store: LogStore): Promise<void> {
  const ref = makeLane();
  for (const turn of ["a", "b"]) await askPlace(store, ref, makeClaim(turn, 1_000));
  const before = await store.leases(ref);
  for (const turn of ["a", "b"]) {
    for (const renewal of [true, false]) {
      for (const now of [1_050, 5_000])
        await askPlace(store, ref, makeClaim(turn, now, { holder: "another", renewal }));
    }
  }
  assert.deepEqual(await store.leases(ref), before);
  const late = { holder: "another", until: 9_000 };
  await askPlace(store, ref, makeClaim("a", 5_000, { ...late, takeover: true }));
  assert.deepEqual((await store.leases(ref))[0], { turn: "a", state: "running", ...late, token: 2 });
}

async function checkTakenInPlace(store: LogStore): Promise<void> {
  const ref = makeLane();
  for (const turn of ["a", "b", "c"]) await askPlace(store, ref, makeClaim(turn, 1_000));
  const before = await store.leases(ref);
  const another = { holder: "another", takeover: true } as const;
  await askPlace(store, ref, makeClaim("b", 5_000, { ...another, renewal: true }));
  assert.deepEqual(await store.leases(ref), before);
  await askPlace(store, ref, makeClaim("b", 5_000, another));
  const taken = { turn: turnId("b"), holder: "another", until: 5_100, state: "queued", token: null };
  assert.deepEqual(await store.leases(ref), [before[0], taken, before[2]]);
  assert.deepEqual(await askPlace(store, ref, makeClaim("d", 5_000, another)), [
    "a running",
    "b queued",
    "c queued",
    "d queued",
  ]);
}

async function checkAbsentPlace(store: LogStore): Promise<void> {
  const ref = makeLane();
  const expects = { turn: turnId("a"), state: "none" } as const;
  assert.equal((await store.write({ ref, release: turnId("x"), expects })).done, true);
  await askPlace(store, ref, makeClaim("a", 1_000));
  assert.equal((await store.write({ ref, release: turnId("a"), expects })).done, false);
  assert.deepEqual(await listQueue(store, ref), ["a running"]);
}

async function checkPromotion(store: LogStore): Promise<void> {
  const ref = makeLane();
  for (const turn of ["a", "b", "c"]) await askPlace(store, ref, makeClaim(turn, 1_000));
  assert.deepEqual(await store.write({ ref, release: turnId("a") }), { done: true, entries: [], leases: [] });
  assert.deepEqual(await listQueue(store, ref), ["b queued", "c queued"]);
  assert.deepEqual(await askPlace(store, ref, makeClaim("c", 1_010)), ["b queued", "c queued"]);
  assert.deepEqual(await askPlace(store, ref, makeClaim("b", 1_020)), ["b running", "c queued"]);
}

async function checkEndedTurn(store: LogStore): Promise<void> {
  const states: readonly TurnState[] = ["completed", "failed", "cancelled", "waiting"];
  for (const [index, state] of states.entries()) {
    const ref = makeLane(`root:${index}`);
    const [mine, next] = [`${state} turn`, `after ${state}`];
    await store.write({ ref, turn: makeTurnRecord(mine, ref), claim: makeClaim(mine, 1_000) });
    await askPlace(store, ref, makeClaim(next, 1_000));
    await store.write({ ref, turn: makeTurnRecord(mine, ref, { began: 1_001 }) });
    assert.deepEqual(await listQueue(store, ref), [`${mine} running`, `${next} queued`]);
    await store.write({ ref, turn: makeTurnRecord(mine, ref, { state }) });
    assert.deepEqual(await listQueue(store, ref), [`${next} queued`]);
    assert.deepEqual(await askPlace(store, ref, makeClaim(next, 1_001)), [`${next} running`]);
  }
}

async function checkNothingPassed(store: LogStore): Promise<void> {
  const ref = makeLane();
  await askPlace(store, ref, makeClaim("a", 1_000));
  for (const [turn, until] of [
    ["b", 1_199],
    ["c", 9_000],
    ["d", 0],
  ] as const) {
    await askPlace(store, ref, makeClaim(turn, 1_000, { until }));
  }
  const waiting = ["b queued", "c queued", "d queued", "e queued"];
  assert.deepEqual(await askPlace(store, ref, makeClaim("e", 99_000)), ["a running", ...waiting]);
  await store.write({ ref, release: turnId("a") });
  assert.deepEqual(await askPlace(store, ref, makeClaim("e", 99_250)), waiting);
  assert.deepEqual(await askPlace(store, ref, makeClaim("b", 1_260, { renewal: true })), [
    "b running",
    ...waiting.slice(1),
  ]);
}

async function checkOwnOld(store: LogStore): Promise<void> {
  const ref = makeLane();
  await askPlace(store, ref, makeClaim("a", 1_000, { until: 9_000 }));
  await askPlace(store, ref, makeClaim("b", 1_000));
  await askPlace(store, ref, makeClaim("c", 1_000, { until: 9_000 }));
  assert.deepEqual(await askPlace(store, ref, makeClaim("b", 5_000)), ["a running", "b queued", "c queued"]);
}

async function checkNotStolen(store: LogStore): Promise<void> {
  const ref = makeLane();
  await askPlace(store, ref, makeClaim("a", 1_000));
  assert.deepEqual(await askPlace(store, ref, makeClaim("b", 5_000)), ["a running", "b queued"]);
  assert.deepEqual(await askPlace(store, ref, makeClaim("a", 5_001, { renewal: true })), ["a running", "b queued"]);
}

async function checkLostPlace(store: LogStore): Promise<void> {
  const ref = makeLane();
  assert.deepEqual(await askPlace(store, ref, makeClaim("a", 1_000, { renewal: true })), []);
  await askPlace(store, ref, makeClaim("a", 1_000));
  await askPlace(store, ref, makeClaim("b", 1_000));
  await askPlace(store, ref, makeClaim("c", 5_000));
  await store.write({ ref, release: turnId("b") });
  assert.deepEqual(await askPlace(store, ref, makeClaim("b", 5_001, { renewal: true })), ["a running", "c queued"]);
  await store.write({ ref, release: turnId("a") });
  assert.deepEqual(await askPlace(store, ref, makeClaim("a", 5_002, { renewal: true })), ["c queued"]);
  assert.deepEqual(await askPlace(store, ref, makeClaim("a", 5_003)), ["c queued", "a queued"]);
}

async function checkRenewalRuns(store: LogStore): Promise<void> {
  const ref = makeLane();
  for (const turn of ["a", "b"]) await askPlace(store, ref, makeClaim(turn, 1_000));
  await store.write({ ref, release: turnId("a") });
  assert.deepEqual(await askPlace(store, ref, makeClaim("b", 1_001, { renewal: true })), ["b running"]);
}

async function checkUnknownRelease(store: LogStore): Promise<void> {
  const ref = makeLane();
  await askPlace(store, ref, makeClaim("a", 1_000));
  await store.write({ ref, release: turnId("b") });
  await store.write({ ref: makeLane("root:2"), release: turnId("a") });
  assert.deepEqual(await listQueue(store, ref), ["a running"]);
}

async function checkOwnQueue(store: LogStore): Promise<void> {
  const refs = [makeLane("root:1"), makeLane("root:2"), makeLane("root:1", "chat:2")];
  for (const ref of refs)
    assert.deepEqual(await askPlace(store, ref, makeClaim(ref.session, 1_000)), [`${ref.session} running`]);
  for (const ref of refs) assert.equal((await store.leases(ref)).length, 1);
}

async function checkListedQueue(store: LogStore): Promise<void> {
  const ref = makeLane();
  assert.deepEqual(await store.leases(ref), []);
  for (const turn of ["a", "b"]) await askPlace(store, ref, makeClaim(turn, 1));
  assert.deepEqual(await listQueue(store, ref), ["a running", "b queued"]);
  assert.equal(await store.turn(chat, turnId("a")), null);
}

async function askPlace(store: LogStore, ref: LaneRef, asked: LeaseClaim): Promise<readonly string[]> {
  return (await store.write({ ref, claim: asked })).leases.map(({ turn, state }) => `${turn} ${state}`);
}

async function listQueue(store: LogStore, ref: LaneRef): Promise<readonly string[]> {
  return (await store.leases(ref)).map(({ turn, state }) => `${turn} ${state}`);
}

async function checkQueuedTurns(store: LogStore): Promise<void> {
  const [here, there] = [makeLane(), makeLane("topic:1:7")];
  assert.deepEqual(await store.queued(chat.owner), []);
  const begin = async (ref: LaneRef, id: string, began: number) => {
    await store.write({ ref, turn: makeTurnRecord(id, ref, { state: "running", began }), claim: makeClaim(id, began) });
  };
  await begin(here, "runs", 2_000);
  await begin(there, "alone", 1_000);
  await begin(here, "waits", 3_000);
  const list = async () =>
    (await store.queued(chat.owner))
      .map(({ ref, lease, turn }) => [ref.lane, lease.turn, lease.state, turn?.id ?? null])
      .sort(([a = ""], [b = ""]) => (String(a) < String(b) ? -1 : Number(String(a) > String(b))));
  const runs = [here.lane, "runs", "running", "runs"];
  // A turn has its record once it runs.
  const waits = [here.lane, "waits", "queued", null];
  assert.deepEqual(await list(), [runs, waits, [there.lane, "alone", "running", "alone"]]);
  await store.write({ ref: there, release: turnId("alone") });
  assert.deepEqual(await list(), [runs, waits]);
  const [first] = await store.queued(chat.owner);
  assert.deepEqual(first?.turn, await store.turn(chat, turnId("runs")));
  assert.deepEqual(await store.queued(parseOwnerKey("somebody")), []);
}

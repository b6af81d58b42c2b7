import assert from "node:assert/strict";
import { firstEpoch } from "../../core/log/epoch.js";
import { ownerKey } from "../../core/log/keys.js";
import type { LogStore } from "../../core/ports/index.js";
import type { Json } from "../../core/text/json.js";
import { append, epoch, lane, receipt, type StoreCase, said, texts, turnId, turnRecord } from "./sample.js";

/** What a session is set to, and how far a lane was cleared. */
export const settingCases: readonly StoreCase[] = [
  ["Settings are merged key by key, and null removes one", merged],
  ["Settings belong to the session: all of its lanes have them, and no other session", perSession],
  ["The settings can say which epoch is meant", chosenKey],
  ["A lane is cleared up to a place, and reading begins behind it", cleared],
  ["What was cleared never comes back, and never reaches beyond the lane", forwardOnly],
  ["Entries of the same change can be cleared with it", withEntries],
  ["Of the leave-out boundary and what was cleared, the later counts", laterCounts],
  ["The entries of a forced turn are there although they were cleared", forced],
];

async function merged(store: LogStore): Promise<void> {
  const ref = lane();
  const settings = async () => (await store.read(ref, 0, null)).settings;
  assert.deepEqual(await settings(), {});
  await store.write({ ref, settings: { loud: true, level: 3, deep: { a: 1, b: null } } });
  assert.deepEqual(await settings(), { loud: true, level: 3, deep: { a: 1, b: null } });
  await store.write({ ref, settings: { level: null, deep: { c: [] }, name: "" } });
  assert.deepEqual(await settings(), { loud: true, deep: { c: [] }, name: "" });
  await store.write({ ref, settings: {} });
  await store.write({ ref, entries: [said("a")] });
  assert.deepEqual(await settings(), { loud: true, deep: { c: [] }, name: "" });
  await store.write({ ref, settings: { loud: null, deep: null, name: null, unknown: null } });
  assert.deepEqual(await settings(), {});
}

async function perSession(store: LogStore): Promise<void> {
  await store.write({ ref: lane("root:1"), settings: { loud: true } });
  await append(store, lane("topic:1:2"), said("a"));
  await store.write({ ref: lane("topic:1:2"), settings: { level: 1 } });
  await append(store, lane("root:1", "chat:2"), said("a"));
  await append(store, lane("root:1", "chat:1", ownerKey("you")), said("a"));
  for (const name of ["root:1", "topic:1:2", "topic:1:never-written"]) {
    assert.deepEqual((await store.read(lane(name), 0, null)).settings, { loud: true, level: 1 });
  }
  for (const other of [lane("root:1", "chat:2"), lane("root:1", "chat:3"), lane("root:1", "chat:1", ownerKey("you"))]) {
    assert.deepEqual((await store.read(other, 0, null)).settings, {});
  }
}

async function chosenKey(store: LogStore): Promise<void> {
  const ref = lane();
  const key = ({ level }: Readonly<Record<string, Json>>) => `level ${level ?? "none"}`;
  await store.write({ ref, entries: [said("a"), said("b")], epoch: { ...epoch(1, 1), key: "level 3" } });
  const held = receipt("one", ref, { epoch: { ...epoch(1, 1), key: "level 3" } });
  await store.write({ ref, receipt: { receipt: held, chunks: new Map() } });
  const before = await store.read(ref, 10, null, key);
  assert.deepEqual([before.epoch, before.lastReceipt], [{ ...firstEpoch, key: "level none" }, null]);
  await store.write({ ref, settings: { level: 3 } });
  const after = await store.read(ref, 10, null, key);
  assert.deepEqual([after.epoch, after.lastReceipt, texts(after.entries)], [held.epoch, held.id, ["b"]]);
  assert.equal((await store.read(lane("topic:1:never-written"), 10, null, key)).epoch.key, "level 3");
  assert.equal((await store.read(lane("root:1", "chat:2"), 10, null, key)).epoch.key, "level none");
}

async function cleared(store: LogStore): Promise<void> {
  const [ref, other] = [lane(), lane("topic:1:2")];
  for (const each of [ref, other]) await append(store, each, said("a"), said("b"), said("c"));
  await store.write({ ref, cleared: 2 });
  for (const key of [undefined, "any"]) {
    const state = await store.read(ref, 10, null, key);
    assert.deepEqual([state.cleared, state.last, texts(state.entries)], [2, 3, ["c"]]);
  }
  assert.equal((await store.read(other, 10, null)).cleared, 0);
  assert.equal((await store.range(ref, 1, 10)).length, 3);
  await append(store, ref, said("d"));
  assert.deepEqual(texts((await store.read(ref, 10, null)).entries), ["c", "d"]);
}

async function forwardOnly(store: LogStore): Promise<void> {
  const ref = lane();
  const place = async () => (await store.read(ref, 0, null)).cleared;
  await store.write({ ref, cleared: 5 });
  assert.equal(await place(), 0);
  await append(store, ref, said("a"), said("b"), said("c"));
  for (const [wanted, expected] of [
    [2, 2],
    [1, 2],
    [0, 2],
    [-1, 2],
    [99, 3],
    [2, 3],
  ] as const) {
    await store.write({ ref, cleared: wanted });
    assert.equal(await place(), expected);
  }
  await append(store, ref, said("d"));
  assert.deepEqual([await place(), texts((await store.read(ref, 10, null)).entries)], [3, ["d"]]);
}

async function withEntries(store: LogStore): Promise<void> {
  const ref = lane();
  await store.write({ ref, entries: [said("a"), said("b")], cleared: 2 });
  await store.write({ ref, entries: [said("c")], cleared: Number.MAX_SAFE_INTEGER });
  const state = await store.read(ref, 10, null);
  assert.deepEqual([state.cleared, state.last, state.entries], [3, 3, []]);
}

async function laterCounts(store: LogStore): Promise<void> {
  const ref = lane();
  await append(store, ref, said("a"), said("b"), said("c"), said("d"));
  await store.write({ ref, epoch: epoch(1, 1), cleared: 2 });
  assert.deepEqual(texts((await store.read(ref, 10, null)).entries), ["c", "d"]);
  await store.write({ ref, epoch: epoch(2, 3) });
  assert.deepEqual(texts((await store.read(ref, 10, null)).entries), ["d"]);
}

async function forced(store: LogStore): Promise<void> {
  const ref = lane();
  await append(store, ref, said("a", { turn: "one" }), said("b"), said("c", { turn: "one" }), said("d"));
  await store.write({ ref, turn: turnRecord("one", ref), cleared: 3 });
  assert.deepEqual(texts((await store.read(ref, 10, turnId("one"))).entries), ["a", "c", "d"]);
}

import assert from "node:assert/strict";
import { firstEpoch } from "@clewline/core/log/epoch.js";
import { parseOwnerKey } from "@clewline/core/log/keys.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import type { Json } from "@clewline/text/json.js";
import {
  append,
  listTexts,
  makeEpoch,
  makeLane,
  makeMessage,
  makeReceipt,
  makeTurnRecord,
  type StoreCase,
  turnId,
} from "./sample.js";

/** The settings of a session, and how far a lane was cleared. */
export const settingCases: readonly StoreCase[] = [
  ["Settings are merged key by key, and null removes one", checkMergedSettings],
  ["Settings belong to the session: all of its lanes have them, and no other session", checkSessionSettings],
  ["The settings can say which epoch is meant", checkChosenKey],
  ["A lane is cleared up to a place, and reading begins behind it", checkClearedLane],
  ["What was cleared never comes back, and never reaches beyond the lane", checkForwardClearing],
  ["Entries of the same change can be cleared with it", checkClearedEntries],
  ["Of the leave-out boundary and what was cleared, the later counts", checkLaterBoundary],
  ["The entries of a forced turn are there although they were cleared", checkForcedTurn],
];

async function checkMergedSettings(store: LogStore): Promise<void> {
  const ref = makeLane();
  const settings = async () => (await store.read(ref, 0, null)).settings;
  assert.deepEqual(await settings(), {});
  await store.write({ ref, settings: { loud: true, level: 3, deep: { a: 1, b: null } } });
  assert.deepEqual(await settings(), { loud: true, level: 3, deep: { a: 1, b: null } });
  await store.write({ ref, settings: { level: null, deep: { c: [] }, name: "" } });
  assert.deepEqual(await settings(), { loud: true, deep: { c: [] }, name: "" });
  await store.write({ ref, settings: {} });
  await store.write({ ref, entries: [makeMessage("a")] });
  assert.deepEqual(await settings(), { loud: true, deep: { c: [] }, name: "" });
  await store.write({ ref, settings: { loud: null, deep: null, name: null, unknown: null } });
  assert.deepEqual(await settings(), {});
}

async function checkSessionSettings(store: LogStore): Promise<void> {
  await store.write({ ref: makeLane("root:1"), settings: { loud: true } });
  await append(store, makeLane("topic:1:2"), makeMessage("a"));
  await store.write({ ref: makeLane("topic:1:2"), settings: { level: 1 } });
  await append(store, makeLane("root:1", "chat:2"), makeMessage("a"));
  await append(store, makeLane("root:1", "chat:1", parseOwnerKey("you")), makeMessage("a"));
  for (const name of ["root:1", "topic:1:2", "topic:1:never-written"]) {
    assert.deepEqual((await store.read(makeLane(name), 0, null)).settings, { loud: true, level: 1 });
  }
  for (const other of [
    makeLane("root:1", "chat:2"),
    makeLane("root:1", "chat:3"),
    makeLane("root:1", "chat:1", parseOwnerKey("you")),
  ]) {
    assert.deepEqual((await store.read(other, 0, null)).settings, {});
  }
}

async function checkChosenKey(store: LogStore): Promise<void> {
  const ref = makeLane();
  const key = ({ level }: Readonly<Record<string, Json>>) => `level ${level ?? "none"}`;
  await store.write({
    ref,
    entries: [makeMessage("a"), makeMessage("b")],
    epoch: { ...makeEpoch(1, 1), key: "level 3" },
  });
  const held = makeReceipt("one", ref, { epoch: { ...makeEpoch(1, 1), key: "level 3" } });
  await store.write({ ref, receipt: { receipt: held, chunks: new Map() } });
  const before = await store.read(ref, 10, null, key);
  assert.deepEqual([before.epoch, before.lastReceipt], [{ ...firstEpoch, key: "level none" }, null]);
  await store.write({ ref, settings: { level: 3 } });
  const after = await store.read(ref, 10, null, key);
  assert.deepEqual([after.epoch, after.lastReceipt, listTexts(after.entries)], [held.epoch, held.id, ["b"]]);
  assert.equal((await store.read(makeLane("topic:1:never-written"), 10, null, key)).epoch.key, "level 3");
  assert.equal((await store.read(makeLane("root:1", "chat:2"), 10, null, key)).epoch.key, "level none");
}

async function checkClearedLane(store: LogStore): Promise<void> {
  const [ref, other] = [makeLane(), makeLane("topic:1:2")];
  for (const each of [ref, other]) await append(store, each, makeMessage("a"), makeMessage("b"), makeMessage("c"));
  await store.write({ ref, cleared: 2 });
  for (const key of [undefined, "any"]) {
    const state = await store.read(ref, 10, null, key);
    assert.deepEqual([state.cleared, state.last, listTexts(state.entries)], [2, 3, ["c"]]);
  }
  assert.equal((await store.read(other, 10, null)).cleared, 0);
  assert.equal((await store.range(ref, 1, 10)).length, 3);
  await append(store, ref, makeMessage("d"));
  assert.deepEqual(listTexts((await store.read(ref, 10, null)).entries), ["c", "d"]);
}

async function checkForwardClearing(store: LogStore): Promise<void> {
  const ref = makeLane();
  const place = async () => (await store.read(ref, 0, null)).cleared;
  await store.write({ ref, cleared: 5 });
  assert.equal(await place(), 0);
  await append(store, ref, makeMessage("a"), makeMessage("b"), makeMessage("c"));
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
  await append(store, ref, makeMessage("d"));
  assert.deepEqual([await place(), listTexts((await store.read(ref, 10, null)).entries)], [3, ["d"]]);
}

async function checkClearedEntries(store: LogStore): Promise<void> {
  const ref = makeLane();
  await store.write({ ref, entries: [makeMessage("a"), makeMessage("b")], cleared: 2 });
  await store.write({ ref, entries: [makeMessage("c")], cleared: Number.MAX_SAFE_INTEGER });
  const state = await store.read(ref, 10, null);
  assert.deepEqual([state.cleared, state.last, state.entries], [3, 3, []]);
}

async function checkLaterBoundary(store: LogStore): Promise<void> {
  const ref = makeLane();
  await append(store, ref, makeMessage("a"), makeMessage("b"), makeMessage("c"), makeMessage("d"));
  await store.write({ ref, epoch: makeEpoch(1, 1), cleared: 2 });
  assert.deepEqual(listTexts((await store.read(ref, 10, null)).entries), ["c", "d"]);
  await store.write({ ref, epoch: makeEpoch(2, 3) });
  assert.deepEqual(listTexts((await store.read(ref, 10, null)).entries), ["d"]);
}

async function checkForcedTurn(store: LogStore): Promise<void> {
  const ref = makeLane();
  await append(
    store,
    ref,
    makeMessage("a", { turn: "one" }),
    makeMessage("b"),
    makeMessage("c", { turn: "one" }),
    makeMessage("d"),
  );
  await store.write({ ref, turn: makeTurnRecord("one", ref), cleared: 3 });
  assert.deepEqual(listTexts((await store.read(ref, 10, turnId("one"))).entries), ["a", "c", "d"]);
}

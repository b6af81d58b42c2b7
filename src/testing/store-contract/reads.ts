import assert from "node:assert/strict";
import type { LogStore } from "../../core/ports.js";
import { append, epoch, lane, type StoreCase, said, texts, turnId, turnRecord } from "./sample.js";

/** What a view is read from. */
export const readCases: readonly StoreCase[] = [
  ["The newest entries up to the limit come back, oldest first", newest],
  ["A limit of nothing reads nothing but still knows the last place", noLimit],
  ["Forced entries are there whatever the limit, once and in order", forced],
  ["Entries up to the leave-out boundary are left out, unless forced", boundary],
  ["The turns of the entries come along, each once, and so does the forced one", turns],
  ["A range includes both ends and may reach past either", range],
  ["A range gives at most 1,000 entries, the oldest of them", longRange],
];

const letters = ["a", "b", "c", "d", "e", "f"];

async function sixEntries(store: LogStore) {
  const ref = lane();
  const drafts = letters.map((text, index) => said(text, index % 2 === 0 ? { turn: "even" } : { turn: "odd" }));
  await append(store, ref, ...drafts);
  return ref;
}

async function newest(store: LogStore): Promise<void> {
  const ref = await sixEntries(store);
  const state = await store.read(ref, 2, null);
  assert.deepEqual(texts(state.entries), ["e", "f"]);
  assert.equal(state.last, 6);
  assert.deepEqual(texts((await store.read(ref, 6, null)).entries), letters);
  assert.deepEqual(texts((await store.read(ref, Number.MAX_SAFE_INTEGER, null)).entries), letters);
}

async function noLimit(store: LogStore): Promise<void> {
  const ref = await sixEntries(store);
  for (const limit of [0, -1]) {
    const state = await store.read(ref, limit, null);
    assert.deepEqual(state.entries, []);
    assert.equal(state.last, 6);
  }
}

async function forced(store: LogStore): Promise<void> {
  const ref = await sixEntries(store);
  assert.deepEqual(texts((await store.read(ref, 0, turnId("even"))).entries), ["a", "c", "e"]);
  assert.deepEqual(texts((await store.read(ref, 2, turnId("even"))).entries), ["a", "c", "e", "f"]);
  assert.deepEqual(texts((await store.read(ref, 2, turnId("nobody"))).entries), ["e", "f"]);
}

async function boundary(store: LogStore): Promise<void> {
  const ref = await sixEntries(store);
  await store.write({ ref, epoch: epoch(1, 4) });
  assert.deepEqual(texts((await store.read(ref, 10, null)).entries), ["e", "f"]);
  assert.deepEqual(texts((await store.read(ref, 1, null)).entries), ["f"]);
  assert.deepEqual(texts((await store.read(ref, 1, turnId("odd"))).entries), ["b", "d", "f"]);
}

async function turns(store: LogStore): Promise<void> {
  const ref = await sixEntries(store);
  const [even, odd, bare] = [turnRecord("even", ref), turnRecord("odd", ref), turnRecord("bare", ref, { began: 5 })];
  for (const turn of [even, odd, bare]) await store.write({ ref, turn });
  assert.deepEqual(new Set((await store.read(ref, 6, null)).turns), new Set([even, odd]));
  assert.deepEqual((await store.read(ref, 1, null)).turns, [odd]);
  assert.deepEqual(new Set((await store.read(ref, 1, turnId("even"))).turns), new Set([even, odd]));
  assert.deepEqual((await store.read(ref, 0, turnId("bare"))).turns, [bare]);
}

async function range(store: LogStore): Promise<void> {
  const ref = await sixEntries(store);
  assert.deepEqual(texts(await store.range(ref, 2, 4)), ["b", "c", "d"]);
  assert.deepEqual(texts(await store.range(ref, 3, 3)), ["c"]);
  assert.deepEqual(texts(await store.range(ref, -5, 2)), ["a", "b"]);
  assert.deepEqual(texts(await store.range(ref, 5, 99)), ["e", "f"]);
  assert.deepEqual(await store.range(ref, 4, 3), []);
  assert.deepEqual(await store.range(ref, 7, 9), []);
}

async function longRange(store: LogStore): Promise<void> {
  const ref = lane();
  await append(store, ref, ...Array.from({ length: 1_100 }, (_, index) => said(`text ${index + 1}`)));
  const entries = await store.range(ref, 51, 1_100);
  assert.equal(entries.length, 1_000);
  assert.deepEqual([entries.at(0)?.seq, entries.at(-1)?.seq], [51, 1_050]);
}

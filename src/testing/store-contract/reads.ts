import assert from "node:assert/strict";
import type { LogStore } from "../../core/ports/index.js";
import {
  append,
  entryId,
  epoch,
  lane,
  nth,
  revised,
  type StoreCase,
  said,
  texts,
  turnId,
  turnRecord,
  withdrawn,
} from "./sample.js";

/** What a view is read from. */
export const readCases: readonly StoreCase[] = [
  ["The newest entries up to the limit come back, oldest first", newest],
  ["A limit of nothing reads nothing but still knows the last place", noLimit],
  ["Forced entries are there whatever the limit, once and in order", forced],
  ["The messages of the forced turn are there, whichever turn they came in", forcedMessages],
  ["Edits and withdrawals of forced entries are there, and no others", forcedChanges],
  ["What is aimed at some entries is found in their lane, by seq, each once", changesOf],
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

async function forcedMessages(store: LogStore): Promise<void> {
  const ref = lane();
  const seen = nth(await append(store, ref, said("seen before"), said("other"), said("mine", { turn: "one" })), 0);
  const messages = [entryId("nowhere"), seen.id];
  await store.write({ ref, turn: turnRecord("one", ref, { messages }), epoch: epoch(1, 3) });
  await append(store, ref, said("later"));
  assert.deepEqual(texts((await store.read(ref, 0, turnId("one"))).entries), ["seen before", "mine"]);
  assert.deepEqual(texts((await store.read(ref, 9, turnId("one"))).entries), ["seen before", "mine", "later"]);
  assert.deepEqual(texts((await store.read(ref, 9, null)).entries), ["later"]);
}

async function forcedChanges(store: LogStore): Promise<void> {
  const ref = lane();
  const drafts = [said("seen before"), said("own", { turn: "one" }), said("other"), said("twice", { turn: "one" })];
  const [seen, own, other, twice] = (await append(store, ref, ...drafts)).map(({ id }) => id);
  assert.ok(seen && own && other && twice);
  await append(
    store,
    ref,
    revised(own, "own, edited", { message: "1", revision: 1 }),
    revised(other, "other, edited", { message: "2", revision: 1 }),
    withdrawn(seen),
    withdrawn(other),
    revised(own, "own, edited again", { message: "1", revision: 2 }),
    said("newest"),
  );
  await store.write({ ref, turn: turnRecord("one", ref, { messages: [seen, twice] }) });
  const seqs = async (limit: number) => (await store.read(ref, limit, turnId("one"))).entries.map(({ seq }) => seq);
  assert.deepEqual(await seqs(0), [1, 2, 4, 5, 7, 9]);
  assert.deepEqual(await seqs(2), [1, 2, 4, 5, 7, 9, 10]);
  await store.write({ ref, epoch: epoch(1, 8) });
  assert.deepEqual(await seqs(10), [1, 2, 4, 5, 7, 9, 10]);
}

async function changesOf(store: LogStore): Promise<void> {
  const [ref, other] = [lane(), lane("topic:1:2")];
  const [first, second, third] = ["one", "two", "three"].map((id) => entryId(id));
  assert.ok(first && second && third);
  await append(store, ref, said("a", { id: first }), said("b", { id: second }), said("c", { id: third }));
  await append(store, ref, revised(second, "b2", { message: "2", revision: 1 }), withdrawn(first));
  await append(store, other, said("d", { id: first }), revised(first, "d2", { message: "9", revision: 1 }));
  const kinds = async (...ids: (typeof first)[]) =>
    (await store.changesOf(ref, ids)).map(({ seq, kind }) => `${seq} ${kind}`);
  assert.deepEqual(await kinds(first, second, first), ["4 revised", "5 withdrawn"]);
  assert.deepEqual(await kinds(third), []);
  assert.deepEqual(await kinds(), []);
  assert.deepEqual(await store.changesOf(lane("root:none"), [first]), []);
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

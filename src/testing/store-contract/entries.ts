import assert from "node:assert/strict";
import type { Draft } from "../../core/log/entry.js";
import { firstEpoch } from "../../core/log/epoch.js";
import type { LogStore } from "../../core/ports/index.js";
import {
  answered,
  append,
  bare,
  base,
  entryId,
  lane,
  revised,
  type StoreCase,
  said,
  sent,
  texts,
  turnId,
  withdrawn,
} from "./sample.js";

/** Order, places and what comes back. */
export const entryCases: readonly StoreCase[] = [
  ["An unknown lane is empty, never an error", unknownLane],
  ["Entries of every kind come back as they were written, each with its place", everyKind],
  ["Places run from 1 without gaps, across changes", gapless],
  ["Each lane has places of its own", ownPlaces],
  ["Parallel writes to one lane leave no gap and lose nothing", parallel],
  ["A change without entries writes none and returns none", withoutEntries],
  ["What a caller does to its values afterwards does not reach the log", noSharing],
  ["Old and late times change nothing about the order of arrival", lateTimes],
];

async function unknownLane(store: LogStore): Promise<void> {
  const ref = lane();
  const empty = { last: 0, epoch: firstEpoch, lastReceipt: null, ...bare, entries: [], turns: [] };
  assert.deepEqual(await store.read(ref, 10, turnId("nobody")), empty);
  assert.deepEqual(await store.range(ref, 1, 10), []);
  assert.deepEqual(await store.turns(ref, 10), []);
  assert.equal(await store.byId(ref, entryId("nobody")), null);
}

const kinds: readonly Draft[] = [
  { ...base({ id: "k1", turn: "t" }), kind: "said", by: { role: "user" }, parts: [], source: null, replyTo: "7" },
  { ...base({ id: "k2", turn: "t" }), kind: "called", call: "c", tool: "look", input: "{}", meta: { a: [1, null] } },
  { ...base({ id: "k3" }), step: 2, kind: "returned", call: "c", tool: "look", output: { kind: "text", text: "x" } },
  { ...base({ id: "k4" }), kind: "noted", note: { kind: "turn-ended", state: "failed", reason: "why" } },
  revised(entryId("k1"), "new", { message: "1", revision: 5 }, { id: "k5" }),
  withdrawn(entryId("k1"), null, { id: "k6" }),
  answered("done", { id: "k7", turn: "t" }),
  sent(["8", "9"], { id: "k8", turn: "t" }),
];

async function everyKind(store: LogStore): Promise<void> {
  const ref = lane();
  const expected = kinds.map((draft, index) => ({ ...draft, seq: index + 1 }));
  assert.deepEqual(await append(store, ref, ...kinds), expected);
  const state = await store.read(ref, 100, null);
  assert.deepEqual(state.entries, expected);
  assert.equal(state.last, kinds.length);
  assert.deepEqual(await store.range(ref, 1, 100), expected);
}

async function gapless(store: LogStore): Promise<void> {
  const ref = lane();
  await append(store, ref, said("a"), said("b"));
  await append(store, ref, said("c"));
  await append(store, ref, said("d"), said("e"));
  const { entries, last } = await store.read(ref, 100, null);
  assert.deepEqual(texts(entries), ["a", "b", "c", "d", "e"]);
  assert.deepEqual(seqs(entries), [1, 2, 3, 4, 5]);
  assert.equal(last, 5);
}

async function ownPlaces(store: LogStore): Promise<void> {
  const refs = [lane("root:1"), lane("topic:1:2"), lane("root:1", "chat:2")];
  for (const ref of refs) await append(store, ref, said("a"), said("b"));
  for (const ref of refs) assert.deepEqual(seqs(await store.range(ref, 1, 10)), [1, 2]);
}

async function parallel(store: LogStore): Promise<void> {
  const ref = lane();
  await Promise.all(Array.from({ length: 40 }, (_, index) => append(store, ref, said(`${index}a`), said(`${index}b`))));
  const entries = await store.range(ref, 1, 1_000);
  assert.deepEqual(
    seqs(entries),
    Array.from({ length: 80 }, (_, index) => index + 1),
  );
  assert.equal(new Set(texts(entries)).size, 80);
}

async function withoutEntries(store: LogStore): Promise<void> {
  const nothing = { done: true, entries: [], leases: [] };
  assert.deepEqual(await store.write({ ref: lane() }), nothing);
  assert.deepEqual(await store.write({ ref: lane(), entries: [] }), nothing);
  assert.equal((await store.read(lane(), 10, null)).last, 0);
}

async function noSharing(store: LogStore): Promise<void> {
  const ref = lane();
  const meta = { note: "before" };
  const draft: Draft = { ...base(), kind: "called", call: "c", tool: "look", input: "{}", meta };
  await append(store, ref, draft);
  meta.note = "after";
  assert.deepEqual(await store.range(ref, 1, 1), [{ ...draft, meta: { note: "before" }, seq: 1 }]);
}

async function lateTimes(store: LogStore): Promise<void> {
  const ref = lane();
  await append(store, ref, said("new", { at: 9_000, arrived: 9_001 }), said("late", { at: 1, arrived: 9_002 }));
  const entries = await store.range(ref, 1, 10);
  assert.deepEqual(texts(entries), ["new", "late"]);
  assert.deepEqual(
    entries.map(({ at, arrived }) => [at, arrived]),
    [
      [9_000, 9_001],
      [1, 9_002],
    ],
  );
}

function seqs(entries: readonly { readonly seq: number }[]): readonly number[] {
  return entries.map(({ seq }) => seq);
}

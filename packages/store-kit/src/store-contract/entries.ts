import assert from "node:assert/strict";
import type { Draft } from "@clewline/core/log/entry.js";
import { firstEpoch } from "@clewline/core/log/epoch.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import {
  append,
  bare,
  entryId,
  listTexts,
  makeAnswer,
  makeBase,
  makeLane,
  makeMessage,
  makeRevision,
  makeSentNote,
  makeWithdrawal,
  type StoreCase,
  turnId,
} from "./sample.js";

/** Order, places and what comes back. */
export const entryCases: readonly StoreCase[] = [
  ["An unknown lane is empty, never an error", checkUnknownLane],
  ["Entries of every kind come back as they were written, each with its place", checkEveryKind],
  ["Places run from 1 without gaps, across changes", checkGaplessPlaces],
  ["Each lane has places of its own", checkOwnPlaces],
  ["Parallel writes to one lane leave no gap and lose nothing", checkParallelWrites],
  ["A change without entries writes none and returns none", checkEmptyChange],
  ["What a caller does to its values afterwards does not reach the log", checkNoSharing],
  ["Old and late times change nothing about the order of arrival", checkLateTimes],
];

async function checkUnknownLane(store: LogStore): Promise<void> {
  const ref = makeLane();
  const empty = { last: 0, epoch: firstEpoch, lastReceipt: null, ...bare, entries: [], turns: [] };
  assert.deepEqual(await store.read(ref, 10, turnId("nobody")), empty);
  assert.deepEqual(await store.range(ref, 1, 10), []);
  assert.deepEqual(await store.turns(ref, 10), []);
  assert.equal(await store.byId(ref, entryId("nobody")), null);
}

const kinds: readonly Draft[] = [
  { ...makeBase({ id: "k1", turn: "t" }), kind: "said", by: { role: "user" }, parts: [], source: null, replyTo: "7" },
  {
    ...makeBase({ id: "k2", turn: "t" }),
    kind: "called",
    call: "c",
    tool: "look",
    input: "{}",
    meta: { a: [1, null] },
  },
  {
    ...makeBase({ id: "k3" }),
    step: 2,
    kind: "returned",
    call: "c",
    tool: "look",
    output: { kind: "text", text: "x" },
  },
  {
    ...makeBase({ id: "k9", turn: "t" }),
    kind: "said",
    by: { role: "system" },
    parts: [],
    source: null,
    replyTo: null,
    raw: { update: [1, null, "x"] },
  },
  { ...makeBase({ id: "k4" }), kind: "noted", note: { kind: "turn-ended", state: "failed", reason: "why" } },
  makeRevision(entryId("k1"), "new", { message: "1", revision: 5 }, { id: "k5" }),
  makeWithdrawal(entryId("k1"), null, { id: "k6" }),
  makeAnswer("done", { id: "k7", turn: "t" }),
  makeSentNote(["8", "9"], { id: "k8", turn: "t" }),
];

async function checkEveryKind(store: LogStore): Promise<void> {
  const ref = makeLane();
  const expected = kinds.map((draft, index) => ({ ...draft, seq: index + 1 }));
  assert.deepEqual(await append(store, ref, ...kinds), expected);
  const state = await store.read(ref, 100, null);
  assert.deepEqual(state.entries, expected);
  assert.equal(state.last, kinds.length);
  assert.deepEqual(await store.range(ref, 1, 100), expected);
}

async function checkGaplessPlaces(store: LogStore): Promise<void> {
  const ref = makeLane();
  await append(store, ref, makeMessage("a"), makeMessage("b"));
  await append(store, ref, makeMessage("c"));
  await append(store, ref, makeMessage("d"), makeMessage("e"));
  const { entries, last } = await store.read(ref, 100, null);
  assert.deepEqual(listTexts(entries), ["a", "b", "c", "d", "e"]);
  assert.deepEqual(listSeqs(entries), [1, 2, 3, 4, 5]);
  assert.equal(last, 5);
}

async function checkOwnPlaces(store: LogStore): Promise<void> {
  const refs = [makeLane("root:1"), makeLane("topic:1:2"), makeLane("root:1", "chat:2")];
  for (const ref of refs) await append(store, ref, makeMessage("a"), makeMessage("b"));
  for (const ref of refs) assert.deepEqual(listSeqs(await store.range(ref, 1, 10)), [1, 2]);
}

async function checkParallelWrites(store: LogStore): Promise<void> {
  const ref = makeLane();
  await Promise.all(
    Array.from({ length: 40 }, (_, index) => append(store, ref, makeMessage(`${index}a`), makeMessage(`${index}b`))),
  );
  const entries = await store.range(ref, 1, 1_000);
  assert.deepEqual(
    listSeqs(entries),
    Array.from({ length: 80 }, (_, index) => index + 1),
  );
  assert.equal(new Set(listTexts(entries)).size, 80);
}

async function checkEmptyChange(store: LogStore): Promise<void> {
  const nothing = { done: true, entries: [], leases: [] };
  assert.deepEqual(await store.write({ ref: makeLane() }), nothing);
  assert.deepEqual(await store.write({ ref: makeLane(), entries: [] }), nothing);
  assert.equal((await store.read(makeLane(), 10, null)).last, 0);
}

async function checkNoSharing(store: LogStore): Promise<void> {
  const ref = makeLane();
  const meta = { note: "before" };
  const draft: Draft = { ...makeBase(), kind: "called", call: "c", tool: "look", input: "{}", meta };
  await append(store, ref, draft);
  meta.note = "after";
  assert.deepEqual(await store.range(ref, 1, 1), [{ ...draft, meta: { note: "before" }, seq: 1 }]);
}

async function checkLateTimes(store: LogStore): Promise<void> {
  const ref = makeLane();
  await append(
    store,
    ref,
    makeMessage("new", { at: 9_000, arrived: 9_001 }),
    makeMessage("late", { at: 1, arrived: 9_002 }),
  );
  const entries = await store.range(ref, 1, 10);
  assert.deepEqual(listTexts(entries), ["new", "late"]);
  assert.deepEqual(
    entries.map(({ at, arrived }) => [at, arrived]),
    [
      [9_000, 9_001],
      [1, 9_002],
    ],
  );
}

function listSeqs(entries: readonly { readonly seq: number }[]): readonly number[] {
  return entries.map(({ seq }) => seq);
}

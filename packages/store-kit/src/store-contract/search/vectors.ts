import assert from "node:assert/strict";
import type { Draft, Entry } from "@clewline/core/log/entry.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import {
  append,
  chat,
  makeAnswer,
  makeBase,
  makeLane,
  makeMessage,
  makeRevision,
  makeSentNote,
  makeWithdrawal,
  nth,
  type StoreCase,
} from "../sample.js";

const here = makeLane();
const others = [makeLane("root:2"), makeLane("root:1", "chat:2")];
const name = "model/4";

/** Vectors of entries, by lane and by what made them. */
export const vectorCases: readonly StoreCase[] = [
  ["Vectors come back as they were written, in the order of writing, after a number", checkRoundTrip],
  ["Vectors of two names, two lanes and two sessions are kept apart", checkApart],
  ["What was said waits for its vector, the newest first, and nothing else does", checkWaiting],
  ["Pages of what waits follow one another without gaps, and a mark ends them", checkPages],
  ["A vector for what is not in the lane, was not said or has one already is passed over", checkPassedOver],
  ["A note never waits for a vector, and keeps one that it is given", checkNotes],
  ["What was edited or withdrawn loses its vector, and who reads on learns of it", checkSuperseded],
  ["What no longer stands gets no vector", checkOutdated],
  ["An older version of a message loses its vector in whichever lane it is", checkVersions],
  ["A vector is among what was derived from its entry", checkDerived],
  ["Vectors of an unknown lane are none", checkUnknown],
  ["Vectors alone make no lane", checkGone],
];

async function put(store: LogStore, seqs: readonly number[], through?: number, { ref = here, embedder = name } = {}) {
  const vectors = seqs.map((seq) => ({ seq, bytes: Int8Array.of(seq, -seq, 127, -127) }));
  await store.write({ ref, vectors: { embedder, vectors, ...(through === undefined ? {} : { through }) } });
}

/** Reads as a copy is kept up: a later line of a seq replaces the one before. */
async function readAll(store: LogStore, ref = here, embedder = name): Promise<ReadonlyMap<number, readonly number[]>> {
  const found = new Map<number, readonly number[]>();
  for (let after = 0; ; ) {
    const { vectors } = await store.vectors(ref, embedder, after, 2);
    for (const { seq, bytes } of vectors) {
      if (bytes === null) found.delete(seq);
      else found.set(seq, [...bytes]);
    }
    const last = vectors.at(-1)?.number;
    if (last === undefined) return found;
    assert.ok(last > after);
    after = last;
  }
}

const seqsOf = (entries: readonly Entry[]) => entries.map(({ seq }) => seq);

async function checkRoundTrip(store: LogStore): Promise<void> {
  await append(store, here, makeMessage("a"), makeMessage("b"), makeMessage("c"));
  await put(store, [3, 1]);
  const first = await store.vectors(here, name, 0, 10);
  assert.deepEqual(
    first.vectors.map(({ seq, bytes }) => [seq, [...(bytes ?? [])]]),
    [
      [3, [3, -3, 127, -127]],
      [1, [1, -1, 127, -127]],
    ],
  );
  assert.deepEqual([first.through, first.last], [0, 3]);
  await store.write({ ref: here, vectors: { embedder: name, vectors: [{ seq: 2, bytes: null }], through: 3 } });
  const next = await store.vectors(here, name, nth(first.vectors, -1).number, 10);
  assert.deepEqual(
    next.vectors.map(({ seq, bytes }) => [seq, bytes]),
    [[2, null]],
  );
  assert.equal(next.through, 3);
  assert.equal((await store.vectors(here, name, 0, 1)).vectors.length, 1);
}

async function checkApart(store: LogStore): Promise<void> {
  for (const ref of [here, ...others]) await append(store, ref, makeMessage("a"), makeMessage("b"));
  await put(store, [1], 1);
  await put(store, [2], 2, { ref: nth(others, 0) });
  await put(store, [2], 2, { ref: nth(others, 1) });
  await put(store, [2], 2, { embedder: "another/4" });
  assert.deepEqual([...(await readAll(store)).keys()], [1]);
  assert.deepEqual([...(await readAll(store, here, "another/4")).keys()], [2]);
  assert.equal((await store.vectors(here, name, 0, 10)).through, 1);
  assert.deepEqual(seqsOf((await store.unindexed(here, name, null, 10)).entries), [2]);
  assert.deepEqual([...(await readAll(store, others[1])).keys()], [2]);
}

async function checkWaiting(store: LogStore): Promise<void> {
  const system: Draft = { ...makeAnswer("host"), kind: "said", by: { role: "system" } } as Draft;
  const call: Draft = { ...makeBase(), kind: "called", call: "c", tool: "t", input: "{}" };
  const hidden: Draft = { ...makeMessage("private"), private: "phone" };
  await append(store, here, makeMessage("a"), system, call, makeAnswer("b"), hidden);
  const page = await store.unindexed(here, name, null, 10);
  assert.deepEqual([seqsOf(page.entries), page.next, page.last], [[5, 4, 1], null, 5]);
  assert.equal(await store.countUnindexed(here, name, 1, 5), 3);
  assert.equal(await store.countUnindexed(here, name, 2, 4), 1);
  await put(store, [4]);
  assert.deepEqual(seqsOf((await store.unindexed(here, name, null, 10)).entries), [5, 1]);
  assert.equal(await store.countUnindexed(here, name, 1, 5), 2);
}

async function checkNotes(store: LogStore): Promise<void> {
  await append(store, here, makeMessage("a"), makeSentNote(["1"]), makeSentNote(["2"]));
  assert.deepEqual(seqsOf((await store.unindexed(here, name, null, 10)).entries), [1]);
  await put(store, [2]);
  await put(store, [2]);
  assert.deepEqual([...(await readAll(store))], [[2, [2, -2, 127, -127]]]);
  assert.equal(await store.countUnindexed(here, name, 1, 3), 1);
}

async function checkPages(store: LogStore): Promise<void> {
  await append(store, here, ...Array.from({ length: 7 }, (_, index) => makeMessage(`m${index}`)));
  const seen: number[] = [];
  let before: number | null = null;
  do {
    const page: Awaited<ReturnType<LogStore["unindexed"]>> = await store.unindexed(here, name, before, 3);
    seen.push(...seqsOf(page.entries));
    before = page.next;
  } while (before !== null);
  assert.deepEqual(seen, [7, 6, 5, 4, 3, 2, 1]);
  await put(store, [], 5);
  await put(store, [], 2);
  assert.deepEqual(seqsOf((await store.unindexed(here, name, null, 10)).entries), [7, 6]);
  assert.equal(await store.countUnindexed(here, name, 1, 7), 2);
  await put(store, [], 99);
  assert.equal((await store.vectors(here, name, 0, 10)).through, 7);
}

async function checkPassedOver(store: LogStore): Promise<void> {
  const call: Draft = { ...makeBase(), kind: "called", call: "c", tool: "t", input: "{}" };
  await append(store, here, makeMessage("a"), call);
  await put(store, [1, 2, 3, 0, -1]);
  assert.deepEqual([...(await readAll(store)).keys()], [1]);
  const again = { seq: 1, bytes: Int8Array.of(9, 9, 9, 9) };
  await store.write({ ref: here, vectors: { embedder: name, vectors: [again] } });
  assert.deepEqual((await readAll(store)).get(1), [1, -1, 127, -127]);
}

async function checkSuperseded(store: LogStore): Promise<void> {
  const [first, second] = await append(
    store,
    here,
    makeMessage("a", { message: "1" }),
    makeMessage("b"),
    makeMessage("c"),
  );
  await put(store, [1, 2, 3]);
  const { number } = nth((await store.vectors(here, name, 0, 10)).vectors, -1);
  assert.ok(first !== undefined && second !== undefined);
  await append(store, here, makeRevision(first.id, "a2", { message: "1", revision: 5 }), makeWithdrawal(second.id));
  assert.deepEqual([...(await readAll(store)).keys()], [3]);
  const news = (await store.vectors(here, name, number, 10)).vectors;
  assert.deepEqual(news.map(({ seq, bytes }) => [seq, bytes]).toSorted(), [
    [1, null],
    [2, null],
  ]);
  assert.deepEqual(seqsOf((await store.unindexed(here, name, null, 10)).entries), [4]);
  await put(store, [4]);
  await append(store, here, makeRevision(first.id, "a3", { message: "1", revision: 6 }));
  assert.deepEqual([...(await readAll(store)).keys()], [3]);
  assert.deepEqual(seqsOf((await store.unindexed(here, name, null, 10)).entries), [6]);
}

async function checkOutdated(store: LogStore): Promise<void> {
  const [first] = await append(store, here, makeMessage("a"), makeMessage("b"));
  assert.ok(first !== undefined);
  await append(store, here, makeWithdrawal(first.id));
  await put(store, [1, 2]);
  assert.deepEqual([...(await readAll(store)).keys()], [2]);
  assert.deepEqual((await store.unindexed(here, name, null, 10)).entries, []);
}

async function checkVersions(store: LogStore): Promise<void> {
  await append(store, here, makeMessage("a", { message: "1", revision: 1 }));
  await put(store, [1]);
  await append(store, nth(others, 0), makeMessage("a2", { message: "1", revision: 2 }));
  assert.deepEqual([...(await readAll(store)).keys()], []);
}

async function checkDerived(store: LogStore): Promise<void> {
  const [first, second] = await append(store, here, makeMessage("a"), makeMessage("b"));
  assert.ok(first !== undefined && second !== undefined);
  await put(store, [1]);
  const list = async () => [...(await store.derivedFrom(chat, [first.id, second.id]))];
  assert.deepEqual(await list(), [[first.id, [{ kind: "vector", key: name }]]]);
  await append(store, here, makeWithdrawal(first.id));
  assert.deepEqual(await list(), []);
}

async function checkUnknown(store: LogStore): Promise<void> {
  assert.deepEqual(await store.vectors(here, name, 0, 10), { vectors: [], through: 0, last: 0 });
  assert.deepEqual(await store.unindexed(here, name, null, 10), { entries: [], next: null, last: 0 });
  assert.equal(await store.countUnindexed(here, name, 1, 10), 0);
}

async function checkGone(store: LogStore): Promise<void> {
  await put(store, [1], 1);
  assert.deepEqual(await store.lanes(here), []);
}

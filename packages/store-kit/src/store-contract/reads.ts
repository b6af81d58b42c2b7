import assert from "node:assert/strict";
import type { LogStore } from "@clewline/core/ports/index.js";
import {
  append,
  entryId,
  listTexts,
  makeEpoch,
  makeLane,
  makeMessage,
  makeRevision,
  makeTurnRecord,
  makeWithdrawal,
  nth,
  type StoreCase,
  turnId,
} from "./sample.js";

/** The cases of a read for a view. */
export const readCases: readonly StoreCase[] = [
  ["The newest entries up to the limit come back, oldest first", checkNewestEntries],
  ["A limit of nothing reads nothing but still knows the last place", checkNoLimit],
  ["Forced entries are there whatever the limit, once and in order", checkForcedEntries],
  ["The messages of the forced turn are there, whichever turn they came in", checkForcedMessages],
  ["Edits and withdrawals of forced entries are there, and no others", checkForcedChanges],
  ["What is aimed at some entries is found in their lane, by seq, each once", checkChanges],
  ["Entries up to the leave-out boundary are left out, unless forced", checkBoundary],
  ["Places to do without are neither read nor counted, unless forced", checkWithout],
  ["The turns of the entries come along, each once, and so does the forced one", checkTurns],
  ["A range includes both ends and may reach past either", checkRange],
  ["A range gives at most 1,000 entries, the oldest of them", checkLongRange],
  ["Entries are read by their places, in the order of the lane, each once", checkPlaces],
];

const letters = ["a", "b", "c", "d", "e", "f"];

async function writeSixEntries(store: LogStore) {
  const ref = makeLane();
  const drafts = letters.map((text, index) => makeMessage(text, index % 2 === 0 ? { turn: "even" } : { turn: "odd" }));
  await append(store, ref, ...drafts);
  return ref;
}

async function checkWithout(store: LogStore): Promise<void> {
  const ref = await writeSixEntries(store);
  const read = async (limit: number, forced: string | null = null) => {
    const without = () => [
      { from: 2, to: 3 },
      { from: 5, to: 5 },
    ];
    const { entries } = await store.read(ref, { limit, without, forced: forced === null ? null : turnId(forced) });
    return listTexts(entries);
  };
  assert.deepEqual(await read(10), ["a", "d", "f"]);
  assert.deepEqual(await read(2), ["d", "f"]);
  assert.deepEqual(await read(1, "even"), ["a", "c", "e", "f"]);
  await store.write({ ref, epoch: makeEpoch(1, 3) });
  const seen: number[] = [];
  const { entries } = await store.read(ref, {
    limit: 10,
    without: ({ epoch }) => {
      seen.push(epoch.number);
      return [{ from: 4, to: 4 }];
    },
  });
  assert.deepEqual([listTexts(entries), seen], [["e", "f"], [1]]);
}

async function checkNewestEntries(store: LogStore): Promise<void> {
  const ref = await writeSixEntries(store);
  const state = await store.read(ref, 2, null);
  assert.deepEqual(listTexts(state.entries), ["e", "f"]);
  assert.equal(state.last, 6);
  assert.deepEqual(listTexts((await store.read(ref, 6, null)).entries), letters);
  assert.deepEqual(listTexts((await store.read(ref, Number.MAX_SAFE_INTEGER, null)).entries), letters);
}

async function checkNoLimit(store: LogStore): Promise<void> {
  const ref = await writeSixEntries(store);
  for (const limit of [0, -1]) {
    const state = await store.read(ref, limit, null);
    assert.deepEqual(state.entries, []);
    assert.equal(state.last, 6);
  }
}

async function checkForcedEntries(store: LogStore): Promise<void> {
  const ref = await writeSixEntries(store);
  assert.deepEqual(listTexts((await store.read(ref, 0, turnId("even"))).entries), ["a", "c", "e"]);
  assert.deepEqual(listTexts((await store.read(ref, 2, turnId("even"))).entries), ["a", "c", "e", "f"]);
  assert.deepEqual(listTexts((await store.read(ref, 2, turnId("nobody"))).entries), ["e", "f"]);
}

async function checkForcedMessages(store: LogStore): Promise<void> {
  const ref = makeLane();
  const seen = nth(
    await append(store, ref, makeMessage("seen before"), makeMessage("other"), makeMessage("mine", { turn: "one" })),
    0,
  );
  const messages = [entryId("nowhere"), seen.id];
  await store.write({ ref, turn: makeTurnRecord("one", ref, { messages }), epoch: makeEpoch(1, 3) });
  await append(store, ref, makeMessage("later"));
  assert.deepEqual(listTexts((await store.read(ref, 0, turnId("one"))).entries), ["seen before", "mine"]);
  assert.deepEqual(listTexts((await store.read(ref, 9, turnId("one"))).entries), ["seen before", "mine", "later"]);
  assert.deepEqual(listTexts((await store.read(ref, 9, null)).entries), ["later"]);
}

async function checkForcedChanges(store: LogStore): Promise<void> {
  const ref = makeLane();
  const drafts = [
    makeMessage("seen before"),
    makeMessage("own", { turn: "one" }),
    makeMessage("other"),
    makeMessage("twice", { turn: "one" }),
  ];
  const [seen, own, other, twice] = (await append(store, ref, ...drafts)).map(({ id }) => id);
  assert.ok(seen && own && other && twice);
  await append(
    store,
    ref,
    makeRevision(own, "own, edited", { message: "1", revision: 1 }),
    makeRevision(other, "other, edited", { message: "2", revision: 1 }),
    makeWithdrawal(seen),
    makeWithdrawal(other),
    makeRevision(own, "own, edited again", { message: "1", revision: 2 }),
    makeMessage("newest"),
  );
  await store.write({ ref, turn: makeTurnRecord("one", ref, { messages: [seen, twice] }) });
  const seqs = async (limit: number) => (await store.read(ref, limit, turnId("one"))).entries.map(({ seq }) => seq);
  assert.deepEqual(await seqs(0), [1, 2, 4, 5, 7, 9]);
  assert.deepEqual(await seqs(2), [1, 2, 4, 5, 7, 9, 10]);
  await store.write({ ref, epoch: makeEpoch(1, 8) });
  assert.deepEqual(await seqs(10), [1, 2, 4, 5, 7, 9, 10]);
}

async function checkChanges(store: LogStore): Promise<void> {
  const [ref, other] = [makeLane(), makeLane("topic:1:2")];
  const [first, second, third] = ["one", "two", "three"].map((id) => entryId(id));
  assert.ok(first && second && third);
  await append(
    store,
    ref,
    makeMessage("a", { id: first }),
    makeMessage("b", { id: second }),
    makeMessage("c", { id: third }),
  );
  await append(store, ref, makeRevision(second, "b2", { message: "2", revision: 1 }), makeWithdrawal(first));
  await append(store, other, makeMessage("d", { id: first }), makeRevision(first, "d2", { message: "9", revision: 1 }));
  const kinds = async (...ids: (typeof first)[]) =>
    (await store.changesOf(ref, ids)).map(({ seq, kind }) => `${seq} ${kind}`);
  assert.deepEqual(await kinds(first, second, first), ["4 revised", "5 withdrawn"]);
  assert.deepEqual(await kinds(third), []);
  assert.deepEqual(await kinds(), []);
  assert.deepEqual(await store.changesOf(makeLane("root:none"), [first]), []);
}

async function checkBoundary(store: LogStore): Promise<void> {
  const ref = await writeSixEntries(store);
  await store.write({ ref, epoch: makeEpoch(1, 4) });
  assert.deepEqual(listTexts((await store.read(ref, 10, null)).entries), ["e", "f"]);
  assert.deepEqual(listTexts((await store.read(ref, 1, null)).entries), ["f"]);
  assert.deepEqual(listTexts((await store.read(ref, 1, turnId("odd"))).entries), ["b", "d", "f"]);
}

async function checkTurns(store: LogStore): Promise<void> {
  const ref = await writeSixEntries(store);
  const [even, odd, bare] = [
    makeTurnRecord("even", ref),
    makeTurnRecord("odd", ref),
    makeTurnRecord("bare", ref, { began: 5 }),
  ];
  for (const turn of [even, odd, bare]) await store.write({ ref, turn });
  assert.deepEqual(new Set((await store.read(ref, 6, null)).turns), new Set([even, odd]));
  assert.deepEqual((await store.read(ref, 1, null)).turns, [odd]);
  assert.deepEqual(new Set((await store.read(ref, 1, turnId("even"))).turns), new Set([even, odd]));
  assert.deepEqual((await store.read(ref, 0, turnId("bare"))).turns, [bare]);
}

async function checkRange(store: LogStore): Promise<void> {
  const ref = await writeSixEntries(store);
  assert.deepEqual(listTexts(await store.range(ref, 2, 4)), ["b", "c", "d"]);
  assert.deepEqual(listTexts(await store.range(ref, 3, 3)), ["c"]);
  assert.deepEqual(listTexts(await store.range(ref, -5, 2)), ["a", "b"]);
  assert.deepEqual(listTexts(await store.range(ref, 5, 99)), ["e", "f"]);
  assert.deepEqual(await store.range(ref, 4, 3), []);
  assert.deepEqual(await store.range(ref, 7, 9), []);
}

async function checkPlaces(store: LogStore): Promise<void> {
  const ref = await writeSixEntries(store);
  assert.deepEqual(listTexts(await store.at(ref, [5, 2, 5, 99, 0, -1])), ["b", "e"]);
  assert.deepEqual(await store.at(ref, []), []);
  assert.deepEqual(await store.at(makeLane("root:9"), [1]), []);
}

async function checkLongRange(store: LogStore): Promise<void> {
  const ref = makeLane();
  await append(store, ref, ...Array.from({ length: 1_100 }, (_, index) => makeMessage(`text ${index + 1}`)));
  const entries = await store.range(ref, 51, 1_100);
  assert.equal(entries.length, 1_000);
  assert.deepEqual([entries.at(0)?.seq, entries.at(-1)?.seq], [51, 1_050]);
}

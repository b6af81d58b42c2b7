import assert from "node:assert/strict";
import type { Entry } from "@clewline/core/log/entry.js";
import type { LaneRequest, LogStore } from "@clewline/core/ports/index.js";
import { makeSummaryRecord } from "./record-sample.js";
import {
  append,
  blobId,
  makeClaim,
  makeEpoch,
  makeLane,
  makeMessage,
  makeRevision,
  makeTurnRecord,
  nth,
  type StoreCase,
  turnId,
} from "./sample.js";

/** The cases of the further parts of a read, on request. */
export const requestCases: readonly StoreCase[] = [
  ["A read that asks for nothing more gives nothing more", checkNothingMore],
  ["Everything can be asked of an unknown lane", checkUnknownLane],
  ["Blobs are those that are chosen from what was found", checkBlobs],
  ["Records come in one list for each that is asked for, newest first", checkRecords],
  ["A summary of a name that is asked for comes if it reaches further than epoch and clearing", checkFurthest],
  [
    "The message that the forced turn's message replies to comes in its newest version and its first",
    checkRepliedMessage,
  ],
  ["The queue comes with the rest", checkQueue],
];

const everything: LaneRequest = {
  limit: 10,
  forced: turnId("a"),
  isOwnSummary: () => true,
  records: [{ kind: "event", name: null, limit: 5 }],
  replied: true,
  blobsOf: () => [blobId("one")],
  leases: true,
};
const none = { furthest: null, records: [], replied: null, blobs: new Map(), leases: [] };

async function checkNothingMore(store: LogStore): Promise<void> {
  const ref = makeLane();
  await store.write({ ref, entries: [makeMessage("a")], turn: makeTurnRecord("a", ref), claim: makeClaim("a", 1_000) });
  const {
    furthest: far,
    records: lists,
    replied: target,
    blobs: texts,
    leases,
  } = await store.read(ref, {
    limit: 10,
    forced: turnId("a"),
  });
  assert.deepEqual({ furthest: far, records: lists, replied: target, blobs: texts, leases }, none);
}

async function checkUnknownLane(store: LogStore): Promise<void> {
  const state = await store.read(makeLane(), everything);
  assert.deepEqual([state.last, state.records, state.blobs, state.leases], [0, [[]], new Map(), []]);
}

async function checkBlobs(store: LogStore): Promise<void> {
  const ref = makeLane();
  const [one, two] = [blobId("one"), blobId("two")];
  await store.write({
    ref,
    entries: [makeMessage("a"), makeMessage("b")],
    settings: { loud: true },
    blobs: new Map([
      [one, "first"],
      [two, "second"],
    ]),
  });
  const seen: (readonly [readonly Entry[], unknown])[] = [];
  const blobsOf: LaneRequest["blobsOf"] = ({ entries, settings }) => {
    seen.push([entries, settings]);
    return [two, blobId("three")];
  };
  const state = await store.read(ref, { limit: 1, blobsOf });
  assert.deepEqual(state.blobs, new Map([[two, "second"]]));
  assert.deepEqual(seen, [[state.entries, { loud: true }]]);
}

async function checkRecords(store: LogStore): Promise<void> {
  const ref = makeLane();
  const event = (id: string, name: string) => ({ kind: "event", id, name, at: 1, event: { id } }) as const;
  await store.write({ ref, records: [event("1", "x"), event("2", "y"), event("3", "x"), event("4", "x")] });
  const state = await store.read(ref, {
    limit: 0,
    records: [
      { kind: "event", name: "x", limit: 2 },
      { kind: "state", name: null, limit: 1 },
      { kind: "event", name: null, limit: 9 },
    ],
  });
  const ids = state.records.map((list) => list.map(({ id }) => id));
  assert.deepEqual(ids, [["4", "3"], [], ["4", "3", "2", "1"]]);
}

async function checkFurthest(store: LogStore): Promise<void> {
  const ref = makeLane();
  await append(store, ref, ...Array.from({ length: 12 }, () => makeMessage("a")));
  const far = makeSummaryRecord("far", "one-8000");
  assert.ok(far.kind === "summary");
  await store.write({ ref, records: [far, makeSummaryRecord("other", "two-4000")] });
  const found = async (name: string, key?: string) =>
    (await store.read(ref, { limit: 0, isOwnSummary: (each) => each === name, ...(key ? { epochKey: key } : {}) }))
      .furthest;
  assert.deepEqual(await found("one-8000"), far.summary);
  assert.equal(await found("three"), null);
  const reached = { ...makeEpoch(1, far.summary.to), key: "k" };
  await store.write({ ref, epoch: reached });
  assert.equal(await found("one-8000", "k"), null);
  await store.write({ ref, cleared: far.summary.to });
  assert.equal(await found("one-8000"), null);
}

async function checkRepliedMessage(store: LogStore): Promise<void> {
  const [topic, ref] = [makeLane("topic:1:2"), makeLane()];
  const first = nth(await append(store, topic, makeMessage("question", { message: "1" })), 0);
  const edit = nth(await append(store, topic, makeRevision(first.id, "edited", { message: "1", revision: 5 })), 0);
  const reply = { ...makeMessage("reply", { turn: "a", message: "2" }), replyTo: "1" };
  await store.write({ ref, entries: [reply], turn: makeTurnRecord("a", ref, { messages: [reply.id] }) });
  const state = await store.read(ref, { limit: 10, forced: turnId("a"), replied: true });
  assert.deepEqual(state.replied, { ref: topic, entry: edit, first });
  assert.equal((await store.read(ref, { limit: 10, replied: true })).replied, null);
  const lost = { ...makeMessage("reply", { turn: "b", message: "3" }), replyTo: "unknown" };
  await store.write({ ref, entries: [lost], turn: makeTurnRecord("b", ref, { messages: [lost.id] }) });
  assert.equal((await store.read(ref, { limit: 10, forced: turnId("b"), replied: true })).replied, null);
}

async function checkQueue(store: LogStore): Promise<void> {
  const ref = makeLane();
  for (const turn of ["a", "b"]) await store.write({ ref, claim: makeClaim(turn, 1_000) });
  assert.deepEqual((await store.read(ref, { limit: 0, leases: true })).leases, await store.leases(ref));
}

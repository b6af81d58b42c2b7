import assert from "node:assert/strict";
import type { LaneRef } from "@clewline/core/log/keys.js";
import type { LaneRecord } from "@clewline/core/log/record.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import {
  addSummary,
  makeBasisRecord,
  makeBodyRecord,
  makeCandidateRecord,
  makeDigestRecord,
  makeEventRecord,
  makeJournal,
  makeMemoryRecord,
  makeRangesRecord,
  makeSecretsRecord,
  makeStateRecord,
  makeSummary,
  makeSummaryRecord,
} from "./record-sample.js";
import { chat, entryId, makeEpoch, makeLane, makeMessage, type StoreCase, verifyFailure } from "./sample.js";

/** Records beside the log of a lane. */
export const recordCases: readonly StoreCase[] = [
  ["Records of every kind come back as they were written", checkEveryKind],
  ["Records come newest first, by the order of writing and not by their time", checkNewestFirst],
  ["Records are found by their name, or all of a kind, at most as many as asked for", checkNames],
  ["A record whose id is known is a no-op, in one change and in another", checkKnownId],
  ["Each lane has records of its own", checkOwnRecords],
  ["A change that fails leaves no record", checkFailedChange],
  ["What a caller does to a record afterwards does not reach the store", checkNoSharing],
  ["The summary that the epoch names is read with the lane", checkNamedSummary],
  ["A summary that is not there, or is none, is null and no error", checkMissingSummary],
  ["The newest candidate of the epoch's key is read while it follows that epoch", checkCandidates],
  ["A record is among what was made from its entries", checkDerivedRecords],
];

const listIds = (records: readonly LaneRecord[]) => records.map(({ id }) => id);

async function checkEveryKind(store: LogStore): Promise<void> {
  const ref = makeLane();
  const all = [
    makeSummaryRecord("s", "key", { prose: { goals: ["Water the beans"], facts: [] } }),
    makeCandidateRecord("c", "key", 3),
    makeJournal("j", "2026-11-15", "One\nTwo"),
    makeEventRecord("e", "compacted", { freed: 100, nested: [null, { a: true }] }),
    makeEventRecord("n", "compacted", null),
    makeStateRecord("w"),
    makeSecretsRecord("p"),
    makeDigestRecord("d"),
    makeMemoryRecord("m"),
    makeBasisRecord("b"),
    makeRangesRecord("r"),
    makeBodyRecord("o"),
  ];
  assert.equal((await store.write({ ref, records: all })).done, true);
  const found = await Promise.all(
    (
      [
        "summary",
        "candidate",
        "journal",
        "event",
        "state",
        "secrets",
        "digest",
        "memory",
        "basis",
        "ranges",
        "body",
      ] as const
    ).map((kind) => store.records(ref, kind, null, 10)),
  );
  assert.deepEqual(found, [[all[0]], [all[1]], [all[2]], [all[4], all[3]], ...all.slice(5).map((each) => [each])]);
}

async function checkNewestFirst(store: LogStore): Promise<void> {
  const ref = makeLane();
  const late = { ...makeJournal("late", "day"), at: 9_000 };
  await store.write({ ref, records: [late, makeJournal("b", "day")] });
  await store.write({ ref, records: [{ ...makeJournal("a", "day"), at: 10 }, makeJournal("z", "other")] });
  assert.deepEqual(listIds(await store.records(ref, "journal", "day", 10)), ["a", "b", "late"]);
  assert.deepEqual(listIds(await store.records(ref, "journal", null, 10)), ["z", "a", "b", "late"]);
}

async function checkNames(store: LogStore): Promise<void> {
  const ref = makeLane();
  await store.write({
    ref,
    records: [makeJournal("1", "a"), makeJournal("2", ""), makeEventRecord("3", "a", 1), makeJournal("4", "a")],
  });
  assert.deepEqual(listIds(await store.records(ref, "journal", "a", 10)), ["4", "1"]);
  assert.deepEqual(listIds(await store.records(ref, "journal", "", 10)), ["2"]);
  assert.deepEqual(listIds(await store.records(ref, "journal", "A", 10)), []);
  assert.deepEqual(listIds(await store.records(ref, "event", "a", 10)), ["3"]);
  assert.deepEqual(listIds(await store.records(ref, "journal", null, 2)), ["4", "2"]);
  assert.deepEqual(listIds(await store.records(ref, "journal", "a", 1)), ["4"]);
  for (const limit of [0, -1]) assert.deepEqual(await store.records(ref, "journal", null, limit), []);
  assert.equal((await store.records(ref, "journal", null, Number.MAX_SAFE_INTEGER)).length, 3);
  assert.deepEqual(await store.records(makeLane("root:none"), "journal", null, 10), []);
}

async function checkKnownId(store: LogStore): Promise<void> {
  const ref = makeLane();
  await store.write({
    ref,
    records: [makeJournal("1", "a", "first"), makeJournal("2", "a"), makeJournal("1", "a", "second")],
  });
  const before = await store.records(ref, "journal", null, 10);
  assert.deepEqual(before, [makeJournal("2", "a"), makeJournal("1", "a", "first")]);
  const again = await store.write({ ref, records: [makeJournal("1", "b", "third"), makeEventRecord("2", "a", {})] });
  assert.equal(again.done, true);
  assert.deepEqual(await store.records(ref, "journal", null, 10), before);
  assert.deepEqual(await store.records(ref, "event", null, 10), []);
}

async function checkOwnRecords(store: LogStore): Promise<void> {
  const refs = [makeLane("root:1"), makeLane("topic:1:2"), makeLane("root:1", "chat:2")];
  for (const ref of refs) await store.write({ ref, records: [makeJournal("same", "day", ref.session + ref.lane)] });
  for (const ref of refs) {
    assert.deepEqual(await store.records(ref, "journal", null, 10), [
      makeJournal("same", "day", ref.session + ref.lane),
    ]);
  }
}

async function checkFailedChange(store: LogStore): Promise<void> {
  const ref = makeLane();
  await store.write({ ref, entries: [makeMessage("there", { message: "1" })] });
  const beside = { records: [makeJournal("1", "a")], settings: { loud: true }, cleared: 1, epoch: makeEpoch(1, 1) };
  await verifyFailure(
    store.write({ ref, entries: [makeMessage("other", { message: "1" })], ...beside }),
    "log/conflict",
  );
  await expectNothing(store, ref);
  assert.equal((await store.write({ ref, expectedSeq: 1, entries: [makeMessage("x")], ...beside })).done, false);
  await expectNothing(store, ref);
}

async function expectNothing(store: LogStore, ref: LaneRef): Promise<void> {
  const { epoch: there, cleared, settings, last } = await store.read(ref, 10, null);
  assert.deepEqual([there.number, cleared, settings, last], [0, 0, {}, 1]);
  assert.deepEqual(await store.records(ref, "journal", null, 10), []);
}

async function checkNoSharing(store: LogStore): Promise<void> {
  const ref = makeLane();
  const event = { words: ["kept"] };
  const settings = { nested: { loud: true } };
  await store.write({ ref, records: [makeEventRecord("1", "a", event)], settings });
  event.words.push("later");
  settings.nested.loud = false;
  const [found] = await store.records(ref, "event", null, 1);
  assert.deepEqual(found, makeEventRecord("1", "a", { words: ["kept"] }));
  assert.deepEqual((await store.read(ref, 0, null)).settings, { nested: { loud: true } });
  Object.assign(found ?? {}, { name: "other" });
  assert.deepEqual(listIds(await store.records(ref, "event", "a", 1)), ["1"]);
}

async function checkNamedSummary(store: LogStore): Promise<void> {
  const ref = makeLane();
  const moved = addSummary({ ...makeEpoch(1), key: "key" }, "s1");
  await store.write({ ref, records: [makeSummaryRecord("s1", "key"), makeSummaryRecord("s2", "key")], epoch: moved });
  const state = await store.read(ref, 0, null, "key");
  assert.deepEqual([state.epoch, state.summary], [moved, makeSummary("s1")]);
  assert.equal((await store.read(ref, 0, null, "other")).summary, null);
  assert.equal((await store.read(ref, 0, null)).summary, null);
  await store.write({ ref, epoch: { ...moved, number: 2, summary: null } });
  assert.equal((await store.read(ref, 0, null, "key")).summary, null);
}

async function checkMissingSummary(store: LogStore): Promise<void> {
  const [ref, other] = [makeLane(), makeLane("root:2")];
  await store.write({ ref: other, records: [makeSummaryRecord("s")] });
  await store.write({ ref, records: [makeJournal("j", "")], epoch: addSummary(makeEpoch(1), "s") });
  assert.equal((await store.read(ref, 0, null)).summary, null);
  await store.write({ ref, epoch: addSummary(makeEpoch(2), "j") });
  assert.equal((await store.read(ref, 0, null)).summary, null);
}

async function checkCandidates(store: LogStore): Promise<void> {
  const ref = makeLane();
  const after = async (key?: string) => {
    const { candidate } = await store.read(ref, 0, null, key);
    return candidate === null ? null : `${candidate.key} ${candidate.after} ${candidate.summary.id}`;
  };
  await store.write({ ref, records: [makeCandidateRecord("c1", "key", 0), makeCandidateRecord("d", "", 0)] });
  assert.deepEqual(
    [await after("key"), await after("other"), await after()],
    ["key 0 c1-summary", null, " 0 d-summary"],
  );
  await store.write({ ref, epoch: { ...makeEpoch(1), key: "key" } });
  assert.deepEqual([await after("key"), await after()], [null, " 0 d-summary"]);
  await store.write({ ref, records: [makeCandidateRecord("c2", "key", 1)] });
  assert.equal(await after("key"), "key 1 c2-summary");
  await store.write({ ref, records: [makeCandidateRecord("c3", "key", 1)] });
  assert.equal(await after("key"), "key 1 c3-summary");
  // Only the newest counts: one for an older epoch hides those before it.
  await store.write({ ref, records: [makeCandidateRecord("c4", "key", 0)] });
  assert.equal(await after("key"), null);
}

async function checkDerivedRecords(store: LogStore): Promise<void> {
  const ref = makeLane();
  const sources = [entryId("one"), entryId("two")];
  await store.write({ ref, records: [makeJournal("j", "day")], derived: [{ kind: "record", key: "j", sources }] });
  const lines = [{ kind: "record", key: "j" }];
  assert.deepEqual(await store.derivedFrom(chat, sources), new Map(sources.map((source) => [source, lines])));
}

import assert from "node:assert/strict";
import type { LaneRef } from "../../core/log/keys.js";
import type { LaneRecord } from "../../core/log/record.js";
import type { LogStore } from "../../core/ports/index.js";
import { candidateRecord, happened, journal, summarized, summary, summaryRecord, waiting } from "./record-sample.js";
import { chat, entryId, epoch, fails, lane, type StoreCase, said } from "./sample.js";

/** What stands beside the log of a lane. */
export const recordCases: readonly StoreCase[] = [
  ["Records of every kind come back as they were written", everyKind],
  ["Records come newest first, by the order of writing and not by their time", newestFirst],
  ["Records are found by their name, or all of a kind, at most as many as asked for", byName],
  ["A record whose id is known is a no-op, in one change and in another", knownId],
  ["Each lane has records of its own", ownRecords],
  ["A change that fails leaves no record", noneOfFailed],
  ["What a caller does to a record afterwards does not reach the store", noSharing],
  ["The summary that the epoch names is read with the lane", namedSummary],
  ["A summary that is not there, or is none, is null and no error", missingSummary],
  ["The newest candidate of the epoch's key is read while it follows that epoch", candidates],
  ["A record is among what was made from its entries", derived],
];

const names = (records: readonly LaneRecord[]) => records.map(({ id }) => id);

async function everyKind(store: LogStore): Promise<void> {
  const ref = lane();
  const all = [
    summaryRecord("s", "key", { prose: { goals: ["Water the beans"], facts: [] } }),
    candidateRecord("c", "key", 3),
    journal("j", "2026-11-15", "One\nTwo"),
    happened("e", "compacted", { freed: 100, nested: [null, { a: true }] }),
    happened("n", "compacted", null),
    waiting("w"),
  ];
  assert.equal((await store.write({ ref, records: all })).done, true);
  const found = await Promise.all(
    (["summary", "candidate", "journal", "event", "state"] as const).map((kind) => store.records(ref, kind, null, 10)),
  );
  assert.deepEqual(found, [[all[0]], [all[1]], [all[2]], [all[4], all[3]], [all[5]]]);
}

async function newestFirst(store: LogStore): Promise<void> {
  const ref = lane();
  const late = { ...journal("late", "day"), at: 9_000 };
  await store.write({ ref, records: [late, journal("b", "day")] });
  await store.write({ ref, records: [{ ...journal("a", "day"), at: 10 }, journal("z", "other")] });
  assert.deepEqual(names(await store.records(ref, "journal", "day", 10)), ["a", "b", "late"]);
  assert.deepEqual(names(await store.records(ref, "journal", null, 10)), ["z", "a", "b", "late"]);
}

async function byName(store: LogStore): Promise<void> {
  const ref = lane();
  await store.write({ ref, records: [journal("1", "a"), journal("2", ""), happened("3", "a", 1), journal("4", "a")] });
  assert.deepEqual(names(await store.records(ref, "journal", "a", 10)), ["4", "1"]);
  assert.deepEqual(names(await store.records(ref, "journal", "", 10)), ["2"]);
  assert.deepEqual(names(await store.records(ref, "journal", "A", 10)), []);
  assert.deepEqual(names(await store.records(ref, "event", "a", 10)), ["3"]);
  assert.deepEqual(names(await store.records(ref, "journal", null, 2)), ["4", "2"]);
  assert.deepEqual(names(await store.records(ref, "journal", "a", 1)), ["4"]);
  for (const limit of [0, -1]) assert.deepEqual(await store.records(ref, "journal", null, limit), []);
  assert.equal((await store.records(ref, "journal", null, Number.MAX_SAFE_INTEGER)).length, 3);
  assert.deepEqual(await store.records(lane("root:none"), "journal", null, 10), []);
}

async function knownId(store: LogStore): Promise<void> {
  const ref = lane();
  await store.write({ ref, records: [journal("1", "a", "first"), journal("2", "a"), journal("1", "a", "second")] });
  const before = await store.records(ref, "journal", null, 10);
  assert.deepEqual(before, [journal("2", "a"), journal("1", "a", "first")]);
  const again = await store.write({ ref, records: [journal("1", "b", "third"), happened("2", "a", {})] });
  assert.equal(again.done, true);
  assert.deepEqual(await store.records(ref, "journal", null, 10), before);
  assert.deepEqual(await store.records(ref, "event", null, 10), []);
}

async function ownRecords(store: LogStore): Promise<void> {
  const refs = [lane("root:1"), lane("topic:1:2"), lane("root:1", "chat:2")];
  for (const ref of refs) await store.write({ ref, records: [journal("same", "day", ref.session + ref.lane)] });
  for (const ref of refs) {
    assert.deepEqual(await store.records(ref, "journal", null, 10), [journal("same", "day", ref.session + ref.lane)]);
  }
}

async function noneOfFailed(store: LogStore): Promise<void> {
  const ref = lane();
  await store.write({ ref, entries: [said("there", { message: "1" })] });
  const beside = { records: [journal("1", "a")], settings: { loud: true }, cleared: 1, epoch: epoch(1, 1) };
  await fails(store.write({ ref, entries: [said("other", { message: "1" })], ...beside }), "log/conflict");
  await expectNothing(store, ref);
  assert.equal((await store.write({ ref, expectedSeq: 1, entries: [said("x")], ...beside })).done, false);
  await expectNothing(store, ref);
}

async function expectNothing(store: LogStore, ref: LaneRef): Promise<void> {
  const { epoch: there, cleared, settings, last } = await store.read(ref, 10, null);
  assert.deepEqual([there.number, cleared, settings, last], [0, 0, {}, 1]);
  assert.deepEqual(await store.records(ref, "journal", null, 10), []);
}

async function noSharing(store: LogStore): Promise<void> {
  const ref = lane();
  const event = { words: ["kept"] };
  const settings = { nested: { loud: true } };
  await store.write({ ref, records: [happened("1", "a", event)], settings });
  event.words.push("later");
  settings.nested.loud = false;
  const [found] = await store.records(ref, "event", null, 1);
  assert.deepEqual(found, happened("1", "a", { words: ["kept"] }));
  assert.deepEqual((await store.read(ref, 0, null)).settings, { nested: { loud: true } });
  Object.assign(found ?? {}, { name: "other" });
  assert.deepEqual(names(await store.records(ref, "event", "a", 1)), ["1"]);
}

async function namedSummary(store: LogStore): Promise<void> {
  const ref = lane();
  const moved = summarized({ ...epoch(1), key: "key" }, "s1");
  await store.write({ ref, records: [summaryRecord("s1", "key"), summaryRecord("s2", "key")], epoch: moved });
  const state = await store.read(ref, 0, null, "key");
  assert.deepEqual([state.epoch, state.summary], [moved, summary("s1")]);
  assert.equal((await store.read(ref, 0, null, "other")).summary, null);
  assert.equal((await store.read(ref, 0, null)).summary, null);
  await store.write({ ref, epoch: { ...moved, number: 2, summary: null } });
  assert.equal((await store.read(ref, 0, null, "key")).summary, null);
}

async function missingSummary(store: LogStore): Promise<void> {
  const [ref, other] = [lane(), lane("root:2")];
  await store.write({ ref: other, records: [summaryRecord("s")] });
  await store.write({ ref, records: [journal("j", "")], epoch: summarized(epoch(1), "s") });
  assert.equal((await store.read(ref, 0, null)).summary, null);
  await store.write({ ref, epoch: summarized(epoch(2), "j") });
  assert.equal((await store.read(ref, 0, null)).summary, null);
}

async function candidates(store: LogStore): Promise<void> {
  const ref = lane();
  const after = async (key?: string) => {
    const { candidate } = await store.read(ref, 0, null, key);
    return candidate === null ? null : `${candidate.key} ${candidate.after} ${candidate.summary.id}`;
  };
  await store.write({ ref, records: [candidateRecord("c1", "key", 0), candidateRecord("d", "", 0)] });
  assert.deepEqual(
    [await after("key"), await after("other"), await after()],
    ["key 0 c1-summary", null, " 0 d-summary"],
  );
  await store.write({ ref, epoch: { ...epoch(1), key: "key" } });
  assert.deepEqual([await after("key"), await after()], [null, " 0 d-summary"]);
  await store.write({ ref, records: [candidateRecord("c2", "key", 1)] });
  assert.equal(await after("key"), "key 1 c2-summary");
  await store.write({ ref, records: [candidateRecord("c3", "key", 1)] });
  assert.equal(await after("key"), "key 1 c3-summary");
  // Only the newest counts: one that was made for an older epoch hides those before it.
  await store.write({ ref, records: [candidateRecord("c4", "key", 0)] });
  assert.equal(await after("key"), null);
}

async function derived(store: LogStore): Promise<void> {
  const ref = lane();
  const sources = [entryId("one"), entryId("two")];
  await store.write({ ref, records: [journal("j", "day")], derived: [{ kind: "record", key: "j", sources }] });
  const lines = [{ kind: "record", key: "j" }];
  assert.deepEqual(await store.derivedFrom(chat, sources), new Map(sources.map((source) => [source, lines])));
}

import assert from "node:assert/strict";
import type { Entry, EntrySource } from "@clewline/core/log/entry.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import { type Erasure, type LogStore, nothingErased } from "@clewline/core/ports/index.js";
import { makeJournal, makeSummaryRecord } from "../record-sample.js";
import {
  append,
  blobId,
  chat,
  makeAnswer,
  makeLane,
  makeMessage,
  makeReceipt,
  makeRevision,
  makeSentNote,
  makeTurnRecord,
  me,
  nth,
  receiptId,
  type StoreCase,
  turnId,
} from "../sample.js";

/** The cases of an erasure: entries that go, and entries that stay. */
export const erasureCases: readonly StoreCase[] = [
  ["An erased entry is a note in its place, and its words are found no more", checkEntry],
  ["An erased message that is delivered again stays erased", checkSecondDelivery],
  ["An erased entry has no vector, and whoever has a copy reads that it is void", checkVector],
  ["A vector that was made while its entry was erased is passed over", checkLateVector],
  ["An erased session is as if it had never been, and another one is as it was", checkSession],
  ["An erased lane takes nothing of the other lanes of its session with it", checkLane],
  ["A session that was erased begins anew at its first place", checkAnew],
  ["A session that is to go because of its age stays, with all else, if it has something newer", checkIdle],
  ["Turns and records stand as they are given, in the order that they had", checkBeside],
  ["A turn that waits may be over with what is erased, and an erased answer is owed to nobody", checkEnding],
  ["Receipts name an erased piece by its new name, as whole ones and as differences", checkPieces],
  ["What was decided for a view can be replaced", checkDecisions],
  ["The register forgets erased sources in every session", checkRegister],
  ["The register forgets what is gone, whatever it was made of, in its session alone", checkForgotten],
  ["A setting changes with what is erased, and what is not there is passed over", checkNothing],
];

const erase = (store: LogStore, erasure: Partial<Erasure>) => store.erase({ ...nothingErased, ...erasure });

function makeTombstone({ id, seq, turn, step, at, arrived }: Entry, source?: EntrySource): Entry {
  return {
    ...{ id, seq, turn, step, at, arrived, kind: "noted" },
    note: { kind: "erased", ...(source === undefined ? {} : { source }) },
  };
}

const find = async (store: LogStore, word: string) =>
  (await store.search({ kind: "owner", owner: me }, [word], 10)).found.map(({ entry }) => entry.seq);

async function checkEntry(store: LogStore): Promise<void> {
  const ref = makeLane();
  const [said, other] = await append(store, ref, makeMessage("violet harbour"), makeMessage("harbour lights"));
  assert.ok(said && other);
  assert.deepEqual(await find(store, "harbour"), [2, 1]);
  const gone = makeTombstone(said);
  await erase(store, { entries: [{ ref, entry: gone }] });
  assert.deepEqual(await store.range(ref, 1, 10), [gone, other]);
  assert.deepEqual(await store.byId(ref, said.id), gone);
  assert.deepEqual((await store.read(ref, 10)).entries, [gone, other]);
  assert.deepEqual(await find(store, "harbour"), [2]);
  assert.deepEqual(await find(store, "violet"), []);
  assert.deepEqual(await store.faults(true), []);
}

async function checkSecondDelivery(store: LogStore): Promise<void> {
  const ref = makeLane();
  const source = { message: "m1", revision: 0 };
  const [said] = await append(store, ref, makeMessage("violet harbour", { message: "m1" }));
  assert.ok(said);
  const [edit] = await append(store, ref, makeRevision(said.id, "violet quay", { message: "m1", revision: 7 }));
  assert.ok(edit);
  const gone = [makeTombstone(said, source), makeTombstone(edit, { message: "m1", revision: 7 })];
  await erase(store, { entries: gone.map((entry) => ({ ref, entry })) });
  assert.deepEqual(await append(store, ref, makeMessage("violet harbour", { message: "m1" })), [nth(gone, 0)]);
  assert.deepEqual(await store.bySource(chat, "m1"), { ref, entry: nth(gone, 1) });
  assert.equal((await store.read(ref, 10)).last, 2);
  assert.deepEqual(await store.changesOf(ref, [said.id]), []);
  assert.deepEqual(await find(store, "violet"), []);
  assert.deepEqual(await store.faults(true), []);
}

async function checkLateVector(store: LogStore): Promise<void> {
  const ref = makeLane();
  const entries = await append(store, ref, makeMessage("violet harbour"), makeSentNote(["1"]), makeMessage("kept"));
  await erase(store, { entries: entries.slice(0, 2).map((entry) => ({ ref, entry: makeTombstone(entry) })) });
  const vectors = [1, 2, 3].map((seq) => ({ seq, bytes: Int8Array.of(1, 2, 3) }));
  await store.write({ ref, vectors: { embedder: "tiny", vectors } });
  assert.deepEqual(
    (await store.vectors(ref, "tiny", 0, 10)).vectors.map(({ seq }) => seq),
    [3],
  );
}

async function checkVector(store: LogStore): Promise<void> {
  const ref = makeLane();
  const [said] = await append(store, ref, makeMessage("violet harbour"), makeMessage("harbour lights"));
  assert.ok(said);
  const bytes = Int8Array.of(1, 2, 3);
  const vectors = [1, 2].map((seq) => ({ seq, bytes }));
  await store.write({ ref, vectors: { embedder: "tiny", vectors } });
  const { vectors: before } = await store.vectors(ref, "tiny", 0, 10);
  await erase(store, { entries: [{ ref, entry: makeTombstone(said) }], sources: [said.id] });
  const last = Math.max(...before.map(({ number }) => number));
  const { vectors: since } = await store.vectors(ref, "tiny", last, 10);
  assert.deepEqual(
    since.map(({ seq, bytes: found }) => [seq, found]),
    [[1, null]],
  );
  const standing = (await store.vectors(ref, "tiny", 0, 10)).vectors.filter((each) => each.bytes !== null);
  assert.deepEqual(
    standing.map(({ seq }) => seq),
    [2],
  );
  assert.deepEqual(await store.derivedFrom(chat, [said.id]), new Map());
  assert.equal(await store.countUnindexed(ref, "tiny", 1, 10), 0);
}

/** A turn with all that there may be beside it. */
async function fill(store: LogStore, ref: LaneRef, word: string): Promise<void> {
  const turn = makeTurnRecord(`turn ${word}`, ref, { unsent: true, state: "completed", ended: 2_000 });
  const blobs = new Map([[blobId(`blob ${word}`), word]]);
  const chunks = new Map([[`chunk ${word}`, word]]);
  const entries = [makeMessage(`${word} one`, { turn: turn.id }), makeAnswer(`${word} two`, { turn: turn.id })];
  await store.write({ ref, entries: [...entries, makeSentNote([`sent ${word}`], { turn: turn.id })], blobs, turn });
  const receipt = makeReceipt(`receipt ${word}`, ref, { turn: turn.id, chunks: [`chunk ${word}`] });
  const [first] = await store.range(ref, 1, 1);
  const derived = first === undefined ? [] : [{ kind: "chunk", key: `chunk ${word}`, sources: [first.id] } as const];
  await store.write({ ref, receipt: { receipt, chunks }, derived, records: [makeSummaryRecord(`s ${word}`)] });
  await store.write({ ref, settings: { max_turns: 7 } });
}

async function checkSession(store: LogStore): Promise<void> {
  const [ref, other] = [makeLane(), makeLane("root:2", "chat:2")];
  await fill(store, ref, "violet");
  await fill(store, other, "amber");
  const [first] = await store.range(ref, 1, 1);
  await erase(store, { sessions: [chat] });
  assert.deepEqual(
    (await store.sessions(me, { after: null, limit: 10 })).map(({ session }) => session),
    [other.session],
  );
  assert.deepEqual(await store.lanes(chat), []);
  assert.deepEqual(await store.range(ref, 1, 10), []);
  assert.deepEqual(await find(store, "violet"), []);
  assert.deepEqual(await find(store, "amber"), [2, 1]);
  assert.equal(await store.turn(chat, turnId("turn violet")), null);
  assert.deepEqual(await store.receipt(chat, receiptId("receipt violet")), []);
  assert.deepEqual(await store.chunks(chat, ["chunk violet"]), new Map());
  assert.deepEqual(await store.blobs(chat, [blobId("blob violet")]), new Map());
  assert.deepEqual(await store.records(ref, "summary", null, 10), []);
  assert.deepEqual(await store.unsent(me, null, 10), [await store.turn(other, turnId("turn amber"))]);
  assert.equal(await store.bySource(chat, "sent violet"), null);
  assert.deepEqual(first === undefined ? null : await store.derivedFrom(chat, [first.id]), new Map());
  assert.deepEqual((await store.read(ref, 10)).settings, {});
  assert.equal((await store.receipt(other, receiptId("receipt amber"))).length, 1);
  assert.deepEqual(await store.chunks(other, ["chunk amber"]), new Map([["chunk amber", "amber"]]));
  assert.deepEqual(await store.faults(true), []);
}

async function checkLane(store: LogStore): Promise<void> {
  const [ref, other] = [makeLane(), makeLane("topic:1:2")];
  await fill(store, ref, "violet");
  await fill(store, other, "amber");
  await erase(store, { lanes: [ref] });
  assert.deepEqual(
    (await store.lanes(chat)).map((each) => each.ref.lane),
    [other.lane],
  );
  assert.deepEqual(
    (await store.sessions(me, { after: null, limit: 10 })).map(({ lanes, entries }) => [lanes, entries]),
    [[1, 3]],
  );
  assert.equal(await store.turn(chat, turnId("turn violet")), null);
  assert.deepEqual(await find(store, "violet"), []);
  assert.deepEqual(await find(store, "amber"), [2, 1]);
  assert.deepEqual((await store.read(other, 10)).settings, { max_turns: 7 });
  assert.equal((await store.receipt(chat, receiptId("receipt amber"))).length, 1);
}

async function checkAnew(store: LogStore): Promise<void> {
  const ref = makeLane();
  await fill(store, ref, "violet");
  await erase(store, { sessions: [chat] });
  await fill(store, ref, "amber");
  assert.deepEqual(
    (await store.range(ref, 1, 10)).map(({ seq }) => seq),
    [1, 2, 3],
  );
  assert.deepEqual(await find(store, "amber"), [2, 1]);
  assert.deepEqual(await store.faults(true), []);
}

async function checkBeside(store: LogStore): Promise<void> {
  const ref = makeLane();
  const asides = [{ layer: "quote", text: "violet harbour" }] as const;
  const turn = makeTurnRecord("turn", ref, { state: "completed", ended: 2_000, asides });
  const records = ["one", "two", "three"].map((id) => makeJournal(id, "2026-11-15", `violet ${id}`));
  await store.write({ ref, turn, records });
  const becomes = makeJournal("two", "2026-11-15", "nothing");
  await erase(store, {
    turns: [{ ...turn, asides: [] }],
    records: [
      { ref, id: "two", becomes },
      { ref, id: "three", becomes: null },
    ],
  });
  assert.deepEqual(await store.turn(chat, turn.id), { ...turn, asides: [] });
  assert.deepEqual(await store.records(ref, "journal", null, 10), [becomes, nth(records, 0)]);
}

async function checkEnding(store: LogStore): Promise<void> {
  const ref = makeLane();
  const waiting = makeTurnRecord("waiting", ref, { state: "waiting" });
  const [owed, kept] = ["owed", "kept"].map((id) =>
    makeTurnRecord(id, ref, { state: "completed", ended: 2_000, unsent: true }),
  );
  assert.ok(owed && kept);
  for (const turn of [waiting, owed, kept]) await store.write({ ref, turn });
  const { unsent: _unsent, ...sent } = owed;
  const over = { ...waiting, state: "cancelled", ended: 3_000 } as const;
  await erase(store, { turns: [over, sent, kept] });
  assert.deepEqual(await store.turn(chat, waiting.id), over);
  assert.deepEqual(
    (await store.unsent(me, null, 10)).map(({ id }) => id),
    [kept.id],
  );
  assert.deepEqual(await store.faults(true), []);
}

async function checkPieces(store: LogStore): Promise<void> {
  const ref = makeLane();
  const whole = makeReceipt("one", ref, { chunks: ["c1", "c2", "f1"] });
  const { chunks: _chunks, verdicts: _verdicts, ...rest } = makeReceipt("two", ref);
  const splice = { at: 3, remove: 0, insert: ["c1", "c3"] };
  const next = { ...rest, parent: whole.id, delta: { base: whole.id, depth: 1, chunks: [splice], verdicts: [] } };
  const contents = new Map(["c1", "c2", "c3"].map((each) => [each, `text of ${each}`]));
  await store.write({ ref, receipt: { receipt: whole, chunks: contents }, blobs: new Map([[blobId("f1"), "file"]]) });
  await store.write({ ref, receipt: { receipt: next, chunks: new Map() } });
  await erase(store, {
    pieces: ["c1", "f1"].map((hash) => ({ session: chat, hash, name: "erased:entry-1" })),
  });
  assert.deepEqual(await store.receipt(chat, receiptId("two")), [
    { ...whole, chunks: ["erased:entry-1", "c2", "erased:entry-1"] },
    { ...next, delta: { ...next.delta, chunks: [{ ...splice, insert: ["erased:entry-1", "c3"] }] } },
  ]);
  assert.deepEqual([...(await store.chunks(chat, ["c1", "c2", "c3", "erased:entry-1"])).keys()], ["c2", "c3"]);
  assert.deepEqual(await store.blobs(chat, [blobId("f1")]), new Map());
  assert.deepEqual(await store.receipts(ref, null, 10), await store.receipt(chat, receiptId("two")));
}

async function checkDecisions(store: LogStore): Promise<void> {
  const ref = makeLane();
  const receipt = makeReceipt("one", ref, { decisions: { retrieved: ["violet harbour"] } });
  await store.write({ ref, receipt: { receipt, chunks: new Map() } });
  await erase(store, { receipts: [{ session: chat, id: receipt.id, decisions: { retrieved: [] } }] });
  assert.deepEqual(await store.receipt(chat, receipt.id), [{ ...receipt, decisions: { retrieved: [] } }]);
}

async function checkIdle(store: LogStore): Promise<void> {
  const [old, spoken] = [makeLane(), makeLane("root:2", "chat:2")];
  await append(store, old, { ...makeMessage("violet"), at: 1_000 });
  await append(store, spoken, { ...makeMessage("amber"), at: 1_999 });
  const list = async () => (await store.sessions(me, { after: null, limit: 10 })).map(({ session }) => session);
  const [both, sessions] = [await list(), [old, spoken]];
  await assert.rejects(erase(store, { sessions, ifIdleSince: 1_999 }), { code: "lane/busy" });
  assert.deepEqual(await list(), both);
  assert.equal(both.length, 2);
  await erase(store, { sessions, ifIdleSince: 2_000 });
  assert.deepEqual(await list(), []);
}

async function checkRegister(store: LogStore): Promise<void> {
  const [ref, other] = [makeLane(), makeLane("root:2", "chat:2")];
  const [said, kept] = await append(store, ref, makeMessage("violet"), makeMessage("amber"));
  assert.ok(said && kept);
  const derived = [{ kind: "record", key: "one", sources: [said.id, kept.id] } as const];
  for (const lane of [ref, other]) await store.write({ ref: lane, derived });
  await erase(store, { sources: [said.id] });
  const lines = new Map([[kept.id, [{ kind: "record", key: "one" }]]]);
  for (const lane of [ref, other]) assert.deepEqual(await store.derivedFrom(lane, [said.id, kept.id]), lines);
}

async function checkForgotten(store: LogStore): Promise<void> {
  const [ref, other] = [makeLane(), makeLane("root:2", "chat:2")];
  const [kept] = await append(store, ref, makeMessage("amber"));
  assert.ok(kept);
  const lines = [
    { kind: "chunk", key: "c1" },
    { kind: "chunk", key: "c2" },
    { kind: "memory", key: "topic:everyone: violet-k3f9" },
    { kind: "record", key: "one" },
  ] as const;
  const derived = lines.map((line) => ({ ...line, sources: [kept.id] }));
  const chunks = new Map([["c1", "violet"]]);
  for (const lane of [ref, other]) {
    const receipt = makeReceipt(`receipt ${lane.lane}`, lane, { chunks: ["c1"] });
    await store.write({ ref: lane, receipt: { receipt, chunks }, derived });
  }
  const pieces = [{ session: chat, hash: "c1", name: "erased:" }];
  await erase(store, { pieces, derived: lines.slice(0, 3).map((line) => ({ ...line, session: chat })) });
  assert.deepEqual(await store.derivedFrom(ref, [kept.id]), new Map([[kept.id, lines.slice(3)]]));
  assert.equal((await store.derivedFrom(other, [kept.id])).get(kept.id)?.length, lines.length);
  assert.deepEqual(await store.faults(true), []);
}

async function checkNothing(store: LogStore): Promise<void> {
  const ref = makeLane();
  const [said] = await append(store, ref, makeMessage("violet"));
  assert.ok(said);
  const nowhere = makeLane("root:9", "chat:9");
  await erase(store, {
    sessions: [nowhere],
    lanes: [nowhere],
    entries: [{ ref: nowhere, entry: makeTombstone(said) }],
    turns: [makeTurnRecord("turn", nowhere)],
    records: [{ ref: nowhere, id: "one", becomes: null }],
    receipts: [{ session: nowhere, id: receiptId("one"), decisions: null }],
    pieces: [{ session: nowhere, hash: "c1", name: "erased:" }],
    settings: { ref, settings: { erasing: { stage: "files" } } },
    sweep: true,
  });
  assert.deepEqual((await store.read(ref, 10)).settings, { erasing: { stage: "files" } });
  assert.deepEqual(await store.range(ref, 1, 10), [said]);
  await erase(store, { settings: { ref, settings: { erasing: null } } });
  assert.deepEqual((await store.read(ref, 10)).settings, {});
  assert.deepEqual(
    (await store.sessions(me, { after: null, limit: 10 })).map(({ session }) => session),
    [ref.session],
  );
}

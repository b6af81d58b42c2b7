import assert from "node:assert/strict";
import { parseOwnerKey } from "@clewline/core/log/keys.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import {
  blobId,
  chat,
  entryId,
  makeClaim,
  makeLane,
  makeMessage,
  makeReceipt,
  makeTurnRecord,
  me,
  receiptId,
  type StoreCase,
  turnId,
  verifyFailure,
} from "./sample.js";

const you = parseOwnerKey("you");

/** Blobs, turns, and what was made from entries. */
export const contentCases: readonly StoreCase[] = [
  ["Blobs come back by id, and missing ones are left out", checkBlobs],
  ["A known blob is left as it is", checkKnownBlob],
  ["Long contents come back to the character, files and texts", checkLongBlobs],
  ["A turn is inserted, then replaced whole", checkTurn],
  ["A lane lists its turns newest first, up to the limit", checkTurns],
  ["An ended turn is not written again unless it is reopened", checkEndedTurn],
  ["Turns of a history are inserted, and known ones left as they are", checkHistory],
  ["What was made from an entry is found by it, each line once", checkDerivedLines],
  ["Owners share nothing", checkOwnersApart],
];

async function checkBlobs(store: LogStore): Promise<void> {
  const [one, two, three] = [blobId("one"), blobId("two"), blobId("three")];
  const content = new Map([
    [one, "first"],
    [two, ""],
  ]);
  await store.write({ ref: makeLane(), entries: [makeMessage("a")], blobs: content });
  assert.deepEqual(await store.blobs(chat, [two, three, one, one]), content);
  assert.equal((await store.blobs(chat, [])).size, 0);
  assert.equal((await store.blobs(chat, [three])).size, 0);
}

async function checkKnownBlob(store: LogStore): Promise<void> {
  const blob = blobId("one");
  for (const content of ["first", "second"]) await store.write({ ref: makeLane(), blobs: new Map([[blob, content]]) });
  assert.deepEqual(await store.blobs(chat, [blob]), new Map([[blob, "first"]]));
}

/** A store may keep them in pieces: what is base64 in one piece need not be so in the next, and a pair of surrogates is one character. */
async function checkLongBlobs(store: LogStore): Promise<void> {
  const million = 1_100_000;
  const base64 = "Q2xl".repeat(million / 4);
  const contents = new Map([
    [blobId("file"), `${base64}dw==`],
    [blobId("loose"), `${base64}dx==`],
    [blobId("joined"), `${"Q2xl".repeat(16_383)}dw==${base64}`],
    [blobId("mixed"), `${base64} and a word`],
    [blobId("pairs"), `a${"\u{1f600}".repeat(million / 2)}`],
    [blobId("half"), `${base64}\ud83d`],
    [blobId("quoted"), `"${base64}\0"`],
  ]);
  await store.write({ ref: makeLane(), entries: [makeMessage("a")], blobs: contents });
  await store.write({ ref: makeLane(), blobs: new Map([[blobId("file"), "another"]]) });
  const found = await store.blobs(chat, [...contents.keys()]);
  for (const [id, content] of contents) assert.ok(found.get(id) === content, `${id} is another content`);
}

async function checkTurn(store: LogStore): Promise<void> {
  const ref = makeLane();
  const running = makeTurnRecord("one", ref, { asides: [{ layer: "now", text: "noon" }] });
  const completed = makeTurnRecord("one", ref, { state: "completed", ended: 3_000 });
  await store.write({ ref, turn: running });
  assert.deepEqual(await store.turn(chat, turnId("one")), running);
  await store.write({ ref, turn: completed });
  assert.deepEqual(await store.turn(chat, turnId("one")), completed);
  assert.deepEqual(await store.turns(ref, 10), [completed]);
  assert.equal(await store.turn(chat, turnId("two")), null);
}

async function checkTurns(store: LogStore): Promise<void> {
  const ref = makeLane();
  const made = [5, 9, 7].map((began) => makeTurnRecord(`turn-${began}`, ref, { began }));
  for (const each of made) await store.write({ ref, turn: each });
  const other = makeLane("root:2");
  await store.write({ ref: other, turn: makeTurnRecord("elsewhere", other) });
  const ids = async (limit: number) => (await store.turns(ref, limit)).map(({ id }) => id);
  assert.deepEqual(await ids(10), ["turn-9", "turn-7", "turn-5"]);
  assert.deepEqual(await ids(2), ["turn-9", "turn-7"]);
  assert.deepEqual(await ids(0), []);
}

async function checkEndedTurn(store: LogStore): Promise<void> {
  const ref = makeLane();
  const completed = makeTurnRecord("one", ref, { state: "completed", ended: 3_000 });
  await store.write({ ref, turn: completed });
  await verifyFailure(
    store.write({ ref, entries: [makeMessage("late")], turn: makeTurnRecord("one", ref) }),
    "turn/not-running",
  );
  assert.deepEqual(await store.turn(chat, turnId("one")), completed);
  assert.equal((await store.read(ref, 10, null)).last, 0);
  await store.write({ ref, turn: makeTurnRecord("one", ref), reopen: true });
  assert.equal((await store.turn(chat, turnId("one")))?.state, "running");
}

async function checkHistory(store: LogStore): Promise<void> {
  const ref = makeLane();
  const running = makeTurnRecord("running", ref, { began: 3_000 });
  await store.write({ ref, turn: running });
  const completed = (id: string, began: number) => makeTurnRecord(id, ref, { state: "completed", began, ended: 5_000 });
  const [old, older] = [completed("old", 2_000), completed("older", 1_000)];
  await store.write({ ref, history: [older, completed("running", 9_000), old] });
  assert.deepEqual(await store.turns(ref, 10), [running, old, older]);
  await store.write({ ref, history: [completed("old", 9_000)] });
  assert.deepEqual(await store.turn(chat, old.id), old);
}

async function checkDerivedLines(store: LogStore): Promise<void> {
  const ref = makeLane();
  const [one, two] = [entryId("one"), entryId("two")];
  const lines = [
    { kind: "chunk", key: "c1", sources: [one, two] },
    { kind: "chunk", key: "c2", sources: [one] },
    { kind: "aside", key: "c1", sources: [one, one] },
  ] as const;
  for (const _ of [1, 2]) await store.write({ ref, derived: lines });
  const keys = async (source: typeof one, owner = me) =>
    ((await store.derivedFrom({ ...chat, owner }, [source])).get(source) ?? [])
      .map(({ kind, key }) => `${kind} ${key}`)
      .sort();
  assert.deepEqual(await keys(one), ["aside c1", "chunk c1", "chunk c2"]);
  const both = await store.derivedFrom(chat, [two, one, entryId("three"), two]);
  assert.deepEqual(new Set(both.keys()), new Set([one, two]));
  assert.deepEqual(both.get(two), [{ kind: "chunk", key: "c1" }]);
  assert.deepEqual(await keys(entryId("three")), []);
  assert.deepEqual(await keys(one, you), []);
}

async function checkOwnersApart(store: LogStore): Promise<void> {
  const mine = makeLane();
  const yours = { ...mine, owner: you };
  const blob = blobId("one");
  await store.write({
    ref: mine,
    entries: [makeMessage("a", { message: "1" })],
    blobs: new Map([[blob, "mine"]]),
    turn: makeTurnRecord("one", mine),
    claim: makeClaim("one", 1_000),
    receipt: { receipt: makeReceipt("one", mine), chunks: new Map([["c", "mine"]]) },
  });
  assert.equal((await store.read(yours, 10, turnId("one"))).last, 0);
  assert.equal((await store.blobs({ ...chat, owner: you }, [blob])).size, 0);
  assert.equal((await store.chunks({ ...chat, owner: you }, ["c"])).size, 0);
  assert.equal(await store.turn({ ...chat, owner: you }, turnId("one")), null);
  assert.deepEqual(await store.receipt({ ...chat, owner: you }, receiptId("one")), []);
  assert.deepEqual(await store.receiptsOf({ ...chat, owner: you }, turnId("turn")), []);
  assert.deepEqual(await store.receipts(yours, null, 10), []);
  assert.deepEqual(await store.leases(yours), []);
  assert.deepEqual(await store.sessions(you, { after: null, limit: 100 }), []);
  await store.write({ ref: yours, entries: [makeMessage("b", { message: "1" })], blobs: new Map([[blob, "yours"]]) });
  assert.deepEqual(await store.blobs(chat, [blob]), new Map([[blob, "mine"]]));
  assert.deepEqual(await store.blobs({ ...chat, owner: you }, [blob]), new Map([[blob, "yours"]]));
}

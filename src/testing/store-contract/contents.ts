import assert from "node:assert/strict";
import { ownerKey } from "../../core/log/keys.js";
import type { LogStore } from "../../core/ports/index.js";
import {
  blobId,
  chat,
  claim,
  entryId,
  fails,
  lane,
  me,
  receipt,
  receiptId,
  type StoreCase,
  said,
  turnId,
  turnRecord,
} from "./sample.js";

const you = ownerKey("you");

/** Blobs, turns, and what was made from entries. */
export const contentCases: readonly StoreCase[] = [
  ["Blobs come back by id, and missing ones are left out", blobs],
  ["A known blob is left as it is", knownBlob],
  ["A turn is inserted, then replaced whole", turn],
  ["A lane lists its turns newest first, up to the limit", turns],
  ["An ended turn is not written again unless it is reopened", ended],
  ["Turns of a history are inserted, and known ones left as they are", history],
  ["What was made from an entry is found by it, each line once", derived],
  ["Owners share nothing", ownersApart],
];

async function blobs(store: LogStore): Promise<void> {
  const [one, two, three] = [blobId("one"), blobId("two"), blobId("three")];
  const content = new Map([
    [one, "first"],
    [two, ""],
  ]);
  await store.write({ ref: lane(), entries: [said("a")], blobs: content });
  assert.deepEqual(await store.blobs(chat, [two, three, one, one]), content);
  assert.equal((await store.blobs(chat, [])).size, 0);
  assert.equal((await store.blobs(chat, [three])).size, 0);
}

async function knownBlob(store: LogStore): Promise<void> {
  const blob = blobId("one");
  for (const content of ["first", "second"]) await store.write({ ref: lane(), blobs: new Map([[blob, content]]) });
  assert.deepEqual(await store.blobs(chat, [blob]), new Map([[blob, "first"]]));
}

async function turn(store: LogStore): Promise<void> {
  const ref = lane();
  const running = turnRecord("one", ref, { asides: [{ layer: "now", text: "noon" }] });
  const completed = turnRecord("one", ref, { state: "completed", ended: 3_000 });
  await store.write({ ref, turn: running });
  assert.deepEqual(await store.turn(chat, turnId("one")), running);
  await store.write({ ref, turn: completed });
  assert.deepEqual(await store.turn(chat, turnId("one")), completed);
  assert.deepEqual(await store.turns(ref, 10), [completed]);
  assert.equal(await store.turn(chat, turnId("two")), null);
}

async function turns(store: LogStore): Promise<void> {
  const ref = lane();
  const made = [5, 9, 7].map((began) => turnRecord(`turn-${began}`, ref, { began }));
  for (const each of made) await store.write({ ref, turn: each });
  const other = lane("root:2");
  await store.write({ ref: other, turn: turnRecord("elsewhere", other) });
  const ids = async (limit: number) => (await store.turns(ref, limit)).map(({ id }) => id);
  assert.deepEqual(await ids(10), ["turn-9", "turn-7", "turn-5"]);
  assert.deepEqual(await ids(2), ["turn-9", "turn-7"]);
  assert.deepEqual(await ids(0), []);
}

async function ended(store: LogStore): Promise<void> {
  const ref = lane();
  const completed = turnRecord("one", ref, { state: "completed", ended: 3_000 });
  await store.write({ ref, turn: completed });
  await fails(store.write({ ref, entries: [said("late")], turn: turnRecord("one", ref) }), "turn/not-running");
  assert.deepEqual(await store.turn(chat, turnId("one")), completed);
  assert.equal((await store.read(ref, 10, null)).last, 0);
  await store.write({ ref, turn: turnRecord("one", ref), reopen: true });
  assert.equal((await store.turn(chat, turnId("one")))?.state, "running");
}

async function history(store: LogStore): Promise<void> {
  const ref = lane();
  const running = turnRecord("running", ref, { began: 3_000 });
  await store.write({ ref, turn: running });
  const completed = (id: string, began: number) => turnRecord(id, ref, { state: "completed", began, ended: 5_000 });
  const [old, older] = [completed("old", 2_000), completed("older", 1_000)];
  await store.write({ ref, history: [older, completed("running", 9_000), old] });
  assert.deepEqual(await store.turns(ref, 10), [running, old, older]);
  await store.write({ ref, history: [completed("old", 9_000)] });
  assert.deepEqual(await store.turn(chat, old.id), old);
}

async function derived(store: LogStore): Promise<void> {
  const ref = lane();
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

async function ownersApart(store: LogStore): Promise<void> {
  const mine = lane();
  const yours = { ...mine, owner: you };
  const blob = blobId("one");
  await store.write({
    ref: mine,
    entries: [said("a", { message: "1" })],
    blobs: new Map([[blob, "mine"]]),
    turn: turnRecord("one", mine),
    claim: claim("one", 1_000),
    receipt: { receipt: receipt("one", mine), chunks: new Map([["c", "mine"]]) },
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
  await store.write({ ref: yours, entries: [said("b", { message: "1" })], blobs: new Map([[blob, "yours"]]) });
  assert.deepEqual(await store.blobs(chat, [blob]), new Map([[blob, "mine"]]));
  assert.deepEqual(await store.blobs({ ...chat, owner: you }, [blob]), new Map([[blob, "yours"]]));
}

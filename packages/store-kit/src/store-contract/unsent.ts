import assert from "node:assert/strict";
import { parseOwnerKey } from "@clewline/core/log/keys.js";
import { type LogStore, mostUnsent } from "@clewline/core/ports/index.js";
import { chat, makeLane, makeSentNote, makeTurnRecord, me, type StoreCase, turnId } from "./sample.js";

const here = makeLane();
const elsewhere = makeLane("root:1", "chat:2");

/** Replies that nobody said to be sent. */
export const unsentCases: readonly StoreCase[] = [
  ["Turns with an unsent reply are listed, the last to begin first, in a session or in all of an owner", checkList],
  ["A turn that was sent is no longer listed, and sending it twice changes nothing", checkSent],
  ["Sending what is unknown, or of another session, changes nothing", checkUnknown],
  ["A history brings its unsent turns along", checkHistory],
  ["Of each session only the newest unsent turns are listed, and the others still are unsent", checkBound],
];

async function putUnsent(store: LogStore, id: string, began: number, ref = here): Promise<void> {
  const turn = makeTurnRecord(id, ref, { state: "completed", began, ended: began + 1, unsent: true });
  await store.write({ ref, turn });
}

async function listIds(store: LogStore, session = null as typeof chat.session | null, limit = 1_000) {
  return (await store.unsent(me, session, limit)).map(({ id }) => id);
}

async function checkList(store: LogStore): Promise<void> {
  assert.deepEqual(await store.unsent(me, null, 10), []);
  await putUnsent(store, "first", 1_000);
  await putUnsent(store, "third", 3_000, makeLane("topic:1:7"));
  await putUnsent(store, "second", 2_000, elsewhere);
  await store.write({
    ref: here,
    turn: makeTurnRecord("done", here, { state: "completed", began: 4_000, ended: 4_001 }),
  });
  assert.deepEqual(await listIds(store), ["third", "second", "first"]);
  assert.deepEqual(await listIds(store, chat.session), ["third", "first"]);
  assert.deepEqual(await listIds(store, null, 2), ["third", "second"]);
  assert.deepEqual(await store.unsent(parseOwnerKey("somebody"), null, 10), []);
  const [newest] = await store.unsent(me, chat.session, 1);
  assert.deepEqual(newest, await store.turn(chat, turnId("third")));
}

async function checkSent(store: LogStore): Promise<void> {
  await putUnsent(store, "first", 1_000);
  await putUnsent(store, "second", 2_000);
  const note = makeSentNote(["77"], { turn: "first" });
  for (const entries of [[note], []]) await store.write({ ref: here, entries, sent: turnId("first") });
  assert.deepEqual(await listIds(store), ["second"]);
  assert.equal((await store.turn(chat, turnId("first")))?.unsent, undefined);
  const { turns } = await store.read(here, 10);
  assert.deepEqual(
    turns.map(({ id, unsent }) => [id, unsent]),
    [["first", undefined]],
  );
}

async function checkUnknown(store: LogStore): Promise<void> {
  await putUnsent(store, "turn", 1_000);
  await store.write({ ref: here, sent: turnId("unheard-of") });
  await store.write({ ref: elsewhere, sent: turnId("turn") });
  assert.deepEqual(await listIds(store), ["turn"]);
  assert.equal(await store.turn(chat, turnId("unheard-of")), null);
}

async function checkHistory(store: LogStore): Promise<void> {
  const past = makeTurnRecord("past", here, { state: "completed", ended: 2_000, unsent: true });
  await store.write({ ref: here, history: [past] });
  assert.deepEqual(await listIds(store), ["past"]);
  await store.write({ ref: here, sent: turnId("past") });
  await store.write({ ref: here, history: [past] });
  assert.deepEqual(await listIds(store), []);
}

async function checkBound(store: LogStore): Promise<void> {
  await putUnsent(store, "elsewhere", 1, elsewhere);
  for (let number = 0; number < mostUnsent + 3; number++) await putUnsent(store, `turn-${number}`, 1_000 + number);
  assert.equal((await listIds(store, chat.session)).length, mostUnsent);
  assert.equal((await listIds(store)).length, mostUnsent + 1);
  assert.equal((await listIds(store, chat.session)).at(-1), "turn-3");
  assert.equal((await store.turn(chat, turnId("turn-0")))?.unsent, true);
  await store.write({ ref: here, sent: turnId("turn-0") });
  assert.equal((await store.turn(chat, turnId("turn-0")))?.unsent, undefined);
}

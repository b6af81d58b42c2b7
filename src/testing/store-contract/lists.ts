import assert from "node:assert/strict";
import type { LogStore } from "../../core/ports.js";
import { append, lane, me, type StoreCase, said, turnRecord } from "./sample.js";

/** Sessions and lanes for people to choose from. */
export const listCases: readonly StoreCase[] = [
  ["An owner without a log has no sessions, and an unknown session no lanes", nothing],
  ["Sessions come newest first with their sums", sessions],
  ["Lanes of a session come newest first with their sums", lanes],
  ["A late message with an old time does not make a session older", newestStays],
  ["A repeated message is not counted twice", repeated],
  ["A lane is listed from its first entry on", fromFirstEntry],
];

async function nothing(store: LogStore): Promise<void> {
  assert.deepEqual(await store.sessions(me), []);
  assert.deepEqual(await store.lanes(me, lane().session), []);
}

async function sessions(store: LogStore): Promise<void> {
  await append(store, lane("root:1", "chat:1"), said("a", { at: 100 }), said("b", { at: 300 }));
  await append(store, lane("root:2", "chat:2"), said("c", { at: 500 }));
  await append(store, lane("topic:1:9", "chat:1"), said("d", { at: 400 }));
  assert.deepEqual(await store.sessions(me), [
    { session: "chat:2", lanes: 1, entries: 1, newest: 500 },
    { session: "chat:1", lanes: 2, entries: 3, newest: 400 },
  ]);
}

async function lanes(store: LogStore): Promise<void> {
  const [root, topic] = [lane("root:1"), lane("topic:1:9")];
  await append(store, root, said("a", { at: 100 }), said("b", { at: 300 }));
  await append(store, topic, said("c", { at: 400 }));
  await append(store, lane("root:2", "chat:2"), said("d", { at: 900 }));
  assert.deepEqual(await store.lanes(me, root.session), [
    { ref: topic, entries: 1, newest: 400 },
    { ref: root, entries: 2, newest: 300 },
  ]);
}

async function newestStays(store: LogStore): Promise<void> {
  const ref = lane();
  await append(store, ref, said("new", { at: 500 }));
  await append(store, ref, said("late", { at: 100 }));
  assert.deepEqual(await store.lanes(me, ref.session), [{ ref, entries: 2, newest: 500 }]);
}

async function repeated(store: LogStore): Promise<void> {
  const ref = lane();
  for (const _ of [1, 2]) await append(store, ref, said("a", { message: "1", at: 5 }));
  assert.deepEqual(await store.sessions(me), [{ session: ref.session, lanes: 1, entries: 1, newest: 5 }]);
}

async function fromFirstEntry(store: LogStore): Promise<void> {
  const ref = lane();
  await store.write({ ref, turn: turnRecord("one", ref) });
  assert.deepEqual(await store.sessions(me), []);
  assert.deepEqual(await store.lanes(me, ref.session), []);
  await append(store, ref, said("a", { at: 5 }));
  assert.deepEqual(await store.lanes(me, ref.session), [{ ref, entries: 1, newest: 5 }]);
}

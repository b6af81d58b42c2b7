import assert from "node:assert/strict";
import type { LogStore, Scope } from "../../core/ports/index.js";
import { answered, append, lane, me, nth, revised, type StoreCase, said, withdrawn } from "./sample.js";
import { found } from "./search-sample.js";

/** Only what a message says now is found. */
export const searchVersionCases: readonly StoreCase[] = [
  ["A withdrawn message is not found, nor any edit of it", withdrawnTarget],
  ["A message is not found after a withdrawal of its channel id in any lane of the session", withdrawnSource],
  ["Of an edited message only the newest version is found, whichever came last", edited],
  ["Of an answer that was edited only the edit is found", editedAnswer],
];

async function withdrawnTarget(store: LogStore): Promise<void> {
  const written = await append(
    store,
    lane(),
    said("first river", { message: "1" }),
    said("second river"),
    said("third river"),
  );
  const [first, second] = written;
  assert.ok(first && second);
  await append(store, lane(), revised(first.id, "edited river", { message: "1", revision: 5 }), withdrawn(second.id));
  assert.deepEqual(await found(store, "river"), ["edited river", "third river"]);
  await append(store, lane(), withdrawn(first.id), revised(first.id, "late river", { message: "1", revision: 9 }));
  assert.deepEqual(await found(store, "river"), ["third river"]);
  assert.deepEqual(await found(store, "river", 1), ["third river"]);
}

async function withdrawnSource(store: LogStore): Promise<void> {
  const topic = lane("topic:1:2");
  const drafts = [said("first river", { message: "1" }), said("newer river", { message: "1", revision: 3 })];
  const newer = nth(await append(store, topic, ...drafts, said("other river", { message: "2" })), 1);
  await append(store, lane("root:1"), withdrawn(newer.id, { message: "1", revision: 4 }));
  assert.deepEqual(await found(store, "river", 10, { kind: "lane", ref: topic }), ["other river"]);
  const session: Scope = { kind: "session", owner: me, session: topic.session };
  assert.deepEqual(await found(store, "river", 10, session), ["other river"]);
}

async function edited(store: LogStore): Promise<void> {
  const { id } = nth(await append(store, lane(), said("first river", { message: "1" })), 0);
  await append(store, lane(), revised(id, "newest river", { message: "1", revision: 9 }));
  await append(store, lane(), revised(id, "late river", { message: "1", revision: 5 }));
  assert.deepEqual(await found(store, "river"), ["newest river"]);
  assert.deepEqual(await found(store, "first"), []);
  await append(store, lane(), revised(id, "dry land", { message: "1", revision: 10 }));
  assert.deepEqual(await found(store, "river"), []);
  assert.deepEqual(await found(store, "land"), ["dry land"]);
}

async function editedAnswer(store: LogStore): Promise<void> {
  const { id } = nth(await append(store, lane(), answered("old river", { turn: "one" })), 0);
  await append(store, lane(), revised(id, "new river", { message: "8", revision: 5 }));
  assert.deepEqual(await found(store, "river"), ["new river"]);
}

import assert from "node:assert/strict";
import { parseOwnerKey } from "@clewline/core/log/keys.js";
import type { LogStore, SearchScope } from "@clewline/core/ports/index.js";
import {
  append,
  listTexts,
  makeLane,
  makeMessage,
  makeRevision,
  makeWithdrawal,
  me,
  type StoreCase,
} from "../sample.js";

/** A search sees nothing beyond its scope, and nothing there has any influence. */
export const searchWallCases: readonly StoreCase[] = [
  ["A search finds what its lane, its session or its owner has, and nothing else", checkScopes],
  ["The same words elsewhere change neither what is found nor its order", checkNoInfluence],
  ["A withdrawal or an edit in another session or of another owner hides nothing", checkForeignChanges],
];

const you = parseOwnerKey("you");
const refs = {
  mine: makeLane("root:1", "chat:1"),
  sibling: makeLane("root:2", "chat:1"),
  otherSession: makeLane("root:1", "chat:2"),
  otherOwner: makeLane("root:1", "chat:1", you),
};

async function search(store: LogStore, scope: SearchScope, limit = 10): Promise<readonly string[]> {
  return listTexts((await store.search(scope, ["river", "stone"], limit)).found.map(({ entry }) => entry));
}

async function checkScopes(store: LogStore): Promise<void> {
  for (const [name, ref] of Object.entries(refs)) await append(store, ref, makeMessage(`river ${name}`));
  const { session } = refs.mine;
  assert.deepEqual(await search(store, { kind: "lane", ref: refs.mine }), ["river mine"]);
  assert.deepEqual(await search(store, { kind: "session", owner: me, session }), ["river sibling", "river mine"]);
  const all = ["river otherSession", "river sibling", "river mine"];
  assert.deepEqual(await search(store, { kind: "owner", owner: me }), all);
  assert.deepEqual(await search(store, { kind: "owner", owner: you }), ["river otherOwner"]);
  assert.deepEqual(await search(store, { kind: "session", owner: you, session }), ["river otherOwner"]);
  assert.deepEqual(await search(store, { kind: "owner", owner: parseOwnerKey("nobody") }), []);
}

async function checkNoInfluence(store: LogStore): Promise<void> {
  const own = ["river one", "stone two", "river stone three", "river four", "stone five"];
  await append(store, refs.mine, ...own.map((text) => makeMessage(text)));
  const scope: SearchScope = { kind: "lane", ref: refs.mine };
  const before = await store.search(scope, ["river", "stone"], 3);
  const crowd = Array.from({ length: 300 }, (_, index) => (index % 3 === 0 ? "stone river" : "stone stone stone"));
  for (const ref of [refs.sibling, refs.otherSession, refs.otherOwner]) {
    await append(store, ref, ...crowd.map((text) => makeMessage(text)));
  }
  assert.deepEqual(listTexts(before.found.map(({ entry }) => entry)), [
    "river stone three",
    "stone five",
    "river four",
  ]);
  assert.deepEqual(await store.search(scope, ["river", "stone"], 3), before);
}

async function checkForeignChanges(store: LogStore): Promise<void> {
  const [entry] = await append(store, refs.mine, makeMessage("red river", { message: "1" }));
  assert.ok(entry);
  for (const ref of [refs.otherSession, refs.otherOwner]) {
    await append(store, ref, makeMessage("green river", { message: "1", id: entry.id }));
    await append(store, ref, makeRevision(entry.id, "blue river", { message: "1", revision: 5 }));
    await append(store, ref, makeWithdrawal(entry.id, { message: "1", revision: 9 }));
  }
  assert.deepEqual(await search(store, { kind: "lane", ref: refs.mine }), ["red river"]);
  assert.deepEqual(await search(store, { kind: "owner", owner: me }), ["red river"]);
}

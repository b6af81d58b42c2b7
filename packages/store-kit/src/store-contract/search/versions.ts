import assert from "node:assert/strict";
import type { LogStore, SearchScope } from "@clewline/core/ports/index.js";
import {
  append,
  makeAnswer,
  makeLane,
  makeMessage,
  makeRevision,
  makeWithdrawal,
  me,
  nth,
  type StoreCase,
} from "../sample.js";
import { findTexts } from "./sample.js";

/** A search finds only a message's current words. */
export const searchVersionCases: readonly StoreCase[] = [
  ["A withdrawn message is not found, nor any edit of it", checkWithdrawnTarget],
  ["A message is not found after a withdrawal of its channel id in any lane of the session", checkWithdrawnSource],
  ["Of an edited message only the newest version is found, whichever came last", checkEditedMessage],
  ["Of an answer that was edited only the edit is found", checkEditedAnswer],
];

async function checkWithdrawnTarget(store: LogStore): Promise<void> {
  const written = await append(
    store,
    makeLane(),
    makeMessage("first river", { message: "1" }),
    makeMessage("second river"),
    makeMessage("third river"),
  );
  const [first, second] = written;
  assert.ok(first && second);
  await append(
    store,
    makeLane(),
    makeRevision(first.id, "edited river", { message: "1", revision: 5 }),
    makeWithdrawal(second.id),
  );
  assert.deepEqual(await findTexts(store, "river"), ["edited river", "third river"]);
  await append(
    store,
    makeLane(),
    makeWithdrawal(first.id),
    makeRevision(first.id, "late river", { message: "1", revision: 9 }),
  );
  assert.deepEqual(await findTexts(store, "river"), ["third river"]);
  assert.deepEqual(await findTexts(store, "river", 1), ["third river"]);
}

async function checkWithdrawnSource(store: LogStore): Promise<void> {
  const topic = makeLane("topic:1:2");
  const drafts = [
    makeMessage("first river", { message: "1" }),
    makeMessage("newer river", { message: "1", revision: 3 }),
  ];
  const newer = nth(await append(store, topic, ...drafts, makeMessage("other river", { message: "2" })), 1);
  await append(store, makeLane("root:1"), makeWithdrawal(newer.id, { message: "1", revision: 4 }));
  assert.deepEqual(await findTexts(store, "river", 10, { kind: "lane", ref: topic }), ["other river"]);
  const session: SearchScope = { kind: "session", owner: me, session: topic.session };
  assert.deepEqual(await findTexts(store, "river", 10, session), ["other river"]);
}

async function checkEditedMessage(store: LogStore): Promise<void> {
  const { id } = nth(await append(store, makeLane(), makeMessage("first river", { message: "1" })), 0);
  await append(store, makeLane(), makeRevision(id, "newest river", { message: "1", revision: 9 }));
  await append(store, makeLane(), makeRevision(id, "late river", { message: "1", revision: 5 }));
  assert.deepEqual(await findTexts(store, "river"), ["newest river"]);
  assert.deepEqual(await findTexts(store, "first"), []);
  await append(store, makeLane(), makeRevision(id, "dry land", { message: "1", revision: 10 }));
  assert.deepEqual(await findTexts(store, "river"), []);
  assert.deepEqual(await findTexts(store, "land"), ["dry land"]);
}

async function checkEditedAnswer(store: LogStore): Promise<void> {
  const { id } = nth(await append(store, makeLane(), makeAnswer("old river", { turn: "one" })), 0);
  await append(store, makeLane(), makeRevision(id, "new river", { message: "8", revision: 5 }));
  assert.deepEqual(await findTexts(store, "river"), ["new river"]);
}

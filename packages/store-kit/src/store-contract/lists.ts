import assert from "node:assert/strict";
import { renderPlainText } from "@clewline/core/log/entry.js";
import { parseOwnerKey } from "@clewline/core/log/keys.js";
import type { LogStore, SessionSummary } from "@clewline/core/ports/index.js";
import {
  append,
  chat,
  makeAnswer,
  makeLane,
  makeMessage,
  makeRevision,
  makeTurnRecord,
  me,
  nth,
  type StoreCase,
} from "./sample.js";

/** Sessions and lanes for people to choose from. */
export const listCases: readonly StoreCase[] = [
  ["An owner without a log has no sessions, and an unknown session no lanes", checkNothing],
  ["Sessions come newest first with their sums", checkSessions],
  ["Sessions come page by page, each once, those of one instant included", checkPages],
  ["A session that is written to between two pages is at the front again", checkMovedSession],
  ["Lanes of a session come newest first with their sums", checkLanes],
  ["A late message with an old time does not make a session older", checkLateMessage],
  ["A repeated message is not counted twice", checkRepeatedMessage],
  ["A lane is listed from its first entry on", checkFirstEntry],
  ["What was said last in a session comes in the order of writing, whichever lane it is in", checkRecentlySaid],
  ["What was said last is counted among all entries of its session and of no other", checkRecentlySaidBounds],
];

async function checkNothing(store: LogStore): Promise<void> {
  assert.deepEqual(await store.sessions(me, { after: null, limit: 100 }), []);
  assert.deepEqual(await store.lanes(chat), []);
}

async function checkSessions(store: LogStore): Promise<void> {
  await append(store, makeLane("root:1", "chat:1"), makeMessage("a", { at: 100 }), makeMessage("b", { at: 300 }));
  await append(store, makeLane("root:2", "chat:2"), makeMessage("c", { at: 500 }));
  await append(store, makeLane("topic:1:9", "chat:1"), makeMessage("d", { at: 400 }));
  assert.deepEqual(await store.sessions(me, { after: null, limit: 100 }), [
    { session: "chat:2", lanes: 1, entries: 1, newest: 500 },
    { session: "chat:1", lanes: 2, entries: 3, newest: 400 },
  ]);
}

async function checkPages(store: LogStore): Promise<void> {
  const times = [5, 3, 9, 3, 3, 1, 9];
  for (const [index, at] of times.entries())
    await append(store, makeLane("root:1", `chat:${index}`), makeMessage("a", { at }));
  await append(store, makeLane("root:1", "chat:1", parseOwnerKey("you")), makeMessage("of somebody else", { at: 4 }));
  const whole = await store.sessions(me, { after: null, limit: 100 });
  assert.deepEqual(
    whole.map(({ session }) => session),
    ["chat:2", "chat:6", "chat:0", "chat:1", "chat:3", "chat:4", "chat:5"],
  );
  for (const limit of [1, 2, 3]) {
    const listed: SessionSummary[] = [];
    for (let page = await store.sessions(me, { after: null, limit }); page.length > 0; ) {
      listed.push(...page);
      page = await store.sessions(me, { after: nth(page, page.length - 1), limit });
    }
    assert.deepEqual(listed, whole);
  }
  assert.deepEqual(await store.sessions(me, { after: null, limit: 0 }), []);
}

async function checkMovedSession(store: LogStore): Promise<void> {
  for (const index of [1, 2, 3])
    await append(store, makeLane("root:1", `chat:${index}`), makeMessage("a", { at: index }));
  const [first] = await store.sessions(me, { after: null, limit: 1 });
  await append(store, makeLane("root:1", "chat:1"), makeMessage("b", { at: 9 }));
  const names = (listed: readonly SessionSummary[]) => listed.map(({ session }) => session);
  assert.deepEqual(names(await store.sessions(me, { after: first ?? null, limit: 9 })), ["chat:2"]);
  assert.deepEqual(names(await store.sessions(me, { after: null, limit: 9 })), ["chat:1", "chat:3", "chat:2"]);
}

async function checkLanes(store: LogStore): Promise<void> {
  const [root, topic] = [makeLane("root:1"), makeLane("topic:1:9")];
  await append(store, root, makeMessage("a", { at: 100 }), makeMessage("b", { at: 300 }));
  await append(store, topic, makeMessage("c", { at: 400 }));
  await append(store, makeLane("root:2", "chat:2"), makeMessage("d", { at: 900 }));
  assert.deepEqual(await store.lanes(root), [
    { ref: topic, entries: 1, newest: 400 },
    { ref: root, entries: 2, newest: 300 },
  ]);
}

async function checkLateMessage(store: LogStore): Promise<void> {
  const ref = makeLane();
  await append(store, ref, makeMessage("new", { at: 500 }));
  await append(store, ref, makeMessage("late", { at: 100 }));
  assert.deepEqual(await store.lanes(ref), [{ ref, entries: 2, newest: 500 }]);
}

async function checkRepeatedMessage(store: LogStore): Promise<void> {
  const ref = makeLane();
  for (const _ of [1, 2]) await append(store, ref, makeMessage("a", { message: "1", at: 5 }));
  assert.deepEqual(await store.sessions(me, { after: null, limit: 100 }), [
    { session: ref.session, lanes: 1, entries: 1, newest: 5 },
  ]);
}

async function checkFirstEntry(store: LogStore): Promise<void> {
  const ref = makeLane();
  await store.write({ ref, turn: makeTurnRecord("one", ref) });
  assert.deepEqual(await store.sessions(me, { after: null, limit: 100 }), []);
  assert.deepEqual(await store.lanes(ref), []);
  await append(store, ref, makeMessage("a", { at: 5 }));
  assert.deepEqual(await store.lanes(ref), [{ ref, entries: 1, newest: 5 }]);
}

async function checkRecentlySaid(store: LogStore): Promise<void> {
  const [root, reply] = [makeLane("root:1"), makeLane("reply:1:2")];
  assert.deepEqual(await store.recentSaid(root, 5), []);
  const first = nth(await append(store, root, makeMessage("a", { at: 300, message: "1" })), 0);
  const second = nth(await append(store, reply, makeMessage("b", { at: 100, message: "2" })), 0);
  const third = nth(await append(store, root, makeAnswer("c", { at: 200 })), 0);
  const all = [
    { ref: root, entry: first },
    { ref: reply, entry: second },
    { ref: root, entry: third },
  ];
  assert.deepEqual(await store.recentSaid(root, 5), all);
  assert.deepEqual(await store.recentSaid(root, 2), all.slice(1));
  assert.deepEqual(await store.recentSaid(root, 0), []);
}

async function checkRecentlySaidBounds(store: LogStore): Promise<void> {
  const ref = makeLane("root:1");
  const written = await append(store, ref, makeMessage("a", { message: "1" }), makeMessage("b", { message: "2" }));
  await append(store, ref, makeRevision(nth(written, 0).id, "A", { message: "1", revision: 9 }));
  await append(store, makeLane("child:explorer-1"), makeMessage("of a subagent"));
  await append(store, makeLane("root:1", "chat:2"), makeMessage("elsewhere"));
  await append(store, makeLane("root:1", "chat:1", parseOwnerKey("you")), makeMessage("of somebody else"));
  const texts = (await store.recentSaid(ref, 2)).map(({ entry }) => renderPlainText(entry.parts));
  assert.deepEqual(texts, ["b"]);
  assert.equal((await store.recentSaid(ref, 3)).length, 2);
}

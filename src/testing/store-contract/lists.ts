import assert from "node:assert/strict";
import { plainText } from "../../core/log/entry.js";
import { ownerKey } from "../../core/log/keys.js";
import type { LogStore, SessionSummary } from "../../core/ports/index.js";
import { answered, append, chat, lane, me, nth, revised, type StoreCase, said, turnRecord } from "./sample.js";

/** Sessions and lanes for people to choose from. */
export const listCases: readonly StoreCase[] = [
  ["An owner without a log has no sessions, and an unknown session no lanes", nothing],
  ["Sessions come newest first with their sums", sessions],
  ["Sessions come page by page, each once, those of one instant included", pages],
  ["A session that is written to between two pages is at the front again", movedBetweenPages],
  ["Lanes of a session come newest first with their sums", lanes],
  ["A late message with an old time does not make a session older", newestStays],
  ["A repeated message is not counted twice", repeated],
  ["A lane is listed from its first entry on", fromFirstEntry],
  ["What was said last in a session comes in the order of writing, whichever lane it is in", recentlySaid],
  ["What was said last is counted among all entries of its session and of no other", recentlySaidBounds],
];

async function nothing(store: LogStore): Promise<void> {
  assert.deepEqual(await store.sessions(me, { after: null, limit: 100 }), []);
  assert.deepEqual(await store.lanes(chat), []);
}

async function sessions(store: LogStore): Promise<void> {
  await append(store, lane("root:1", "chat:1"), said("a", { at: 100 }), said("b", { at: 300 }));
  await append(store, lane("root:2", "chat:2"), said("c", { at: 500 }));
  await append(store, lane("topic:1:9", "chat:1"), said("d", { at: 400 }));
  assert.deepEqual(await store.sessions(me, { after: null, limit: 100 }), [
    { session: "chat:2", lanes: 1, entries: 1, newest: 500 },
    { session: "chat:1", lanes: 2, entries: 3, newest: 400 },
  ]);
}

async function pages(store: LogStore): Promise<void> {
  const times = [5, 3, 9, 3, 3, 1, 9];
  for (const [index, at] of times.entries()) await append(store, lane("root:1", `chat:${index}`), said("a", { at }));
  await append(store, lane("root:1", "chat:1", ownerKey("you")), said("of somebody else", { at: 4 }));
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

async function movedBetweenPages(store: LogStore): Promise<void> {
  for (const index of [1, 2, 3]) await append(store, lane("root:1", `chat:${index}`), said("a", { at: index }));
  const [first] = await store.sessions(me, { after: null, limit: 1 });
  await append(store, lane("root:1", "chat:1"), said("b", { at: 9 }));
  const names = (listed: readonly SessionSummary[]) => listed.map(({ session }) => session);
  assert.deepEqual(names(await store.sessions(me, { after: first ?? null, limit: 9 })), ["chat:2"]);
  assert.deepEqual(names(await store.sessions(me, { after: null, limit: 9 })), ["chat:1", "chat:3", "chat:2"]);
}

async function lanes(store: LogStore): Promise<void> {
  const [root, topic] = [lane("root:1"), lane("topic:1:9")];
  await append(store, root, said("a", { at: 100 }), said("b", { at: 300 }));
  await append(store, topic, said("c", { at: 400 }));
  await append(store, lane("root:2", "chat:2"), said("d", { at: 900 }));
  assert.deepEqual(await store.lanes(root), [
    { ref: topic, entries: 1, newest: 400 },
    { ref: root, entries: 2, newest: 300 },
  ]);
}

async function newestStays(store: LogStore): Promise<void> {
  const ref = lane();
  await append(store, ref, said("new", { at: 500 }));
  await append(store, ref, said("late", { at: 100 }));
  assert.deepEqual(await store.lanes(ref), [{ ref, entries: 2, newest: 500 }]);
}

async function repeated(store: LogStore): Promise<void> {
  const ref = lane();
  for (const _ of [1, 2]) await append(store, ref, said("a", { message: "1", at: 5 }));
  assert.deepEqual(await store.sessions(me, { after: null, limit: 100 }), [
    { session: ref.session, lanes: 1, entries: 1, newest: 5 },
  ]);
}

async function fromFirstEntry(store: LogStore): Promise<void> {
  const ref = lane();
  await store.write({ ref, turn: turnRecord("one", ref) });
  assert.deepEqual(await store.sessions(me, { after: null, limit: 100 }), []);
  assert.deepEqual(await store.lanes(ref), []);
  await append(store, ref, said("a", { at: 5 }));
  assert.deepEqual(await store.lanes(ref), [{ ref, entries: 1, newest: 5 }]);
}

async function recentlySaid(store: LogStore): Promise<void> {
  const [root, reply] = [lane("root:1"), lane("reply:1:2")];
  assert.deepEqual(await store.recentSaid(root, 5), []);
  const first = nth(await append(store, root, said("a", { at: 300, message: "1" })), 0);
  const second = nth(await append(store, reply, said("b", { at: 100, message: "2" })), 0);
  const third = nth(await append(store, root, answered("c", { at: 200 })), 0);
  const all = [
    { ref: root, entry: first },
    { ref: reply, entry: second },
    { ref: root, entry: third },
  ];
  assert.deepEqual(await store.recentSaid(root, 5), all);
  assert.deepEqual(await store.recentSaid(root, 2), all.slice(1));
  assert.deepEqual(await store.recentSaid(root, 0), []);
}

async function recentlySaidBounds(store: LogStore): Promise<void> {
  const ref = lane("root:1");
  const written = await append(store, ref, said("a", { message: "1" }), said("b", { message: "2" }));
  await append(store, ref, revised(nth(written, 0).id, "A", { message: "1", revision: 9 }));
  await append(store, lane("child:explorer-1"), said("of a subagent"));
  await append(store, lane("root:1", "chat:2"), said("elsewhere"));
  await append(store, lane("root:1", "chat:1", ownerKey("you")), said("of somebody else"));
  const texts = (await store.recentSaid(ref, 2)).map(({ entry }) => plainText(entry.parts));
  assert.deepEqual(texts, ["b"]);
  assert.equal((await store.recentSaid(ref, 3)).length, 2);
}

import assert from "node:assert/strict";
import { parseOwnerKey } from "@clewline/core/log/keys.js";
import { makeAddress } from "@clewline/core/log/pointer.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import {
  append,
  chat,
  entryId,
  makeAnswer,
  makeLane,
  makeMessage,
  makeRevision,
  makeSentNote,
  makeWithdrawal,
  nth,
  type StoreCase,
  sampleHash,
} from "./sample.js";

const you = parseOwnerKey("you");

/** One entry by one of its names. */
export const lookupCases: readonly StoreCase[] = [
  ["A message is found by its channel id, in whichever lane it is", checkSourceLookup],
  ["Of several revisions the newest is found, in the lane of the message", checkNewestRevision],
  ["A message that was said again in another lane is found there", checkMovedMessage],
  ["A withdrawn message is found as its withdrawal", checkWithdrawnMessage],
  ["The id of an answer finds the last thing that the agent said in that turn", checkSentLookup],
  ["The id of an answer finds the note where the turn has no words of the agent", checkSentNoteLookup],
  ["A message's own id comes before a note without an answer", checkOwnIdFirst],
  ["An answer comes before a message with the same id", checkAnswerFirst],
  ["Channel ids of another session or owner find nothing", checkSourcesApart],
  ["Every entry has an address of its own and is found by it", checkAddressLookup],
  ["An address is found only by its owner", checkAddressesApart],
  ["An entry is found by its id in its own lane only", checkIdLookup],
];

async function checkSourceLookup(store: LogStore): Promise<void> {
  const ref = makeLane("topic:1:2");
  const [entry] = await append(store, ref, makeMessage("hello", { message: "1" }));
  await append(store, makeLane("root:1"), makeMessage("else", { message: "2" }));
  assert.deepEqual(await store.bySource(ref, "1"), { ref, entry });
  assert.equal(await store.bySource(ref, "3"), null);
}

async function checkNewestRevision(store: LogStore): Promise<void> {
  const ref = makeLane("topic:1:2");
  const first = nth(await append(store, ref, makeMessage("a", { message: "1" })), 0);
  const [newest] = await append(store, makeLane("root:1"), makeRevision(first.id, "c", { message: "1", revision: 9 }));
  await append(store, ref, makeRevision(first.id, "b", { message: "1", revision: 5 }));
  assert.deepEqual(await store.bySource(ref, "1"), { ref, entry: newest });
}

async function checkMovedMessage(store: LogStore): Promise<void> {
  const [from, to] = [makeLane("reply:1:7"), makeLane("root:1")];
  const first = nth(await append(store, from, makeMessage("a", { message: "1" })), 0);
  const [moved] = await append(store, to, makeMessage("a", { message: "1", revision: 1 }));
  await append(store, from, makeWithdrawal(first.id));
  assert.deepEqual(await store.bySource(from, "1"), { ref: to, entry: moved });
}

async function checkWithdrawnMessage(store: LogStore): Promise<void> {
  const ref = makeLane();
  const first = nth(await append(store, ref, makeMessage("a", { message: "1" })), 0);
  const source = { message: "1", revision: 9 };
  const [gone] = await append(store, ref, makeWithdrawal(first.id, source));
  assert.deepEqual(await store.bySource(ref, "1"), { ref, entry: gone });
}

async function checkSentLookup(store: LogStore): Promise<void> {
  const ref = makeLane("topic:1:2");
  const written = await append(
    store,
    ref,
    makeMessage("question", { turn: "one", message: "1" }),
    makeAnswer("thinking aloud", { turn: "one" }),
    makeAnswer("answer", { turn: "one" }),
    makeSentNote(["8", "9"], { turn: "one" }),
    makeAnswer("other turn", { turn: "two" }),
  );
  for (const message of ["8", "9"]) {
    assert.deepEqual(await store.bySource(ref, message), { ref, entry: nth(written, 2) });
  }
}

async function checkSentNoteLookup(store: LogStore): Promise<void> {
  const ref = makeLane();
  const drafts = [
    makeMessage("question", { turn: "one" }),
    makeSentNote(["8"], { turn: "one" }),
    makeSentNote(["9"]),
    makeAnswer("no turn"),
  ];
  const written = await append(store, ref, ...drafts);
  assert.deepEqual(await store.bySource(ref, "8"), { ref, entry: nth(written, 1) });
  assert.deepEqual(await store.bySource(ref, "9"), { ref, entry: nth(written, 2) });
}

async function checkOwnIdFirst(store: LogStore): Promise<void> {
  const ref = makeLane();
  const [own] = await append(store, ref, makeMessage("hello", { message: "1" }), makeSentNote(["1"], { turn: "one" }));
  assert.deepEqual(await store.bySource(ref, "1"), { ref, entry: own });
}

async function checkAnswerFirst(store: LogStore): Promise<void> {
  const [ref, elsewhere] = [makeLane(), makeLane("reply:1:7")];
  const echo = nth(await append(store, elsewhere, makeMessage("answer", { message: "8" })), 0);
  const written = await append(store, ref, makeAnswer("answer", { turn: "one" }), makeSentNote(["8"], { turn: "one" }));
  await append(store, elsewhere, makeWithdrawal(echo.id));
  assert.deepEqual(await store.bySource(ref, "8"), { ref, entry: nth(written, 0) });
}

async function checkSourcesApart(store: LogStore): Promise<void> {
  const ref = makeLane();
  await append(store, ref, makeMessage("hello", { message: "1" }), makeSentNote(["2"]));
  for (const message of ["1", "2"]) {
    assert.equal(await store.bySource(makeLane("root:1", "chat:2"), message), null);
    assert.equal(await store.bySource({ ...ref, owner: you }, message), null);
  }
}

async function checkAddressLookup(store: LogStore): Promise<void> {
  const refs = [makeLane("root:1"), makeLane("root:2"), makeLane("root:1", "chat:2")];
  const seen = new Set<string>();
  for (const ref of refs) {
    for (const entry of await append(store, ref, ...Array.from({ length: 50 }, () => makeMessage("hello")))) {
      const address = makeAddress(ref, entry.seq, sampleHash);
      seen.add(address);
      assert.deepEqual(await store.byAddress(ref, address), { ref, entry });
    }
  }
  assert.equal(seen.size, 150);
  assert.equal(await store.byAddress(chat, makeAddress(makeLane("root:1"), 51, sampleHash)), null);
}

async function checkAddressesApart(store: LogStore): Promise<void> {
  const ref = makeLane();
  await append(store, ref, makeMessage("mine"));
  assert.equal(await store.byAddress({ ...chat, owner: you }, makeAddress(ref, 1, sampleHash)), null);
}

async function checkIdLookup(store: LogStore): Promise<void> {
  const ref = makeLane("root:1");
  const [entry] = await append(store, ref, makeMessage("hello", { id: "here" }));
  assert.deepEqual(await store.byId(ref, entryId("here")), entry);
  assert.equal(await store.byId(ref, entryId("elsewhere")), null);
  await append(store, makeLane("root:2"), makeMessage("other"));
  assert.equal(await store.byId(makeLane("root:2"), entryId("here")), null);
}

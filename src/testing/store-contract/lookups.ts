import assert from "node:assert/strict";
import { ownerKey } from "../../core/log/keys.js";
import { addressOf } from "../../core/log/pointer.js";
import type { LogStore } from "../../core/ports/index.js";
import {
  answered,
  append,
  chat,
  entryId,
  lane,
  nth,
  revised,
  type StoreCase,
  said,
  sampleHash,
  sent,
  withdrawn,
} from "./sample.js";

const you = ownerKey("you");

/** One entry by one of its names. */
export const lookupCases: readonly StoreCase[] = [
  ["A message is found by its channel id, in whichever lane it is", bySource],
  ["Of several revisions the newest is found, in the lane of the first", newestRevision],
  ["A withdrawn message is found as its withdrawal", withdrawnMessage],
  ["The id of an answer finds the last thing that the agent said in that turn", bySent],
  ["The id of an answer finds the note where the turn has no words of the agent", bySentAlone],
  ["A message's own id comes before an answer's", ownBeforeSent],
  ["Channel ids of another session or owner find nothing", sourcesApart],
  ["Every entry has an address of its own and is found by it", byAddress],
  ["An address is found only by its owner", addressesApart],
  ["An entry is found by its id in its own lane only", byId],
];

async function bySource(store: LogStore): Promise<void> {
  const ref = lane("topic:1:2");
  const [entry] = await append(store, ref, said("hello", { message: "1" }));
  await append(store, lane("root:1"), said("else", { message: "2" }));
  assert.deepEqual(await store.bySource(ref, "1"), { ref, entry });
  assert.equal(await store.bySource(ref, "3"), null);
}

async function newestRevision(store: LogStore): Promise<void> {
  const ref = lane("topic:1:2");
  const first = nth(await append(store, ref, said("a", { message: "1" })), 0);
  const [newest] = await append(store, lane("root:1"), revised(first.id, "c", { message: "1", revision: 9 }));
  await append(store, ref, revised(first.id, "b", { message: "1", revision: 5 }));
  assert.deepEqual(await store.bySource(ref, "1"), { ref, entry: newest });
}

async function withdrawnMessage(store: LogStore): Promise<void> {
  const ref = lane();
  const first = nth(await append(store, ref, said("a", { message: "1" })), 0);
  const source = { message: "1", revision: 9 };
  const [gone] = await append(store, ref, withdrawn(first.id, source));
  assert.deepEqual(await store.bySource(ref, "1"), { ref, entry: gone });
}

async function bySent(store: LogStore): Promise<void> {
  const ref = lane("topic:1:2");
  const written = await append(
    store,
    ref,
    said("question", { turn: "one", message: "1" }),
    answered("thinking aloud", { turn: "one" }),
    answered("answer", { turn: "one" }),
    sent(["8", "9"], { turn: "one" }),
    answered("other turn", { turn: "two" }),
  );
  for (const message of ["8", "9"]) {
    assert.deepEqual(await store.bySource(ref, message), { ref, entry: nth(written, 2) });
  }
}

async function bySentAlone(store: LogStore): Promise<void> {
  const ref = lane();
  const drafts = [said("question", { turn: "one" }), sent(["8"], { turn: "one" }), sent(["9"]), answered("no turn")];
  const written = await append(store, ref, ...drafts);
  assert.deepEqual(await store.bySource(ref, "8"), { ref, entry: nth(written, 1) });
  assert.deepEqual(await store.bySource(ref, "9"), { ref, entry: nth(written, 2) });
}

async function ownBeforeSent(store: LogStore): Promise<void> {
  const ref = lane();
  const [own] = await append(store, ref, said("hello", { message: "1" }), sent(["1"], { turn: "one" }));
  assert.deepEqual(await store.bySource(ref, "1"), { ref, entry: own });
}

async function sourcesApart(store: LogStore): Promise<void> {
  const ref = lane();
  await append(store, ref, said("hello", { message: "1" }), sent(["2"]));
  for (const message of ["1", "2"]) {
    assert.equal(await store.bySource(lane("root:1", "chat:2"), message), null);
    assert.equal(await store.bySource({ ...ref, owner: you }, message), null);
  }
}

async function byAddress(store: LogStore): Promise<void> {
  const refs = [lane("root:1"), lane("root:2"), lane("root:1", "chat:2")];
  const seen = new Set<string>();
  for (const ref of refs) {
    for (const entry of await append(store, ref, ...Array.from({ length: 50 }, () => said("hello")))) {
      const address = addressOf(ref, entry.seq, sampleHash);
      seen.add(address);
      assert.deepEqual(await store.byAddress(ref, address), { ref, entry });
    }
  }
  assert.equal(seen.size, 150);
  assert.equal(await store.byAddress(chat, addressOf(lane("root:1"), 51, sampleHash)), null);
}

async function addressesApart(store: LogStore): Promise<void> {
  const ref = lane();
  await append(store, ref, said("mine"));
  assert.equal(await store.byAddress({ ...chat, owner: you }, addressOf(ref, 1, sampleHash)), null);
}

async function byId(store: LogStore): Promise<void> {
  const ref = lane("root:1");
  const [entry] = await append(store, ref, said("hello", { id: "here" }));
  assert.deepEqual(await store.byId(ref, entryId("here")), entry);
  assert.equal(await store.byId(ref, entryId("elsewhere")), null);
  await append(store, lane("root:2"), said("other"));
  assert.equal(await store.byId(lane("root:2"), entryId("here")), null);
}

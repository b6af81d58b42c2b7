import assert from "node:assert/strict";
import type { LogStore } from "../../core/ports/index.js";
import {
  append,
  blobId,
  chat,
  claim,
  entryId,
  fails,
  lane,
  me,
  receiptId,
  type StoreCase,
  said,
  turnId,
  turnRecord,
} from "./sample.js";

export const closingCases: readonly StoreCase[] = [
  ["Every call after closing fails with store/closed", afterClosing],
  ["Closing twice is fine", twice],
  ["The location is a word for people", location],
  ["A store that nobody touched has no faults", noFaults],
];

async function afterClosing(store: LogStore): Promise<void> {
  const ref = lane();
  await append(store, ref, said("a"));
  await store.close();
  const calls: readonly (() => Promise<unknown>)[] = [
    () => append(store, ref, said("b")),
    () => store.read(ref, 10, null),
    () => store.range(ref, 1, 10),
    () => store.bySource(ref, "1"),
    () => store.byAddress(chat, "0123456789"),
    () => store.byId(ref, entryId("one")),
    () => store.blobs(chat, [blobId("one")]),
    () => store.turn(chat, turnId("one")),
    () => store.turns(ref, 10),
    () => store.sessions(me, { after: null, limit: 100 }),
    () => store.lanes(ref),
    () => store.receipt(chat, receiptId("one")),
    () => store.receiptsOf(chat, turnId("one")),
    () => store.receipts(ref, null, 10),
    () => store.chunks(chat, ["one"]),
    () => store.leases(ref),
    () => store.derivedFrom(chat, [entryId("one")]),
    () => store.search({ kind: "owner", owner: me }, ["one"], 10),
    () => store.faults(false),
  ];
  for (const call of calls) await fails(call(), "store/closed");
}

async function twice(store: LogStore): Promise<void> {
  await store.close();
  await store.close();
}

async function location(store: LogStore): Promise<void> {
  assert.match(store.location, /\S/);
}

async function noFaults(store: LogStore): Promise<void> {
  const ref = lane();
  await store.write({ ref, entries: [said("a")], turn: turnRecord("one", ref), claim: claim("one", 1_000) });
  for (const thorough of [false, true]) assert.deepEqual(await store.faults(thorough), []);
}

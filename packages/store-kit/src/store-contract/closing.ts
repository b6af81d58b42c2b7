import assert from "node:assert/strict";
import type { LogStore } from "@clewline/core/ports/index.js";
import {
  append,
  blobId,
  chat,
  entryId,
  makeClaim,
  makeLane,
  makeMessage,
  makeTurnRecord,
  me,
  receiptId,
  type StoreCase,
  turnId,
  verifyFailure,
} from "./sample.js";

export const closingCases: readonly StoreCase[] = [
  ["Every call after closing fails with store/closed", checkClosedCalls],
  ["Closing twice is fine", checkDoubleClose],
  ["The location is a word for people", checkLocation],
  ["An intact store has no faults", checkNoFaults],
];

async function checkClosedCalls(store: LogStore): Promise<void> {
  const ref = makeLane();
  await append(store, ref, makeMessage("a"));
  await store.close();
  const calls: readonly (() => Promise<unknown>)[] = [
    () => append(store, ref, makeMessage("b")),
    () => store.read(ref, 10, null),
    () => store.range(ref, 1, 10),
    () => store.at(ref, [1]),
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
  for (const call of calls) await verifyFailure(call(), "store/closed");
}

async function checkDoubleClose(store: LogStore): Promise<void> {
  await store.close();
  await store.close();
}

async function checkLocation(store: LogStore): Promise<void> {
  assert.match(store.location, /\S/);
}

async function checkNoFaults(store: LogStore): Promise<void> {
  const ref = makeLane();
  await store.write({
    ref,
    entries: [makeMessage("a")],
    turn: makeTurnRecord("one", ref),
    claim: makeClaim("one", 1_000),
  });
  for (const thorough of [false, true]) assert.deepEqual(await store.faults(thorough), []);
}

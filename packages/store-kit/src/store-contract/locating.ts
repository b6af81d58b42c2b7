import assert from "node:assert/strict";
import { parseOwnerKey } from "@clewline/core/log/keys.js";
import { makeAddress } from "@clewline/core/log/pointer.js";
import { type LogStore, mostLocated, type NameToLocate } from "@clewline/core/ports/index.js";
import {
  append,
  makeLane,
  makeMessage,
  makeReceipt,
  makeTurnRecord,
  me,
  nth,
  receiptId,
  type StoreCase,
  sampleHash,
} from "./sample.js";

/** Finding things by name without session and lane. */
export const locatingCases: readonly StoreCase[] = [
  ["A turn is located by its whole id, by its beginning and by its end, in whichever session it is", checkTurns],
  ["A whole id stands alone, even where it begins or ends others", checkWholeId],
  ["What could be many turns is all of them, up to a limit", checkSeveralTurns],
  ["Fewer than four characters name nothing", checkShortNames],
  ["A receipt is located by its id", checkReceipts],
  ["An address is located in its lane", checkAddresses],
];

const ids = ["019a8e2c-4b7f-7000-8a01-0123456789ab", "019a8e2c-4b7f-7001-9b02-ba9876543210"] as const;

async function listPlaces(store: LogStore, name: NameToLocate, owner = me): Promise<readonly string[]> {
  return (await store.locate(owner, name)).map(({ ref, id }) => `${ref.session} ${ref.lane} ${id}`);
}

async function checkTurns(store: LogStore): Promise<void> {
  const refs = [makeLane("root:1", "chat:1"), makeLane("topic:1:2", "chat:2")];
  for (const [index, ref] of refs.entries()) await store.write({ ref, turn: makeTurnRecord(ids[index] ?? "", ref) });
  const [first, second] = [`chat:1 root:1 ${ids[0]}`, `chat:2 topic:1:2 ${ids[1]}`];
  for (const part of [ids[0], "019a8e2c-4b7f-7000", "456789ab", "789ab", "01-0123456789ab"]) {
    assert.deepEqual(await listPlaces(store, { kind: "turn", part }), [first], part);
  }
  for (const part of [ids[1], "019a8e2c-4b7f-7001-9", "3210", "76543210"]) {
    assert.deepEqual(await listPlaces(store, { kind: "turn", part }), [second], part);
  }
  assert.deepEqual(new Set(await listPlaces(store, { kind: "turn", part: "019a8e2c" })), new Set([first, second]));
  assert.deepEqual(await listPlaces(store, { kind: "turn", part: "4b7f" }), []);
  assert.deepEqual(await listPlaces(store, { kind: "turn", part: ids[0] }, parseOwnerKey("you")), []);
}

async function checkWholeId(store: LogStore): Promise<void> {
  const ref = makeLane();
  for (const id of ["abcd", "abcdef", "xyabcd"]) await store.write({ ref, turn: makeTurnRecord(id, ref) });
  assert.deepEqual(await listPlaces(store, { kind: "turn", part: "abcd" }), ["chat:1 root:1 abcd"]);
}

async function checkSeveralTurns(store: LogStore): Promise<void> {
  const ref = makeLane();
  const history = Array.from({ length: 30 }, (_, index) => makeTurnRecord(`${1_000 + index}-same`, ref));
  await store.write({ ref, history });
  assert.equal((await store.locate(me, { kind: "turn", part: "same" })).length, mostLocated);
  assert.equal((await store.locate(me, { kind: "turn", part: "100" })).length, 0);
  assert.equal((await store.locate(me, { kind: "turn", part: "1009" })).length, 1);
}

async function checkShortNames(store: LogStore): Promise<void> {
  const ref = makeLane();
  await store.write({ ref, turn: makeTurnRecord("abc", ref) });
  for (const part of ["", "c", "abc"]) assert.deepEqual(await listPlaces(store, { kind: "turn", part }), []);
}

async function checkReceipts(store: LogStore): Promise<void> {
  const ref = makeLane("root:2", "chat:2");
  await store.write({ ref, receipt: { receipt: makeReceipt("0123456789abcdef", ref), chunks: new Map() } });
  const located = await listPlaces(store, { kind: "receipt", id: receiptId("0123456789abcdef") });
  assert.deepEqual(located, ["chat:2 root:2 0123456789abcdef"]);
  assert.deepEqual(await listPlaces(store, { kind: "receipt", id: receiptId("0123") }), []);
}

async function checkAddresses(store: LogStore): Promise<void> {
  const ref = makeLane("root:2", "chat:2");
  const entry = nth(await append(store, ref, makeMessage("hello"), makeMessage("again")), 1);
  const name = { kind: "address", address: makeAddress(ref, 2, sampleHash) } as const;
  assert.deepEqual(await listPlaces(store, name), [`chat:2 root:2 ${entry.id}`]);
  assert.deepEqual(await listPlaces(store, name, parseOwnerKey("you")), []);
  assert.deepEqual(await listPlaces(store, { kind: "address", address: makeAddress(ref, 3, sampleHash) }), []);
}

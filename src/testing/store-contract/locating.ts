import assert from "node:assert/strict";
import { ownerKey } from "../../core/log/keys.js";
import { addressOf } from "../../core/log/pointer.js";
import { type LogStore, mostLocated, type Name } from "../../core/ports/index.js";
import { append, lane, me, nth, receipt, receiptId, type StoreCase, said, sampleHash, turnRecord } from "./sample.js";

/** What somebody names who knows neither session nor lane. */
export const locatingCases: readonly StoreCase[] = [
  ["A turn is located by its whole id, by its beginning and by its end, in whichever session it is", turns],
  ["A whole id stands alone, even where it begins or ends others", wholeId],
  ["What could be many turns is all of them, up to a limit", several],
  ["Fewer than four characters name nothing", tooShort],
  ["A receipt is located by its id", receipts],
  ["An address is located in its lane", addresses],
];

const ids = ["019a8e2c-4b7f-7000-8a01-0123456789ab", "019a8e2c-4b7f-7001-9b02-ba9876543210"] as const;

async function placesOf(store: LogStore, name: Name, owner = me): Promise<readonly string[]> {
  return (await store.locate(owner, name)).map(({ ref, id }) => `${ref.session} ${ref.lane} ${id}`);
}

async function turns(store: LogStore): Promise<void> {
  const refs = [lane("root:1", "chat:1"), lane("topic:1:2", "chat:2")];
  for (const [index, ref] of refs.entries()) await store.write({ ref, turn: turnRecord(ids[index] ?? "", ref) });
  const [first, second] = [`chat:1 root:1 ${ids[0]}`, `chat:2 topic:1:2 ${ids[1]}`];
  for (const part of [ids[0], "019a8e2c-4b7f-7000", "456789ab", "789ab", "01-0123456789ab"]) {
    assert.deepEqual(await placesOf(store, { kind: "turn", part }), [first], part);
  }
  for (const part of [ids[1], "019a8e2c-4b7f-7001-9", "3210", "76543210"]) {
    assert.deepEqual(await placesOf(store, { kind: "turn", part }), [second], part);
  }
  assert.deepEqual(new Set(await placesOf(store, { kind: "turn", part: "019a8e2c" })), new Set([first, second]));
  assert.deepEqual(await placesOf(store, { kind: "turn", part: "4b7f" }), []);
  assert.deepEqual(await placesOf(store, { kind: "turn", part: ids[0] }, ownerKey("you")), []);
}

async function wholeId(store: LogStore): Promise<void> {
  const ref = lane();
  for (const id of ["abcd", "abcdef", "xyabcd"]) await store.write({ ref, turn: turnRecord(id, ref) });
  assert.deepEqual(await placesOf(store, { kind: "turn", part: "abcd" }), ["chat:1 root:1 abcd"]);
}

async function several(store: LogStore): Promise<void> {
  const ref = lane();
  const history = Array.from({ length: 30 }, (_, index) => turnRecord(`${1_000 + index}-same`, ref));
  await store.write({ ref, history });
  assert.equal((await store.locate(me, { kind: "turn", part: "same" })).length, mostLocated);
  assert.equal((await store.locate(me, { kind: "turn", part: "100" })).length, 0);
  assert.equal((await store.locate(me, { kind: "turn", part: "1009" })).length, 1);
}

async function tooShort(store: LogStore): Promise<void> {
  const ref = lane();
  await store.write({ ref, turn: turnRecord("abc", ref) });
  for (const part of ["", "c", "abc"]) assert.deepEqual(await placesOf(store, { kind: "turn", part }), []);
}

async function receipts(store: LogStore): Promise<void> {
  const ref = lane("root:2", "chat:2");
  await store.write({ ref, receipt: { receipt: receipt("0123456789abcdef", ref), chunks: new Map() } });
  const located = await placesOf(store, { kind: "receipt", id: receiptId("0123456789abcdef") });
  assert.deepEqual(located, ["chat:2 root:2 0123456789abcdef"]);
  assert.deepEqual(await placesOf(store, { kind: "receipt", id: receiptId("0123") }), []);
}

async function addresses(store: LogStore): Promise<void> {
  const ref = lane("root:2", "chat:2");
  const entry = nth(await append(store, ref, said("hello"), said("again")), 1);
  const name = { kind: "address", address: addressOf(ref, 2, sampleHash) } as const;
  assert.deepEqual(await placesOf(store, name), [`chat:2 root:2 ${entry.id}`]);
  assert.deepEqual(await placesOf(store, name, ownerKey("you")), []);
  assert.deepEqual(await placesOf(store, { kind: "address", address: addressOf(ref, 3, sampleHash) }), []);
}

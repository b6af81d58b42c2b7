import assert from "node:assert/strict";
import type { LaneRef, ReceiptId } from "@clewline/core/log/keys.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import { type KeptReceipt, readDepth, resolveReceipt } from "@clewline/core/receipt/receipt-delta.js";
import { linkReceipts, listVariedSteps, makeReceipts } from "./receipt-chains.js";
import { chat, entryId, makeLane, makeReceipt, nth, receiptId, type StoreCase, turnId } from "./sample.js";

/** Receipts, whole and as deltas, and the chunks that they name. */
export const receiptCases: readonly StoreCase[] = [
  ["A receipt comes back as it was written, and an unknown one is an empty chain", checkWholeReceipt],
  ["A chain begins with its checkpoint and ends with the receipt", checkChain],
  ["A long chain of deltas gives back every receipt, across checkpoints", checkLongChain],
  ["Each link of a chain may be of another turn and the chain of another epoch key beside it", checkTwoChains],
  ["The receipts of a turn come by call number", checkTurnReceipts],
  ["Receipts of one call come by time, then by id", checkCallReceipts],
  ["A lane's receipts come in the order of writing, a page at a time", checkPages],
  ["Writing a receipt again changes nothing", checkSameReceipt],
  ["Chunks come back by hash, and missing ones are left out", checkChunks],
  ["Chunks may be written before their receipt, and are found by what they were made from", checkEarlyChunks],
];

async function checkWholeReceipt(store: LogStore): Promise<void> {
  const written = makeReceipt("one", makeLane(), { chunks: ["c1", "c2"], parent: receiptId("zero") });
  await keep(store, written);
  assert.deepEqual(await store.receipt(chat, receiptId("one")), [written]);
  assert.deepEqual(await store.receipt(chat, receiptId("two")), []);
}

async function checkChain(store: LogStore): Promise<void> {
  const made = ["one", "two", "three"].map((id, index) =>
    makeReceipt(id, makeLane(), { chunks: ["c1", "c2", "c3"].slice(index) }),
  );
  const links = linkReceipts(made);
  for (const link of links) await keep(store, link);
  assert.deepEqual(links.map(readDepth), [0, 1, 2]);
  for (const [index, { id }] of made.entries()) {
    assert.deepEqual(await store.receipt(chat, id), links.slice(0, index + 1));
  }
  assert.deepEqual(resolveReceipt(await store.receipt(chat, receiptId("three"))), nth(made, 2));
}

async function checkLongChain(store: LogStore): Promise<void> {
  const made = makeReceipts(listVariedSteps(130)).map((each, index) => ({ ...each, compacted: index === 100 }));
  const links = linkReceipts(made);
  for (const link of links) await keep(store, link);
  const checkpoints = [...links.keys()].filter((index) => readDepth(nth(links, index)) === 0);
  assert.deepEqual(checkpoints, [0, 64, 100]);
  for (const [index, each] of made.entries()) {
    const found = await store.receipt(chat, each.id);
    assert.equal(found.length, readDepth(nth(links, index)) + 1);
    assert.deepEqual(resolveReceipt(found), each);
  }
}

async function checkTwoChains(store: LogStore): Promise<void> {
  const made = ["small", "large"].map((key) =>
    [1, 2, 3].map((call) => {
      const { epoch } = makeReceipt("any", makeLane());
      const turn = turnId(`turn ${call}`);
      return makeReceipt(`${key} ${call}`, makeLane(), { turn, chunks: [key, `${call}`], epoch: { ...epoch, key } });
    }),
  );
  const [small, large] = [linkReceipts(nth(made, 0)), linkReceipts(nth(made, 1))];
  for (const [index, link] of small.entries()) {
    await keep(store, link);
    await keep(store, nth(large, index));
  }
  for (const each of made.flat()) assert.deepEqual(resolveReceipt(await store.receipt(chat, each.id)), each);
  assert.deepEqual(await store.receipt(chat, receiptId("large 3")), large);
}

async function checkTurnReceipts(store: LogStore): Promise<void> {
  for (const call of [2, 10, 1]) await keep(store, makeReceipt(`call-${call}`, makeLane(), { call }));
  await keep(store, makeReceipt("other", makeLane("root:2"), { turn: turnId("other") }));
  assert.deepEqual(await store.receiptsOf(chat, turnId("turn")), ["call-1", "call-2", "call-10"]);
  assert.deepEqual(await store.receiptsOf(chat, turnId("other")), ["other"]);
  assert.deepEqual(await store.receiptsOf(chat, turnId("nobody")), []);
}

async function checkCallReceipts(store: LogStore): Promise<void> {
  for (const [id, at] of [
    ["c", 5],
    ["b", 9],
    ["a", 9],
  ] as const) {
    await keep(store, makeReceipt(id, makeLane(), { at }));
  }
  assert.deepEqual(await store.receiptsOf(chat, turnId("turn")), ["c", "a", "b"]);
}

async function checkPages(store: LogStore): Promise<void> {
  const made = ["d", "b", "e", "a", "c"].map((id, index) =>
    makeReceipt(id, makeLane(), { at: 9 - index, chunks: [id] }),
  );
  const links = linkReceipts(made);
  for (const link of [...links, nth(links, 0)]) await keep(store, link);
  await keep(store, makeReceipt("elsewhere", makeLane("root:2")));
  const page = (after: string | null, limit: number): Promise<readonly KeptReceipt[]> =>
    store.receipts(makeLane(), after as ReceiptId | null, limit);
  assert.deepEqual(await page(null, 100), links);
  assert.deepEqual(await page(null, 2), links.slice(0, 2));
  assert.deepEqual(await page("b", 2), links.slice(2, 4));
  assert.deepEqual(await page("a", 100), links.slice(4));
  assert.deepEqual(await page("c", 100), []);
  assert.deepEqual(await page(null, 0), []);
  assert.deepEqual(await store.receipts(makeLane("root:3"), null, 10), []);
}

async function checkSameReceipt(store: LogStore): Promise<void> {
  const written = makeReceipt("one", makeLane());
  for (const content of ["first", "second"]) {
    await store.write({ ref: makeLane(), receipt: { receipt: written, chunks: new Map([["c", content]]) } });
  }
  assert.deepEqual(await store.receiptsOf(chat, written.turn), [written.id]);
  assert.deepEqual(await store.receipts(makeLane(), null, 10), [written]);
  assert.deepEqual(await store.chunks(chat, ["c"]), new Map([["c", "first"]]));
}

async function checkChunks(store: LogStore): Promise<void> {
  const content = new Map([
    ["c1", "first"],
    ["c2", '"quoted"'],
  ]);
  await store.write({ ref: makeLane(), receipt: { receipt: makeReceipt("one", makeLane()), chunks: content } });
  assert.deepEqual(await store.chunks(chat, ["c2", "c3", "c1"]), content);
  assert.equal((await store.chunks(chat, [])).size, 0);
}

async function checkEarlyChunks(store: LogStore): Promise<void> {
  const ref = makeLane();
  const derived = [{ kind: "chunk", key: "c1", sources: [entryId("said")] }] as const;
  const { done } = await store.write({ ref, chunks: new Map([["c1", "first"]]), derived });
  assert.equal(done, true);
  assert.deepEqual(await store.chunks(chat, ["c1"]), new Map([["c1", "first"]]));
  const made = await store.derivedFrom(chat, [entryId("said")]);
  assert.deepEqual(made.get(entryId("said")), [{ kind: "chunk", key: "c1" }]);
  assert.deepEqual(await store.receipts(ref, null, 10), []);
  const written = makeReceipt("one", ref, { chunks: ["c1", "c2"] });
  const more = new Map([
    ["c1", "another"],
    ["c2", "second"],
  ]);
  await store.write({ ref, receipt: { receipt: written, chunks: more } });
  assert.deepEqual(await store.receipt(chat, written.id), [written]);
  assert.deepEqual(await store.chunks(chat, ["c1", "c2"]), new Map([...more, ["c1", "first"]]));
}

async function keep(store: LogStore, written: KeptReceipt, ref: LaneRef = written.ref): Promise<void> {
  await store.write({ ref, receipt: { receipt: written, chunks: new Map() } });
}

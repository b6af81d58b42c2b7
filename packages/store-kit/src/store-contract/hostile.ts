import assert from "node:assert/strict";
import type { Draft } from "@clewline/core/log/entry.js";
import type { LaneRef, SessionKey } from "@clewline/core/log/keys.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import { addSummary, makeEventRecord, makeJournal, makeSummary, makeSummaryRecord } from "./record-sample.js";
import {
  bare,
  blobId,
  chat,
  entryId,
  makeBase,
  makeClaim,
  makeEpoch,
  makeLane,
  makeReceipt,
  makeSentNote,
  makeTurnRecord,
  me,
  receiptId,
  type StoreCase,
  turnId,
} from "./sample.js";

const strings: readonly (readonly [name: string, text: string])[] = [
  ["quotes", `'; DROP TABLE entries; -- " \\" \` $1 ? @owner %s`],
  ["a text in JSON quotes", '"\\u0041"'],
  ["NUL and other control characters", "before\0after\u0001\b\u001b[31m\r\n\t\u007f\u0085"],
  ["half surrogates", "high \ud83d low \ude00 swapped \ude00\ud83d"],
  ["emoji and joiners", "👩‍👩‍👧‍👦 🏳️‍🌈 e\u0301 \ufeff \u202eright to left"],
  ["line separators", "a\u2028b\u2029c"],
  ["the name of a prototype", "__proto__"],
  ["a megabyte", "ab😀\n".repeat(200_000)],
];

/** The same text must come back from every place, code unit by code unit. */
export const hostileCases: readonly StoreCase[] = [
  ...strings.map(([name, text]): StoreCase => [`Texts survive unchanged: ${name}`, (store) => checkTexts(store, text)]),
  ...strings
    .filter(([, text]) => text.length < 1_000)
    .map(([name, text]): StoreCase => [`Keys survive unchanged: ${name}`, (store) => checkKeys(store, text)]),
  ...strings.map(
    ([name, text]): StoreCase => [`Records survive unchanged: ${name}`, (store) => checkRecords(store, text)],
  ),
  ["Keys that differ only in a half surrogate or after NUL stay apart", checkNearKeys],
];

async function checkTexts(store: LogStore, text: string): Promise<void> {
  const ref = makeLane();
  const parts = [{ kind: "text", text, meta: { [text.slice(0, 100)]: text } }] as const;
  const draft: Draft = {
    ...makeBase(),
    kind: "said",
    by: { role: "user", address: text },
    parts,
    source: null,
    replyTo: text,
  };
  const turn = makeTurnRecord("turn", ref, { asides: [{ layer: "quote", text }] });
  const written = makeReceipt("receipt", ref, { decisions: [text] });
  const blob = new Map([[blobId("blob"), text]]);
  const chunks = new Map([["chunk", text]]);
  await store.write({ ref, entries: [draft], blobs: blob, turn, receipt: { receipt: written, chunks } });
  assert.deepEqual(await store.range(ref, 1, 1), [{ ...draft, seq: 1 }]);
  assert.deepEqual(await store.blobs(chat, [blobId("blob")]), blob);
  assert.deepEqual(await store.chunks(chat, ["chunk"]), chunks);
  assert.deepEqual(await store.turn(chat, turn.id), turn);
  assert.deepEqual(await store.receipt(chat, written.id), [written]);
}

async function checkKeys(store: LogStore, key: string): Promise<void> {
  // The grammar of sessions and lanes allows half surrogates and quotes, but no white space.
  const session = `chat:${key.replace(/[\s\p{Cc}]/gu, "").slice(0, 50)}`;
  const ref = makeLane(`topic:${key.replace(/[\s\p{Cc}]/gu, "").slice(0, 50)}`, session);
  const source = { message: key, revision: 1 };
  const said = { kind: "said", by: { role: "user" }, parts: [], source, replyTo: null } as const;
  const draft: Draft = { ...makeBase({ id: key, turn: key }), ...said };
  const written = makeReceipt(key, ref, { turn: turnId(key), chunks: [key] });
  const turn = makeTurnRecord(key, ref);
  const blobs = new Map([[blobId(key), "blob"]]);
  const chunks = new Map([[key, "chunk"]]);
  await store.write({
    ref,
    entries: [draft, makeSentNote([`sent ${key}`])],
    blobs,
    turn,
    claim: makeClaim(key, 1_000, { holder: key }),
    receipt: { receipt: written, chunks },
    derived: [{ kind: "chunk", key, sources: [draft.id] }],
  });
  await checkLookups(store, ref, key);
  assert.deepEqual(await store.blobs(ref, [blobId(key)]), blobs);
  assert.deepEqual(await store.chunks(ref, [key]), chunks);
  assert.deepEqual(await store.receiptsOf(ref, turnId(key)), [written.id]);
  assert.deepEqual(await store.receipts(ref, null, 10), [written]);
  assert.deepEqual(await store.receipt(ref, receiptId(key)), [written]);
  assert.deepEqual(await store.leases(ref), [{ turn: key, holder: key, until: 1_100, state: "running", token: 1 }]);
  assert.deepEqual(await store.derivedFrom(ref, [entryId(key)]), new Map([[entryId(key), [{ kind: "chunk", key }]]]));
  assert.deepEqual(await store.read(ref, 0, turnId(key)), {
    last: 2,
    epoch: written.epoch,
    lastReceipt: written.id,
    ...bare,
    entries: [{ ...draft, seq: 1 }],
    turns: [turn],
  });
}

async function checkLookups(store: LogStore, ref: LaneRef, key: string): Promise<void> {
  const [entry, note] = await store.range(ref, 1, 2);
  assert.deepEqual(await store.byId(ref, entryId(key)), entry);
  assert.deepEqual(await store.bySource(ref, key), { ref, entry });
  assert.deepEqual(await store.bySource(ref, `sent ${key}`), { ref, entry: note });
  assert.deepEqual(
    (await store.sessions(me, { after: null, limit: 100 })).map(({ session }): SessionKey => session),
    [ref.session],
  );
  assert.deepEqual(
    (await store.lanes(ref)).map((each) => each.ref),
    [ref],
  );
}

async function checkRecords(store: LogStore, text: string): Promise<void> {
  const ref = makeLane();
  const [key, near] = [text.slice(0, 500), `${text.slice(0, 500)}\0`];
  const settings = { [key]: text, [near]: [text] };
  const written = [
    makeSummaryRecord(key, key, { by: text }),
    makeJournal(near, key, text),
    makeEventRecord("e", near, { [key]: text }),
  ];
  const moved = addSummary({ ...makeEpoch(1), key }, key);
  await store.write({ ref, records: written, settings, epoch: moved });
  const state = await store.read(ref, 0, null, key);
  assert.deepEqual([state.epoch, state.settings], [moved, settings]);
  assert.deepEqual(state.summary, makeSummary(key, { by: text }));
  assert.deepEqual(await store.records(ref, "summary", key, 10), [written[0]]);
  assert.deepEqual(await store.records(ref, "journal", key, 10), [written[1]]);
  assert.deepEqual(await store.records(ref, "journal", near, 10), []);
  assert.deepEqual(await store.records(ref, "event", near, 10), [written[2]]);
  const expectedEpoch = { key, number: 1 };
  assert.equal((await store.write({ ref, expectedEpoch, settings: { [key]: null } })).done, true);
  assert.deepEqual((await store.read(ref, 0, null)).settings, { [near]: [text] });
}

async function checkNearKeys(store: LogStore): Promise<void> {
  const near = ["\ud800", "\ud801", "\ufffd", '"\\ud800"', "a", "a\0", "a\0b", "a\0c"];
  const blobs = new Map(near.map((key, index) => [blobId(key), `content ${index}`]));
  await store.write({ ref: makeLane(), blobs });
  assert.deepEqual(await store.blobs(chat, near.map(blobId)), blobs);
}

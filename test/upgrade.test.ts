import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import Database from "better-sqlite3";
import { afterAll, describe, expect, test } from "vitest";
import { clewOn } from "../src/compose/open.js";
import { type Epoch, firstEpoch } from "../src/core/epoch.js";
import { type LaneRef, laneKey, ownerKey, type ReceiptId, sessionKey } from "../src/core/keys.js";
import type { LogStore } from "../src/core/ports.js";
import { bytesFrom } from "../src/core/receipt.js";
import { resolved } from "../src/core/receipt-delta.js";
import { askedWords } from "../src/core/words.js";
import { sqliteStore } from "../src/stores/sqlite/sqlite-store.js";
import { some } from "./some.js";

const folder = mkdtempSync(join(tmpdir(), "clew-upgrade-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fixtures = new URL("./fixtures/", import.meta.url);
const schemas = ["schema-1", "schema-2"] as const;
type Schema = (typeof schemas)[number];

/** How many entries each of the files has. */
const sizes: Readonly<Record<Schema, number>> = { "schema-1": 175, "schema-2": 163 };

function receiptsOf(schema: Schema): readonly { readonly id: ReceiptId; readonly bytes: string }[] {
  return JSON.parse(readFileSync(new URL(`${schema}.json`, fixtures), "utf8")).receipts;
}

const hash = (text: string) => createHash("sha256").update(text).digest("hex");
const owner = ownerKey("me");
const ref: LaneRef = { owner, session: sessionKey("telegram:chat:42"), lane: laneKey("root:42") };

let files = 0;
/** A file as that schema left it. */
function oldFile(schema: Schema): string {
  files += 1;
  const path = join(folder, `old-${files}.db`);
  writeFileSync(path, gunzipSync(readFileSync(new URL(`${schema}.db.gz`, fixtures))), { mode: 0o600 });
  return path;
}

async function upgraded(schema: Schema, check: (store: LogStore, path: string) => Promise<void>): Promise<void> {
  const path = oldFile(schema);
  const store = sqliteStore({ path, hash });
  await check(store, path).finally(() => store.close());
}

function inFile<Value>(path: string, look: (database: Database.Database) => Value): Value {
  const database = new Database(path);
  try {
    return look(database);
  } finally {
    database.close();
  }
}

const tables = ["sessions", "lanes", "entries", "sent", "turns", "receipts", "blobs", "chunks"] as const;

function rowsOf(path: string): readonly (readonly unknown[])[] {
  return inFile(path, (database) => tables.map((table) => database.prepare(`SELECT * FROM ${table}`).all()));
}

describe.each(schemas)("A file of %s", (schema) => {
  test("is brought to the newest schema, and no row that it had is lost or changed", async () => {
    const path = oldFile(schema);
    const before = rowsOf(path);
    await sqliteStore({ path, hash }).close();
    expect(inFile(path, (database) => database.pragma("user_version", { simple: true }))).toBe(4);
    expect(before[tables.indexOf("entries")]?.length).toBe(sizes[schema]);
    expect(rowsOf(path)).toMatchObject(before);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("gives for every receipt the bytes that it stood for", () =>
    upgraded(schema, async (store) => {
      const receipts = receiptsOf(schema);
      expect(receipts.length).toBeGreaterThan(0);
      for (const { id, bytes } of receipts) {
        const receipt = resolved(await store.receipt(ref, id));
        if (receipt === null) throw new Error(`There is no receipt ${id}`);
        expect(receipt.id).toBe(id);
        const text = bytesFrom(receipt, await store.chunks(ref, receipt.chunks));
        expect([hash(text), receipt.root]).toEqual([bytes, bytes]);
      }
    }));

  test("gives receipts in the order in which they were written, and its epoch knows the last", () =>
    upgraded(schema, async (store) => {
      const all = await store.receipts(ref, null, 1_000);
      const times = all.map(({ at }) => at);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      const [first, second, third] = all;
      expect(await store.receipts(ref, first?.id ?? null, 2)).toEqual([second, third]);
      const last = all.at(-1);
      expect((await store.read(ref, 10, null, last?.epoch.key)).lastReceipt).toBe(last?.id);
      expect((await store.read(ref, 10, null, "another key")).lastReceipt).toBeNull();
    }));

  test("has no faults", () =>
    upgraded(schema, async (store) => {
      for (const thorough of [false, true]) expect(await store.faults(thorough)).toEqual([]);
    }));

  test("does not change when it is opened again", async () => {
    const path = oldFile(schema);
    await sqliteStore({ path, hash }).close();
    const once = readFileSync(path);
    await sqliteStore({ path, hash }).close();
    expect(readFileSync(path).equals(once)).toBe(true);
  });

  test("lets everybody at the others if an entry cannot be read", async () => {
    const path = oldFile(schema);
    inFile(path, (database) => database.exec("UPDATE entries SET body = '{' WHERE number = 3"));
    const store = sqliteStore({ path, hash });
    expect((await store.search({ kind: "owner", owner }, ["豆"], 10)).length).toBeGreaterThan(0);
    const faults = await store.faults(true);
    expect(faults.map(({ what }) => what)).toEqual([expect.stringMatching(/^Entries that cannot be read: 1/)]);
    await store.close();
  });

  test("has epochs and receipts with all the fields that were added", () =>
    upgraded(schema, async (store) => {
      for (const { session } of some(await store.sessions(owner, { after: null, limit: 100 }))) {
        for (const { ref: each } of some(await store.lanes({ owner, session }))) {
          const all = await store.receipts(each, null, 1_000);
          expect(all.length).toBeGreaterThan(0);
          for (const { epoch } of all) expect(epoch).toEqual({ ...firstEpoch, ...epoch, ...added(epoch) });
          for (const key of new Set(all.map(({ epoch }) => epoch.key))) {
            const state = await store.read(each, 10, null, key);
            // Whatever moved the lane on was written with a receipt.
            const moved = all.findLast(({ epoch, compacted }) => compacted && epoch.key === key);
            expect(reaching(state.epoch)).toEqual(reaching(moved?.epoch ?? { ...firstEpoch, key }));
            expect(state).toMatchObject({ summary: null, candidate: null, cleared: 0, settings: {} });
          }
        }
      }
    }));

  test("goes on: the next view is made, and everything replays", async () => {
    const store = sqliteStore({ path: oldFile(schema), hash });
    const clew = await clewOn(store, { window: 4_096, timeZone: "UTC", instructions: "You help the gardener." });
    const turn = await clew.begin({ session: ref.session, id: "new", from: "101", text: "How are the roses?" });
    const viewed = await turn.view();
    await turn.complete({ text: "Well." });
    if (viewed.kind !== "fits") throw new Error(`The next view is ${viewed.kind}`);
    expect(hash(await clew.replay(viewed.receipt.id))).toBe(viewed.receipt.root);
    for (const { id, bytes } of some(receiptsOf(schema))) expect(hash(await clew.replay(id))).toBe(bytes);
    expect(await store.faults(true)).toEqual([]);
    await clew.close();
  });
});

/** A reduction that is not named reaches nowhere, as one that is named with 0. */
function reaching(epoch: Epoch): Epoch {
  return { ...epoch, through: Object.fromEntries(Object.entries(epoch.through).filter(([, seq]) => seq > 0)) };
}

/** What the first two schemas did not know, as it is read. */
function added(epoch: Epoch) {
  const { cap, emergency } = epoch.through;
  expect([cap ?? 0, epoch.through["clear-last"] ?? 0, epoch.through["text-only"] ?? 0, emergency ?? 0]).toEqual([
    0, 0, 0, 0,
  ]);
  return { summary: null, turn: null, limits: {} };
}

test("The words of a file of the first schema are found, those of withdrawn and edited messages are not", () =>
  upgraded("schema-1", async (store) => {
    const found = async (question: string) => store.search({ kind: "owner", owner }, askedWords(question), 100);
    expect((await found("豆")).length).toBeGreaterThan(0);
    const edits = inFile(store.location, (database) =>
      database.prepare("SELECT target, kind FROM entries WHERE target IS NOT NULL").all(),
    ) as { target: string; kind: string }[];
    expect(edits.map(({ kind }) => kind).toSorted()).toEqual(["revised", "withdrawn"]);
    const everything = new Set((await found("tomatoes beans the and a")).map(({ entry }) => String(entry.id)));
    for (const { target } of some(edits)) expect(everything.has(target)).toBe(false);
    expect((await found("And the tomatoes?"))[0]?.entry.kind).toBe("revised");
  }));

test("A file of the second schema is no longer found by a password that stands in it, but by the words around it", async () => {
  const password = ["mulberry", "77", "kite"].join("");
  const path = oldFile("schema-2");
  const holding = inFile(path, (database) => {
    const words = database.prepare("SELECT rowid FROM search WHERE search MATCH ? ORDER BY rowid").pluck();
    return words.all(`words : ${password}`);
  });
  expect(holding.length).toBe(3);
  const store = sqliteStore({ path, hash });
  const found = async (word: string) => store.search({ kind: "owner", owner }, [word], 1_000);
  for (const word of [password, `${password}0`, "kite"]) expect(await found(word)).toEqual([]);
  expect((await found("hinge")).map(({ entry }) => entry.kind)).toEqual(["returned"]);
  expect((await found("fence")).map(({ entry }) => entry.kind)).toEqual(["said"]);
  const [told] = await store.search({ kind: "lane", ref }, ["password", "beans"], 1);
  expect([told?.matched, JSON.stringify(told?.entry).includes(password)]).toEqual([2, true]);
  await store.close();
});

import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import Database from "better-sqlite3";
import { afterAll, expect, test } from "vitest";
import { type LaneRef, laneKey, ownerKey, type ReceiptId, sessionKey } from "../src/core/keys.js";
import type { LogStore } from "../src/core/ports.js";
import { bytesFrom } from "../src/core/receipt.js";
import { resolved } from "../src/core/receipt-delta.js";
import { askedWords } from "../src/core/words.js";
import { sqliteStore } from "../src/stores/sqlite/sqlite-store.js";

const folder = mkdtempSync(join(tmpdir(), "clew-upgrade-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fixtures = new URL("./fixtures/", import.meta.url);
const { receipts } = JSON.parse(readFileSync(new URL("schema-1.json", fixtures), "utf8")) as {
  receipts: readonly { readonly id: ReceiptId; readonly bytes: string }[];
};

const hash = (text: string) => createHash("sha256").update(text).digest("hex");
const owner = ownerKey("me");
const ref: LaneRef = { owner, session: sessionKey("telegram:chat:42"), lane: laneKey("root:42") };

let files = 0;
/** A file as the first schema left it. */
function oldFile(): string {
  files += 1;
  const path = join(folder, `old-${files}.db`);
  writeFileSync(path, gunzipSync(readFileSync(new URL("schema-1.db.gz", fixtures))), { mode: 0o600 });
  return path;
}

async function upgraded(check: (store: LogStore, path: string) => Promise<void>): Promise<void> {
  const path = oldFile();
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

test("A file of the first schema is brought to the newest, and no row that it had is lost or changed", async () => {
  const path = oldFile();
  const before = rowsOf(path);
  await sqliteStore({ path, hash }).close();
  expect(inFile(path, (database) => database.pragma("user_version", { simple: true }))).toBe(2);
  expect(before[tables.indexOf("entries")]?.length).toBe(175);
  expect(rowsOf(path)).toMatchObject(before);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("Every receipt of an old file gives the bytes that it stood for", () =>
  upgraded(async (store) => {
    expect(receipts.length).toBeGreaterThan(0);
    for (const { id, bytes } of receipts) {
      const receipt = resolved(await store.receipt(owner, id));
      expect(receipt?.id).toBe(id);
      if (receipt === null) continue;
      const text = bytesFrom(receipt, await store.chunks(owner, receipt.chunks));
      expect([hash(text), receipt.root]).toEqual([bytes, bytes]);
    }
  }));

test("The receipts of an old lane come in the order in which they were written, and its epoch knows the last", () =>
  upgraded(async (store) => {
    const all = await store.receipts(ref, null, 1_000);
    const times = all.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const [first, second, third] = all;
    expect(await store.receipts(ref, first?.id ?? null, 2)).toEqual([second, third]);
    const last = all.at(-1);
    expect((await store.read(ref, 10, null, last?.epoch.key)).lastReceipt).toBe(last?.id);
    expect((await store.read(ref, 10, null, "another key")).lastReceipt).toBeNull();
  }));

test("The words of an old file are found, those of withdrawn and edited messages are not", () =>
  upgraded(async (store) => {
    const found = async (question: string) => store.search({ kind: "owner", owner }, askedWords(question), 100);
    expect((await found("豆")).length).toBeGreaterThan(0);
    const edits = inFile(store.location, (database) =>
      database.prepare("SELECT target, kind FROM entries WHERE target IS NOT NULL").all(),
    ) as { target: string; kind: string }[];
    expect(edits.map(({ kind }) => kind).toSorted()).toEqual(["revised", "withdrawn"]);
    const everything = new Set((await found("tomatoes beans the and a")).map(({ entry }) => String(entry.id)));
    for (const { target } of edits) expect(everything.has(target)).toBe(false);
    expect((await found("And the tomatoes?"))[0]?.entry.kind).toBe("revised");
  }));

test("An old file has no faults", () =>
  upgraded(async (store) => {
    for (const thorough of [false, true]) expect(await store.faults(thorough)).toEqual([]);
  }));

test("Opening an upgraded file again changes nothing", async () => {
  const path = oldFile();
  await sqliteStore({ path, hash }).close();
  const once = readFileSync(path);
  await sqliteStore({ path, hash }).close();
  expect(readFileSync(path).equals(once)).toBe(true);
});

test("An old entry that cannot be read keeps nobody from the others", async () => {
  const path = oldFile();
  inFile(path, (database) => database.exec("UPDATE entries SET body = '{' WHERE number = 3"));
  const store = sqliteStore({ path, hash });
  expect((await store.search({ kind: "owner", owner }, ["豆"], 10)).length).toBeGreaterThan(0);
  const faults = await store.faults(true);
  expect(faults.map(({ what }) => what)).toEqual([expect.stringMatching(/^Entries that cannot be read: 1/)]);
  await store.close();
});

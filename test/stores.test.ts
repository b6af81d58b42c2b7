import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, describe, expect, test } from "vitest";
import type { Draft } from "../src/core/entry.js";
import { ClewError } from "../src/core/errors.js";
import { type EntryId, type LaneRef, laneKey, ownerKey, sessionKey } from "../src/core/keys.js";
import type { LogStore } from "../src/core/ports.js";
import { memoryStore } from "../src/stores/memory/memory-store.js";
import { sqliteStore } from "../src/stores/sqlite/sqlite-store.js";
import { contentStatements } from "../src/stores/sqlite/statements/contents.js";
import { entryStatements } from "../src/stores/sqlite/statements/entries.js";
import { laneStatements } from "../src/stores/sqlite/statements/lanes.js";
import { storeContract } from "../src/testing/store-contract.js";

const folder = mkdtempSync(join(tmpdir(), "clew-stores-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hash = (text: string) => createHash("sha256").update(text).digest("hex");
const ref: LaneRef = { owner: ownerKey("me"), session: sessionKey("chat:1"), lane: laneKey("root:1") };

let files = 0;
function freshPath(): string {
  files += 1;
  return join(folder, `log-${files}.db`);
}

function said(id: string, message: string | null = null, text = "hello"): Draft {
  const source = message === null ? null : { message, revision: 0 };
  const base = { id: id as EntryId, turn: null, step: null, at: 1, arrived: 2 };
  return { ...base, kind: "said", by: { role: "user" }, parts: [{ kind: "text", text }], source, replyTo: null };
}

async function fault(work: () => unknown): Promise<ClewError> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ClewError) return error;
    throw error;
  }
  throw new Error("Nothing was thrown");
}

describe("the memory store", () => {
  for (const { name, run } of storeContract(async (hash) => memoryStore({ hash }))) test(name, run);
});

describe("the SQLite store", () => {
  for (const { name, run } of storeContract(async (hash) => sqliteStore({ path: freshPath(), hash }))) test(name, run);
});

describe("the SQLite file", () => {
  test("is readable by its user alone, with everything that SQLite puts beside it", async () => {
    const path = join(folder, "new", "folder", "log.db");
    const store = sqliteStore({ path, hash });
    await store.write({ ref, entries: [said("1")] });
    for (const suffix of ["", "-wal", "-shm"]) expect(statSync(path + suffix).mode & 0o777, suffix).toBe(0o600);
    expect(statSync(join(folder, "new", "folder")).mode & 0o077).toBe(0);
    expect(store.location).toBe(path);
    await store.close();
  });

  test("keeps everything when it is opened again", async () => {
    const path = freshPath();
    const first = sqliteStore({ path, hash });
    const written = await first.write({ ref, entries: [said("1", "m1"), said("2", "m2")] });
    const state = await first.read(ref, 10, null);
    await first.close();
    const second = sqliteStore({ path, hash });
    expect(await second.read(ref, 10, null)).toEqual(state);
    expect(await second.write({ ref, entries: [said("9", "m1"), said("3")] })).toMatchObject([written[0], { seq: 3 }]);
    await second.close();
  });

  test("serves two stores at once", async () => {
    const path = freshPath();
    const stores = [sqliteStore({ path, hash }), sqliteStore({ path, hash })] as const;
    for (let round = 0; round < 10; round++) {
      for (const [index, store] of stores.entries()) await store.write({ ref, entries: [said(`${round}-${index}`)] });
    }
    for (const store of stores) expect((await store.read(ref, 100, null)).last).toBe(20);
    for (const store of stores) await store.close();
  });

  test("is taken for a file even under a name that SQLite reads as memory", async () => {
    const path = join(folder, ":memory:");
    const store = sqliteStore({ path, hash });
    await store.write({ ref, entries: [said("1")] });
    await store.close();
    expect(statSync(path).size).toBeGreaterThan(0);
  });
});

describe("a file that cannot be used", () => {
  test("is reported as damaged if it is no database, and left untouched", async () => {
    const path = freshPath();
    const content = "This is a shopping list, and a long one at that. ".repeat(100);
    writeFileSync(path, content);
    const error = await fault(() => sqliteStore({ path, hash }));
    expect(error.code).toBe("store/damaged");
    expect(error.hint).toContain(`sqlite3 ${path} .recover`);
    expect(error.cause).toBeInstanceOf(Error);
    expect(readFileSync(path, "utf8")).toBe(content);
  });

  test("is reported as damaged if a page is broken", async () => {
    const path = freshPath();
    const store = sqliteStore({ path, hash });
    await store.write({
      ref,
      entries: Array.from({ length: 500 }, (_, index) => said(`${index}`, null, "x".repeat(500))),
    });
    await store.close();
    const bytes = readFileSync(path);
    bytes.fill(0xa5, 4096 * 3);
    writeFileSync(path, bytes);
    const error = await fault(async () => {
      const again = sqliteStore({ path, hash });
      await again.range(ref, 1, 1_000).finally(() => again.close());
    });
    expect(error.code).toBe("store/damaged");
  });

  test("is reported as damaged if a row is not one of ours", async () => {
    for (const change of [
      "UPDATE entries SET body = '{' WHERE seq = 1",
      'UPDATE entries SET body = \'{"kind":"sung"}\' WHERE seq = 1',
      "UPDATE entries SET id = x'00' WHERE seq = 1",
      "DROP TABLE chunks",
    ]) {
      const path = freshPath();
      await filled(path);
      altered(path, change);
      const error = await fault(async () => {
        const store = sqliteStore({ path, hash });
        await store.range(ref, 1, 10).finally(() => store.close());
      });
      expect([error.code, change]).toEqual(["store/damaged", change]);
    }
  });

  test("is refused if a newer version wrote it", async () => {
    const path = freshPath();
    await filled(path);
    altered(path, "PRAGMA user_version = 99");
    const error = await fault(() => sqliteStore({ path, hash }));
    expect(error.code).toBe("store/newer-schema");
    expect(error.hint).toBeTruthy();
  });

  test("is refused if it belongs to another program", async () => {
    const path = freshPath();
    altered(path, "CREATE TABLE songs (title TEXT)");
    const error = await fault(() => sqliteStore({ path, hash }));
    expect(error.code).toBe("store/unavailable");
    const database = new Database(path, { readonly: true });
    expect(database.prepare("SELECT name FROM sqlite_schema").pluck().all()).toEqual(["songs"]);
    database.close();
  });

  test("is reported as unavailable if its place is a folder or lies under a file", async () => {
    const file = freshPath();
    writeFileSync(file, "");
    const place = join(folder, "place");
    mkdirSync(place);
    for (const path of [place, join(file, "log.db"), join(file, "deeper", "log.db")]) {
      const error = await fault(() => sqliteStore({ path, hash }));
      expect([error.code, path]).toEqual(["store/unavailable", path]);
      expect(error.cause).toBeInstanceOf(Error);
    }
  });
});

describe("the SQLite statements", () => {
  const path = freshPath();
  const texts = { ...laneStatements, ...entryStatements, ...contentStatements };

  test("have names of their own", () => {
    const names = [laneStatements, entryStatements, contentStatements].flatMap((texts) => Object.keys(texts));
    expect(new Set(names).size).toBe(names.length);
  });

  for (const [name, text] of Object.entries(texts)) {
    test(`${name} goes by an index and sorts no log`, async () => {
      await sqliteStore({ path, hash }).close();
      const database = new Database(path);
      const values = Object.fromEntries([...text.matchAll(/@(\w+)/g)].map(([, key]) => [key, "[]"]));
      const plan = database.prepare(`EXPLAIN QUERY PLAN ${text}`).all(values) as { detail: string }[];
      database.close();
      const details = plan.map(({ detail }) => detail);
      expect(details.filter((detail) => /^SCAN (?!wanted VIRTUAL TABLE|CONSTANT ROW)/.test(detail))).toEqual([]);
      if (text.includes("json_each"))
        expect(details.join()).toMatch(/SEARCH \w+ USING INDEX \w+ \(owner=\? AND (id|hash)=\?\)/);
      // The turns of one read are sorted by time; they are as many as the read's entries at most.
      const sorts = details.filter((detail) => detail.includes("TEMP B-TREE"));
      if (name !== "turnsWithIds") expect(sorts).toEqual([]);
    });
  }

  test("are as many for a long lane as for a short one", async () => {
    const counts: number[] = [];
    for (const length of [1, 400]) {
      const store = sqliteStore({ path: freshPath(), hash });
      await store.write({ ref, entries: Array.from({ length }, (_, index) => said(`${index}`)) });
      counts.push(await statementsRun(() => store.read(ref, 1_000, null)));
      await store.close();
    }
    expect(counts[0]).toBe(counts[1]);
  });
});

/** Counts the calls that reach SQLite, by standing in front of the library's statements for a moment. */
async function statementsRun(work: () => Promise<unknown>): Promise<number> {
  const sample = new Database(":memory:");
  const prototype = Object.getPrototypeOf(sample.prepare("SELECT 1")) as Record<
    string,
    (...values: unknown[]) => unknown
  >;
  sample.close();
  const originals = ["get", "all", "run", "iterate"].map((name) => [name, prototype[name]] as const);
  let count = 0;
  for (const [name, original] of originals) {
    prototype[name] = function (this: unknown, ...values: unknown[]) {
      count += 1;
      return original?.apply(this, values);
    };
  }
  try {
    await work();
  } finally {
    for (const [name, original] of originals) if (original !== undefined) prototype[name] = original;
  }
  return count;
}

async function filled(path: string): Promise<void> {
  const store: LogStore = sqliteStore({ path, hash });
  await store.write({ ref, entries: [said("1"), said("2")] });
  await store.close();
}

function altered(path: string, change: string): void {
  const database = new Database(path);
  database.exec(change);
  database.close();
}

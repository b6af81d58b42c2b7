/** What the store may rely on, whichever library brings SQLite. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ClewError } from "../src/core/errors.js";
import { loadBetterSqlite3 } from "../src/stores/sqlite/drivers/better-sqlite3.js";
import { chooseDriver } from "../src/stores/sqlite/drivers/choose-driver.js";
import type { SqliteDatabase, SqliteDriver } from "../src/stores/sqlite/drivers/driver.js";
import { readErrorCode } from "../src/stores/sqlite/drivers/error-code.js";
import { loadNodeSqlite } from "../src/stores/sqlite/drivers/node-sqlite.js";
import { drivers } from "./sqlite-drivers.js";

const folder = mkdtempSync(join(tmpdir(), "clew-drivers-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const freshPath = () => join(folder, `${files++}.db`);
const mode = { timeoutMs: 50 };

function openTable(driver: SqliteDriver, path = freshPath()): SqliteDatabase {
  const database = driver.open(path, mode);
  database.exec("CREATE TABLE things (id INTEGER PRIMARY KEY, name UNIQUE)");
  return database;
}

function codeOf(work: () => unknown): string | null {
  try {
    work();
  } catch (error) {
    return readErrorCode(error);
  }
  throw new Error("Nothing was thrown");
}

test("this Node has a driver, and the store takes Node's own where there is one", () => {
  expect(drivers.length).toBeGreaterThan(0);
  expect(chooseDriver().name).toBe((loadNodeSqlite() ?? loadBetterSqlite3()).name);
});

describe.each(drivers)("$name", (driver) => {
  test("gives back what was written: texts, integers, fractions, bytes and nothing", () => {
    const database = openTable(driver);
    const bytes = Buffer.from([0, 1, 255]);
    const values = ["Straße 👋", 7n, 1.5, 2 ** 40, bytes, Buffer.alloc(0), null];
    const insert = database.prepare("INSERT INTO things (name) VALUES (?)");
    for (const value of values) insert.run([value]);
    const found = database.prepareValue("SELECT name FROM things ORDER BY id").all();
    expect(found).toEqual(["Straße 👋", 7, 1.5, 2 ** 40, bytes, Buffer.alloc(0), null]);
    expect(found.filter((value) => Buffer.isBuffer(value))).toHaveLength(2);
    const types = database.prepareValue("SELECT typeof(name) FROM things ORDER BY id").all();
    expect(types).toEqual(["text", "integer", "real", "real", "blob", "blob", "null"]);
    database.close();
  });

  test("rounds an integer that a number can't hold, and reads the next one exactly", () => {
    const database = openTable(driver);
    const read = database.prepare("SELECT @text AS text, CAST(@text AS INTEGER) AS number, x'01' AS bytes");
    expect({ ...(read.get({ text: "9007199254740993" }) as object) }).toEqual({
      text: "9007199254740993",
      number: 9007199254740992,
      bytes: Buffer.from([1]),
    });
    expect(read.all({ text: "12" }).map((row) => (row as { number: unknown }).number)).toEqual([12]);
    database.close();
  });

  test("takes values by name, with names that the statement does not have, or as a list", () => {
    const database = openTable(driver);
    const named = database.prepare("INSERT INTO things (id, name) VALUES (@id, @name)");
    expect(named.run({ id: 3, name: "c", other: "not there" })).toMatchObject({ changes: 1, lastInsertRowid: 3 });
    database.prepare("INSERT INTO things (id, name) VALUES (?, ?)").run([4, "d"]);
    const rows = database.prepare("SELECT name, id FROM things WHERE id >= @least ORDER BY id");
    expect(rows.all({ least: 3 })).toEqual([
      { name: "c", id: 3 },
      { name: "d", id: 4 },
    ]);
    expect(rows.get({ least: 5 })).toBeUndefined();
    expect(database.prepareValue("SELECT 1 WHERE 0").get()).toBeUndefined();
    database.close();
  });

  test("reads and sets pragmas", () => {
    const database = openTable(driver);
    database.pragma("user_version = 12");
    expect(database.pragma("user_version")).toBe(12);
    expect(database.pragma("journal_mode = WAL")).toBe("wal");
    expect(database.pragma("foreign_keys")).toBe(1);
    expect(database.pragma("cache_size")).toBe(-16_000);
    database.close();
  });

  test("keeps a transaction that returns, and undoes one that throws, inside of another one that alone", () => {
    const database = openTable(driver);
    const insert = database.prepare("INSERT INTO things (name) VALUES (?)");
    const [write, read] = [database.transaction("immediate"), database.transaction("deferred")];
    const fail = (name: string) => () => {
      insert.run([name]);
      throw new Error(`not ${name}`);
    };
    expect(write(() => insert.run(["a"]).changes)).toBe(1);
    expect(() => write(fail("b"))).toThrow("not b");
    write(() => {
      insert.run(["c"]);
      expect(() => read(fail("d"))).toThrow("not d");
      read(() => insert.run(["e"]));
    });
    expect(read(() => database.prepareValue("SELECT name FROM things").all())).toEqual(["a", "c", "e"]);
    database.close();
  });

  test("throws the first error where SQLite has ended the transaction by itself, and begins the next one", () => {
    const database = openTable(driver);
    const write = database.transaction("immediate");
    const work = () => {
      database.exec("ROLLBACK");
      throw new Error("the disk is full");
    };
    expect(() => write(work)).toThrow("the disk is full");
    expect(() => write(() => write(work))).toThrow("the disk is full");
    expect(write(() => 1)).toBe(1);
    database.close();
  });

  test("says by its code why SQLite refused", () => {
    const path = freshPath();
    const [database, other] = [openTable(driver, path), driver.open(path, mode)];
    const reader = driver.open(path, { ...mode, isReadonly: true });
    const insert = "INSERT INTO things (id, name) VALUES (1, 'a')";
    database.exec(insert);
    expect(codeOf(() => database.prepare(insert).run())).toMatch(/^SQLITE_CONSTRAINT/);
    expect(codeOf(() => reader.prepare("DELETE FROM things").run())).toMatch(/^SQLITE_READONLY/);
    database.transaction("immediate")(() => {
      expect(codeOf(() => other.transaction("immediate")(() => null))).toMatch(/^SQLITE_BUSY/);
    });
    expect(other.transaction("immediate")(() => 1)).toBe(1);
    expect(codeOf(() => driver.open(join(folder, "none.db"), { ...mode, isReadonly: true }))).toMatch(
      /^SQLITE_CANTOPEN/,
    );
    expect(codeOf(() => database.prepare("SELECT * FROM nowhere"))).toBe("SQLITE_ERROR");
    const strange = freshPath();
    writeFileSync(strange, "not a database, but long enough to have a header ".repeat(40));
    const open = driver.open(strange, mode);
    expect(codeOf(() => open.prepare("SELECT * FROM sqlite_schema").all())).toMatch(/^SQLITE_NOTADB/);
    expect(readErrorCode(Object.assign(new Error("not of SQLite"), { code: "ENOENT" }))).toBeNull();
    for (const each of [database, other, reader, open]) each.close();
  });

  test("is closed once, however often it is asked to", () => {
    const database = openTable(driver);
    expect(database.open).toBe(true);
    database.close();
    database.close();
    expect(database.open).toBe(false);
  });
});

describe.each(drivers.flatMap((one) => drivers.map((other) => ({ one, other }))))(
  "a file of $one.name, with $other.name",
  ({ one, other }) => {
    test("has the same rows, and takes new ones while both have it open", () => {
      const path = freshPath();
      const first = openTable(one, path);
      first.pragma("journal_mode = WAL");
      const second = other.open(path, mode);
      const insert = "INSERT INTO things (name) VALUES (?)";
      first.prepare(insert).run([Buffer.from("one")]);
      second.prepare(insert).run(["other"]);
      for (const each of [first, second])
        expect(each.prepareValue("SELECT name FROM things ORDER BY id").all()).toEqual([Buffer.from("one"), "other"]);
      for (const each of [first, second]) each.close();
    });
  },
);

describe("better-sqlite3 on a Node without SQLite", () => {
  const install = (version: string, code: string): NodeJS.Require => {
    const home = mkdtempSync(join(folder, "home-"));
    const place = join(home, "node_modules/better-sqlite3");
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, "package.json"), JSON.stringify({ name: "better-sqlite3", version }));
    writeFileSync(join(place, "index.js"), code);
    return createRequire(join(home, "package.json"));
  };
  const complaint = (work: () => unknown): string => {
    try {
      work();
    } catch (error) {
      if (error instanceof ClewError && error.code === "store/no-driver") return error.message;
      throw error;
    }
    throw new Error("Nothing was thrown");
  };

  test("is asked for in one sentence where it is not installed", () => {
    const load = createRequire(join(mkdtempSync(join(folder, "bare-")), "package.json"));
    expect(complaint(() => loadBetterSqlite3(load, "20.19.0"))).toBe(
      "Node 20.19.0 needs one more package to keep a log in a file: npm install better-sqlite3@12",
    );
  });

  test("is not loaded if it is of a major that would end the process", () => {
    const load = install("13.0.3", "process.abort()");
    expect(complaint(() => loadBetterSqlite3(load, "20.19.0"))).toBe(
      "better-sqlite3 13.0.3 does not run on Node 20.19.0: npm install better-sqlite3@12",
    );
  });

  test.each([
    ["12.11.1", "20.19.0"],
    ["13.0.3", "22.12.0"],
  ])("%s is loaded on Node %s", (version, node) => {
    expect(loadBetterSqlite3(install(version, "module.exports = class {}"), node).name).toBe("better-sqlite3");
  });

  test.each([
    ["compiled for another Node", `Object.assign(new Error("other version"), { code: "ERR_DLOPEN_FAILED" })`],
    ["not compiled", `new Error("Could not locate the bindings file. Tried:")`],
  ])("says how to build it where it is %s", (_how, error) => {
    const load = install("12.11.1", `module.exports = class { constructor() { throw ${error}; } }`);
    const driver = loadBetterSqlite3(load, "20.19.0");
    expect(complaint(() => driver.open(":memory:", mode))).toBe(
      "better-sqlite3 is not built for Node 20.19.0: npm rebuild better-sqlite3",
    );
  });
});

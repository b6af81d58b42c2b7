/** What the store may rely on, whichever library brings SQLite. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ClewError } from "@clewline/core/errors.js";
import { chooseDriver } from "@clewline/sqlite/drivers/choose-driver.js";
import type { SqliteDatabase, SqliteDriver } from "@clewline/sqlite/drivers/driver.js";
import { readErrorCode } from "@clewline/sqlite/drivers/error-code.js";
import { loadNodeSqlite } from "@clewline/sqlite/drivers/node-sqlite.js";
import { loadPackageSqlite } from "@clewline/sqlite/drivers/package-sqlite.js";
import { afterAll, describe, expect, test } from "vitest";
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
  expect(chooseDriver().name).toBe((loadNodeSqlite() ?? loadPackageSqlite()).name);
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

  test("is closed once, however often it is asked to, and then the file alone has everything", () => {
    const [path, copy] = [freshPath(), freshPath()];
    const database = openTable(driver, path);
    database.pragma("journal_mode = WAL");
    database.prepare("INSERT INTO things (name) VALUES (?)").run(["a"]);
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
    expect(database.open).toBe(true);
    database.close();
    database.close();
    expect(database.open).toBe(false);
    expect(statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
    copyFileSync(path, copy);
    const again = driver.open(copy, mode);
    expect(again.prepareValue("SELECT name FROM things").all()).toEqual(["a"]);
    again.close();
  });

  test("is closed at once while another connection writes", () => {
    const path = freshPath();
    const [database, other] = [openTable(driver, path), driver.open(path, { timeoutMs: 60_000 })];
    database.pragma("journal_mode = WAL");
    database.transaction("immediate")(() => {
      database.prepare("INSERT INTO things (name) VALUES (?)").run(["a"]);
      other.close();
    });
    expect(database.prepareValue("SELECT name FROM things").all()).toEqual(["a"]);
    database.close();
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

describe("the package, on a Node without SQLite", () => {
  const complaint = (load: NodeJS.Require): string => {
    try {
      loadPackageSqlite(load, "20.19.0");
    } catch (error) {
      if (error instanceof ClewError && error.code === "store/no-driver") return error.message;
      throw error;
    }
    throw new Error("Nothing was thrown");
  };

  test("is asked for in one sentence if it is not installed", () => {
    const load = createRequire(join(mkdtempSync(join(folder, "bare-")), "package.json"));
    expect(complaint(load)).toBe(
      "Node 20.19.0 needs one more package to keep a log in a file: npm install @photostructure/sqlite@2",
    );
  });

  test.each([
    ["its binary is for another system", `Object.assign(new Error("other"), { code: "ERR_DLOPEN_FAILED" })`],
    ["it has no binary", `new Error("No native build was found for platform=sunos")`],
    ["a part of it is missing", `Object.assign(new Error("no 'node-gyp-build'"), { code: "MODULE_NOT_FOUND" })`],
  ])("is named in one sentence if %s", (_how, error) => {
    const home = mkdtempSync(join(folder, "home-"));
    const place = join(home, "node_modules/@photostructure/sqlite");
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, "index.js"), `throw ${error};`);
    expect(complaint(createRequire(join(home, "package.json")))).toBe(
      `@photostructure/sqlite can't be loaded on Node 20.19.0 (${process.platform}, ${process.arch}): npm install @photostructure/sqlite@2`,
    );
  });
});

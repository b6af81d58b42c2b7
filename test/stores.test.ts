import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ClewError } from "@clewline/core/errors.js";
import type { Draft } from "@clewline/core/log/entry.js";
import { firstEpoch } from "@clewline/core/log/epoch.js";
import {
  type BlobId,
  type EntryId,
  type LaneRef,
  parseLaneKey,
  parseOwnerKey,
  parseSessionKey,
  type TurnId,
} from "@clewline/core/log/keys.js";
import type { Hash } from "@clewline/core/log/pointer.js";
import type { LogStore, StoreFault } from "@clewline/core/ports/index.js";
import { makeKeptReceipt } from "@clewline/core/receipt/receipt-delta.js";
import { openSqliteStore } from "@clewline/sqlite/sqlite-store.js";
import { statementTexts } from "@clewline/sqlite/statements/prepared.js";
import { makeMemoryStore } from "@clewline/store-kit/memory/memory-store.js";
import { addSummary, makeSummaryRecord } from "@clewline/store-kit/store-contract/record-sample.js";
import { makeReceipt } from "@clewline/store-kit/store-contract/sample.js";
import { storeConcurrencyContract, storeContract } from "@clewline/store-kit/store-contract.js";
import { afterAll, describe, expect, test } from "vitest";
import { openDatabase } from "./open-database.js";
import { some } from "./some.js";
import { drivers } from "./sqlite-drivers.js";

const folder = mkdtempSync(join(tmpdir(), "clew-stores-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hash = (text: string) => createHash("sha256").update(text).digest("hex");
const ref: LaneRef = { owner: parseOwnerKey("me"), session: parseSessionKey("chat:1"), lane: parseLaneKey("root:1") };

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

const onSqlite = drivers.map(
  (driver) =>
    [driver.name, storeContract(async (hash) => openSqliteStore({ path: freshPath(), hash, driver }))] as const,
);

describe.each([["memory", storeContract(async (hash) => makeMemoryStore({ hash }))] as const, ...onSqlite])(
  "the %s store",
  (_kind, clauses) => {
    test.each(clauses)("$name", async ({ run }) => {
      await expect(run()).resolves.toBeUndefined();
    });
  },
);

describe.each(drivers)("the SQLite store with $name, open twice", (driver) => {
  const open = async (hash: Hash) => {
    const path = freshPath();
    // A connection that nobody closes is what a crash leaves: its file locks are gone with it, its rows stay.
    return {
      connect: async () => openSqliteStore({ path, hash, driver }),
      kill: async (_store: LogStore) => undefined,
    };
  };
  test.each(storeConcurrencyContract(open))("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});

describe("the SQLite file", () => {
  test("is readable by its user alone, with everything that SQLite puts beside it", async () => {
    const path = join(folder, "new", "folder", "log.db");
    const store = openSqliteStore({ path, hash });
    await store.write({ ref, entries: [said("1")] });
    for (const suffix of ["", "-wal", "-shm"]) expect(statSync(path + suffix).mode & 0o777, suffix).toBe(0o600);
    expect(statSync(join(folder, "new", "folder")).mode & 0o077).toBe(0);
    expect(store.location).toBe(path);
    await store.close();
  });

  test("keeps everything when it is opened again", async () => {
    const path = freshPath();
    const first = openSqliteStore({ path, hash });
    const written = await first.write({ ref, entries: [said("1", "m1"), said("2", "m2")] });
    const state = await first.read(ref, 10, null);
    await first.close();
    const second = openSqliteStore({ path, hash });
    expect(await second.read(ref, 10, null)).toEqual(state);
    expect(await second.write({ ref, entries: [said("9", "m1"), said("3")] })).toMatchObject({
      entries: [written.entries[0], { seq: 3 }],
    });
    await second.close();
  });

  test("serves two stores at once", async () => {
    const path = freshPath();
    const stores = [openSqliteStore({ path, hash }), openSqliteStore({ path, hash })] as const;
    for (let round = 0; round < 10; round++) {
      for (const [index, store] of stores.entries()) await store.write({ ref, entries: [said(`${round}-${index}`)] });
    }
    for (const store of stores) expect((await store.read(ref, 100, null)).last).toBe(20);
    for (const store of stores) await store.close();
  });

  test("is taken for a file even under a name that SQLite reads as memory", async () => {
    const path = join(folder, ":memory:");
    const store = openSqliteStore({ path, hash });
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
    const error = await fault(() => openSqliteStore({ path, hash }));
    expect(error.code).toBe("store/damaged");
    expect(error.hint).toContain(`clew doctor --rescue ${path}.rescued --store ${path}`);
    expect(error.cause).toBeInstanceOf(Error);
    expect(readFileSync(path, "utf8")).toBe(content);
  });

  test("is reported as damaged if a page is broken", async () => {
    const path = freshPath();
    const store = openSqliteStore({ path, hash });
    await store.write({
      ref,
      entries: Array.from({ length: 500 }, (_, index) => said(`${index}`, null, "x".repeat(500))),
    });
    await store.close();
    const bytes = readFileSync(path);
    bytes.fill(0xa5, 4096 * 3);
    writeFileSync(path, bytes);
    const error = await fault(async () => {
      const again = openSqliteStore({ path, hash });
      await again.range(ref, 1, 1_000).finally(() => again.close());
    });
    expect(error.code).toBe("store/damaged");
  });

  test("is reported as damaged if a table is not there", async () => {
    const path = freshPath();
    await filled(path);
    altered(path, "DROP TABLE chunks");
    expect((await fault(() => openSqliteStore({ path, hash }))).code).toBe("store/damaged");
  });

  test("is read but for a row that is not one of ours: a note has its place, whoever opened it is told, and the next write keeps its bytes", async () => {
    for (const change of ["rest = '{'", "kind = 99", "text = NULL", "id = x'00'", "text = x'00ff'"]) {
      const path = freshPath();
      await filled(path);
      altered(path, `UPDATE entries SET ${change} WHERE seq = 1`);
      const told: string[] = [];
      const store = openSqliteStore({ path, hash, warn: (sentence) => told.push(sentence) });
      const before = readFileSync(path);
      const found = await store.range(ref, 1, 10);
      expect(found.map(({ seq, kind }) => [seq, kind])).toEqual([
        [1, "noted"],
        [2, "said"],
      ]);
      expect(found[0]).toMatchObject({ note: { kind: "unreadable", reason: expect.stringMatching(/^\S.*[^.]$/) } });
      expect((await store.read(ref, 10)).unreadable).toMatchObject([{ seq: 1 }]);
      expect(told).toEqual([expect.stringContaining("One row of ")]);
      // Reading writes nothing.
      expect(readFileSync(path).equals(before)).toBe(true);
      await store.write({ ref, entries: [said("after")] });
      await store.close();
      const database = openDatabase(path);
      const kept = database.prepare("SELECT origin, place, row FROM quarantine").all() as { row: string }[];
      expect(kept).toMatchObject([{ origin: "entries", place: "entries number 1" }]);
      expect(JSON.parse(kept[0]?.row ?? "")).toMatchObject({ number: 1, seq: 1 });
      expect(database.prepareValue("SELECT count(*) FROM entries").get()).toBe(3);
      database.close();
    }
  });

  test("is refused if a newer version wrote it", async () => {
    const path = freshPath();
    await filled(path);
    altered(path, "PRAGMA user_version = 99");
    const error = await fault(() => openSqliteStore({ path, hash }));
    expect(error.code).toBe("store/newer-schema");
    expect(error.hint).toBeTruthy();
  });

  test("is refused if it belongs to another program", async () => {
    const path = freshPath();
    altered(path, "CREATE TABLE songs (title TEXT)");
    const error = await fault(() => openSqliteStore({ path, hash }));
    expect(error.code).toBe("store/unavailable");
    const database = openDatabase(path, { isReadonly: true });
    expect(database.prepareValue("SELECT name FROM sqlite_schema").all()).toEqual(["songs"]);
    database.close();
  });

  test.each(drivers)("is opened with $name where another makes its tables between two looks", async (driver) => {
    const path = freshPath();
    const others: LogStore[] = [];
    /** Before the second look at the file, the first time. */
    const interrupt = (text: string) => {
      if (text === "user_version" && others.length === 0) others.push(openSqliteStore({ path, hash, driver }));
    };
    const open: typeof driver.open = (file, mode) => {
      const database = driver.open(file, mode);
      const pragma = (text: string) => {
        interrupt(text);
        return database.pragma(text);
      };
      return Object.assign(Object.create(database), { pragma });
    };
    const store = openSqliteStore({ path, hash, driver: { ...driver, open } });
    await store.write({ ref, entries: [said("1")] });
    const read = await Promise.all(others.map((other) => other.read(ref, 10, null)));
    expect(read.map(({ entries }) => entries.length)).toEqual([1]);
    for (const each of [store, ...others]) await each.close();
  });

  test("is reported as unavailable if its place is a folder or lies under a file", async () => {
    const file = freshPath();
    writeFileSync(file, "");
    const place = join(folder, "place");
    mkdirSync(place);
    for (const path of [place, join(file, "log.db"), join(file, "deeper", "log.db")]) {
      const error = await fault(() => openSqliteStore({ path, hash }));
      expect([error.code, path]).toEqual(["store/unavailable", path]);
      expect(error.cause).toBeInstanceOf(Error);
    }
  });
});

describe("two stores on one file that claim a place in one lane", () => {
  const claim = (turn: string, now: number, renewal = false) => ({
    claim: { turn: turn as TurnId, holder: `holder of ${turn}`, until: now + 100, renewal },
  });

  test("run one after the other, and each sees the same queue", async () => {
    const path = freshPath();
    const stores = [openSqliteStore({ path, hash }), openSqliteStore({ path, hash })] as const;
    const written = await Promise.all(stores.map((store, index) => store.write({ ref, ...claim(`${index}`, 1) })));
    const states = written.map(({ leases }, index) => leases.find(({ turn }) => turn === `${index}`)?.state);
    expect(states.toSorted()).toEqual(["queued", "running"]);
    const [first, second] = states[0] === "running" ? ["0", "1"] : ["1", "0"];
    for (const store of stores) {
      expect(await store.leases(ref)).toMatchObject([
        { turn: first, state: "running" },
        { turn: second, state: "queued" },
      ]);
    }
    await stores[0].write({ ref, release: first as TurnId });
    expect((await stores[1].write({ ref, ...claim(second as string, 2, true) })).leases).toMatchObject([
      { turn: second, state: "running" },
    ]);
    for (const store of stores) await store.close();
  });

  test("never both run, whatever the rows say", async () => {
    const path = freshPath();
    const store = openSqliteStore({ path, hash });
    for (const turn of ["a", "b"]) await store.write({ ref, ...claim(turn, 1) });
    await store.close();
    expect(() => altered(path, "UPDATE leases SET token = 1")).toThrow(/UNIQUE/);
  });
});

describe("a SQLite file with a fault", () => {
  /** What is found after the file was altered behind the store's back. */
  async function faultsAfter(change: string, thorough: boolean): Promise<readonly StoreFault[]> {
    const path = freshPath();
    await filled(path);
    altered(path, change);
    const before = readFileSync(path);
    const store = openSqliteStore({ path, hash });
    const faults = await store.faults(thorough).finally(() => store.close());
    expect(readFileSync(path).equals(before)).toBe(true);
    for (const { what, hint } of faults) for (const text of [what, hint]) expect(text).not.toMatch(/\.$|\n|^$/);
    return faults;
  }

  test("has none if nothing was altered", async () => {
    for (const thorough of [false, true]) expect(await faultsAfter("SELECT 1", thorough)).toEqual([]);
  });

  for (const [name, change, expected] of [
    ["a lane's next place", "UPDATE lanes SET next_seq = 9", /^Lane root:1 of chat:1 has 2 entries/],
    [
      "a gap in a lane",
      "UPDATE entries SET seq = 7 WHERE seq = 2",
      /^Lane root:1 of chat:1 has 2 entries up to place 7/,
    ],
    ["a session's count", "UPDATE sessions SET entries = 5", /^Session chat:1 has 1 lanes with 2 entries/],
    ["a lost owner", "PRAGMA foreign_keys = OFF; DELETE FROM owners", /rows of sessions name a row of owners/],
    ["a lost lane", "PRAGMA foreign_keys = OFF; DELETE FROM lanes", /rows of entries name a row of lanes/],
  ] as const) {
    test(`is told of ${name} by a short look`, async () => {
      const faults = await faultsAfter(change, false);
      expect(faults.map(({ what }) => what)).toContainEqual(expect.stringMatching(expected));
      for (const { hint } of some(faults))
        expect(hint).toMatch(/^Save what can be read: clew doctor --rescue \S+ --store \S+$/);
    });
  }

  for (const [name, change, expected] of [
    [
      "a lost search row",
      "INSERT INTO search (search, rowid, words) VALUES ('delete', 2, '¤o1 ¤s1 ¤l1 long')",
      /^Entries that the search does not know.*first is 2$/,
    ],
    [
      "a search row that is left out",
      "INSERT INTO superseded VALUES (1)",
      /^Entries that the search does not know.*is 1$/,
    ],
    [
      "a stray search row",
      "INSERT INTO search (rowid, words) VALUES (99, '¤o1 x')",
      /^Rows of the search.*first is 99$/,
    ],
    [
      "a lost address",
      "DELETE FROM addresses WHERE entry = 2",
      /^Entries that no pointer leads to: 1, the first is 2$/,
    ],
    ["a lost blob", "DELETE FROM blobs", /^Entries whose contents are not all there: 1, the first is 2$/],
    ["a lost chunk", "DELETE FROM chunks", /^Receipts whose bytes are not all there: 2, the first is one$/],
    ["a lost checkpoint", "DELETE FROM receipts WHERE id = 'one'", /^Receipts that build on one.*first is two$/],
    ["a lost summary", "DELETE FROM records", /^Epochs that name a summary.*: 1, the first is "key" of lane root:1$/],
    [
      "a chain that bites its tail",
      "UPDATE receipts SET base = number WHERE id = 'two'",
      /^Receipts that build on one/,
    ],
  ] as const) {
    test(`is told of ${name} by a thorough look`, async () => {
      expect(await faultsAfter(change, false)).toEqual([]);
      const faults = await faultsAfter(change, true);
      expect(faults.map(({ what }) => what)).toEqual([expect.stringMatching(expected)]);
      expect(faults[0]?.hint).toMatch(/^(Save what can be read: clew doctor --rescue|Restore the file from a backup)/);
    });
  }

  for (const [name, change, expected] of [
    ["entry", "UPDATE entries SET rest = '{' WHERE seq = 1", /^Row 1 of entries \(lane root:1 of chat:1, place 1\)/],
    ["receipt", "UPDATE receipts SET rest = '[]' WHERE id = 'two'", /^Row 2 of receipts \(lane root:1 of chat:1, turn/],
    [
      "turn",
      "UPDATE turns SET rest = '{' WHERE state IS NOT NULL",
      /^Row \d of turns \(lane root:1 of chat:1, turn turn\)/,
    ],
    ["record", "UPDATE records SET rest = '{'", /^Row 1 of records \(lane root:1 of chat:1\)/],
    ["record of no kind", `UPDATE records SET rest = '{"sung":{}}'`, /^Row 1 of records /],
    ["epoch", "UPDATE epochs SET rest = '{}' WHERE key = 'key'", /^A row of epochs \(lane root:1 of chat:1\)/],
    ["session with settings that are none", "UPDATE sessions SET settings = '[]'", /^Row 1 of sessions/],
    ["lane with a counter that is none", "UPDATE lanes SET next_seq = 'x'", /^Row 1 of lanes/],
  ] as const) {
    test(`is told of a damaged ${name} by any look, with its table and its place`, async () => {
      for (const thorough of [false, true]) {
        const faults = await faultsAfter(change, thorough);
        const named = faults.filter(({ what }) => expected.test(what) && what.includes(" can't be read: "));
        expect([named.length, thorough]).toEqual([1, thorough]);
        expect(named[0]?.row).toMatchObject({ table: expect.stringMatching(/^\w+$/) });
      }
    });
  }

  test("is told of broken pages without a throw", async () => {
    const path = freshPath();
    const store = openSqliteStore({ path, hash });
    const entries = Array.from({ length: 500 }, (_, index) => said(`${index}`, null, "x".repeat(500)));
    await store.write({ ref, entries });
    await store.close();
    const bytes = readFileSync(path);
    bytes.fill(0xa5, bytes.length - 4096 * 40);
    writeFileSync(path, bytes);
    const again = openSqliteStore({ path, hash });
    for (const thorough of [false, true]) {
      const faults = await again.faults(thorough);
      expect(faults.length).toBeGreaterThan(0);
      expect(faults[0]?.hint).toContain(`clew doctor --rescue ${path}.rescued --store ${path}`);
    }
    await again.close();
  });
});

describe("the SQLite statements", () => {
  const path = freshPath();
  const { checks: _readAll, ...groups } = statementTexts;

  test("have names of their own", () => {
    const names = Object.values(statementTexts).flatMap((texts) => Object.keys(texts));
    expect(new Set(names).size).toBe(names.length);
  });

  for (const [name, text] of Object.values(groups).flatMap((texts) => Object.entries(texts))) {
    test(`${name} goes by an index and sorts no log`, async () => {
      await openSqliteStore({ path, hash }).close();
      const database = openDatabase(path);
      const named = Object.fromEntries([...text.matchAll(/@(\w+)/g)].map(([, key]) => [key, "[]"]));
      const values = text.includes("?") ? [...text.matchAll(/\?/g)].map(() => "[]") : named;
      const plan = database.prepare(`EXPLAIN QUERY PLAN ${text}`).all(values) as { detail: string }[];
      database.close();
      const details = plan.map(({ detail }) => detail);
      // Lists that the caller gave, what a statement has gathered itself, and the search by its words or its rowid.
      // There are as many places in all queues as turns that are being answered.
      // What a subquery gives is scanned, and what it scans itself has a line of its own.
      const harmless =
        /^SCAN (wanted|json_each|chain|found|newest|places|\(subquery-\d+\)|CONSTANT ROW|search VIRTUAL TABLE INDEX \d+:\S*M)/;
      expect(details.filter((detail) => detail.startsWith("SCAN ") && !harmless.test(detail))).toEqual([]);
      // An index that is used for the lane or the owner alone still walks through all of it, unless order and limit end it.
      const wide = details.filter((detail) =>
        /^SEARCH (entries|receipts|records|turns|chunks) .*\((lane_id|session_id|owner_id)=\?( AND seq[<>]\?)?\)$/.test(
          detail,
        ),
      );
      const walks = text.includes("LIMIT") ? [] : wide.filter((detail) => !detail.includes("PRIMARY KEY"));
      expect(walks).toEqual([]);
      // The links of a chain are few.
      expect(details.filter((detail) => detail.includes("TEMP B-TREE") && name !== "chain")).toEqual([]);
    });
  }

  // Longer gaps are read in slices: read-ahead.test.ts.
  test("are as many for a long lane as for a short one, and each is told to whoever watches", async () => {
    const seen: { statements: number; rows: number }[] = [];
    for (const length of [1, 240]) {
      let [statements, rows] = [0, 0];
      const watch = (_sql: string, count: number) => {
        statements += 1;
        rows += count;
      };
      const path = freshPath();
      const writer = openSqliteStore({ path, hash });
      await writer.write({ ref, entries: Array.from({ length }, (_, index) => said(`${index}`)) });
      await writer.close();
      const store = openSqliteStore({ path, hash, watch });
      for (const _time of ["first", "again"]) {
        [statements, rows] = [0, 0];
        await store.read(ref, 1_000, "turn" as TurnId, "key");
        seen.push({ statements, rows });
      }
      await store.close();
    }
    expect(seen.map(({ statements }) => statements)).toEqual([5, 4, 5, 4]);
    // The lane, what was prepared for its next view, and its entries when they are first read.
    expect(seen.map(({ rows }) => rows)).toEqual([3, 2, 242, 2]);
  });

  test("look nothing up for an entry that is new", async () => {
    const seen: string[] = [];
    const store = openSqliteStore({ path: freshPath(), hash, watch: (sql) => seen.push(sql) });
    await store.write({ ref, entries: [said("0")] });
    seen.length = 0;
    await store.write({ ref, entries: Array.from({ length: 100 }, (_, index) => said(`new ${index}`, `m${index}`)) });
    expect(seen.filter((sql) => /^\s*SELECT/.test(sql)).length).toBe(1);
    expect(seen.length).toBe(1 + 3 * 100 + 2);
    await store.close();
  });
});

test("the stores of this package find a word by the same other forms of it", async () => {
  const words =
    "heat heated heating heats relate related relational relatives general generous hopeful hopefulness organise organisation electricity electrician party parties agreed agreement planned plan boxes running ran ally allied 2000s lying".split(
      " ",
    );
  const find = async (store: LogStore) => {
    await store.write({ ref, entries: words.map((word) => said(word, null, word)) });
    const found = await Promise.all(words.map((word) => store.search({ kind: "lane", ref }, [word], 100)));
    await store.close();
    return found.map((each) => each.found.map(({ entry }) => entry.seq));
  };
  const [memory, sqlite] = [
    await find(makeMemoryStore({ hash })),
    await find(openSqliteStore({ path: freshPath(), hash })),
  ];
  expect(memory).toEqual(sqlite);
  const forms = memory.map((seqs) => seqs.map((seq) => words[seq - 1]));
  expect(forms[1]).toEqual(["heats", "heating", "heated", "heat"]);
  expect(forms[words.indexOf("party")]).toEqual(["parties", "party"]);
});

/** Two entries, the second with a blob; two receipts, the second kept as what it changes; an epoch with a summary. */
async function filled(path: string): Promise<void> {
  const store: LogStore = openSqliteStore({ path, hash });
  const blob = { kind: "blob", blob: "blob" as BlobId, chars: 4, tokens: 1, head: "lo", tail: "ng" } as const;
  const long: Draft = { ...said("2"), kind: "said", parts: [{ kind: "text", text: blob }] } as Draft;
  await store.write({ ref, entries: [said("1"), long], blobs: new Map([[blob.blob, "long"]]) });
  const whole = makeReceipt("one", ref, { chunks: ["chunk"] });
  await store.write({ ref, receipt: { receipt: whole, chunks: new Map([["chunk", "{}"]]) } });
  const next = makeKeptReceipt(makeReceipt("two", ref, { chunks: ["chunk", ",", "more"] }), {
    receipt: whole,
    depth: 0,
  });
  await store.write({ ref, receipt: { receipt: next, chunks: new Map([["more", "{}"]]) } });
  const epoch = addSummary({ ...firstEpoch, key: "key", number: 1 }, "sum");
  await store.write({ ref, records: [makeSummaryRecord("sum", "key")], epoch, settings: { loud: true } });
  const told = { asides: [], messages: [], attachOver: 9, began: 1, ended: 2, origin: "interactive" } as const;
  await store.write({ ref, turn: { id: "turn" as TurnId, ref, state: "completed", ...told } });
  await store.close();
}

function altered(path: string, change: string): void {
  const database = openDatabase(path);
  database.exec(change);
  database.close();
}

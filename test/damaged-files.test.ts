/** Files that are not ours, whole pages that are damaged, and what lay beside a log and is gone. */
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "@clewline/sqlite/sqlite-store.js";
import { openClew } from "clewline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { objects, typed } from "./cli-run.js";
import { session, writeLog } from "./damage/damaged-log.js";
import { openDatabase } from "./open-database.js";
import { drivers } from "./sqlite-drivers.js";

const folder = mkdtempSync(join(tmpdir(), "clew-files-"));
const whole = join(folder, "whole.db");
const hash = (text: string) => createHash("sha256").update(text).digest("hex");

beforeAll(() => writeLog(whole, 20));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function listBeside(path: string): readonly string[] {
  return readdirSync(folder).filter((name) => join(folder, name).startsWith(path));
}

describe.each(drivers)("a file of another program with $name", (driver) => {
  test.each([
    ["DELETE", "CREATE TABLE songs (title TEXT)"],
    ["WAL", "CREATE TABLE songs (title TEXT)"],
    ["DELETE", "PRAGMA application_id = 7"],
    ["DELETE", "PRAGMA user_version = 3"],
    ["DELETE", "PRAGMA application_id = 0x636c6577; PRAGMA user_version = 99"],
    ["WAL", "PRAGMA application_id = 0x636c6577; PRAGMA user_version = 2"],
  ])("is refused and stays as it was, byte by byte: journal %s, %s", (mode, sql) => {
    const path = join(folder, `foreign-${driver.name.replace(/\W/g, "")}-${listBeside(folder).length}-${mode}.db`);
    const other = openDatabase(path);
    other.pragma(`journal_mode = ${mode}`);
    other.exec(sql);
    other.close();
    const [bytes, files] = [readFileSync(path), listBeside(path)];
    expect(() => openSqliteStore({ path, hash, driver })).toThrow(/another program|schema/);
    expect([readFileSync(path).equals(bytes), listBeside(path)]).toEqual([true, files]);
  });

  test("is refused where its tables are in the file beside it alone, and that stays too", () => {
    const path = join(folder, `beside-${driver.name.replace(/\W/g, "")}.db`);
    const other = openDatabase(path);
    other.pragma("journal_mode = WAL");
    other.exec("CREATE TABLE songs (title TEXT)");
    const copy = `${path}.copy`;
    for (const end of ["", "-wal"]) copyFileSync(path + end, copy + end);
    other.close();
    const [bytes, beside] = [readFileSync(copy), readFileSync(`${copy}-wal`)];
    expect(() => openSqliteStore({ path: copy, hash, driver })).toThrow(/another program/);
    expect([readFileSync(copy).equals(bytes), readFileSync(`${copy}-wal`).equals(beside)]).toEqual([true, true]);
    expect(existsSync(`${copy}-shm`)).toBe(false);
  });
});

describe("what lay beside a log and is gone", () => {
  /** As a process leaves it that was killed: its last writes are in the -wal file alone. */
  async function leaveKilled(name: string): Promise<string> {
    const [path, copy] = [join(folder, `${name}.db`), join(folder, `${name}-killed.db`)];
    const clew = await openClew({ store: path });
    await clew.observe({ session, text: "The barrel is empty" });
    for (const end of ["", "-wal", "-shm"]) copyFileSync(path + end, copy + end);
    await clew.close();
    return copy;
  }

  async function openAndListen(path: string): Promise<readonly string[]> {
    const told: string[] = [];
    const store = openSqliteStore({ path, hash, warn: (sentence) => told.push(sentence) });
    await store.close();
    return told;
  }

  test("is not missed where all of it is there", async () => {
    expect(await openAndListen(await leaveKilled("kept"))).toEqual([]);
    expect(await openAndListen(whole)).toEqual([]);
  });

  test.each([
    ["deleted", (wal: string) => rmSync(wal), /-wal is gone: /],
    ["emptied", (wal: string) => truncateSync(wal, 0), /-wal was emptied or cut: /],
    ["zeroed", (wal: string) => writeFileSync(wal, Buffer.alloc(readFileSync(wal).length)), /-wal was written over: /],
  ] as const)(
    "is told of when it was %s, once to whoever opens the log and then by the doctor",
    async (how, harm, sentence) => {
      const path = await leaveKilled(how);
      harm(`${path}-wal`);
      expect(await openAndListen(path)).toEqual([expect.stringMatching(sentence)]);
      expect(await openAndListen(path)).toEqual([]);
      const { code, out } = await typed(["doctor", "--json", "--store", path]);
      const [data] = objects(out) as unknown as { faults: { what: string }[] }[];
      expect([code, data?.faults.map(({ what }) => what)]).toEqual([1, [expect.stringMatching(sentence)]]);
    },
  );
});

test("A damaged search is answered without, takes no new words, and is whole again after a rescue", async () => {
  const [path, into] = [join(folder, "search.db"), join(folder, "search-rescued.db")];
  const bytes = readFileSync(whole);
  for (const page of findPages(whole, "search_data")) bytes.fill(0xa5, page * 4096, page * 4096 + 4096);
  writeFileSync(path, bytes);
  const chat = await openClew({ store: path });
  const turn = await chat.begin({ session, text: "Which bed was dry on day 3?" });
  expect((await turn.view()).kind).toBe("fits");
  await turn.complete({ text: "Bed 3" });
  expect(await chat.search("barrel")).toEqual([]);
  await chat.close();
  await typed(["doctor", "--rescue", into, "--store", path]);
  const rescued = await openClew({ store: into });
  expect((await rescued.search("shed")).length).toBeGreaterThan(0);
  await rescued.close();
});

describe("clew doctor --rescue", () => {
  test("goes around damaged pages, keeps places and ids, and the new log opens and replays", async () => {
    const [path, into] = [join(folder, "pages.db"), join(folder, "pages-rescued.db")];
    const bytes = readFileSync(whole);
    const [found] = findPages(whole, "entries");
    bytes.fill(0xa5, (found as number) * 4096, (found as number) * 4096 + 4096);
    writeFileSync(path, bytes);
    const { code, out } = await typed(["doctor", "--rescue", into, "--store", path]);
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/^\d+ rows could not be saved whole: [\s\S]*lost\s+rows? \d+/),
    ]);
    const [was, is] = [await listEntries(whole), await listEntries(into)];
    expect(is.size).toBe(was.size);
    const lost = [...is].filter(([, text]) => text.startsWith("noted unreadable"));
    expect(lost.length).toBeGreaterThan(0);
    expect(lost.length).toBeLessThan(was.size / 2);
    const saved = [...is].filter(([, text]) => !text.startsWith("noted unreadable"));
    expect(saved).toEqual(saved.map(([seq]) => [seq, was.get(seq)]));
    const clew = await openClew({ store: into });
    expect(await clew.doctor({ thorough: true })).toEqual([]);
    await clew.close();
    // The damaged log itself is answered from.
    const chat = await openClew({ store: path });
    const turn = await chat.begin({ session, text: "Which bed?" });
    expect((await turn.view()).kind).toBe("fits");
    await turn.complete({ text: "Bed 3" });
    await chat.close();
  });

  test("says in a sentence that nothing can be read, and leaves nothing behind", async () => {
    const [path, into] = [join(folder, "letter.txt"), join(folder, "letter.db")];
    writeFileSync(path, "Dear customer, this is no database at all.".repeat(50));
    const { code, error } = await typed(["doctor", "--rescue", into, "--store", path]);
    expect([code, error]).toEqual([1, expect.stringContaining("[store/damaged]")]);
    expect(listBeside(into)).toEqual([]);
  });

  test("an empty file is not well, and is not made a log", async () => {
    const path = join(folder, "empty.db");
    writeFileSync(path, "");
    const { code, out } = await typed(["doctor", "--store", path]);
    expect([code, out]).toEqual([1, expect.stringMatching(/^1 fault found: [\s\S]*is empty/)]);
    expect(readFileSync(path).length).toBe(0);
  });
});

/** The pages of a table's leaves, from 0. */
function findPages(path: string, table: string): readonly number[] {
  const database = openDatabase(path, { isReadonly: true });
  const root = Number(database.prepareValue("SELECT rootpage FROM sqlite_schema WHERE name = ?").get([table]));
  database.close();
  const bytes = readFileSync(path);
  const page = bytes.subarray((root - 1) * 4096, root * 4096);
  if (page[0] === 0x0d) return [root - 1];
  const cells = Array.from({ length: page.readUInt16BE(3) }, (_, index) => page.readUInt16BE(12 + 2 * index));
  return cells.map((cell) => page.readUInt32BE(cell) - 1);
}

async function listEntries(path: string): Promise<ReadonlyMap<number, string>> {
  const clew = await openClew({ store: path });
  const { lines } = await clew.log({ session, limit: 1_000 });
  await clew.close();
  return new Map(lines.map(({ seq, kind, note, text }) => [seq, note === null ? `${kind} ${text}` : `noted ${note}`]));
}

import { createHash } from "node:crypto";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeClewOverStore } from "../src/compose/open.js";
import type { ClewOptions } from "../src/compose/options.js";
import { type LaneRef, parseLaneKey, parseOwnerKey, parseSessionKey, type ReceiptId } from "../src/core/log/keys.js";
import type { Lease } from "../src/core/log/lease.js";
import { pickAskedWords } from "../src/core/log/search-words.js";
import type { LogStore } from "../src/core/ports/index.js";
import { joinChunks } from "../src/core/receipt/receipt.js";
import { resolveReceipt } from "../src/core/receipt/receipt-delta.js";
import { encodeCanonicalJson } from "../src/core/text/json.js";
import type { SqliteDatabase } from "../src/stores/sqlite/drivers/driver.js";
import { schemaVersion } from "../src/stores/sqlite/schema.js";
import { openSqliteStore } from "../src/stores/sqlite/sqlite-store.js";
import { makeTinyEmbedder } from "../src/testing/tiny-embedder.js";
import { openDatabase } from "./open-database.js";

const folder = mkdtempSync(join(tmpdir(), "clew-upgrade-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fixture = (name: string) => readFileSync(new URL(`./fixtures/schema-3.${name}`, import.meta.url));
const unpacked = (name: string) => gunzipSync(fixture(name)).toString("utf8");

/** What the version before said of its file. */
const before: {
  readonly counts: Readonly<Record<string, number>>;
  readonly receipts: readonly { readonly id: ReceiptId; readonly bytes: string }[];
  readonly leases: Readonly<Record<string, readonly Omit<Lease, "token">[]>>;
} = JSON.parse(fixture("json").toString("utf8"));

const hash = (text: string) => createHash("sha256").update(text).digest("hex");
const owner = parseOwnerKey("me");
const ref: LaneRef = { owner, session: parseSessionKey("telegram:chat:42"), lane: parseLaneKey("root:42") };

let files = 0;
/** A file as the version before left it. */
function oldFile(): string {
  files += 1;
  const path = join(folder, `old-${files}.db`);
  writeFileSync(path, gunzipSync(fixture("db.gz")), { mode: 0o600 });
  return path;
}

/** A file that was taken over once, whole and closed, for all that look at the outcome. */
const takenOnce = join(folder, "taken.db");

beforeAll(() => openSqliteStore({ path: copyTo(takenOnce, oldFile()), hash }).close());

function copyTo(path: string, from: string): string {
  copyFileSync(from, path);
  return path;
}

async function takenOver(check: (store: LogStore, path: string) => Promise<void>): Promise<void> {
  files += 1;
  const path = copyTo(join(folder, `taken-${files}.db`), takenOnce);
  const store = openSqliteStore({ path, hash });
  await check(store, path).finally(() => store.close());
}

function inFile<Value>(path: string, look: (database: SqliteDatabase) => Value): Value {
  const database = openDatabase(path);
  try {
    return look(database);
  } finally {
    database.close();
  }
}

async function lanesIn(store: LogStore): Promise<readonly LaneRef[]> {
  const sessions = await store.sessions(owner, { after: null, limit: 100 });
  const lanes = await Promise.all(sessions.map(({ session }) => store.lanes({ owner, session })));
  return lanes.flat().map((lane) => lane.ref);
}

describe("A file of the version before", () => {
  test("has the new schema once it was opened, in less room, and keeps its mode", async () => {
    const path = oldFile();
    const { size } = statSync(path);
    await openSqliteStore({ path, hash }).close();
    expect(inFile(path, (database) => database.pragma("user_version"))).toBe(schemaVersion);
    expect(statSync(path).size).toBeLessThan(size * 0.8);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const left = inFile(path, (database) =>
      database.prepareValue("SELECT name FROM sqlite_schema WHERE name LIKE 'old%'").all(),
    );
    expect(left).toEqual([]);
  });

  test("is exported as it was before: every entry, turn, record, epoch, setting, receipt and line of the register", () =>
    takenOver(async (store) => {
      const clew = await makeClewOverStore(store, {});
      const lines: string[] = [];
      for await (const line of clew.export()) lines.push(line);
      const exported = unpacked("export.gz").trimEnd().split("\n");
      expect(exported.length).toBeGreaterThan(700);
      expect(lines).toEqual(exported);
    }));

  test("has as many rows of each kind as before", () =>
    takenOver(async (_store, path) => {
      const { answers: _answers, derivations, turns, chunks = 0, ...counts } = before.counts;
      const now = (table: string, where = "") =>
        inFile(path, (database) => database.prepareValue(`SELECT count(*) FROM ${table} ${where}`).get());
      for (const [table, count] of Object.entries(counts)) expect([table, now(table)]).toEqual([table, count]);
      expect(now("turns", "WHERE state IS NOT NULL")).toBe(turns);
      expect(now("derivations")).toBe(derivations);
      // Those of the instructions are there once for each session now.
      expect(Number(now("chunks")) - chunks).toBeLessThan(2 * (counts.sessions ?? 0));
      expect(now("(SELECT DISTINCT hash FROM chunks)")).toBe(chunks);
    }));

  test("gives for every receipt the bytes that it stood for", () =>
    takenOver(async (store) => {
      expect(before.receipts.length).toBe(before.counts.receipts);
      for (const { id, bytes } of before.receipts) {
        const [place] = await store.locate(owner, { kind: "receipt", id });
        const receipt = place === undefined ? null : resolveReceipt(await store.receipt(place.ref, id));
        if (receipt === null) throw new Error(`Receipt ${id} is lost`);
        const text = joinChunks(receipt, await store.chunks(receipt.ref, receipt.chunks));
        expect([receipt.id, hash(text), receipt.root]).toEqual([id, bytes, bytes]);
      }
    }));

  test("keeps its queues in their order, and gives the place that runs the first token", () =>
    takenOver(async (store) => {
      const queues: Record<string, readonly unknown[]> = {};
      for (const lane of await lanesIn(store)) {
        const queue = await store.leases(lane);
        if (queue.length > 0) queues[`${lane.session} ${lane.lane}`] = queue;
      }
      const expected = Object.entries(before.leases).map(([lane, queue]) => [
        lane,
        queue.map((lease) => ({ ...lease, token: lease.state === "running" ? 1 : null })),
      ]);
      expect(queues).toEqual(Object.fromEntries(expected));
      expect(Object.values(queues).map((queue) => queue.length)).toContain(2);
    }));

  test("keeps what was prepared for the next compaction", () =>
    takenOver(async (store) => {
      const candidates: Record<string, unknown> = {};
      for (const lane of await lanesIn(store)) {
        const records = await store.records(lane, "candidate", null, 100);
        if (records.length > 0) candidates[`${lane.session} ${lane.lane}`] = records;
      }
      expect(encodeCanonicalJson(candidates)).toBe(unpacked("candidates.gz"));
    }));

  test("knows which turn answers which message, and finds messages by the channel's ids", () =>
    takenOver(async (store) => {
      for (const lane of await lanesIn(store)) {
        for (const turn of await store.turns(lane, 1_000)) {
          for (const message of turn.messages) {
            expect(await store.turnsAnswering(lane, message)).toContainEqual(turn);
          }
        }
      }
      const answer = await store.bySource(ref, "bot-5");
      expect(answer?.entry).toMatchObject({ kind: "said", by: { role: "agent" } });
      expect((await store.bySource(ref, "25"))?.entry.kind).toBe("revised");
    }));

  test("gives receipts in the order in which they were written, and each epoch knows its last", () =>
    takenOver(async (store) => {
      const all = await store.receipts(ref, null, 1_000);
      const times = all.map(({ at }) => at);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      const [first, second, third] = all;
      expect(await store.receipts(ref, first?.id ?? null, 2)).toEqual([second, third]);
      for (const key of new Set(all.map(({ epoch }) => epoch.key))) {
        const last = all.findLast(({ epoch }) => epoch.key === key);
        expect((await store.read(ref, { limit: 1, epochKey: key })).lastReceipt).toBe(last?.id);
      }
      expect((await store.read(ref, { limit: 1 })).lastReceipt).toBe(all.at(-1)?.id);
    }));

  test("is found by its words as before: not by those of withdrawn and edited messages, nor by a password", () =>
    takenOver(async (store) => {
      const found = async (question: string) =>
        (await store.search({ kind: "owner", owner }, pickAskedWords(question), 1_000)).found;
      expect((await found("豆子")).length).toBeGreaterThan(0);
      const words = JSON.stringify(await found("tomatos shed tomatoes"));
      for (const gone of ["And the tomatos?", "forget this line"]) expect(words).not.toContain(gone);
      expect(words).toContain("And the tomatoes?");
      expect(await found(["mulberry", "77", "kite"].join(""))).toEqual([]);
      expect((await found("fence painted"))[0]?.held).toEqual([0, 1]);
      expect((await found("seed list")).length).toBeGreaterThan(0);
    }));

  test("has no faults", () =>
    takenOver(async (store) => {
      for (const thorough of [false, true]) expect(await store.faults(thorough)).toEqual([]);
    }));

  test("does not change when it is opened again", async () => {
    const path = oldFile();
    await openSqliteStore({ path, hash }).close();
    const once = readFileSync(path);
    await openSqliteStore({ path, hash }).close();
    expect(readFileSync(path).equals(once)).toBe(true);
  });

  test("lets everybody at the rest if rows of it cannot be read, and goes on saying so", async () => {
    const path = oldFile();
    inFile(path, (database) => {
      database.exec("UPDATE entries SET body = '{' WHERE number = 3");
      database.exec("UPDATE turns SET body = '[]' WHERE rowid = 2");
      database.exec("UPDATE records SET body = '{' WHERE number = 1");
      database.exec("UPDATE receipts SET body = '{' WHERE rowid = (SELECT max(rowid) FROM receipts)");
      database.exec(`UPDATE blobs SET content = '"bad'`);
    });
    const store = openSqliteStore({ path, hash });
    expect((await store.search({ kind: "owner", owner }, ["beans"], 10)).found.length).toBeGreaterThan(0);
    const faults = await store.faults(true);
    const tables = faults.flatMap(({ row }) => (row === undefined ? [] : [row.table]));
    expect([...new Set(tables)].sort()).toEqual(["blobs", "entries", "lanes", "receipts", "records", "turns"]);
    expect(faults.map(({ what }) => what.replace(/:.*/, ""))).toContain("Entries whose contents are not all there");
    await store.close();
  });

  const misshapen: readonly (readonly [name: string, table: string, where: string, path: string, value: string])[] = [
    ["a speaker that is null", "entries", "kind = 'said'", "$.by", "null"],
    ["a speaker that is a text", "entries", "kind = 'said'", "$.by", '"x"'],
    ["parts that are a text", "entries", "kind = 'said'", "$.parts", '"x"'],
    ["a part that is null", "entries", "kind = 'said'", "$.parts", "[null]"],
    ["parts that are no list", "entries", "kind = 'said'", "$.parts", "{}"],
    ["a source that is a number", "entries", "kind = 'said'", "$.source", "5"],
    ["a time that is a text", "entries", "kind = 'said'", "$.at", '"x"'],
    ["an output that is null", "entries", "kind = 'returned'", "$.output", "null"],
    ["an output of no kind", "entries", "kind = 'returned'", "$.output", "{}"],
    ["messages that are a number", "turns", "true", "$.messages", "5"],
    ["a state that there is not", "turns", "true", "$.state", '"odd"'],
    ["pieces that are a number", "receipts", "base IS NULL", "$.chunks", "5"],
    ["pieces of a later receipt that are a number", "receipts", "base IS NOT NULL", "$.delta.chunks", "5"],
    ["a verdict that is null", "receipts", "base IS NULL", "$.verdicts", "[null]"],
    ["a time of a receipt that is a text", "receipts", "base IS NULL", "$.at", '"x"'],
    ["a time of a record that is a text", "records", "true", "$.at", '"x"'],
    ["a summary that is a number", "records", "kind = 'summary'", "$.summary", "5"],
    ["reductions that are a number", "epochs", "number > 0", "$.through", "5"],
  ];
  for (const [name, table, where, place, value] of misshapen) {
    test(`keeps a row as it is that has ${name}, says so, and lets everybody at the rest`, async () => {
      const path = oldFile();
      const body = inFile(path, (database) => {
        const key = table === "epochs" ? "(lane_id, key)" : "rowid";
        const first = `${key} = (SELECT ${key.replace(/[()]/g, "")} FROM ${table} WHERE ${where} LIMIT 1)`;
        database.exec(`UPDATE ${table} SET body = json_set(body, '${place}', json('${value}')) WHERE ${first}`);
        return database.prepareValue(`SELECT body FROM ${table} WHERE ${first}`).get();
      });
      const store = openSqliteStore({ path, hash });
      const faults = await store.faults(true);
      await store.close();
      expect(faults.flatMap(({ row }) => row?.table ?? [])).toEqual([table]);
      const kept = inFile(path, (database) =>
        database.prepareValue(`SELECT count(*) FROM ${table} WHERE CAST(rest AS TEXT) = ?`).get([body]),
      );
      expect(kept).toBe(1);
      const recorded = table === "turns" ? "WHERE state IS NOT NULL" : "";
      const rows = inFile(path, (database) => database.prepareValue(`SELECT count(*) FROM ${table} ${recorded}`).get());
      expect(rows).toBe(before.counts[table]);
    });
  }

  test("keeps rows of a lane that is not there out of the way, every one of them, and says so", async () => {
    const path = oldFile();
    const tables = ["entries", "turns", "receipts", "records", "epochs", "leases"];
    const harmed = inFile(path, (database) => {
      database.pragma("foreign_keys = OFF");
      const lane = database.prepareValue("SELECT lane_id FROM leases LIMIT 1").get();
      const count = (table: string) =>
        database.prepareValue(`SELECT count(*) FROM ${table} WHERE lane_id = ?`).get([lane]);
      const counts = tables.map((table) => [table, count(table)] as const).filter(([, rows]) => rows !== 0);
      database.prepare("DELETE FROM lanes WHERE id = ?").run([lane]);
      return counts;
    });
    expect(harmed.length).toBeGreaterThan(2);
    const store = openSqliteStore({ path, hash });
    expect((await lanesIn(store)).length).toBeGreaterThan(2);
    for (const thorough of [false, true]) {
      const faults = (await store.faults(thorough)).map(({ what }) => what).join("\n");
      for (const [table, rows] of harmed) expect(faults).toContain(`${rows} rows of ${table} of the version before`);
      expect(faults).toContain("A row names a lane that is not there");
    }
    await store.close();
    const kept = inFile(path, (database) =>
      database.prepare("SELECT origin, count(*) AS count FROM set_aside WHERE json_valid(row) GROUP BY 1").all(),
    ) as { origin: string; count: number }[];
    expect(Object.fromEntries(kept.map(({ origin, count }) => [origin, count]))).toMatchObject(
      Object.fromEntries(harmed),
    );
  });

  test("is left as it was if it cannot be taken over", () => {
    let addresses = 0;
    const failing = (text: string) => {
      addresses += 1;
      if (addresses > 100) throw new Error("no hash today");
      return hash(text);
    };
    for (const [harm, make, message] of [
      ["SELECT 1", failing, /no hash today/],
      ["DROP TABLE records", hash, /records/],
      ["DROP TABLE leases", hash, /leases/],
      ["ALTER TABLE receipts RENAME COLUMN number TO place", hash, /number/],
    ] as const) {
      const path = oldFile();
      inFile(path, (database) => database.exec(harm));
      const whole = readFileSync(path);
      expect(() => openSqliteStore({ path, hash: make })).toThrow(message);
      expect(readFileSync(path).equals(whole)).toBe(true);
      expect(inFile(path, (database) => database.pragma("user_version"))).toBe(3);
      expect(inFile(path, (database) => database.prepareValue("SELECT count(*) FROM entries").get())).toBe(
        before.counts.entries,
      );
    }
  });

  test("goes on: the next view is made, and everything replays", () =>
    takenOver(async (store) => {
      const clew = await makeClewOverStore(store, {
        window: 3_000,
        timeZone: "UTC",
        instructions: "You help the gardener.",
      });
      const turn = await clew.begin({ session: ref.session, id: "new", from: "101", text: "How are the roses?" });
      const viewed = await turn.view();
      await turn.complete({ text: "Well." });
      if (viewed.kind !== "fits") throw new Error(`The next view is ${viewed.kind}`);
      expect(hash(await clew.replay(viewed.receipt.id))).toBe(viewed.receipt.root);
      for (const { id, bytes } of before.receipts) expect(hash(await clew.replay(id))).toBe(bytes);
      expect(await store.faults(true)).toEqual([]);
    }));
});

test("A file of a schema that no version was released with is refused and not touched", () => {
  const path = oldFile();
  inFile(path, (database) => database.pragma("user_version = 2"));
  const whole = readFileSync(path);
  expect(() => openSqliteStore({ path, hash })).toThrow(/has schema 2/);
  expect(readFileSync(path).equals(whole)).toBe(true);
});

/** Opens the file that a later version wrote, and sees that it is whole, exported as it was, and replays. */
async function openLater(version: 4 | 5 | 6, options: ClewOptions = {}) {
  const read = (name: string) =>
    gunzipSync(readFileSync(new URL(`./fixtures/schema-${version}.${name}`, import.meta.url)));
  const path = join(folder, `schema-${version}.db`);
  writeFileSync(path, read("db.gz"), { mode: 0o600 });
  const store = openSqliteStore({ path, hash });
  const clew = await makeClewOverStore(store, { window: 8_192, timeZone: "UTC", ...options });
  const lines: string[] = [];
  for await (const line of clew.export()) lines.push(line);
  expect(lines).toEqual(read("export.gz").toString("utf8").trimEnd().split("\n"));
  expect(await store.faults(true)).toEqual([]);
  const receipts = await store.receipts(ref, null, 10);
  expect(receipts.length).toBe(3);
  for (const { id, root } of receipts) expect(hash(await clew.replay(id))).toBe(root);
  return { path, store, clew, receipts };
}

test("A file of schema 4 is exported as it was, owes no reply, replays, and goes on", async () => {
  const { path, store, clew } = await openLater(4);
  expect(await clew.unsent()).toEqual([]);
  expect((await clew.begin({ session: ref.session, id: 2, text: "And who mends it?" })).reply).toEqual({
    text: "The gardener does.",
    sent: true,
  });
  const turn = await clew.begin({ session: ref.session, id: 9, text: "Thanks" });
  await turn.complete({ text: "Gladly." });
  expect((await clew.unsent()).map(({ text }) => text)).toEqual(["Gladly."]);
  await store.close();
  const tables = inFile(path, (database) =>
    database.prepareValue("SELECT name FROM sqlite_schema WHERE tbl_name = 'turns' ORDER BY name").all(),
  );
  const fresh = join(folder, "fresh.db");
  await openSqliteStore({ path: fresh, hash }).close();
  const made = inFile(fresh, (database) =>
    database.prepareValue("SELECT name FROM sqlite_schema WHERE tbl_name = 'turns' ORDER BY name").all(),
  );
  expect([tables, inFile(path, (database) => database.pragma("user_version"))]).toEqual([made, schemaVersion]);
});

test("A file of schema 5 is exported as it was, replays, and goes on with the picture that it stored twice", async () => {
  const { path, store, clew, receipts } = await openLater(5);
  const count = () =>
    inFile(path, (database) => database.prepareValue("SELECT sum(length(content)) FROM chunks").get());
  const [before, old] = [Number(count()), await clew.replay(receipts[1]?.id ?? "")];
  const turn = await clew.begin({ session: ref.session, id: 9, text: "What is on the plan?" });
  const view = await turn.view();
  const bytes = view.kind === "fits" ? await clew.replay(view.receipt.id) : "";
  expect(hash(bytes)).toBe(view.kind === "fits" ? view.receipt.root : "");
  const picture = /"data":"[^"]{8000}"/;
  // The head is of this version, which explains its marks.
  const [said, saidBefore] = [bytes, old].map((each) => each.slice(each.indexOf('"messages":')).slice(0, 8_200));
  expect([picture.exec(bytes)?.[0], said]).toEqual([picture.exec(old)?.[0], saidBefore]);
  expect(Number(count()) - before).toBeLessThan(2_000);
  await store.close();
  expect(inFile(path, (database) => database.pragma("user_version"))).toBe(schemaVersion);
});

test("A file of schema 6 is exported as it was, replays, and gets its vectors as a new one does", async () => {
  const { path, store, clew } = await openLater(6, { embedder: makeTinyEmbedder() });
  // One message was edited and one withdrawn before there were vectors.
  expect(await clew.index()).toEqual({ embedder: "tiny", indexed: 0, of: 7 });
  expect(await clew.index({ finish: true })).toEqual({ embedder: "tiny", indexed: 7, of: 7 });
  await clew.edit({ session: ref.session, id: 1, text: "", deleted: true });
  expect(await clew.index()).toEqual({ embedder: "tiny", indexed: 6, of: 6 });
  await store.close();
  expect(inFile(path, (database) => database.pragma("user_version"))).toBe(schemaVersion);
});

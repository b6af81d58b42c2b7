/** A lane that is not in memory is read in several transactions: what happens between two of them is in what is read. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turnOfLoop } from "node:timers/promises";
import { type LogStore, nothingErased } from "@clewline/core/ports/index.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { openSqliteStore } from "@clewline/sqlite/sqlite-store.js";
import { append, makeLane, makeMessage, makeReceipt } from "@clewline/store-kit/store-contract/sample.js";
import { afterEach, expect, test } from "vitest";
import { openDatabase } from "./open-database.js";

const ref = makeLane();
const count = 1_200;
const all = { limit: 10_000 };
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A long lane, as its writer has it and in a store that has read nothing of it yet. */
async function openLong(harm: (path: string) => void = () => undefined) {
  const folder = mkdtempSync(join(tmpdir(), "clew-ahead-"));
  folders.push(folder);
  const path = join(folder, "clew.db");
  const writer = openSqliteStore({ path, hash: sha256 });
  await append(writer, ref, ...Array.from({ length: count }, (_, place) => makeMessage(`word ${place}`)));
  const written = await writer.read(ref, all);
  await writer.close();
  harm(path);
  return { written, store: openSqliteStore({ path, hash: sha256 }) };
}

/** Reads the lane while `during` happens, which begins when the first part of it was read. */
async function readDuring(store: LogStore, during: () => Promise<unknown>) {
  const reading = store.read(ref, all);
  await during();
  const read = await reading;
  await store.close();
  return read;
}

test("a long lane is read as its writer has it, and the loop passes meanwhile", async () => {
  const { store, written } = await openLong();
  let passes = 0;
  const watch = () => {
    passes += 1;
    next = setImmediate(watch);
  };
  let next = setImmediate(watch);
  const read = await store.read(ref, all);
  clearImmediate(next);
  expect(read).toEqual(written);
  expect(read.entries).toHaveLength(count);
  expect(passes).toBeGreaterThanOrEqual(3);
  await store.close();
});

test("what is written while a long lane is read is in it", async () => {
  const { store, written } = await openLong();
  const { entries, last } = await readDuring(store, () => append(store, ref, makeMessage("the newest")));
  expect(entries.slice(0, count)).toEqual(written.entries);
  expect([entries.length, last]).toEqual([count + 1, count + 1]);
});

test("what is erased while a long lane is read is not in it", async () => {
  const { store, written } = await openLong();
  const [said] = written.entries;
  if (said === undefined) throw new Error("the lane is empty");
  const { id, seq, turn, step, at, arrived } = said;
  const gone = { ...{ id, seq, turn, step, at, arrived, kind: "noted" as const }, note: { kind: "erased" as const } };
  const erasure = { ...nothingErased, entries: [{ ref, entry: gone }], sources: [id] };
  const { entries } = await readDuring(store, () => store.erase(erasure));
  expect(entries).toEqual([gone, ...written.entries.slice(1)]);
});

test("a row that can't be read in a part that is read ahead is told of, and has its place", async () => {
  const { store, written } = await openLong((path) => {
    const file = openDatabase(path);
    file.exec("DELETE FROM entries WHERE seq = 500");
    file.exec("UPDATE entries SET rest = 'no JSON' WHERE seq = 20");
    file.close();
  });
  const { entries, unreadable = [] } = await readDuring(store, async () => undefined);
  expect(entries.map(({ seq }) => seq)).toEqual(written.entries.map(({ seq }) => seq));
  expect(unreadable.map(({ seq }) => seq).sort((a = 0, b = 0) => a - b)).toEqual([20, 500]);
  const others = (seq: number) => seq !== 20 && seq !== 500;
  expect(entries.filter(({ seq }) => others(seq))).toEqual(written.entries.filter(({ seq }) => others(seq)));
});

const hashes = Array.from({ length: 2_500 }, (_, place) => `c${place}`);

/** The receipt of a long view, in a store that has read nothing of it yet. */
async function openLongReceipt() {
  const folder = mkdtempSync(join(tmpdir(), "clew-ahead-"));
  folders.push(folder);
  const path = join(folder, "clew.db");
  const receipt = makeReceipt("long", ref, { chunks: hashes });
  const writer = openSqliteStore({ path, hash: sha256 });
  await append(writer, ref, makeMessage("a"));
  await writer.write({ ref, receipt: { receipt, chunks: new Map(hashes.map((hash) => [hash, `text of ${hash}`])) } });
  await writer.close();
  return { path, receipt, store: openSqliteStore({ path, hash: sha256 }) };
}

test("the receipt of a long view is read as it was written, and the loop passes meanwhile", async () => {
  const { store, receipt } = await openLongReceipt();
  let passes = 0;
  const watch = () => {
    passes += 1;
    next = setImmediate(watch);
  };
  let next = setImmediate(watch);
  expect(await store.receipt(ref, receipt.id)).toEqual([receipt]);
  clearImmediate(next);
  expect(passes).toBeGreaterThanOrEqual(3);
  await store.close();
});

test.each([0, 1, 2, 3, 4])(
  "what is erased when the loop has passed %i times is all in the receipt of a long view, or all gone",
  async (passes) => {
    const { store, receipt } = await openLongReceipt();
    const reading = store.receipt(ref, receipt.id);
    for (let pass = 0; pass < passes; pass++) await turnOfLoop();
    const [first = "", last = ""] = [hashes[0], hashes.at(-1)];
    await store.erase({
      ...nothingErased,
      pieces: [first, last].map((hash) => ({ session: ref, hash, name: `erased:${hash}` })),
    });
    const gone = { ...receipt, chunks: [`erased:${first}`, ...hashes.slice(1, -1), `erased:${last}`] };
    expect([[receipt], [gone]]).toContainEqual(await reading);
    expect(await store.receipt(ref, receipt.id)).toEqual([gone]);
    await store.close();
  },
);

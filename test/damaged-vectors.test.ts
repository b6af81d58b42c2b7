/** Vectors are a cache: whatever page of theirs is damaged, the log goes on and they are made anew. */
import { closeSync, copyFileSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeTinyEmbedder } from "@clewline/store-kit/tiny-embedder.js";
import { openClew } from "clewline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "./open-database.js";

const folder = mkdtempSync(join(tmpdir(), "clew-vectors-"));
const whole = join(folder, "whole.db");
const session = "telegram:chat:7";
const embedder = makeTinyEmbedder({ sameAs: { holiday: "vacation" } });
const messages = 40;

beforeAll(async () => {
  const clew = await openClew({ store: whole, embedder });
  for (let id = 1; id <= messages; id++) {
    await clew.observe({ session, id, from: 42, text: `Bed ${id} of the vacation house is dry` });
  }
  await clew.index({ finish: true });
  await clew.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes over the first page of a table or an index. */
function damagePage(name: string): string {
  const path = join(folder, `${name}.db`);
  copyFileSync(whole, path);
  const database = openDatabase(path);
  const root = Number(database.prepareValue("SELECT rootpage FROM sqlite_schema WHERE name = ?").get([name]));
  const size = Number(database.pragma("page_size"));
  database.close();
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(size, 0xee), 0, size, (root - 1) * size);
  closeSync(file);
  return path;
}

test.each(["vectors", "vectors_by_place", "vectors_by_lane"])(
  "an edit goes on over a damaged page of %s, the doctor tells of it, and the vectors are made anew",
  async (name) => {
    const path = damagePage(name);
    const clew = await openClew({ store: path, embedder });
    await clew.observe({ session, id: 3, from: 42, text: "Bed 3 is wet", editedAt: Date.now() });
    const [hit] = await clew.search("wet", { session });
    const index = await clew.index({ finish: true });
    const [found] = await clew.search("holiday", { session });
    const faults = await clew.doctor({ thorough: true });
    await clew.close();

    const again = await openClew({ store: path, embedder });
    await again.observe({ session, id: 4, from: 42, text: "Bed 4 is wet", editedAt: Date.now() });
    const later = await again.index({ finish: true });
    await again.close();

    expect(hit?.line.text).toContain("Bed 3 is wet");
    expect([index.indexed, index.of]).toEqual([messages, messages]);
    expect(found?.line.text).toContain("vacation");
    expect(faults.map(({ what }) => what).join("\n")).toMatch(/vectors/);
    expect([later.indexed, later.of]).toEqual([messages, messages]);
  },
);

test("an edit over damaged vectors waits for the lock of another process, as every other does", async () => {
  const path = damagePage("vectors");
  const clew = await openClew({ store: path, embedder });
  await clew.search("holiday", { session });
  const other = openDatabase(path);
  other.exec("BEGIN IMMEDIATE");
  const edit = clew.observe({ session, id: 3, from: 42, text: "Bed 3 is wet", editedAt: Date.now() });
  setTimeout(() => {
    other.exec("ROLLBACK");
    other.close();
  }, 100);
  await edit;
  const [hit] = await clew.search("wet", { session });
  await clew.close();
  expect(hit?.line.text).toContain("Bed 3 is wet");
});

import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rescueLog } from "@clewline/clewline/compose/stores/rescue.js";
import { schemaVersion } from "@clewline/sqlite/schema.js";
import { openClew } from "clewline";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "./open-database.js";

const folder = mkdtempSync(join(tmpdir(), "clew-older-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A log whose header says that an older build wrote it. */
async function writeOlder(version: number): Promise<string> {
  const path = join(folder, `schema-${version}.db`);
  const clew = await openClew({ store: path, config: false });
  await clew.observe({ session: "telegram:chat:1", id: "1", text: "the ladder is in the shed" });
  await clew.close();
  const database = openDatabase(path);
  database.pragma(`user_version = ${version}`);
  database.close();
  return path;
}

const hashOf = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");

test.each([1, 3, schemaVersion - 1])(
  "A file of schema %i is refused and left as it is, and the error says how its log comes here",
  async (version) => {
    const path = await writeOlder(version);
    const before = hashOf(path);
    await expect(openClew({ store: path, config: false })).rejects.toMatchObject({
      code: "store/unavailable",
      message: expect.stringContaining(`has schema ${version}`),
      hint: expect.stringMatching(/clew export/),
    });
    expect(hashOf(path)).toBe(before);
  },
);

test("A rescue of a file of an older schema is refused as well, and makes no file", async () => {
  const path = await writeOlder(5);
  const before = hashOf(path);
  await expect(rescueLog(path, join(folder, "rescued.db"))).rejects.toThrow(/has schema 5/);
  expect(hashOf(path)).toBe(before);
  expect(() => readFileSync(join(folder, "rescued.db"))).toThrow();
});

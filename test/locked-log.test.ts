/** A log that another process keeps locked while this one ends. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openClew } from "clewline";
import { afterEach, expect, test } from "vitest";
import { openDatabase } from "./open-database.js";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

test("what waits for the lock when the log is closed is written first", async () => {
  const folder = mkdtempSync(join(tmpdir(), "clew-locked-"));
  folders.push(folder);
  const store = join(folder, "clew.db");
  const session = "test:locked";
  const clew = await openClew({ store });
  await clew.observe({ session, text: "Bed one is dry." });
  const other = openDatabase(store);
  other.exec("BEGIN IMMEDIATE");
  const waiting = clew.observe({ session, text: "Bed two is dry." });
  await pause(50);
  const closed = clew.close();
  await pause(50);
  other.exec("ROLLBACK");
  other.close();
  await waiting;
  await closed;
  const again = await openClew({ store });
  const { lines } = await again.log({ session });
  await again.close();
  expect(lines.map(({ text }) => text)).toEqual([
    expect.stringContaining("Bed one is dry."),
    expect.stringContaining("Bed two is dry."),
  ]);
});

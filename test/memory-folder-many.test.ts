/** A folder of many notes: each is looked at, and read only if it changed. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { makeMemoryFolder } from "@clewline/platform/memory-folder.js";
import type { Clew } from "clewline";
import { afterAll, expect, test } from "vitest";
import { openFresh } from "./fresh-clew.js";

const root = mkdtempSync(join(tmpdir(), "clew-many-notes-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Until their times are old enough, files are read again. */
function passRecent(): Promise<void> {
  return pause(150);
}

async function openWithNotes(count: number): Promise<{ readonly clew: Clew; readonly memoryFolder: string }> {
  const memoryFolder = mkdtempSync(join(root, "folder-"));
  mkdirSync(join(memoryFolder, "notes"));
  for (let note = 0; note < count; note++)
    writeFileSync(join(memoryFolder, "notes", `box-${note}.md`), `Box ${note} is on shelf ${note * 7}.\n`);
  const clew = await openFresh({ memoryFolder });
  await passRecent();
  await clew.memory.sync();
  return { clew, memoryFolder };
}

test("a file that nobody changed is not read again", async () => {
  const memoryFolder = makeMemoryFolder(mkdtempSync(join(root, "folder-")));
  const write = (name: string) => memoryFolder.replace(name, null, `${name} is on the shelf.\n`);
  await Promise.all(["one.md", "two.md"].map(write));
  await passRecent();
  const before = await memoryFolder.read("one.md");
  await memoryFolder.replace("two.md", "two.md is on the shelf.\n", "It is in the cellar.\n");
  // What was read once is handed out as it is.
  expect(await memoryFolder.read("one.md")).toBe(before);
  expect(await memoryFolder.read("two.md")).toEqual({ kind: "text", text: "It is in the cellar.\n" });
});

test("a note of many that a person edits is taken over, also if the file keeps its size and its time", async () => {
  const { clew, memoryFolder } = await openWithNotes(20);
  const path = join(memoryFolder, "notes", "box-3.md");
  const { atime, mtime, size } = statSync(path);
  writeFileSync(path, readFileSync(path, "utf8").replace("shelf 21", "shelf 99"));
  utimesSync(path, atime, mtime);
  expect(statSync(path).size).toBe(size);
  expect(await clew.memory.sync()).toMatchObject({ taken: 1, problems: [] });
  expect((await clew.memory.list()).map(({ text }) => text)).toContain("Box 3 is on shelf 99.");
  await clew.memory.undo();
  expect(readFileSync(path, "utf8")).toContain("shelf 21");
});

test("a note that is deleted among many is forgotten, and comes back as it was", async () => {
  const { clew, memoryFolder } = await openWithNotes(20);
  const path = join(memoryFolder, "notes", "box-5.md");
  const before = readFileSync(path, "utf8");
  rmSync(path);
  expect(await clew.memory.sync()).toMatchObject({ taken: 1 });
  expect((await clew.memory.list()).map(({ name }) => name)).not.toContain("box-5");
  await clew.memory.undo();
  expect(readFileSync(path, "utf8")).toBe(before);
});

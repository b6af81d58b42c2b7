/** A folder of many notes: a change costs what it changes, and a look at each file. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clew } from "clewline";
import { afterAll, expect, test } from "vitest";
import { growthOfAsync } from "./cpu-time.js";
import { openFresh } from "./fresh-clew.js";

const root = mkdtempSync(join(tmpdir(), "clew-many-notes-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function openWithNotes(count: number): Promise<{ readonly clew: Clew; readonly memoryFolder: string }> {
  const memoryFolder = mkdtempSync(join(root, "folder-"));
  mkdirSync(join(memoryFolder, "notes"));
  for (let note = 0; note < count; note++)
    writeFileSync(join(memoryFolder, "notes", `box-${note}.md`), `Box ${note} is on shelf ${note * 7}.\n`);
  const clew = await openFresh({ memoryFolder });
  // Until their times are old enough, files are read again.
  await new Promise((resolve) => setTimeout(resolve, 150));
  await clew.memory.sync();
  return { clew, memoryFolder };
}

test("what a change costs hardly grows with the notes that there are", async () => {
  const [few, many] = [await openWithNotes(60), await openWithNotes(600)];
  let added = 0;
  const add = async ({ clew }: { readonly clew: Clew }) => {
    for (let change = 0; change < 4; change++) {
      added += 1;
      await clew.memory.add({ text: `The new thing is number ${added}` });
    }
  };
  await add(few);
  await add(many);
  expect(
    await growthOfAsync(
      () => add(few),
      () => add(many),
      4,
    ),
  ).toBeLessThan(4);
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

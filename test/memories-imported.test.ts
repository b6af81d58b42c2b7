/** What is learned from a history that was taken in at once. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clew } from "clewline";
import { afterAll, expect, test } from "vitest";
import { exported } from "./exported.js";
import { openFresh } from "./fresh-clew.js";

const folder = mkdtempSync(join(tmpdir(), "clew-imported-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const session = "home:anna";

function writeTalk(name: string, texts: readonly string[]): string {
  const begun = Date.UTC(2026, 0, 5, 8);
  const lines = texts.map((text, index) =>
    JSON.stringify({
      session,
      id: `m${index}`,
      from: "anna",
      role: "user",
      at: new Date(begun + index * 60_000).toISOString(),
      text,
    }),
  );
  const path = join(folder, name);
  writeFileSync(path, lines.join("\n"));
  return path;
}

test("what one message of an import changed is undone without what the others taught", async () => {
  const clew = await openFresh();
  const path = writeTalk("moves.jsonl", [
    "My dentist is Dr. Weber.",
    "My gym is on Harbour Street.",
    "My dentist is Dr. Brandt now.",
  ]);
  await clew.import(path);
  await clew.index({ finish: true });
  const list = async () => (await clew.memory.list({ person: "anna" })).map(({ text }) => text).sort();
  const before = ["My dentist is Dr. Weber.", "My gym is on Harbour Street."];
  expect(await list()).toEqual(["My dentist is Dr. Brandt now.", ...before]);
  await clew.memory.undo();
  expect(await list()).toEqual(before);
});

test("a long history is learned from in its order, and what was said last is listed first", async () => {
  const clew = await openFresh();
  const texts = Array.from({ length: 1_200 }, (_, index) =>
    index % 100 === 7 ? `My locker is number ${index}.` : `Sounds fine, see you at ${index}.`,
  );
  await clew.import(writeTalk("long.jsonl", texts));
  await clew.index({ finish: true });
  const told = (await clew.memory.list({ person: "anna" })).map(({ text }) => text);
  expect(told.filter((text) => text.startsWith("My locker")).slice(0, 2)).toEqual([
    "My locker is number 1107.",
    "My locker is number 1007.",
  ]);
});

test("where two logs have changed one memory, what was done last holds when they are put together", async () => {
  const [home, away] = [await openFresh(), await openFresh()];
  const bins = await home.memory.add({ text: "The bins go out on Tuesday" });
  const tea = await home.memory.add({ text: "Tea is in the blue tin" });
  const key = await home.memory.add({ text: "The key is with Ida" });
  const write = async (name: string, clew: Clew) => {
    const path = join(folder, name);
    writeFileSync(path, (await exported(clew)).join("\n"));
    return path;
  };
  await away.import(await write("home.jsonl", home));
  await away.memory.edit(bins.name, { text: "The bins go out on Wednesday" });
  await away.memory.edit(key.name, { text: "The key is with Jonas" });
  await new Promise((passed) => setTimeout(passed, 5));
  await home.memory.edit(bins.name, { text: "The bins go out on Friday" });
  await home.memory.forget(key.name);
  await new Promise((passed) => setTimeout(passed, 5));
  await away.memory.edit(tea.name, { text: "Tea is in the red tin" });
  const path = await write("away.jsonl", away);
  for (const round of [1, 2]) {
    await home.import(path);
    const told = (await home.memory.list()).map(({ text }) => text).sort();
    expect([round, told]).toEqual([round, ["Tea is in the red tin", "The bins go out on Friday"]]);
  }
  expect((await home.memory.history(bins.name)).map(({ because }) => because)).toEqual([
    "added",
    "edited",
    "edited",
    "done later than what was imported",
  ]);
});

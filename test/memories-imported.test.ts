/** What is learned from a history that was taken in at once. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
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
  expect(await list()).toEqual(["My dentist is Dr. Brandt now.", "My gym is on Harbour Street."]);
  await clew.memory.undo();
  expect(await list()).toEqual(["My dentist is Dr. Weber.", "My gym is on Harbour Street."]);
});

test("a long history is learned from in its order, and the newest value stands", async () => {
  const clew = await openFresh();
  const texts = Array.from({ length: 1_200 }, (_, index) =>
    index % 100 === 7 ? `My locker is number ${index}.` : `Sounds fine, see you at ${index}.`,
  );
  await clew.import(writeTalk("long.jsonl", texts));
  await clew.index({ finish: true });
  expect((await clew.memory.list({ person: "anna" })).map(({ text }) => text)).toContain("My locker is number 1107.");
  expect(JSON.stringify(await clew.memory.list({ person: "anna" }))).not.toContain("number 1007.");
});

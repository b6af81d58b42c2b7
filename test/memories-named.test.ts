/** Whose a memory is, seen from other chats, in note files and by the tools. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeSearchFirst } from "@clewline/core/view/plan/search-first.js";
import type { Clew } from "clewline";
import { describe, expect, test } from "vitest";
import { openFresh } from "./fresh-clew.js";

type Message = Parameters<Clew["observe"]>[0];

async function say(clew: Clew, message: Message): Promise<string> {
  const turn = await clew.begin({ group: false, ...message });
  const view = await turn.view();
  await turn.complete({ text: "All right." });
  await clew.index({ finish: true });
  return view.kind === "fits" ? `${view.system}\n${JSON.stringify(view.messages)}` : "";
}

describe("what stands in every view", () => {
  test("names somebody else's wish in a chat of one's own, and not one's own", async () => {
    const clew = await openFresh({ people: { ana: "Ana", ben: "Ben" } });
    await say(clew, { session: "telegram:fam", from: "ben", text: "Hi all" });
    await say(clew, { session: "telegram:fam", from: "ana", text: "Please always answer me in short sentences." });
    await say(clew, { session: "signal:ben", from: "ben", text: "Please never use emoji." });
    const shown = await say(clew, { session: "signal:ben-2", from: "ben", text: "Hello" });
    expect(shown).toMatch(/^[\d-]+ Ana: “Please always answer me in short sentences\.”/m);
    expect(shown).toMatch(/^[\d-]+ “Please never use emoji\.”/m);
  });

  test.each([32_768, 4_000])(
    "stays within its share in a window of %i, long names and signs of ours included",
    async (window) => {
      const name = "Wilhelmina Konstantinopoulou-Featherstonehaugh von und zu Hohenlohe-Langenburg";
      const clew = await openFresh({ window, people: { "1": name } });
      const session = "telegram:a";
      await say(clew, { session, from: "1", text: "Hi" });
      await say(clew, { session, from: "2", text: "Hi" });
      for (let index = 0; index < 40; index += 1) {
        const text = `Use ${"<clew-a/>".repeat(index % 2 === 0 ? 6 : 0)} point ${index} always`;
        await clew.memory.add({ text, kind: "instruction", session, person: "1" });
      }
      await say(clew, { session, from: "1", text: "Hello there" });
      const { layers } = await clew.context({ session });
      const standing = layers.find(({ layer }) => layer === "standing")?.tokens ?? 0;
      expect(standing).toBeGreaterThan(100);
      expect(standing).toBeLessThanOrEqual(Math.max(300, window / 100));
    },
  );
});

test("a note that names a person is told to that person alone", async () => {
  const folder = mkdtempSync(join(tmpdir(), "clew-notes-"));
  const clew = await openFresh({ memoryFolder: folder });
  await clew.memory.add({ text: "The bins go out on Tuesday" });
  await clew.index({ finish: true });
  writeFileSync(join(folder, "notes", "pay.md"), "---\nperson: ana\n---\nAna earns 90000 euros\n");
  expect((await clew.memory.list()).map(({ scope }) => scope)).toContainEqual({ kind: "person", person: "ana" });
  expect(await say(clew, { session: "signal:ben", from: "ben", text: "How much does Ana earn?" })).not.toContain(
    "90000",
  );
  expect(await say(clew, { session: "signal:ana", from: "ana", text: "How much does Ana earn?" })).toContain("90000");
});

test("a model with tools is told to search with the one that looks in all chats", () => {
  const tools = [{ name: "recall" }, { name: "search_memories" }, { name: "weather" }];
  expect(writeSearchFirst(tools).join()).toContain("call search_memories before you answer");
  expect(writeSearchFirst(tools.slice(0, 1)).join()).toContain("call recall before you answer");
  expect(writeSearchFirst(tools.slice(2))).toEqual([]);
});

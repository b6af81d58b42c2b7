/** What once went wrong with memories, through the public verbs. */
import { existsSync, mkdtempSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clew } from "clewline";
import { describe, expect, test } from "vitest";
import { typed } from "./cli-run.js";
import { openFresh } from "./fresh-clew.js";

type Message = Parameters<Clew["observe"]>[0];

/** Says it, has it answered and learned from, and gives back all that the model was shown. */
async function say(clew: Clew, message: Message): Promise<string> {
  const turn = await clew.begin({ group: false, ...message });
  const shown = JSON.stringify(await turn.view());
  await turn.complete({ text: "All right." });
  await clew.index({ finish: true });
  return shown;
}

const wish = "Please always call me Princess Bluebell.";

/** Ana has told a wish at home, and has spoken alone in another chat. */
async function openWithWish(): Promise<Clew> {
  const clew = await openFresh();
  await say(clew, { session: "tg:home", from: "ana", text: wish });
  expect(await say(clew, { session: "tg:x", from: "ana", text: "Hello" })).toContain("Bluebell");
  return clew;
}

describe("what one person told alone is not told where somebody else spoke", () => {
  test("in the same burst", async () => {
    const clew = await openWithWish();
    const turn = await clew.begin([
      { session: "tg:x", from: "ana", text: "What is my name?" },
      { session: "tg:x", from: "ben", text: "Hi, Ben here" },
    ]);
    expect(JSON.stringify(await turn.view())).not.toContain("Bluebell");
  });

  test("under another topic, in a turn that has no view yet", async () => {
    const clew = await openWithWish();
    await clew.begin({ session: "tg:x", from: "ben", text: "Hi, Ben here", topic: "b" });
    const turn = await clew.begin({ session: "tg:x", from: "ana", text: "What is my name?", topic: "a" });
    expect(JSON.stringify(await turn.view())).not.toContain("Bluebell");
  });

  test("in a message that waits behind the turn", async () => {
    const clew = await openWithWish();
    const turn = await clew.begin({ session: "tg:x", from: "ana", text: "What is my name?" });
    const waiting = clew.begin({ session: "tg:x", from: "ben", text: "Hi, Ben here" });
    const isWritten = async () => (await clew.search("Ben here")).length > 0;
    await expect.poll(isWritten).toBe(true);
    expect(JSON.stringify(await turn.view())).not.toContain("Bluebell");
    await turn.complete({ text: "Ana." });
    await (await waiting).complete({ text: "Hello Ben." });
  });

  test("on a surface of his own", async () => {
    const clew = await openWithWish();
    await clew.observe({ session: "tg:x", from: "ben", text: "Hi, Ben here", surface: "web", private: true });
    expect(await say(clew, { session: "tg:x", from: "ana", text: "What is my name?" })).not.toContain("Bluebell");
  });
});

test("what was said before somebody else spoke is the speaker's own, even if it is learned only then", async () => {
  const clew = await openFresh();
  const turn = await clew.begin({ session: "tg:x", from: "ana", text: wish, at: 1_000, group: false });
  await turn.view();
  await clew.observe({ session: "tg:x", from: "ben", text: "Hi, Ben here", at: 2_000 });
  await turn.complete({ text: "All right." });
  await clew.index({ finish: true });
  expect((await clew.memory.list()).map(({ scope }) => scope)).toEqual([{ kind: "person", person: "ana" }]);
});

const list = async (clew: Clew) => (await clew.memory.list()).map(({ text }) => text);
const weber = { session: "tg:1", from: "ana", id: "m1", text: "My dentist is Dr. Weber." };

describe("a message that is edited", () => {
  test("keeps what it still says", async () => {
    const clew = await openFresh();
    await say(clew, weber);
    await clew.edit({ ...weber, text: "My dentist is Dr. Weber. Thanks!", editedAt: Date.now() + 1_000 });
    await clew.index({ finish: true });
    expect(await list(clew)).toEqual(["My dentist is Dr. Weber."]);
  });

  test("there and back says again what it said", async () => {
    const clew = await openFresh();
    await say(clew, weber);
    for (const [after, text] of [
      [1_000, "My dentist is Dr. Brandt."],
      [2_000, weber.text],
    ] as const) {
      await clew.edit({ ...weber, text, editedAt: Date.now() + after });
      await clew.index({ finish: true });
      expect(await list(clew)).toEqual([text]);
    }
  });

  test("brings nothing back that a person forgot", async () => {
    const clew = await openFresh();
    await say(clew, weber);
    const [memory] = await clew.memory.list();
    await clew.memory.forget(memory?.name ?? "");
    await clew.edit({ ...weber, text: "My dentist is Dr. Weber. Thanks!", editedAt: Date.now() + 1_000 });
    await clew.index({ finish: true });
    expect(await list(clew)).toEqual([]);
  });

  test("is told beside what it said before, if somebody pinned that", async () => {
    const clew = await openFresh();
    await say(clew, weber);
    const [memory] = await clew.memory.list();
    await clew.memory.pin(memory?.name ?? "");
    await clew.edit({ ...weber, text: "My dentist is Dr. Brandt.", editedAt: Date.now() + 1_000 });
    await clew.index({ finish: true });
    expect((await clew.memory.list()).map(({ text, pinned }) => [text, pinned])).toEqual([
      ["My dentist is Dr. Brandt.", undefined],
      ["My dentist is Dr. Weber.", true],
    ]);
  });
});

describe("a message that is deleted", () => {
  test("leaves what a person changed by hand or pinned", async () => {
    const clew = await openFresh();
    await say(clew, { ...weber, text: "My dentist is Dr. Weber. My plumber is Mr. Pipe. My baker is Mrs. Oven." });
    const [baker, plumber] = (await clew.memory.list()).filter(({ text }) => !text.includes("dentist"));
    await clew.memory.edit(baker?.name ?? "", { text: "The baker is round the corner." });
    await clew.memory.pin(plumber?.name ?? "");
    await clew.edit({ ...weber, deleted: true, editedAt: Date.now() + 1_000 });
    await clew.index({ finish: true });
    expect((await list(clew)).sort()).toEqual([plumber?.text, "The baker is round the corner."].sort());
  });

  test("and was a correction brings back what it corrected", async () => {
    const clew = await openFresh();
    await say(clew, weber);
    await say(clew, { ...weber, id: "m2", text: "No, sorry, I meant Dr. Brandt." });
    await clew.edit({ session: "tg:1", from: "ana", id: "m2", deleted: true, editedAt: Date.now() + 1_000 });
    await clew.index({ finish: true });
    expect(await list(clew)).toEqual([weber.text]);
  });
});

describe("a wish", () => {
  test("that was changed by hand is told in its own chat as it is now", async () => {
    const clew = await openFresh();
    await say(clew, { session: "tg:1", from: "ana", text: "Please always answer me in short sentences." });
    const [memory] = await clew.memory.list();
    expect(await say(clew, { session: "tg:1", from: "ana", text: "Hello" })).not.toContain("clew-known");
    await clew.memory.edit(memory?.name ?? "", { text: "Always answer in flowery prose." });
    expect(await say(clew, { session: "tg:1", from: "ana", text: "Hello" })).toContain("flowery prose");
  });

  test("without a place is told as a number", async () => {
    const clew = await openFresh();
    await clew.memory.add({ text: "规".repeat(1_900), kind: "instruction", person: "ana" });
    expect(await say(clew, { session: "tg:1", from: "ana", text: "Hello" })).toContain("\\n1 more\\n");
  });
});

test("whoever joined a group later is not told what was said before, whatever is merged", async () => {
  const clew = await openFresh();
  const [first, later] = [
    "Spare key lies under flower pot behind Schmidt garage",
    "Spare key lies under flower pot Schmidt",
  ];
  for (const from of ["ana", "cem"]) await say(clew, { session: "tg:g", from, text: "Hi" });
  await clew.memory.add({ text: first ?? "", session: "tg:g" });
  await new Promise((resolve) => setTimeout(resolve, 5));
  await say(clew, { session: "tg:g", from: "ben", text: "Hello, I am new" });
  await clew.memory.add({ text: later ?? "", session: "tg:g" });
  const proposals = await clew.memory.review();
  expect(proposals.map(({ operation }) => operation.op)).toEqual(["merge"]);
  await clew.memory.apply(proposals.map(({ operation }) => operation));
  expect(await clew.memory.list({ person: "ben" })).toEqual([]);
});

describe("the folder of memories", () => {
  const openFolder = async () => {
    const folder = mkdtempSync(join(tmpdir(), "clew-mended-"));
    const clew = await openFresh({ memoryFolder: folder });
    const { name } = await clew.memory.add({ text: "The bins go out on Tuesday" });
    return { folder, clew, path: join(folder, "notes", `${name}.md`) };
  };

  test.each(["bins.md", "zbins.md"])("keeps a memory whose file is renamed to %s", async (other) => {
    const { folder, clew, path } = await openFolder();
    renameSync(path, join(folder, "notes", other));
    expect(await clew.memory.sync()).toMatchObject({ taken: 0, problems: [] });
    expect(await list(clew)).toEqual(["The bins go out on Tuesday"]);
    expect(existsSync(path)).toBe(true);
  });

  test("forgets nothing if its notes lead elsewhere", async () => {
    const { folder, clew } = await openFolder();
    const elsewhere = mkdtempSync(join(tmpdir(), "clew-elsewhere-"));
    renameSync(join(folder, "notes"), join(elsewhere, "notes"));
    symlinkSync(join(elsewhere, "notes"), join(folder, "notes"));
    const problems = ["notes leads out of the folder: nothing is read or written there"];
    expect(await clew.memory.sync()).toEqual({ taken: 0, written: 0, problems });
    expect(await list(clew)).toEqual(["The bins go out on Tuesday"]);
  });
});

test("what another process imported and learned nothing from is learned when the index is finished", async () => {
  const folder = mkdtempSync(join(tmpdir(), "clew-learned-later-"));
  const [chat, store] = [join(folder, "chat.jsonl"), join(folder, "house.db")];
  const line = { session: "tg:ana", id: 1, from: "ana", at: "2026-03-05T10:00:00Z", text: "My dentist is Dr. Weber." };
  writeFileSync(chat, `${JSON.stringify(line)}\n`);
  expect((await typed(["import", chat, "--store", store])).code).toBe(0);
  expect((await typed(["index", "--wait", "--store", store])).code).toBe(0);
  expect((await typed(["memory", "list", "--store", store])).out).toContain("Dr. Weber");
});

test("a memory that is edited to be about something else no longer gives way to its former subject", async () => {
  const clew = await openFresh();
  await say(clew, weber);
  const [memory] = await clew.memory.list();
  await clew.memory.edit(memory?.name ?? "", { text: "My hairdresser is Tom." });
  await say(clew, { ...weber, id: "m2", text: "My dentist is Dr. Brandt." });
  expect((await list(clew)).sort()).toEqual(["My dentist is Dr. Brandt.", "My hairdresser is Tom."]);
});

test.each(["Always call me Bob. \u200B<cl\u200Bew-x>", "Always call me Bob. \uFF1Cclew-x>"])(
  "nothing is learned from a text with our marks, however they are written: %j",
  async (text) => {
    const clew = await openFresh();
    await say(clew, { session: "tg:1", from: "ana", text });
    expect(await list(clew)).toEqual([]);
  },
);

test("a kind that there is not, in a file, is a problem and changes nothing", async () => {
  const folder = mkdtempSync(join(tmpdir(), "clew-mended-"));
  const clew = await openFresh({ memoryFolder: folder });
  const { name } = await clew.memory.add({ text: "Always answer in German", kind: "instruction" });
  const path = join(folder, "notes", `${name}.md`);
  writeFileSync(path, readFileSync(path, "utf8").replace("kind: instruction", "kind: instuction"));
  const because = 'kind is "instuction": write fact, preference, instruction, outcome, event';
  expect((await clew.memory.sync()).problems).toEqual([`notes/${name}.md is not taken over: ${because}`]);
  expect(await clew.memory.list()).toMatchObject([{ kind: "instruction" }]);
});

describe("a slip of the pen that is mended in a message", () => {
  const car = { session: "tg:cy", from: "cy", id: "c1" };

  test.each([
    ["My car is a Golf.", "My car is a Golf!", "My car is a red Golf with a dent"],
    ["My dentist is Dr. Brndt.", "My dentist is Dr. Brandt.", "My dentist is Dr. Brandt in Lyon"],
  ])("leaves alone what the owner made of %s", async (said, mended, own) => {
    const clew = await openFresh();
    await say(clew, { ...car, text: said });
    const [memory] = await clew.memory.list();
    await clew.memory.edit(memory?.name ?? "", { text: own });
    await clew.edit({ ...car, text: mended, editedAt: Date.now() + 1_000 });
    await clew.index({ finish: true });
    expect((await clew.memory.list({ all: true })).map(({ text, replacedBy }) => [text, replacedBy])).toEqual([
      [own, undefined],
    ]);
  });

  test("is another matter where the message says something else now", async () => {
    const clew = await openFresh();
    await say(clew, { ...car, text: "My car is a Golf." });
    const [memory] = await clew.memory.list();
    await clew.memory.edit(memory?.name ?? "", { text: "My car is a red Golf" });
    await clew.edit({ ...car, text: "My car is a Panda.", editedAt: Date.now() + 1_000 });
    await clew.index({ finish: true });
    expect((await clew.memory.list()).map(({ text }) => text)).toEqual(["My car is a Panda.", "My car is a red Golf"]);
  });
});

describe("one word of a wish to forget", () => {
  test.each(["pin", "edit", "nothing"] as const)(
    "ends what a rule keeps, and not what a person did to it: %s",
    async (done) => {
      const clew = await openFresh();
      await say(clew, { session: "tg:home", from: "ana", text: "My presentation is about the harbour in Lisbon." });
      const [memory] = await clew.memory.list({ person: "ana" });
      const name = memory?.name ?? "";
      if (done === "pin") await clew.memory.pin(name);
      if (done === "edit") await clew.memory.edit(name, { text: "Her presentation is about the harbour in Porto." });
      await say(clew, { session: "tg:home", from: "ana", text: "Forget my presentation." });
      expect(await clew.memory.list({ person: "ana" })).toHaveLength(done === "nothing" ? 0 : 1);
    },
  );
});

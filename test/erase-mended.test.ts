/** Erasing beside what others have, and what is written later. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scriptedModel } from "@clewline/store-kit/index.js";
import type { Clew } from "clewline";
import { describe, expect, test } from "vitest";
import { codeOf, makePath, openAt, readAll, say, session, zeppelin } from "./erase-room.js";
import { openFresh } from "./fresh-clew.js";

async function listMemories(clew: Clew): Promise<readonly string[]> {
  return (await clew.memory.list({ all: true })).map(({ text }) => text).sort();
}

describe("an erasure that is refused", () => {
  test.each([
    ["of the only one who speaks there", ["ada"]],
    ["of one among others", ["ben", "ada"]],
  ])("leaves the chat %s as it was", async (_title, people) => {
    const path = makePath();
    const [clew, other] = [await openAt(path), await openAt(path)];
    for (const from of people) await say(clew, from, `Hello from ${from}, it is a fine day`, { from });
    expect(await codeOf(clew.erase({ person: "ada" }))).toBe("store/unavailable");
    await other.close();
    expect((await say(clew, "9", "And is the gate open?", { from: "ada" })).view.kind).toBe("fits");
    await clew.compact({ session });
    expect(await codeOf(clew.erase({ person: "ada" }))).toBe(null);
    await clew.close();
  });
});

describe("what comes later of an erased message", () => {
  test("an edit, a deletion and another delivery change nothing", async () => {
    const clew = await openFresh();
    await say(clew, "a", zeppelin, { from: "ada" });
    await say(clew, "b", "plain talk here", { from: "ben" });
    await clew.erase({ person: "ada" });
    const later = { session, id: "a", from: "ada", editedAt: Date.now() + 9_000 };
    await clew.edit({ ...later, text: "the olive zeppelin needs four new engines" });
    await clew.observe({ ...later, text: "the olive zeppelin needs five new engines" });
    await clew.edit({ ...later, deleted: true });
    const { view } = await say(clew, "c", "and so?", { from: "ben" });
    expect(view.kind).toBe("fits");
    expect(JSON.stringify(view)).not.toContain("zeppelin");
    expect(await clew.search("zeppelin")).toEqual([]);
    expect(
      (await clew.log({ session })).lines.map((line) => line.text).filter((text) => text !== "usage"),
    ).toHaveLength(6);
  });

  test("there is no turn for it, even if the one that it had failed", async () => {
    const clew = await openFresh();
    const turn = await clew.begin({ session, id: "a", from: "ada", text: zeppelin });
    await turn.view();
    await turn.fail(new Error("the model is gone"));
    const { lines } = await clew.log({ session });
    await clew.erase({ entry: lines[0]?.pointer ?? "" });
    const again = await clew.begin({ session, id: "a", from: "ada", text: zeppelin });
    expect(again).toMatchObject({ repeated: true, state: "cancelled" });
  });
});

describe("what others have", () => {
  const boiler = "Remember that our boiler service is due every March";

  test("an equal memory of somebody else and a note of one's own stay, as files too", async () => {
    const path = makePath();
    const clew = await openAt(path, path);
    await say(clew, "1", boiler, { session: "telegram:ada", from: "ada" });
    await say(clew, "1", boiler, { session: "telegram:ben", from: "ben" });
    await clew.index({ finish: true });
    const own = "My own list: our boiler service is due every March, says the landlord";
    writeFileSync(join(path, "notes", "mine.md"), `${own}\n`);
    await clew.memory.sync();
    expect(await clew.erase({ person: "ada" })).toMatchObject({ memories: 1, files: 1, left: [] });
    await clew.memory.sync();
    expect(await listMemories(clew)).toEqual([own, boiler]);
    expect(readdirSync(join(path, "notes"))).toHaveLength(2);
    await clew.close();
  });

  test("a memory whose place an erased one had taken holds again, where it is a file too", async () => {
    const path = makePath();
    const clew = await openAt(path, path);
    await say(clew, "1", "Remember that I live in Quito near the market", { from: "ben" });
    await say(clew, "2", "I moved to Marseille beside the grand aquarium", { from: "ben" });
    await clew.index({ finish: true });
    await clew.memory.sync();
    const { lines } = await clew.log({ session });
    await clew.erase({ entry: lines.find(({ words }) => words.includes("Marseille"))?.pointer ?? "" });
    expect(await clew.memory.list()).toMatchObject([{ text: "Remember that I live in Quito near the market" }]);
    expect(readAll(path)).not.toMatch(/marseille/iu);
    await clew.close();
  });
});

describe("a long text that stays", () => {
  test("keeps the views that showed it, though an erased message said a line of it", async () => {
    const clew = await openFresh({ window: 200_000 });
    const lines = Array.from({ length: 3_000 }, (_, line) => `line ${line} of a dull report`);
    const { turn } = await say(clew, "1", lines.toSpliced(1_500, 0, zeppelin).join("\n"));
    await say(clew, "2", zeppelin);
    const before = await clew.replay(turn.id);
    const { lines: log } = await clew.log({ session });
    await clew.erase({ entry: log.find(({ words }) => words.startsWith(zeppelin))?.pointer ?? "" });
    expect(await clew.replay(turn.id)).toBe(before);
  });
});

describe("words that were told elsewhere", () => {
  const group = "telegram:group";

  test.each([
    ["as it was said", null],
    ["as it was edited", "Our plumber is Jasper Quill who lives behind the old windmill"],
  ])("a memory that was told in another chat, %s, goes from there", async (_title, edited) => {
    const path = makePath();
    const clew = await openAt(path);
    await say(clew, "0", "Hello Ada, are we all here", { session: group, from: "ben" });
    await say(clew, "1", "Remember that our plumber is Mister Amber Lantern", { session: group, from: "ada" });
    await clew.index({ finish: true });
    const [memory] = await clew.memory.find("plumber");
    await Promise.all(edited === null ? [] : [clew.memory.edit(memory?.name ?? "", { text: edited })]);
    const { turn, view } = await say(clew, "1", "Who is our plumber?", { session: "telegram:ben", from: "ben" });
    expect(JSON.stringify(view)).toMatch(/Amber Lantern|Jasper Quill/);
    await clew.erase({ person: "ada" });
    expect(await codeOf(clew.replay(turn.id))).toBe("receipt/erased");
    await clew.close();
    expect(readAll(path)).not.toMatch(/Amber|Jasper|windmill/);
  });

  test("a memory that a program added about the person goes from the views that told it", async () => {
    const path = makePath();
    const clew = await openAt(path);
    await say(clew, "0", "Hello folks, good day", { session: group, from: "ben" });
    await say(clew, "1", "Good day to you too", { session: group, from: "ada" });
    const text = "Ada keeps her spare keys under a ceramic frog";
    await clew.memory.apply([{ op: "add", text, kind: "fact", person: "ada", session: group }]);
    const { view } = await say(clew, "2", "Where are the spare keys?", { session: group, from: "ben" });
    expect(JSON.stringify(view)).toContain("ceramic frog");
    await clew.erase({ person: "ada" });
    await clew.close();
    expect(readAll(path)).not.toContain("ceramic frog");
  });

  test("a chat that goes whole goes from the journal's files, and others stay in them", async () => {
    const path = makePath();
    const clew = await openAt(path, path);
    const chats = [
      ["telegram:a", "purple submarine sails to Kiribati"],
      ["telegram:b", "yellow airship flies to Nauru"],
    ] as const;
    for (const [chat, what] of chats) {
      for (let each = 0; each < 8; each += 1)
        await say(clew, `${each}`, `The ${what} number ${each} with ${each} crates.`, { session: chat });
      await clew.compact({ session: chat });
    }
    await clew.index({ finish: true });
    await clew.erase({ session: "telegram:b" });
    expect(readAll(path)).not.toMatch(/airship|Nauru/);
    expect(await clew.journal()).toContain("submarine");
    await clew.erase({ session: "telegram:a" });
    expect(readdirSync(join(path, "journal"))).toEqual([]);
    await clew.close();
  });

  test("what a subagent did for the person goes with them", async () => {
    const path = makePath();
    const clew = await openAt(path);
    const ask = async (from: string, animal: string, where: string) => {
      const child = scriptedModel([{ text: `The ${animal} hides behind the ${where}.` }]);
      const calls = [{ tool: "researcher", input: { task: `Find out where the ${animal} hides` } }];
      const model = scriptedModel([{ calls }, { text: "Found it." }]);
      const researcher = { description: "finds things", instructions: "look", tools: {}, model: child };
      const asked = { session, id: from, from, text: `Where is my ${animal}?` };
      await clew.generate(asked, { model, subagents: { researcher } });
    };
    await ask("ada", "crimson walrus", "second radiator");
    await ask("ben", "violet heron", "old piano");
    expect(await clew.erase({ person: "ada" })).toMatchObject({ sessions: 0 });
    expect(readAll(path)).not.toMatch(/crimson walrus|second radiator/);
    expect(await clew.search("heron piano")).not.toEqual([]);
    // The notes in the places of what both said stay, so that a second delivery of it changes nothing.
    expect(await clew.erase({ person: "ben" })).toMatchObject({ sessions: 0, chats: [session] });
    await clew.close();
    expect(readAll(path)).not.toMatch(/violet heron|old piano/);
  });

  test("quotes go: of what the log never had, and of an answer that was sent", async () => {
    const path = makePath();
    const clew = await openAt(path);
    await say(clew, "1", "hello folks here we are", { from: "ben" });
    const turn = await clew.begin({ session, id: "2", from: "ada", text: "Tell me about crossings in Lund please" });
    await turn.view();
    const answer = "Zebra crossings in Lund glow violet under rainy moonlight";
    await turn.complete({ text: answer });
    await turn.sent("900");
    const passport = { from: "ada", text: "my passport number is hidden below the piano" };
    await say(clew, "3", "what do you mean by that", { from: "ben", replyTo: "777", quote: passport });
    const sent = { role: "agent", text: answer } as const;
    await say(clew, "4", "and is that so really", { from: "ben", replyTo: "900", quote: sent });
    await clew.erase({ person: "ada" });
    await clew.close();
    expect(readAll(path)).not.toMatch(/passport number|violet under rainy/);
  });
});

describe("a folder of memories that is not named where something is erased", () => {
  const locker = "Remember that my locker at the gym is the blue one under the window";

  test("is tidied by whoever names it next, and nothing comes back from it", async () => {
    const path = makePath();
    const first = await openAt(path, path);
    await say(first, "1", locker, { session: "telegram:ada", from: "ada" });
    await say(first, "1", "Hello to all of you", { session: "telegram:ben", from: "ben" });
    await first.index({ finish: true });
    await first.memory.sync();
    await first.close();
    const without = await openAt(path);
    expect(await without.erase({ person: "ada" })).toMatchObject({ memories: 1, files: 0 });
    await without.close();
    await (await openAt(path)).close();
    expect(readFileSync(`${path}.db`, "latin1")).not.toContain("locker");
    const again = await openAt(path, path);
    await say(again, "2", "Hello again", { session: "telegram:ben", from: "ben" });
    await again.index({ finish: true });
    await again.memory.sync();
    expect((await listMemories(again)).filter((text) => text.includes("locker"))).toEqual([]);
    await again.close();
    expect(readAll(path)).not.toMatch(/locker/u);
  });

  test("files of people's own that say the same are told, and stay", async () => {
    const path = makePath();
    const clew = await openAt(path, path);
    await say(clew, "1", locker, { from: "ada" });
    await clew.index({ finish: true });
    await clew.memory.sync();
    mkdirSync(join(path, "notes"), { recursive: true });
    for (const name of ["own.txt", "old.md.bak"]) writeFileSync(join(path, "notes", name), locker);
    const { left } = await clew.erase({ person: "ada" });
    expect(left).toEqual(["notes/old.md.bak", "notes/own.txt"]);
    // While the log is still open: no setting keeps a name either.
    expect(readFileSync(`${path}.db`, "latin1")).not.toContain("locker");
    await clew.close();
  });
});

describe("what others repeated of somebody who is erased", () => {
  test("stays, and the report has the pointers by which it goes too", async () => {
    const clew = await openFresh();
    await say(clew, "a", "My blood type is AB negative and I live in Elm Street 4", { from: "ben" });
    const turn = await clew.begin({ session, id: "b", from: "ann", text: "Where does he live?" });
    await turn.view();
    await turn.complete({ text: "He said: my blood type is AB negative and I live in Elm Street 4" });
    const { stays } = await clew.erase({ person: "ben" });
    const [pointer = ""] = stays.flatMap((sentence) => sentence.match(/clew:e[0-9a-z]{10}/g) ?? []);
    expect(await clew.recall({ session, pointer })).toMatchObject({ text: expect.stringContaining("Elm Street") });
    const again = await clew.erase({ entry: pointer });
    expect(again.stays.join()).not.toContain("same words");
    expect(await clew.search("Elm")).toEqual([]);
  });

  test("is not spoken of where nobody did", async () => {
    const clew = await openFresh();
    await say(clew, "a", zeppelin, { from: "ada" });
    await say(clew, "b", "plain talk here", { from: "ben" });
    expect((await clew.erase({ person: "ada" })).stays.join()).not.toContain("same words");
  });
});

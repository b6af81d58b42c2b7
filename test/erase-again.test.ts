/** What comes back to a log in which something was erased, and what is left of turns there. */
import { writeFileSync } from "node:fs";
import { scriptedModel } from "@clewline/store-kit/index.js";
import { tool } from "ai";
import type { Clew } from "clewline";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { codeOf, makePath, openAt, readAll, say, session, zeppelin } from "./erase-room.js";
import { openFresh } from "./fresh-clew.js";

async function findPointer(clew: Clew, words: string): Promise<string> {
  const { lines } = await clew.log({ session });
  return lines.find((line) => line.words.includes(words))?.pointer ?? "";
}

async function writeExport(clew: Clew): Promise<string> {
  const lines: string[] = [];
  for await (const line of clew.export()) lines.push(line);
  const path = `${makePath()}.jsonl`;
  writeFileSync(path, `${lines.join("\n")}\n`);
  return path;
}

describe("an export that is older than what was erased", () => {
  test.each([
    ["in the same process", false],
    ["in another one", true],
  ])("does not bring an erased message back, and says why, %s", async (_title, isReopened) => {
    const path = makePath();
    const clew = await openAt(path);
    await say(clew, "1", `${zeppelin} ${"and so on ".repeat(3_000)}`, { from: "ada" });
    await say(clew, "2", "thanks", { from: "ben" });
    const backup = await writeExport(clew);
    await say(clew, "3", "another day", { from: "ben" });
    await clew.erase({ entry: await findPointer(clew, "olive") });
    if (isReopened) await clew.close();
    const later = isReopened ? await openAt(path) : clew;
    const report = await later.import(backup);
    expect(report).toMatchObject({ added: 0 });
    expect(report.bad.map(({ reason }) => reason)).toEqual([
      `something in root:1 of ${session} was erased after this export was made: the lane stays as it is in the log`,
    ]);
    expect((await say(later, "4", "and so?", { from: "ben" })).view.kind).toBe("fits");
    expect(await later.doctor({ thorough: true })).toEqual([]);
    await later.close();
    expect(readAll(path)).not.toContain("olive zeppelin");
  });

  test("brings other chats of it in, and not what a view of theirs told of the erased one", async () => {
    const path = makePath();
    const clew = await openAt(path);
    const group = "telegram:group";
    await say(clew, "0", "Hello Ada, are we all here", { session: group, from: "ben" });
    await say(clew, "1", "Remember that our plumber is Mister Amber Lantern", { session: group, from: "ada" });
    await clew.index({ finish: true });
    const { view } = await say(clew, "1", "Who is our plumber?", { session: "telegram:ben", from: "ben" });
    expect(JSON.stringify(view)).toContain("Amber Lantern");
    await say(clew, "1", "a chat that goes whole", { session: "telegram:other", from: "cy" });
    const backup = await writeExport(clew);
    await clew.erase({ session: "telegram:other" });
    await clew.erase({ person: "ada" });
    const { added, bad } = await clew.import(backup);
    expect([added > 0, bad.length]).toEqual([true, 1]);
    const sessions = (await clew.sessions()).map((each) => each.session);
    expect(sessions.toSorted()).toEqual(["telegram:ben", group, "telegram:other"].toSorted());
    await clew.close();
    expect(readAll(path)).not.toContain("Amber Lantern");
  });

  test.each([
    ["memory", () => "memory"],
    ["SQLite", () => `${makePath()}.db`],
  ])(
    "brings a chat that was erased whole back, in the same process too, with the store in %s",
    async (_title, where) => {
      const clew = await openFresh({ store: where(), config: false });
      const { turn } = await say(clew, "1", zeppelin, { from: "ada" });
      const before = await clew.replay(turn.id);
      const backup = await writeExport(clew);
      await clew.erase({ session });
      expect(await clew.sessions()).toEqual([]);
      expect(await clew.import(backup)).toMatchObject({ bad: [] });
      expect(await clew.replay(turn.id)).toBe(before);
      expect((await say(clew, "2", "and so?", { from: "ada" })).view.kind).toBe("fits");
    },
  );

  test("and so does the transcript of another program that it came from", async () => {
    const clew = await openFresh();
    const at = (minute: number) => `2026-01-01T00:0${minute}:00.000Z`;
    const common = { sessionId: "s1", cwd: "/x" };
    const lines = [
      { type: "user", uuid: "u", parentUuid: null, timestamp: at(1), message: { role: "user", content: zeppelin } },
      {
        ...{ type: "assistant", uuid: "r", parentUuid: "u", timestamp: at(2) },
        message: { id: "m", role: "assistant", model: "claude-x", content: [{ type: "text", text: "Seven pelicans" }] },
      },
    ];
    const path = `${makePath()}.jsonl`;
    writeFileSync(path, lines.map((line) => JSON.stringify({ ...common, ...line })).join("\n"));
    const { sessions } = await clew.import(path);
    await clew.erase({ session: sessions[0] ?? "" });
    expect(await clew.import(path)).toMatchObject({ added: 2 });
    const turn = await clew.begin({ session: sessions[0] ?? "", id: "9", text: "Go on" });
    expect(JSON.stringify(await turn.view())).toContain("olive zeppelin");
    await turn.complete({ text: "Done." });
  });
});

describe("turns of which everything is erased", () => {
  test.each([
    ["memory", () => "memory"],
    ["SQLite", () => `${makePath()}.db`],
  ])("nothing is to be sent any more where the answer is gone, with the store in %s", async (_title, where) => {
    const clew = await openFresh({ store: where(), config: false });
    await say(clew, "1", "one", { from: "ben" });
    await say(clew, "2", "two", { from: "ben" });
    await clew.erase({ entry: await findPointer(clew, "Noted 1") });
    expect((await clew.unsent()).map(({ text }) => text)).toEqual(["Noted 2."]);
    // Without its message an answer is still owed.
    await clew.erase({ entry: await findPointer(clew, "two") });
    expect((await clew.unsent()).map(({ text }) => text)).toEqual(["Noted 2."]);
  });

  test.each([
    ["memory", () => "memory"],
    ["SQLite", () => `${makePath()}.db`],
  ])("one that waited for an approval is cancelled, with the store in %s", async (_title, where) => {
    const clew = await openFresh({ store: where(), config: false });
    await say(clew, "0", "plain hello from ben here", { from: "ben" });
    const pay = tool({
      inputSchema: z.object({ note: z.string() }),
      needsApproval: true,
      execute: async () => "paid",
    });
    const model = scriptedModel([{ calls: [{ tool: "pay", input: { note: zeppelin } }] }, { text: "Paid." }]);
    const { turn } = await clew.generate({ session, from: "ada", id: "1", text: zeppelin }, { model, tools: { pay } });
    expect(turn.state).toBe("waiting");
    await clew.erase({ person: "ada" });
    expect((await clew.turn(turn.id)).state).toBe("cancelled");
    const { view } = await say(clew, "2", "now me", { from: "ben" });
    expect(JSON.stringify(view)).not.toMatch(/zeppelin|waiting/);
  });
});

describe("a chat whose last speaker is erased", () => {
  test("keeps the notes in the place of what others said, so that none of it comes back", async () => {
    const clew = await openFresh();
    await say(clew, "1", zeppelin, { from: "ada" });
    await say(clew, "2", "plain talk here", { from: "ben" });
    await clew.index({ finish: true });
    await clew.erase({ person: "ada" });
    expect(await clew.erase({ person: "ben" })).toMatchObject({ sessions: 0, chats: [session] });
    expect(await clew.begin({ session, id: "1", from: "ada", text: zeppelin })).toMatchObject({ repeated: true });
    expect(await clew.search("zeppelin")).toEqual([]);
  });

  test("goes whole where it was one person's own, even if something in it was erased before", async () => {
    const clew = await openFresh();
    await say(clew, "1", zeppelin, { from: "ada" });
    await say(clew, "2", "plain talk here", { from: "ada" });
    await clew.erase({ entry: await findPointer(clew, "zeppelin") });
    expect(await clew.erase({ person: "ada" })).toMatchObject({ sessions: 1 });
    expect(await clew.sessions()).toEqual([]);
  });
});

describe("what is asked for", () => {
  test("an unknown option is a rejection like any other fault", async () => {
    const clew = await openFresh();
    expect(await codeOf(clew.erase({ person: "x" }, { dryrun: true } as never))).toBe("options/bad");
    expect(await codeOf(clew.index({ finsh: true } as never))).toBe("options/bad");
  });

  test("a report names the person's address and the chats", async () => {
    const clew = await openFresh({ people: { "42": "Ada" } });
    await say(clew, "1", zeppelin, { from: "42" });
    await say(clew, "1", "hello", { from: "42", session: "telegram:group" });
    await say(clew, "2", "hello", { from: "ben", session: "telegram:group" });
    const report = await clew.erase({ person: "Ada" }, { dryRun: true });
    expect(report).toMatchObject({ person: "42", sessions: 1, chats: [session, "telegram:group"] });
  });
});

describe("a folder of memories", () => {
  test("that is looked at while something is erased does not bring it back", async () => {
    const path = makePath();
    const clew = await openAt(path, path);
    for (const each of ["amber", "crimson", "violet"])
      await say(clew, each, `Remember that my ${each} locker has the number thirteen`, { from: "ada" });
    await say(clew, "1", "Hello to all of you", { session: "telegram:ben", from: "ben" });
    await clew.index({ finish: true });
    await clew.memory.sync();
    expect(readAll(path)).toContain("locker");
    let isOver = false;
    const look = async () => {
      while (!isOver) await clew.memory.sync();
    };
    const erased = clew.erase({ person: "ada" }).finally(() => {
      isOver = true;
    });
    await Promise.all([erased, look(), look()]);
    await clew.memory.sync();
    expect(await clew.memory.list({ all: true })).toEqual([]);
    await clew.close();
    expect(readAll(path)).not.toContain("locker");
  });
});

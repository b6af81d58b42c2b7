/** Who may say whether a chat is a group: exports, the gateway, the owner, and nobody in the chat itself. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clew, openClew } from "clewline";
import { describe, expect, test } from "vitest";
import { objects, typed } from "./cli-run.js";
import { openFresh } from "./fresh-clew.js";
import { ask, openRoom } from "./gateway/room.js";

const folder = mkdtempSync(join(tmpdir(), "clew-chat-kinds-"));
const wish = "Please always call me Princess Bluebell.";

async function learnWish(clew: Clew): Promise<void> {
  await clew.observe({ session: "home:ana", from: "101", group: false, text: wish });
  await clew.index({ finish: true });
}

/** Asks as Ana, without a word about the chat, and gives back what the model is sent. */
async function askIn(clew: Clew, session: string): Promise<string> {
  const turn = await clew.begin({ session, from: "101", text: "What is my name?" });
  const view = await turn.view();
  await turn.complete({ text: "Ana." });
  return view.kind === "fits" ? `${view.system} ${JSON.stringify(view.messages)}` : "";
}

const readGroup = async (clew: Clew, session: string) =>
  (await clew.settings({ session })).find(({ name }) => name === "group");

describe("after an import", () => {
  test.each([
    ["bot_chat", "telegram:chat:42", true],
    ["saved_messages", "telegram:chat:42", true],
    ["personal_chat", "telegram:chat:42", false],
    ["private_supergroup", "telegram:chat:-10042", false],
    ["private_group", "telegram:chat:export-42", false],
  ])("of a Telegram %s, the first turn shows Ana's wish as far as its kind allows", async (type, session, isShown) => {
    const clew = await openFresh();
    await learnWish(clew);
    const message = { id: 1, type: "message", date_unixtime: "1700000000", from_id: "user101", text: "Hello" };
    const file = join(folder, `${type}.json`);
    writeFileSync(file, JSON.stringify({ name: "Garden", type, id: 42, messages: [message] }));
    await clew.import(file, { format: "telegram" });
    expect((await askIn(clew, session)).includes("Bluebell")).toBe(isShown);
  });

  test("of an export, the chats are of the kind that they were", async () => {
    const before = await openFresh();
    await learnWish(before);
    await before.observe({ session: "club:ana", from: "101", group: true, text: "Hello all" });
    const file = join(folder, "export.jsonl");
    const lines: string[] = [];
    for await (const line of before.export()) lines.push(line);
    writeFileSync(file, lines.map((line) => line.trimEnd()).join("\n"));
    const clew = await openFresh();
    await clew.import(file);
    expect(await askIn(clew, "club:ana")).not.toContain("Bluebell");
    expect(await askIn(clew, "home:ana")).toContain("Bluebell");
  });
});

describe("a chat of the gateway", () => {
  test.each([
    ["without keys is private", [], { "thread-id": "t1" }, false],
    ["of the only key of its owner is private", ["me=0123456789abcdef"], { "thread-id": "t1" }, false],
    [
      "of one of two keys is of unknown kind",
      ["me=0123456789abcdef", "me=fedcba9876543210"],
      { "thread-id": "t1" },
      "unknown",
    ],
    ["that a program names is of unknown kind", [], { "x-clew-session": "codex:t1" }, "unknown"],
  ] as const)("%s, and shows nothing of other chats", async (_title, keys, headers, group) => {
    const room = await openRoom(() => ({ text: "Hello." }), { keys });
    const clew = await room.log("me", true);
    await learnWish(clew);
    const client = room.client({ ...headers, "x-clew-key": "0123456789abcdef" });
    await client.messages.create(ask({ role: "user", content: "What is my name?" }));
    expect(JSON.stringify(room.upstream.requests)).not.toContain("Bluebell");
    expect(await readGroup(clew, "codex:t1")).toMatchObject({ value: group });
    // The client is somebody without an address, so that the chat is nobody's own.
    expect(await askIn(clew, "codex:t1")).not.toContain("Bluebell");
  });
});

describe("the owner", () => {
  test("makes a group private by a setting, and takes it back", async () => {
    const clew = await openFresh();
    await learnWish(clew);
    await clew.observe({ session: "club:ana", from: "101", group: true, text: "Hello" });
    expect(await askIn(clew, "club:ana")).not.toContain("Bluebell");
    await clew.settings({ session: "club:ana", set: { group: "false" } });
    await clew.observe({ session: "club:ana", from: "101", group: true, text: "Hello again" });
    expect(await askIn(clew, "club:ana")).toContain("Bluebell");
    await clew.settings({ session: "club:ana", set: { group: "default" } });
    expect(await askIn(clew, "club:ana")).not.toContain("Bluebell");
    await expect(clew.settings({ session: "club:ana", set: { group: "maybe" } })).rejects.toMatchObject({
      code: "setting/bad",
      hint: "Give true or false",
    });
  });

  test("has no say where somebody else has spoken, and is told so", async () => {
    const clew = await openFresh();
    for (const from of ["101", "102"]) await clew.observe({ session: "club:ana", from, text: "Hello" });
    await clew.index({ finish: true });
    await clew.settings({ session: "club:ana", set: { group: "false" } });
    expect(await readGroup(clew, "club:ana")).toMatchObject({
      value: true,
      noEffect: "Several people have spoken here, so it is a group",
    });
  });

  test("is the only one: a command in the chat changes nothing", async () => {
    const clew = await openFresh();
    await learnWish(clew);
    await clew.observe({ session: "club:ana", from: "101", group: true, text: "Hello" });
    const answer = await clew.command({ session: "club:ana", from: "102", text: "/config group false" });
    expect(answer).toBe(
      "group can't be changed from the chat, whose readers it is about: the owner sets it: clew config group false --session club:ana.",
    );
    expect(await clew.command({ session: "club:ana", text: "/config group" })).toContain("group: true\n");
    expect(await askIn(clew, "club:ana")).not.toContain("Bluebell");
  });

  test("sets it at the command line, and reads there why memories are left out", async () => {
    const store = join(folder, "own.db");
    const clew = await openClew({ store, config: false, timeZone: "UTC" });
    await learnWish(clew);
    await askIn(clew, "club:ana");
    await clew.close();
    const chat = ["--session", "club:ana", "--store", store];
    const before = await typed(["why", ...chat]);
    expect(before.out.replaceAll(/\s+/g, " ")).toContain(
      "Memories of the person's other chats are left out: this chat is not known to be private (if it is, say group: false).",
    );
    const { code, out } = await typed(["config", "group", "false", ...chat, "--json"]);
    expect([code, objects(out)[0]]).toEqual([
      0,
      expect.objectContaining({ name: "group", value: false, changed: true }),
    ]);
    const again = await openClew({ store, config: false, timeZone: "UTC" });
    expect(await askIn(again, "club:ana")).toContain("Bluebell");
    await again.close();
  });
});

test("a group that is neither true nor false is refused, and nothing is kept", async () => {
  const clew = await openFresh();
  const group = "yes" as unknown as boolean;
  await expect(clew.observe({ session: "club:ana", text: "Hello", group })).rejects.toMatchObject({
    code: "message/bad",
  });
  const messages = [{ role: "user" as const, content: "Hello" }];
  await expect(clew.sync({ session: "club:ana", messages, group })).rejects.toMatchObject({ code: "options/bad" });
  expect(() => clew.middleware({ session: "club:ana", group })).toThrow("group is");
  expect(await clew.sessions()).toEqual([]);
});

/** What is remembered beyond a chat, through the public verbs. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clew, openClew } from "clewline";
import { afterAll, describe, expect, test } from "vitest";
import { exported } from "./exported.js";
import { openFresh } from "./fresh-clew.js";
import { some } from "./some.js";

const folder = mkdtempSync(join(tmpdir(), "clew-memories-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const texts = async (clew: Clew, choice?: Parameters<Clew["memory"]["list"]>[0]) =>
  (await clew.memory.list(choice)).map(({ text }) => text);

describe("a memory", () => {
  test("is added, listed, edited, pinned, forgotten and brought back", async () => {
    const clew = await openFresh();
    const added = await clew.memory.add({ text: "Our dentist is Dr. Weber" });
    expect(added.name).toMatch(/^our-dentist-is-dr-weber-[0-9a-z]{4}$/);
    expect(await clew.memory.list()).toEqual([added]);
    const edited = await clew.memory.edit(added.name, { text: "Our dentist is Dr. Brandt" });
    expect(edited).toEqual({ ...added, text: "Our dentist is Dr. Brandt" });
    const pinned = await clew.memory.pin(added.name.slice(-4));
    expect(pinned).toEqual({ ...edited, pinned: true });
    await clew.memory.forget(added.name);
    expect(await clew.memory.list()).toEqual([]);
    await clew.memory.undo();
    expect(await clew.memory.list()).toEqual([pinned]);
    expect(await clew.memory.unpin(added.name)).toEqual(edited);
    const history = await clew.memory.history(added.name);
    expect(history.map(({ because }) => because)).toEqual([
      "added",
      "edited",
      "pinned",
      "forgotten",
      "undone",
      "unpinned",
    ]);
  });

  test("is added once, and an edit that changes nothing writes nothing", async () => {
    const clew = await openFresh();
    const first = await clew.memory.add({ text: "The bins are out on Tuesday" });
    expect(await clew.memory.add({ text: " the bins are  out on Tuesday" })).toEqual(first);
    await clew.memory.edit(first.name, { text: first.text });
    await clew.memory.unpin(first.name);
    expect(await clew.memory.history()).toHaveLength(1);
  });

  test("has no secrets in it", async () => {
    const clew = await openFresh();
    const { text, name } = await clew.memory.add({
      text: "The router's password: hunter2Xy77pq is on the note in the hall",
    });
    expect(text).not.toContain("hunter2Xy77pq");
    expect(name).not.toContain("hunter2");
    expect(JSON.stringify(await clew.memory.history())).not.toContain("hunter2Xy77pq");
  });

  test("is refused without a text, with a novel for one, and with an end that is no day", async () => {
    const clew = await openFresh();
    for (const wrong of some([{ text: " \n" }, { text: "long ".repeat(500) }, { text: "a", until: "2026-02-30" }])) {
      await expect(clew.memory.add(wrong)).rejects.toMatchObject({ code: "memory/bad" });
    }
    expect(await clew.memory.list({ all: true })).toEqual([]);
  });

  test("that nobody knows, or that two may be, is refused in one sentence", async () => {
    const clew = await openFresh();
    await clew.memory.add({ text: "The boiler is serviced in May" });
    await clew.memory.add({ text: "The boiler is blue" });
    await expect(clew.memory.pin("the-boiler")).rejects.toMatchObject({ code: "memory/ambiguous" });
    await expect(clew.memory.pin("the-cellar")).rejects.toMatchObject({ code: "memory/unknown" });
    await expect(clew.memory.undo("01abcdef")).rejects.toMatchObject({ code: "memory/unknown" });
  });
});

describe("an undo", () => {
  test("of nothing says that there is nothing", async () => {
    await expect((await openFresh()).memory.undo()).rejects.toMatchObject({ code: "memory/unknown" });
  });

  test("takes back one change after another, the last one first", async () => {
    const clew = await openFresh();
    const { name } = await clew.memory.add({ text: "Tea without sugar" });
    await clew.memory.edit(name, { text: "Tea with sugar" });
    await clew.memory.add({ text: "Coffee is black" });
    await clew.memory.undo();
    expect(await texts(clew)).toEqual(["Tea with sugar"]);
    await clew.memory.undo();
    expect(await texts(clew)).toEqual(["Tea without sugar"]);
    await clew.memory.undo();
    expect(await texts(clew)).toEqual([]);
  });

  test("of an undo brings the change again", async () => {
    const clew = await openFresh();
    const { name } = await clew.memory.add({ text: "Tea without sugar" });
    const edited = await clew.memory.edit(name, { text: "Tea with sugar" });
    const [undone] = await clew.memory.undo();
    await clew.memory.undo(undone?.id);
    expect(await clew.memory.list()).toEqual([edited]);
  });

  test("of a change that a later one overlays is refused, and names the later one", async () => {
    const clew = await openFresh();
    const { name } = await clew.memory.add({ text: "Tea without sugar" });
    await clew.memory.edit(name, { text: "Tea with sugar" });
    const [first, second] = await clew.memory.history();
    const refused = { code: "memory/changed-since", hint: `Undo that one first: clew memory undo ${second?.id}` };
    await expect(clew.memory.undo(first?.id)).rejects.toMatchObject(refused);
    await clew.memory.undo(second?.id);
    await expect(clew.memory.undo(second?.id)).rejects.toMatchObject({ code: "memory/changed-since" });
    await clew.memory.undo(first?.id);
    expect(await clew.memory.list()).toEqual([]);
  });
});

describe("the log of memories", () => {
  test("is in no list of chats, is found by no search, and can't be opened as a chat", async () => {
    const clew = await openFresh();
    await clew.observe({ session: "telegram:chat:1", text: "The heron is at the pond" });
    const listed = await clew.sessions();
    await clew.memory.add({ text: "The heron eats our fish" });
    expect(await clew.sessions()).toEqual(listed);
    expect(await clew.search("heron")).toHaveLength(1);
    expect((await clew.log()).ref.session).toBe("telegram:chat:1");
    expect(await clew.journal()).toBe("");
    const closed = { code: "session/bad-key" };
    await expect(clew.lanes("memory:notes")).rejects.toMatchObject(closed);
    await expect(clew.log({ session: "memory:notes" })).rejects.toMatchObject(closed);
    await expect(clew.observe({ session: "memory:notes", text: "Hello" })).rejects.toMatchObject(closed);
  });

  test("comes back from an export, is taken in once, and is put together with what is there", async () => {
    const clew = await openFresh();
    await clew.observe({ session: "telegram:chat:1", text: "The heron is at the pond" });
    const { name } = await clew.memory.add({ text: "The heron eats our fish", person: "anna" });
    await clew.memory.edit(name, { text: "The heron ate our fish", kind: "event" });
    await clew.memory.add({ text: "We meet on Mondays", session: "telegram:chat:1" });
    const path = join(folder, "export.jsonl");
    writeFileSync(path, (await exported(clew)).join("\n"));
    const other = await openFresh();
    await other.memory.add({ text: "The cat is called Kit" });
    await other.memory.add({ text: "The cat is old", person: "anna" });
    const report = await other.import(path);
    expect(report.sessions).toEqual(["telegram:chat:1"]);
    await other.import(path);
    const own = await other.memory.history();
    const taken = own.filter(({ name: each }) => !each.startsWith("the-cat"));
    expect(taken).toEqual(await clew.memory.history());
    const empty = await openFresh();
    await empty.import(path);
    expect(await empty.memory.list({ all: true })).toEqual(await clew.memory.list({ all: true }));
    expect(await empty.memory.history()).toEqual(await clew.memory.history());
    expect(await exported(empty)).toEqual(await exported(clew));
  });

  test("loses nothing when two add at once to one file", async () => {
    const store = join(folder, "shared.db");
    const [one, two] = [await openClew({ store, config: false }), await openClew({ store, config: false })];
    const numbers = Array.from({ length: 40 }, (_, number) => number);
    await Promise.all(
      numbers.map((number) => (number % 2 ? one : two).memory.add({ text: `Shelf ${number} is full` })),
    );
    const wanted = numbers.map((number) => `Shelf ${number} is full`).sort();
    expect((await texts(one)).sort()).toEqual(wanted);
    expect((await texts(two)).sort()).toEqual(wanted);
    await one.close();
    await two.close();
    const again = await openClew({ store, config: false });
    expect((await texts(again)).sort()).toEqual(wanted);
    expect(await again.doctor({ thorough: true })).toEqual([]);
    await again.close();
  });
});

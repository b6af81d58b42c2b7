/** What people do to notes by hand: nothing of it is lost, and what is not taken over is said in a line. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Memory } from "clewline";
import { afterAll, describe, expect, test } from "vitest";
import { openFresh } from "./fresh-clew.js";
import { some } from "./some.js";

const root = mkdtempSync(join(tmpdir(), "clew-by-hand-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let made = 0;
async function openWithFolder() {
  made += 1;
  const memoryFolder = join(root, `folder-${made}`);
  mkdirSync(join(memoryFolder, "notes"), { recursive: true });
  const clew = await openFresh({ memoryFolder, timeZone: "UTC" });
  const pathOf = ({ name }: Pick<Memory, "name">) => join(memoryFolder, "notes", `${name}.md`);
  return { memoryFolder, clew, pathOf };
}

const read = (path: string) => readFileSync(path, "utf8");

describe("a note that is edited by hand", () => {
  test("is told in one line which keys are kept by Clew, and the rest is taken", async () => {
    const { clew, pathOf } = await openWithFolder();
    const memory = await clew.memory.add({ text: "The bins are out on Tuesday" });
    const path = pathOf(memory);
    const written = read(path);
    const edits = {
      said: written.replace(/said: .*/, "said: 1999-01-01"),
      sources: written.replace("---\nThe", "sources: mail:x root:x abc\n---\nThe"),
      "replaced-by": written.replace("---\nThe", "replaced-by: nobody\n---\nThe"),
    };
    for (const [key, text] of some(Object.entries(edits))) {
      writeFileSync(path, text.replace("Tuesday", `Tuesday, ${key}`));
      const { taken, problems } = await clew.memory.sync();
      expect([taken, problems]).toEqual([
        1,
        [`notes/${memory.name}.md: Clew keeps ${key} by itself, so that was not taken over`],
      ]);
      expect((await clew.memory.list())[0]).toEqual({ ...memory, text: `The bins are out on Tuesday, ${key}` });
      expect(await clew.memory.sync()).toEqual({ taken: 0, written: 0, problems: [] });
    }
  });

  test("and renamed stays the memory that it is, under the name that it has", async () => {
    const { clew, memoryFolder, pathOf } = await openWithFolder();
    const memory = await clew.memory.add({ text: "The bins are out on Tuesday" });
    renameSync(pathOf(memory), join(memoryFolder, "notes", "bins.md"));
    await clew.memory.sync();
    expect(await clew.memory.list()).toEqual([memory]);
    expect(readdirSync(join(memoryFolder, "notes"))).toEqual([`${memory.name}.md`]);
  });

  test("by an editor that had an older version open says nothing of keys", async () => {
    const { clew, pathOf } = await openWithFolder();
    const memory = await clew.memory.add({ text: "The bins are out on Tuesday" });
    const before = read(pathOf(memory));
    await clew.memory.add({ text: "The bins are out on Tuesday", kind: "fact" });
    await clew.memory.pin(memory.name);
    writeFileSync(pathOf(memory), before.replace("Tuesday", "Monday"));
    expect((await clew.memory.sync()).problems).toEqual([]);
  });

  test("is refused in one line where it would end before it begins, as file, as new file and by the verb", async () => {
    const { clew, memoryFolder, pathOf } = await openWithFolder();
    const memory = await clew.memory.add({ text: "The bins are out on Tuesday" });
    const wrong = "---\nkind: fact\nfrom: 2030-01-01\nuntil: 2020-01-01\n---\nThe boiler is cold\n";
    writeFileSync(pathOf(memory), wrong);
    writeFileSync(join(memoryFolder, "notes", "new.md"), wrong);
    const { taken, problems } = await clew.memory.sync();
    expect(taken).toBe(0);
    expect(problems.toSorted()).toEqual(
      ["notes/new.md", `notes/${memory.name}.md`].map(
        (path) => `${path} is not taken over: from is later than until: it would hold never`,
      ),
    );
    expect([read(pathOf(memory)), await clew.memory.list()]).toEqual([wrong, [memory]]);
    rmSync(join(memoryFolder, "notes", "new.md"));
    writeFileSync(pathOf(memory), wrong.replace("2020", "2040"));
    await clew.memory.sync();
    await expect(clew.memory.edit(memory.name, { until: "2021-01-01" })).rejects.toMatchObject({ code: "memory/bad" });
  });

  test("keeps its lists and code blocks, and has its bytes back by an undo", async () => {
    const { clew, memoryFolder, pathOf } = await openWithFolder();
    const body = "Shopping:\n\n- milk\n- eggs\n\n```\ncode  block\n```\n";
    const path = join(memoryFolder, "notes", "shopping.md");
    writeFileSync(path, body);
    await clew.memory.sync();
    expect(read(path)).toMatch(/^---\nkind: fact\n/);
    expect(read(path).endsWith(`---\n${body}`)).toBe(true);
    const laidOut = `\uFEFF${read(path).replaceAll("\n", "\r\n")}`;
    writeFileSync(path, laidOut);
    expect(await clew.memory.sync()).toEqual({ taken: 0, written: 0, problems: [] });
    const shopping = { name: "shopping" };
    await clew.memory.edit("shopping", { text: "Shopping: only milk" });
    expect(read(pathOf(shopping))).toContain("\nShopping: only milk\n");
    await clew.memory.undo();
    expect(read(path)).toBe(laidOut);
    await clew.memory.pin("shopping");
    expect(read(path).endsWith(body.replaceAll("\n", "\r\n"))).toBe(true);
    await clew.memory.undo();
    expect(read(path)).toBe(laidOut);
    rmSync(path);
    await clew.memory.sync();
    expect(await clew.memory.list()).toEqual([]);
    await clew.memory.undo();
    expect(read(path)).toBe(laidOut);
  });

  test("leaves nothing of its layout behind when its memory is erased", async () => {
    const { clew, memoryFolder, pathOf } = await openWithFolder();
    await clew.observe({ session: "mail:ana", from: "ana", id: "1", text: "My dentist is Dr. Weber." });
    await clew.index({ finish: true });
    const [memory] = await clew.memory.list();
    const path = pathOf(memory ?? { name: "" });
    writeFileSync(path, read(path).replace("My dentist", "My\n\ndentist"));
    await clew.memory.sync();
    const hidden = () => readdirSync(memoryFolder).filter((name) => name.startsWith(".clew-"));
    const kept = () => hidden().map((name) => read(join(memoryFolder, name)));
    expect(kept().join()).toContain("Weber");
    await clew.erase({ session: "mail:ana" });
    expect([existsSync(path), kept().join().includes("Weber")]).toEqual([false, false]);
  });

  test("is refused with a secret among its keys, which no line repeats", async () => {
    const { clew, memoryFolder } = await openWithFolder();
    const secret = `ghp_${"a1B2c3D4e5F6g7H8i9".repeat(2)}`;
    for (const [index, key] of some(["person: ", "scope: person ", "until: ", "kind: ", ""].entries())) {
      const path = join(memoryFolder, "notes", `odd-${index}.md`);
      writeFileSync(path, `---\n${key}${secret}\n---\nSomething odd\n`);
      const { taken, problems } = await clew.memory.sync();
      expect([taken, problems]).toEqual([
        0,
        [`notes/odd-${index}.md is not taken over: line 2: there is a secret among the keys: take it out of the file`],
      ]);
      rmSync(path);
    }
    expect(await clew.memory.list({ all: true })).toEqual([]);
  });

  test.each(["terminal:auth", "client:secret", "mail:api-key", "client:my-secret-project"])(
    "is taken from the chat %s, whose name alone looks like a secret, and untouched it is left alone",
    async (session) => {
      const { clew, memoryFolder, pathOf } = await openWithFolder();
      await clew.observe({ session, id: "1", text: "I am allergic to walnuts." });
      await clew.index({ finish: true });
      await clew.memory.sync();
      const [memory] = await clew.memory.list();
      const path = pathOf(memory ?? { name: "" });
      const written = read(path);
      expect(written).toContain(`sources: ${session} `);
      expect(await clew.memory.sync()).toEqual({ taken: 0, written: 0, problems: [] });
      writeFileSync(path, written.replace("walnuts", "hazelnuts"));
      expect(await clew.memory.sync()).toMatchObject({ taken: 1, problems: [] });
      writeFileSync(join(memoryFolder, "notes", "copy.md"), written.replace("walnuts", "cashews"));
      expect(await clew.memory.sync()).toMatchObject({ taken: 1, problems: [] });
      const texts = (await clew.memory.list()).map(({ text }) => text).sort();
      expect(texts).toEqual(["I am allergic to cashews.", "I am allergic to hazelnuts."]);
      writeFileSync(path, read(path).replace("sources: ", "sources: password=hunter2hunter2 "));
      expect((await clew.memory.sync()).problems.join()).toContain("there is a secret among the keys");
    },
  );
});

describe("a folder of notes that was removed", () => {
  test("comes back whole by one undo, whoever is told what was in it, and goes by the undo of that", async () => {
    const { clew, memoryFolder } = await openWithFolder();
    for (const day of ["Monday", "Tuesday", "Friday"]) await clew.memory.add({ text: `The bins are out on ${day}` });
    for (const person of ["ana", "ben"]) await clew.memory.add({ text: "I like tea", kind: "preference", person });
    const notes = join(memoryFolder, "notes");
    const files = () => readdirSync(notes).map((name) => [name, read(join(notes, name))]);
    const before = files();
    expect(before).toHaveLength(5);
    rmSync(notes, { recursive: true });
    expect((await clew.memory.sync()).taken).toBe(5);
    expect(await clew.memory.list()).toEqual([]);
    const undone = await clew.memory.undo();
    expect([undone.length, files()]).toEqual([5, before]);
    expect(await clew.memory.undo(undone[0]?.id)).toHaveLength(5);
    expect(await clew.memory.list()).toEqual([]);
  });
});

describe("a new file that says what is remembered already", () => {
  test("adds what it says besides, and goes", async () => {
    const { clew, memoryFolder, pathOf } = await openWithFolder();
    const memory = await clew.memory.add({ text: "The bins are out on Tuesday" });
    const path = join(memoryFolder, "notes", "mine.md");
    writeFileSync(path, "---\npinned: yes\nfrom: 2026-01-01\n---\nThe bins are out on Tuesday\n");
    expect(await clew.memory.sync()).toMatchObject({ taken: 1, problems: [] });
    const from = Date.UTC(2026, 0, 1);
    expect(await clew.memory.list()).toEqual([{ ...memory, pinned: true, from }]);
    expect([existsSync(path), read(pathOf(memory))]).toEqual([false, expect.stringContaining("pinned: yes")]);
    await clew.memory.undo();
    expect(await clew.memory.list()).toEqual([memory]);
    writeFileSync(path, "The bins are out on Tuesday\n");
    expect(await clew.memory.sync()).toMatchObject({ taken: 0, problems: [] });
    expect([await clew.memory.list(), existsSync(path)]).toEqual([[memory], false]);
  });
});

describe("a new file with a secret for a name", () => {
  test("leaves nothing of it in the log, nor in the folder", async () => {
    const { clew, memoryFolder } = await openWithFolder();
    const secrets = ["sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJ", "password hunter2Xy77pq"];
    for (const [index, secret] of some(secrets).entries())
      writeFileSync(join(memoryFolder, "notes", `${secret}.md`), `Door ${index} is green\n`);
    expect(await clew.memory.sync()).toMatchObject({ taken: 2, problems: [] });
    const kept = JSON.stringify([await clew.memory.history(), readdirSync(memoryFolder, { recursive: true })]);
    for (const part of some(["abcdefghijkl", "hunter2"])) expect(kept).not.toContain(part);
  });
});

/** Memories as files, through the public verbs and a folder on the disk. */

import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ownName } from "@clewline/platform/process-name.js";
import { type Clew, type Memory, openClew } from "clewline";
import { afterAll, describe, expect, test, vi } from "vitest";
import { exported } from "./exported.js";
import { openFresh } from "./fresh-clew.js";
import { idleMs } from "./idle-time.js";
import { some } from "./some.js";

const root = mkdtempSync(join(tmpdir(), "clew-found-files-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let made = 0;
async function openWithFolder() {
  made += 1;
  const memoryFolder = join(root, `folder-${made}`);
  return { memoryFolder, clew: await openFresh({ memoryFolder, timeZone: "Europe/Berlin" }) };
}

const noteOf = (folder: string, { name }: Pick<Memory, "name">) => join(folder, "notes", `${name}.md`);
const read = (path: string) => readFileSync(path, "utf8");
const rewrite = (path: string, from: string | RegExp, to: string) => writeFileSync(path, read(path).replace(from, to));
const texts = async (clew: Clew) => (await clew.memory.list({ all: true })).map(({ text }) => text).sort();
const notes = (folder: string) => readdirSync(join(folder, "notes")).filter((name) => !name.startsWith("."));

describe("a folder of memories", () => {
  test("has a file for each memory and a list of them", async () => {
    const { clew, memoryFolder } = await openWithFolder();
    const dentist = await clew.memory.add({ text: "Our dentist is Dr. Weber" });
    const tea = await clew.memory.add({ text: "I drink [green] tea", kind: "preference", person: "mail:anna" });
    await clew.memory.pin(dentist.name);
    const said = new Date(dentist.saidAt).toISOString().replace(".000Z", "Z");
    expect(read(noteOf(memoryFolder, dentist))).toBe(
      `---\nkind: fact\nscope: everyone\nsaid: ${said}\npinned: yes\n---\nOur dentist is Dr. Weber\n`,
    );
    const index = read(join(memoryFolder, "MEMORY.md"));
    expect(index).toContain(
      `## For everyone\n\n- [Our dentist is Dr. Weber](notes/${dentist.name}.md) (fact, pinned)\n`,
    );
    expect(index).toContain(
      `## For person mail:anna\n\n- [I drink \\[green\\] tea](notes/${tea.name}.md) (preference)\n`,
    );
    await clew.memory.forget(dentist.name);
    expect(notes(memoryFolder)).toEqual([`${tea.name}.md`]);
    await clew.memory.undo();
    expect(read(noteOf(memoryFolder, dentist))).toContain("pinned: yes");
  });

  test("is taken over when it is edited: text, kind, end, pin, deletion, new file", async () => {
    const { clew, memoryFolder } = await openWithFolder();
    const bins = await clew.memory.add({ text: "The bins are out on Tuesday" });
    const boiler = await clew.memory.add({ text: "The boiler is serviced in May" });
    writeFileSync(
      noteOf(memoryFolder, bins),
      "---\nkind: instruction\nscope: everyone\nuntil: 2026-03-05\npinned: yes\n---\nThe bins are out\non Monday\n",
    );
    unlinkSync(noteOf(memoryFolder, boiler));
    writeFileSync(join(memoryFolder, "notes", "wifi.md"), "The wifi is called Fritz\n");
    expect(await clew.memory.sync()).toMatchObject({ taken: 3, problems: [] });
    expect(await clew.memory.list({ all: true })).toEqual([
      expect.objectContaining({ name: "wifi", text: "The wifi is called Fritz", kind: "fact", by: "file" }),
      {
        ...bins,
        kind: "instruction",
        text: "The bins are out on Monday",
        until: Date.UTC(2026, 2, 5, 23),
        pinned: true,
      },
    ]);
    const history = await clew.memory.history();
    expect(history.filter(({ by }) => by === "file").map(({ because }) => because)).toEqual([
      `edited in notes/${bins.name}.md`,
      `notes/${boiler.name}.md was deleted`,
      "written as notes/wifi.md",
    ]);
    expect(await clew.memory.sync()).toEqual({ taken: 0, written: 0, problems: [] });
  });

  test("keeps both where the log and a person changed one memory: the person's text, the log's kind", async () => {
    const { clew, memoryFolder } = await openWithFolder();
    const other = await openFresh({ memoryFolder: join(root, "elsewhere") });
    const memory = await clew.memory.add({ text: "The key is under the pot" });
    const before = read(noteOf(memoryFolder, memory));
    await clew.memory.edit(memory.name, { kind: "instruction", text: "The key is with Ida" });
    // As an editor saves that had the file open since before.
    writeFileSync(noteOf(memoryFolder, memory), before.replace("under the pot", "in the shed"));
    await clew.memory.sync();
    expect(await texts(clew)).toEqual(["The key is in the shed"]);
    expect((await clew.memory.history()).map(({ after }) => after?.text)).toEqual([
      "The key is under the pot",
      "The key is with Ida",
      "The key is in the shed",
    ]);
    expect(await other.memory.list()).toEqual([]);
  });

  test("writes nothing where nothing changed, and leaves the layout that a person chose", async () => {
    const { clew, memoryFolder } = await openWithFolder();
    const memory = await clew.memory.add({ text: "The bins are out on Tuesday" });
    const path = noteOf(memoryFolder, memory);
    rewrite(path, "The bins", "\r\n\r\n  The   bins");
    const laidOut = read(path);
    const { ino } = statSync(join(memoryFolder, "MEMORY.md"));
    expect(await clew.memory.sync()).toEqual({ taken: 0, written: 0, problems: [] });
    await clew.memory.add({ text: "the bins are out on tuesday" });
    expect([read(path), statSync(join(memoryFolder, "MEMORY.md")).ino]).toEqual([laidOut, ino]);
  });

  test("says in one line what it can't read, and loses neither the file nor the memory", async () => {
    const { clew, memoryFolder } = await openWithFolder();
    const memory = await clew.memory.add({ text: "The bins are out on Tuesday" });
    const path = noteOf(memoryFolder, memory);
    const good = read(path);
    const wrong = {
      "---\nkind: fact\n": "line 1: the keys that begin with --- have no --- after them",
      "---\nnonsense\n---\nText": 'line 2: "nonsense" is no key with a value, such as "kind: fact"',
      "---\ncolour: red\n---\nText": "line 2: there is no key colour",
      "---\nkind: fact\nkind: event\n---\nText": "line 3: kind is there twice",
      "---\nuntil: soon\n---\nText": 'until is "soon": write 2026-03-05 or 2026-03-05T10:00',
      "---\npinned: perhaps\n---\nText": 'pinned is "perhaps": write yes or no',
      "---\nscope: person mail:eve\n---\nText": "scope can't be changed here: write a new file instead",
      " \n": "line 1: there is no text; to forget a memory, delete its file",
    };
    for (const [file, because] of some(Object.entries(wrong))) {
      writeFileSync(path, file);
      const { problems, taken } = await clew.memory.sync();
      expect([problems.length, taken]).toEqual([1, 0]);
      expect(problems[0]).toContain(`notes/${memory.name}.md is not taken over: ${because}`);
      expect([read(path), await texts(clew)]).toEqual([file, [memory.text]]);
    }
    await clew.memory.edit(memory.name, { text: "The bins are out on Friday" });
    expect(read(path)).toBe(good.replace("Tuesday", "Friday"));
    expect(read(path.replace(".md", ".rejected.md"))).toBe(" \n");
  });

  test("names a folder inside of it whose notes it does not read", async () => {
    const { clew, memoryFolder } = await openWithFolder();
    await clew.memory.add({ text: "The bins are out on Tuesday" });
    mkdirSync(join(memoryFolder, "notes", "old"));
    mkdirSync(join(memoryFolder, "notes", "pictures"));
    writeFileSync(join(memoryFolder, "notes", "old", "garden.md"), "The garden has a well\n");
    expect((await clew.memory.sync()).problems).toEqual([
      "notes/old is not taken over: notes in a folder of their own are not read",
    ]);
    expect(await texts(clew)).toEqual(["The bins are out on Tuesday"]);
  });

  test("may give one name in two scopes, of which the scope tells which is meant", async () => {
    const [mine, other] = [await openWithFolder(), await openWithFolder()];
    const write = ({ memoryFolder }: { readonly memoryFolder: string }, scope: string) => {
      mkdirSync(join(memoryFolder, "notes"), { recursive: true });
      writeFileSync(join(memoryFolder, "notes", "bins.md"), `---\nscope: ${scope}\n---\nThe bins go out (${scope})\n`);
    };
    await Promise.all([mine.clew.memory.sync(), other.clew.memory.sync()]);
    write(mine, "everyone");
    write(other, "person ana");
    await Promise.all([mine.clew.memory.sync(), other.clew.memory.sync()]);
    const lines = join(root, "other.jsonl");
    writeFileSync(lines, (await exported(other.clew)).join("\n"));
    await mine.clew.import(lines);
    await expect(mine.clew.memory.forget("bins")).rejects.toThrow(/bins@everyone or bins@person:ana/);
    await mine.clew.memory.edit("bins@person:ana", { text: "The bins go out on Friday" });
    expect(await texts(mine.clew)).toEqual(["The bins go out (everyone)", "The bins go out on Friday"]);
    await mine.clew.memory.forget("bins@everyone");
    expect(await texts(mine.clew)).toEqual(["The bins go out on Friday"]);
  });

  test("has no secrets: they leave the file as they leave the log", async () => {
    const { clew, memoryFolder } = await openWithFolder();
    const memory = await clew.memory.add({ text: "The router is in the hall" });
    rewrite(noteOf(memoryFolder, memory), "in the hall", "locked, password: hunter2Xy77pq");
    writeFileSync(join(memoryFolder, "notes", "door.md"), "The door's password: hunter3Xy77pq");
    await clew.memory.sync();
    const everything = notes(memoryFolder).map((name) => read(join(memoryFolder, "notes", name)));
    expect(everything.join()).not.toMatch(/hunter[23]/);
    expect(everything.filter((text) => text.includes("password:"))).toHaveLength(2);
    expect(JSON.stringify(await clew.memory.history())).not.toMatch(/hunter[23]/);
  });

  test("keeps what a person wrote in the list beside it, and forgets nothing for a line that is missing", async () => {
    const { clew, memoryFolder } = await openWithFolder();
    await clew.memory.add({ text: "The bins are out on Tuesday" });
    const index = join(memoryFolder, "MEMORY.md");
    const good = read(index);
    writeFileSync(index, "mine");
    expect((await clew.memory.sync()).problems).toHaveLength(1);
    expect([read(index), read(join(memoryFolder, "MEMORY.edited.md"))]).toEqual([good, "mine"]);
    expect(await texts(clew)).toHaveLength(1);
  });

  test("is read at opening, by another log as what a person wrote, and never taken for deleted", async () => {
    const { clew, memoryFolder } = await openWithFolder();
    await clew.memory.add({ text: "The bins are out on Tuesday", kind: "instruction" });
    await clew.memory.add({ text: "I drink tea", kind: "preference", person: "mail:anna" });
    const second = await openFresh({ memoryFolder });
    expect(await texts(second)).toEqual(await texts(clew));
    expect(notes(memoryFolder)).toHaveLength(2);
    expect(await texts(clew)).toHaveLength(2);
  });

  test("loses nothing to two Clews of one log that write at once, nor to names that leave the folder", async () => {
    const memoryFolder = join(root, "shared");
    const store = join(root, "shared.db");
    const clews = await Promise.all([1, 2].map(() => openClew({ store, memoryFolder, config: false })));
    const count = 8;
    await Promise.all(
      clews.flatMap((clew, which) =>
        Array.from({ length: count }, (_, index) => clew.memory.add({ text: `Note ${index} of writer ${which}` })),
      ),
    );
    mkdirSync(join(memoryFolder, "notes", "inner"));
    symlinkSync(join(root, "shared.db"), join(memoryFolder, "notes", "link.md"));
    const [first] = clews;
    expect((await first?.memory.sync())?.problems).toEqual([
      "notes/link.md is not taken over: it leads out of the folder",
    ]);
    expect(notes(memoryFolder).filter((name) => name.startsWith("note-"))).toHaveLength(2 * count);
    expect(await first?.memory.list()).toHaveLength(2 * count);
    await Promise.all(clews.map((clew) => clew.close()));
    expect(existsSync(join(memoryFolder, ".clew.lock"))).toBe(false);
  });

  test("whose lock is that of a process which was killed is free at once", async () => {
    const memoryFolder = join(root, "left-locked");
    const clew = await openFresh({ memoryFolder });
    const { pid } = spawnSync(process.execPath, ["--version"]);
    writeFileSync(join(memoryFolder, ".clew.lock"), `${ownName.replace(` ${process.pid} `, ` ${pid} `)}\n`);
    const waited = await idleMs(async () => {
      await clew.memory.add({ text: "The bins are out on Tuesday" });
      expect((await clew.memory.sync())?.problems).toEqual([]);
    });
    // That of a process which may still live is left after ten.
    expect(waited).toBeLessThan(8_000);
  });

  test("that can't be written keeps nothing from being remembered", async () => {
    const memoryFolder = join(root, "gone");
    const clew = await openFresh({ memoryFolder });
    rmSync(memoryFolder, { recursive: true });
    writeFileSync(memoryFolder, "no folder");
    await clew.memory.add({ text: "The bins are out on Tuesday" });
    expect(await texts(clew)).toHaveLength(1);
    await expect(clew.memory.sync()).rejects.toMatchObject({ code: "ENOTDIR" });
    await expect(openFresh({ memoryFolder: join(memoryFolder, "b") })).rejects.toMatchObject({ code: "options/bad" });
  });
});

describe("the journal of a folder", () => {
  test("is a file for each day, written behind its summaries, and what a person wrote in it is kept beside it", async () => {
    const { clew, memoryFolder } = await openWithFolder();
    const session = "mail:journal";
    const path = () => join(memoryFolder, "journal", readdirSync(join(memoryFolder, "journal")).sort()[0] ?? "");
    const talk = async (round: number) => {
      for (let index = 0; index < 20; index += 1) {
        const id = `${round}-${index}`;
        await clew.observe({
          session,
          id,
          text: `Bed ${id} has ${index + 3} roses. ${"They need water. ".repeat(20)}`,
        });
      }
      expect((await clew.compact({ session })).kind).toBe("compacted");
    };
    await talk(1);
    const first = await clew.journal();
    expect(first).toContain("roses");
    await vi.waitFor(() => expect(read(path())).toBe(`${first}\n`));
    writeFileSync(path(), "mine");
    await talk(2);
    const second = `${await clew.journal()}\n`;
    await vi.waitFor(() => expect(read(path().replace(".edited", ""))).toBe(second));
    expect(read(path().replace(/(\.edited)?\.md$/, ".edited.md"))).toBe("mine");
  });
});

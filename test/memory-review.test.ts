/** Tidying up memories: what is proposed, and what is done with it. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clew, type MemoryOperation, openClew } from "clewline";
import { afterAll, describe, expect, test } from "vitest";
import { typed } from "./cli-run.js";
import { openFresh } from "./fresh-clew.js";
import { some } from "./some.js";

const root = mkdtempSync(join(tmpdir(), "clew-found-review-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const texts = async (clew: Clew) => (await clew.memory.list({ all: true })).map(({ text }) => text).sort();

describe("operations on memories (acceptance case 78)", () => {
  test("do nothing for a duplicate, refuse what is ambiguous or missing, rewrite no file for nothing, and are all in the history", async () => {
    const memoryFolder = join(root, "operations");
    const clew = await openFresh({ memoryFolder });
    const bins = await clew.memory.add({ text: "The bins are out on Tuesday" });
    await clew.memory.add({ text: "The bins are green" });
    const paths = ["MEMORY.md", `notes/${bins.name}.md`].map((path) => join(memoryFolder, path));
    const look = () => paths.map((path) => [statSync(path).ino, statSync(path).mtimeMs, readFileSync(path, "utf8")]);
    const before = look();
    const same: readonly MemoryOperation[] = [
      { op: "add", text: "the bins are out  on Tuesday" },
      { op: "rewrite", name: bins.name, text: bins.text },
    ];
    expect(await clew.memory.apply(same)).toEqual({ changed: 0, unchanged: 2 });
    const wrong = [
      { code: "memory/ambiguous", operations: [{ op: "forget", name: "the-bins" }] },
      { code: "memory/unknown", operations: [{ op: "rewrite", name: "the-boiler", text: "It is new" }] },
      { code: "memory/unknown", operations: [{ op: "merge", name: bins.name, others: ["the-boiler"] }] },
      { code: "memory/bad", operations: [{ op: "merge", name: bins.name, others: [bins.name] }] },
      { code: "memory/bad", operations: [{ op: "add", text: " " }] },
      { code: "session/bad-key", operations: [{ op: "add", text: "Here", session: "no key" }] },
      { code: "options/bad", operations: [{ op: "add", text: "Here", person: " " }] },
      {
        code: "memory/unknown",
        operations: [
          { op: "forget", name: bins.name },
          { op: "rewrite", name: bins.name, text: "It is new" },
        ],
      },
    ] as const;
    for (const { code, operations } of some(wrong)) {
      // What stands before a wrong one is not done either.
      const all: readonly MemoryOperation[] = [{ op: "add", text: "A new one" }, ...operations];
      await expect(clew.memory.apply(all)).rejects.toMatchObject({ code });
    }
    expect(look()).toEqual(before);
    expect(await clew.memory.history()).toHaveLength(2);
    const done: readonly MemoryOperation[] = [
      { op: "add", text: "The boiler is serviced in May" },
      { op: "rewrite", name: bins.name, text: "The bins are out on Monday" },
      { op: "forget", name: "the-bins-are-green" },
    ];
    expect(await clew.memory.apply(done)).toEqual({ changed: 3, unchanged: 0 });
    expect((await clew.memory.history()).slice(2).map(({ because }) => because)).toEqual([
      "added",
      "edited",
      "forgotten",
    ]);
    expect(await texts(clew)).toEqual(["The bins are out on Monday", "The boiler is serviced in May"]);
  });
});

/** Two memories of one name: one was forgotten, another one got its name elsewhere, and the first one came back. */
async function openWithTwins(folder: string): Promise<Clew> {
  const memoryFolder = join(root, folder);
  mkdirSync(join(memoryFolder, "notes"), { recursive: true });
  const clew = await openFresh({ memoryFolder });
  const path = join(memoryFolder, "notes", "bins.md");
  writeFileSync(path, "The bins go out on Tuesday\n");
  await clew.memory.sync();
  const { id } = await clew.memory.forget("bins");
  writeFileSync(path, "---\nperson: ana\n---\nMy bins go out on Friday\n");
  await clew.memory.sync();
  await clew.memory.undo(id);
  expect((await clew.memory.list()).map(({ name }) => name)).toEqual(["bins", "bins"]);
  return clew;
}

describe("of two memories with one name in different scopes", () => {
  test("an operation changes the one whose scope it names, and nothing is done before all are understood", async () => {
    const clew = await openWithTwins("twins-operations");
    const rewrite = { op: "rewrite", name: "bins@everyone", text: "The bins go out on Sunday" } as const;
    await expect(
      clew.memory.apply([
        { op: "add", text: "A new one" },
        { ...rewrite, name: "bins" },
      ]),
    ).rejects.toMatchObject({ code: "memory/ambiguous" });
    expect(await texts(clew)).toEqual(["My bins go out on Friday", "The bins go out on Tuesday"]);
    expect(await clew.memory.apply([rewrite, { op: "forget", name: "bins@person:ana" }])).toEqual({
      changed: 2,
      unchanged: 0,
    });
    expect(await texts(clew)).toEqual(["The bins go out on Sunday"]);
  });

  test("a review names the scope, so that what it proposes is done", async () => {
    const clew = await openWithTwins("twins-review");
    for (const name of ["bins@everyone", "bins@person:ana"]) await clew.memory.edit(name, { until: "2020-01-01" });
    const operations = (await clew.memory.review()).map(({ operation }) => operation);
    expect(operations.map((each) => ("name" in each ? each.name : "")).sort()).toEqual([
      "bins@everyone",
      "bins@person:ana",
    ]);
    expect(await clew.memory.apply(operations)).toEqual({ changed: 2, unchanged: 0 });
    expect(await texts(clew)).toEqual([]);
  });

  test("the history is that of the one whose scope is named", async () => {
    const clew = await openWithTwins("twins-history");
    const becauses = async (name: string) => (await clew.memory.history(name)).map(({ because }) => because);
    expect(await becauses("bins@everyone")).toEqual(["written as notes/bins.md", "forgotten", "undone"]);
    expect(await becauses("bins@person:ana")).toEqual(["written as notes/bins.md"]);
    expect(await becauses("bins")).toHaveLength(4);
    await expect(clew.memory.history("bins@person:ben")).rejects.toMatchObject({ code: "memory/unknown" });
  });
});

describe("a review", () => {
  test("proposes to merge what says the same, to forget what has ended and to leave out empty words, and changes nothing", async () => {
    const clew = await openFresh();
    await clew.memory.add({ text: "The dentist is Dr. Weber" });
    await clew.memory.add({ text: "Our dentist is Dr. Weber." });
    await clew.memory.add({ text: "The fair is in town", until: "2020-01-01" });
    await clew.memory.add({ text: "Please remember that the spare key is with Ida" });
    const kept = ["The dentist of the cat is Dr. Brandt", "The window is not locked", "The window is locked"];
    for (const text of kept) await clew.memory.add({ text });
    const before = await clew.memory.history();
    const proposals = await clew.memory.review();
    expect(proposals.map(({ operation, because }) => [operation.op, because])).toEqual([
      ["forget", "it has ended"],
      ["merge", "they say the same"],
      ["rewrite", "it begins with what says nothing"],
    ]);
    expect(proposals.at(-1)?.diff).toEqual([
      "- Please remember that the spare key is with Ida",
      "+ The spare key is with Ida",
    ]);
    expect(await clew.memory.history()).toEqual(before);
    const operations = proposals.map(({ operation }) => operation);
    expect(await clew.memory.apply(operations)).toEqual({ changed: 3, unchanged: 0 });
    expect(await clew.memory.review()).toEqual([]);
    expect(await texts(clew)).toEqual(expect.arrayContaining([...kept, "The spare key is with Ida"]));
    expect(await texts(clew)).toHaveLength(kept.length + 2);
  });

  test("leaves out a sentence that is said twice in a row, and nothing of a number or a name with a dot in it", async () => {
    const clew = await openFresh();
    const kept = [
      "The DNS server is 1.1.1.1",
      "The printer is at 192.168.168.1",
      "Dr. Weber is out. Dr. Brandt is in.",
      "Ask Dr. Weber first. Ask Dr. Brandt then.",
      "The lawyer is Dr. Dr. Hahn",
    ];
    for (const text of kept) await clew.memory.add({ text });
    expect(await clew.memory.review()).toEqual([]);
    await clew.memory.add({ text: "Water the fern! Water the fern! Not the cactus." });
    expect((await clew.memory.review()).map(({ because, diff }) => [because, diff[1]])).toEqual([
      ["it says something twice", "+ Water the fern! Not the cactus."],
    ]);
  });

  test("is undone as one, with what a merge took away", async () => {
    const clew = await openFresh();
    await clew.memory.add({ text: "The dentist is Dr. Weber" });
    await clew.memory.add({ text: "Our dentist is Dr. Weber." });
    const before = await clew.memory.list();
    await clew.memory.apply((await clew.memory.review()).map(({ operation }) => operation));
    expect(await clew.memory.list()).toHaveLength(1);
    await clew.memory.undo();
    expect(await clew.memory.list()).toEqual(before);
  });
});

describe("what is no list of operations", () => {
  test("is refused in one sentence, whatever it is", async () => {
    const clew = await openFresh();
    const wrong: readonly unknown[] = [
      null,
      {},
      "forget",
      [null],
      [{ op: "add" }],
      [{ op: "forget" }],
      [{ op: "forget", name: 7 }],
      [{ op: "merge", name: "x" }],
      [{ op: "add", text: "Here", kind: "wish", session: 7 }],
      [{ op: "drop", name: "x" }],
    ];
    for (const given of some(wrong)) {
      await expect(clew.memory.apply(given as readonly MemoryOperation[])).rejects.toMatchObject({
        code: "options/bad",
      });
    }
    const place = { text: "Here", person: 7, session: 7 } as unknown as { readonly text: string };
    await expect(clew.memory.add(place)).rejects.toMatchObject({ code: "options/bad" });
    expect(await clew.memory.history()).toEqual([]);
  });
});

describe("the command for a review", () => {
  test("shows what it would do, and does it with --apply alone", async () => {
    const store = join(root, "review.db");
    const clew = await openClew({ store, config: false });
    await clew.memory.add({ text: "Please remember that the spare key is with Ida" });
    await clew.close();
    const shown = await run(store, []);
    expect(shown).toEqual([
      expect.stringMatching(/^rewrite please-remember-\S+: it begins with what says nothing$/),
      "  - Please remember that the spare key is with Ida",
      "  + The spare key is with Ida",
      "clew: nothing is changed yet; --apply does it",
    ]);
    expect((await run(store, ["apply"])).at(-1)).toBe("clew: 1 done; clew memory undo takes back the last");
    expect(await run(store, ["apply"])).toEqual(["clew: there is nothing to tidy up"]);
  });
});

async function run(store: string, given: readonly string[]): Promise<readonly string[]> {
  const { code, out, error } = await typed([
    "memory",
    "review",
    ...given.map((option) => `--${option}`),
    "--store",
    store,
  ]);
  expect(code).toBe(0);
  return `${out}${error}`.trimEnd().split("\n");
}

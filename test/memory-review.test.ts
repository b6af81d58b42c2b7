/** Tidying up memories: what is proposed, and what is done with it. */
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clew, type MemoryOperation, openClew } from "clewline";
import { afterAll, describe, expect, test } from "vitest";
import { typed } from "./cli-run.js";
import { openFresh } from "./fresh-clew.js";
import { some } from "./some.js";

const root = mkdtempSync(join(tmpdir(), "clew-memory-review-"));
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

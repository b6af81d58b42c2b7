/** `clew memory`: what a person sees of what is remembered, and does with it. */
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openClew } from "clewline";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { program } from "./cli-program.js";
import { objects, tooWide, typed } from "./cli-run.js";
import { some } from "./some.js";

const folder = mkdtempSync(join(tmpdir(), "clew-cli-memory-"));
const begun = join(folder, "begun.db");
let store = "";

beforeAll(async () => {
  const clew = await openClew({ store: begun, config: false });
  for (const [session, from, text] of [
    ["telegram:ana", "ana", "My dentist is Dr. Weber."],
    ["telegram:group", "ana", "Hello all"],
    ["telegram:group", "ben", "Our plumber is Mr. Okafor."],
  ] as const)
    await clew.observe({ session, from, text, group: false });
  await clew.index({ finish: true });
  await clew.close();
});

beforeEach(() => {
  store = join(mkdtempSync(join(folder, "own-")), "clew.db");
  copyFileSync(begun, store);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...words: string[]) => typed(["memory", ...words, "--store", store]);
const terminal = (...words: string[]) => typed(["memory", ...words, "--store", store], 60);
const data = async (...words: string[]) => objects((await run(...words, "--json")).out);
const texts = async (...words: string[]) => (await data("list", ...words)).map(({ text }) => text);
const nameOf = async (part: string) =>
  String((await data("list")).find(({ text }) => String(text).includes(part))?.name);

describe("clew memory", () => {
  test("lists what was learned, with its name, kind and who said it", async () => {
    const { code, out } = await run("list");
    expect(code).toBe(0);
    expect(out).toMatch(
      /^my-dentist-is-dr-weber-\w{4} \d{4}-\d\d-\d\d \d\d:\d\d, fact, ana\n {2}My dentist is Dr\. Weber\.$/m,
    );
    expect((await run()).out).toBe(out);
  });

  test("begins a log with the first thing that is to be remembered, unless it is of a chat", async () => {
    const fresh = join(folder, "fresh.db");
    const of = (...words: string[]) => typed(["memory", ...words, "--store", fresh]);
    expect((await of("list")).code).toBe(1);
    expect((await of("add", "The bins go out on Tuesday", "--session", "telegram:chat:1")).code).toBe(1);
    expect(existsSync(fresh)).toBe(false);
    expect((await of("add", "The bins go out on Tuesday")).code).toBe(0);
    expect((await of("list")).out).toContain("The bins go out on Tuesday");
  });

  test("lists what a person or a chat is told, one kind, and with --all also what has ended", async () => {
    await run("add", "Answer", "in", "German", "--kind", "instruction");
    expect(await texts("--person", "ben")).toEqual(["Answer in German", "Our plumber is Mr. Okafor."]);
    expect(await texts("--session", "telegram:group")).toEqual(["Answer in German", "Our plumber is Mr. Okafor."]);
    expect(await texts("--session", "telegram:group", "--kind", "fact")).toEqual(["Our plumber is Mr. Okafor."]);
    const clew = await openClew({ store, config: false });
    await clew.memory.add({ text: "The fair is in town", until: "2020-01-01" });
    await clew.close();
    expect(await texts("--kind", "fact")).not.toContain("The fair is in town");
    expect(await texts("--kind", "fact", "--all")).toContain("The fair is in town");
  });

  test("says of what has ended that a pin brings it into no view", async () => {
    const clew = await openClew({ store, config: false });
    const { name } = await clew.memory.add({ text: "The fair is in town", until: "2020-01-01" });
    await clew.close();
    const { code, out } = await run("pin", name);
    expect([code, out.replaceAll("\n", " ")]).toEqual([0, expect.stringContaining("is pinned, and told nowhere:")]);
    expect(out).not.toContain("every view");
  });

  test("adds, edits, pins, unpins and forgets, and takes each back", async () => {
    const added = await run("add", "The bins go out on Tuesday", "--session", "telegram:group");
    expect(added.out).toMatch(/^the-bins-go-out-on-tuesday-\w{4} is remembered, and told in telegram:group,/);
    const name = await nameOf("bins");
    const [before] = await data("show", name);
    expect((await run("edit", name, "The bins go out on", "Friday")).out).toContain("  The bins go out on Friday\n");
    expect(await data("edit", name, "--kind", "event")).toMatchObject([
      { kind: "event", text: "The bins go out on Friday" },
    ]);
    expect(await data("pin", name.slice(-4))).toMatchObject([{ name, pinned: true }]);
    expect((await run("show", name)).out).toContain("stands in every view");
    expect((await run("unpin", name)).out).toContain("is not pinned, and is told while there is room");
    expect((await run("forget", name)).out).toMatch(
      /is forgotten, and still in the log\.\nTo take that back:\s+clew memory undo \S+ --store/,
    );
    expect(await texts()).not.toContain("The bins go out on Friday");
    for (const wanted of some(["remembered again", "as it was", "as it was", "as it was", "as it was"]))
      expect((await run("undo")).out).toContain(`${name} is ${wanted}.`);
    expect(await data("show", name)).toEqual([before]);
    expect((await run("undo")).out).toContain(`${name} is remembered no more.`);
    expect((await run("show", name)).code).toBe(1);
  });

  test("says why something is remembered, in the words that told it, with a pointer that opens", async () => {
    const { out } = await run("why", "my-dentist");
    expect(out).toContain("told     to ana, where nobody else speaks");
    expect(out).toContain("made by  rule, from 1 message\n");
    expect(out).toMatch(
      /Told by\n\d{4}-\d\d-\d\d \d\d:\d\d telegram:ana, lane \S+ clew:e\w{10}\n {2}ana: My dentist is Dr\. Weber\.\n/,
    );
    const pointer = /clew:e\w{10}/.exec(out)?.[0] ?? "";
    expect((await typed(["recall", pointer, "--store", store])).out).toContain("Dr. Weber");
    const [report] = await data("why", "my-dentist");
    expect(report).toMatchObject({
      memory: { by: "rule" },
      sources: [{ pointer, by: "ana" }],
      changes: [{ before: null }],
    });
  });

  test("shows every change with the id that takes it back, of one memory or of all", async () => {
    const name = await nameOf("dentist");
    await run("edit", name, "My dentist is Dr. Brandt");
    const changes = await data("history", name);
    expect(changes.map(({ because }) => because)).toEqual(["said", "edited"]);
    expect((await data("history")).length).toBe(3);
    const [, edited] = changes;
    expect((await run("history", name)).out).toContain(
      ` ${edited?.id} edited (person)\n  ${name}\n  My dentist is Dr. Brandt\n`,
    );
    const [undone] = await data("undo", String(edited?.id));
    expect(undone).toMatchObject({ undoes: edited?.id, after: { text: "My dentist is Dr. Weber." } });
  });

  test("gives programs times that they can read", async () => {
    const [memory] = await data("list", "--person", "ana");
    expect(memory?.saidAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const [change] = await data("history");
    expect(change?.at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(change?.after).toMatchObject({ saidAt: expect.stringMatching(/Z$/) });
  });

  test("fits the terminal, and nothing in a text can move its cursor", async () => {
    await run("add", `A long story ${"of many words ".repeat(20)}`, "--session", "telegram:group");
    await run("edit", "my-dentist", "My dentist \u202eis \u001b[31mred");
    const shown = [await terminal("list"), await terminal("why", "a-long"), await terminal("history")];
    expect(shown.map(({ code }) => code)).toEqual([0, 0, 0]);
    const out = shown.map((each) => each.out).join("");
    expect(tooWide(out, 60, store)).toEqual([]);
    expect([out.includes("\u202e"), out.includes("\u001b")]).toEqual([false, false]);
  });

  test("says that nothing is remembered, and that nothing can be undone", async () => {
    store = join(folder, "empty.db");
    await (await openClew({ store, config: false })).close();
    expect((await run("list")).out).toBe("Nothing is remembered that holds.\n");
    expect((await run("list", "--all")).out).toBe("Nothing is remembered.\n");
    expect((await run("history")).out).toBe("Nothing was ever remembered.\n");
    expect(await run("undo")).toMatchObject({ code: 1, error: expect.stringContaining("There is nothing to undo") });
  });

  test("lists its verbs in its help", async () => {
    const { out } = await run("--help");
    const verbs = [...out.matchAll(/^ {2}clew memory (\w+)(?= |$)/gm)].map(([, verb]) => verb);
    const changing = ["add", "edit", "forget", "learn", "pin", "rebuild", "review", "undo", "unpin"];
    expect(new Set(verbs)).toEqual(new Set(["list", "show", "why", "history", ...changing]));
  });

  test("finds the log and answers as a process of its own", () => {
    const env = { ...process.env, NO_COLOR: "1", CLEW_STORE: store };
    const out = execFileSync(process.execPath, [...program, "memory", "list", "--person", "ana", "--json"], {
      cwd: folder,
      stdio: "pipe",
      env,
    });
    expect(objects(String(out)).map(({ text }) => text)).toContain("My dentist is Dr. Weber.");
  });
});

describe("clew memory refuses", () => {
  test.each([
    [["frget", "x"], `clew memory can't "frget"`],
    [["show"], "clew memory show needs NAME"],
    [["pin", "one", "two"], `clew memory pin has no use for "two"`],
    [["list", "--kind", "wish"], `--kind is "wish"`],
    [["forget", "my-dentist", "--all"], "clew memory forget has no use for --all"],
    [["edit", "my-dentist"], "There is nothing to change it to"],
  ])("wrong usage in one sentence: %j", async (words, sentence) => {
    const { code, out, error } = await run(...words);
    expect([code, out]).toEqual([2, ""]);
    expect(error).toContain(`clew: ${sentence}`);
    expect(error.trimEnd().split("\n").length).toBeLessThanOrEqual(2);
  });

  test.each([
    [["show", "the-cellar"], `There is no memory "the-cellar"`],
    [["undo", "01abcdef"], `There is no change "01abcdef"`],
    [["list", "--session", "nobody:here"], "There is no session nobody:here"],
    [["add", "  "], "The memory has no text"],
  ])("what there is not, in one sentence: %j", async (words, sentence) => {
    const { code, out, error } = await run(...words);
    expect([code, out]).toEqual([1, ""]);
    expect(error).toContain(`clew: ${sentence}`);
    expect(error.trimEnd().split("\n").length).toBeLessThanOrEqual(2);
  });
});

/** Several commands tell the same of one log: they have to agree, also after something in it was erased. */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serveMcp } from "@clewline/clewline/compose/mcp.js";
import { noConfig } from "@clewline/clewline/config/config.js";
import { openClew } from "clewline";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { objects, typed } from "./cli-run.js";
import { some } from "./some.js";

const base = mkdtempSync(join(tmpdir(), "clew-agrees-"));
const store = join(base, "clew.db");
const session = "terminal:default";
const window = 4_096;
let spoken = "";

beforeAll(async () => {
  const log = await openClew({ store, window });
  for (let day = 1; day <= 30; day++) {
    const text = `Which of the beds is dry on day ${day}, and why? ${"soil ".repeat(60)}`;
    const turn = await log.begin({ session, text, at: Date.UTC(2026, 0, day) });
    await turn.view();
    await turn.complete({ text: `Bed ${day} has had no water since the day before that one.` });
  }
  spoken = (await log.log({ session, limit: 60 })).lines.find(({ text }) => text.includes("on day 28"))?.pointer ?? "";
  await log.close();
});

afterAll(() => rmSync(base, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

function copy(name: string): string {
  copyFileSync(store, join(base, name));
  return join(base, name);
}

async function data(words: readonly string[], file: string) {
  const { out } = await typed([...words, "--json", "--store", file]);
  return objects(out)[0] as { readonly window: number; readonly tokens: number; readonly views: unknown };
}

describe("a part of the window", () => {
  test.each([
    ["why", ["why"], 1],
    ["context", ["context"], 1],
    ["status", ["status"], 0],
  ])("is rounded by clew %s", async (_name, words, digits) => {
    const { tokens, window: held } = await data(words, store);
    const { out } = await typed([...words, "--store", store]);
    expect(out).toContain(`(${((tokens / held) * 100).toFixed(digits)} %`);
  });
});

describe("after an erasure", () => {
  test("views that can't be replayed are not counted as replayed, and the next call has the window of the last", async () => {
    const file = copy("erased.db");
    const before = await typed(["doctor", "--thorough", "--store", file]);
    expect(before.out).toMatch(/^All is well: all of it was read, 30 views replayed\n/);
    const erased = await typed(["erase", "--entry", spoken, "--yes", "--store", file]);
    const gone = Number(/because it was shown there: (\d+) views/.exec(erased.out.replaceAll(/\s+/g, " "))?.[1]);
    const after = await typed(["doctor", "--thorough", "--store", file]);
    const left = `All is well: all of it was read, ${30 - gone} views replayed; ${gone} views can't be, because something in them was erased`;
    expect(after.out.replaceAll(/\s+/g, " ")).toContain(left);
    expect((await data(["doctor", "--thorough"], file)).views).toEqual({
      replayed: 30 - gone,
      erased: gone,
      requests: 0,
      erasedRequests: 0,
    });
    expect(gone).toBeGreaterThan(0);
    expect((await data(["context"], file)).window).toBe(window);
    expect((await typed(["context", "--store", file])).out).not.toContain("Nobody has told the model's window");
    const log = await openClew({ store: file, window });
    const turn = await log.begin({ session, text: "And today?" });
    await turn.view();
    await turn.complete({ text: "None." });
    await log.close();
    expect((await typed(["why", "--store", file])).out).not.toContain("the receipt before");
  });
});

describe("a command that another prints", () => {
  test("has the options that were typed", async () => {
    const file = copy("hidden.db");
    for (const place of some(["3", "9", "15", "21", "27", "33", "39"]))
      await typed(["context", session, "--hide", place, "--store", file]);
    const words = ["--policy", "tiered", "--window", "32,000", "--message", "And today?"];
    const { out } = await typed(["context", session, ...words, "--store", file]);
    const again = `clew context ${session} --policy tiered --window 32,000 --message 'And today?' --store ${file} --all`;
    expect(out).toContain(`${again}\n`);
  });

  test("names every option once", async () => {
    const { error } = await typed(["recall", spoken, "--offset", "1", "--find", "soil", "--store", store]);
    const { out } = await typed(["log", "--limit", "3", "--store", store]);
    const named = [...error.split("\n"), ...out.split("\n")].map((line) => line.match(/ --[a-z]+/g) ?? []);
    expect(named.filter((options) => new Set(options).size < options.length)).toEqual([]);
  });
});

test("a session is named by --session wherever it is an argument", async () => {
  const pairs = ["log", "context", "status", "lanes", "unsent", "export", "compact"];
  for (const command of some(pairs)) {
    const [argument, option] = [
      await typed([command, session, "--store", copy("first.db")]),
      await typed([command, "--session", session, "--store", copy("second.db")]),
    ];
    expect({
      ...option,
      out: option.out.replaceAll("second.db", "first.db").replaceAll(` --session ${session}`, ` ${session}`),
    }).toMatchObject({
      code: argument.code,
      out: expect.stringContaining(argument.out.slice(0, 40)),
    });
  }
});

test("a command that only looks leaves an empty file empty, and says that it is", async () => {
  const empty = join(base, "empty.db");
  writeFileSync(empty, "");
  for (const words of some([
    ["log"],
    ["search", "soil"],
    ["sessions"],
    ["doctor"],
    ["memory"],
    ["context"],
    ["usage"],
  ])) {
    const { code, out, error } = await typed([...words, "--store", empty]);
    expect([code, `${out}${error}`.replaceAll(/\s+/g, " ")]).toEqual([
      1,
      expect.stringContaining("is empty: nothing was ever"),
    ]);
    expect(readFileSync(empty).length).toBe(0);
  }
});

test("a model whose program is not there can't answer, and its facts are printed", async () => {
  vi.stubEnv("PATH", base);
  vi.stubEnv("HOME", base);
  const { code, out, error } = await typed(["model", "claude-code", "--store", store]);
  expect([code, out.includes("would answer")]).toEqual([0, false]);
  expect(error.replaceAll(/\s+/g, " ")).toContain("It can't answer from here: The claude command is not installed");
});

test("the name that stands for messages without an address is explained where it is taken for one", async () => {
  expect((await typed(["log", "--store", store])).out).toContain("user: Which of the beds");
  const listed = await typed(["memory", "--person", "user", "--store", store]);
  expect(listed.error).toContain(`belongs to its chat: clew memory list --session KEY --store ${store}\n`);
  const erased = await typed(["erase", "--person", "user", "--dry-run", "--store", store]);
  expect([erased.code, erased.error]).toEqual([1, expect.stringContaining("erase the entry or the session")]);
});

test("a folder that is imported is called one", async () => {
  const folder = join(base, "chats");
  mkdirSync(folder);
  for (const name of ["a", "b"])
    writeFileSync(join(folder, `${name}.jsonl`), `{"session":"test:${name}","role":"user","text":"Hello"}\n`);
  const { out } = await typed(["import", folder, "--format", "plain", "--store", join(base, "imported.db")]);
  expect(out.split("\n")[0]).toMatch(/^1 folder, 2 sessions: /);
});

test("clew mcp says of a log that it can't open what to do next", async () => {
  const said: string[] = [];
  const missing = join(base, "sub", "clew.toml");
  mkdirSync(join(base, "sub"));
  writeFileSync(missing, 'store = "x.db"\n');
  const ignored = { path: missing, keys: ["store"], state: "unknown" } as const;
  const options = {
    store: undefined,
    session: undefined,
    lane: undefined,
    say: (line: string) => void said.push(line),
  };
  await serveMcp({ ...options, stop: AbortSignal.abort() }, { ...noConfig, ignored });
  expect(said.join("\n")).toMatch(/names another log.*\n.*--store FILE.*clew trust /);
});

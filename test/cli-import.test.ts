import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { renderBarLine } from "@clewline/cli/terminal/progress-bar.js";
import { findModelFacts } from "@clewline/core/model/facts/find-facts.js";
import { afterAll, describe, expect, test } from "vitest";
import { objects, tooWide, typed } from "./cli-run.js";
import { agent, says, user } from "./importers/claude-code-lines.js";

const base = mkdtempSync(join(tmpdir(), "clew-import-"));
const session = "notes:garden";
let made = 0;

afterAll(() => rmSync(base, { recursive: true, force: true }));

function fresh(): string {
  const folder = join(base, `case-${++made}`);
  mkdirSync(folder);
  return folder;
}

/** Messages of a gardener and an assistant, some lines of it broken. */
function history(folder: string, { name = "garden.jsonl", messages = 4, broken = 0, chat = session } = {}): string {
  const lines = Array.from({ length: messages }, (_value, index) =>
    JSON.stringify({
      session: chat,
      id: index,
      from: index % 2 === 0 ? "the gardener" : "the helper",
      text: index % 2 === 0 ? `Which bed is dry on day ${index}?` : `Bed ${index}: the barrel is empty`,
      at: Date.UTC(2026, 3, 1, 9, index),
    }),
  );
  const bad = Array.from({ length: broken }, () => "{ not a message");
  const path = join(folder, name);
  writeFileSync(path, [...lines, ...bad].join("\n"));
  return path;
}

describe("clew import", () => {
  test("makes the log, names it beside the result, counts what was read and says what to type next", async () => {
    const folder = fresh();
    const store = join(folder, "new.db");
    const { code, out, error } = await typed(["import", history(folder), "--agent", "the helper", "--store", store]);
    expect(code).toBe(0);
    expect(error).toBe(`clew: making a new log: ${store}\n`);
    expect(out).toMatch(/^1 file, 1 session: 4 entries added, 0 already there\n\ngarden\.jsonl \(plain\)\n/);
    expect(out).toContain(`about    ${session}, 1 lane\n`);
    expect(out).toContain("read     2 by users, 2 by the agent, 0 calls, 0 results\n");
    expect(out.match(/^ {2}clew \w+/gm)).toEqual(["  clew log", "  clew context", "  clew search"]);
    expect(statSync(store).mode & 0o077).toBe(0);
    const log = await typed(["log", session, "--store", store]);
    expect(log.out).toMatch(/turn \w{8} {2}2026-04-01 \d\d:\d\d {2}completed\n.*the gardener: Which bed/);
  });

  test("a second time adds nothing, and an agent can be named several times", async () => {
    const folder = fresh();
    const [file, store] = [history(folder), join(folder, "clew.db")];
    const words = ["import", file, "--agent", "somebody", "--agent", "the helper", "--store", store];
    const [first] = objects((await typed([...words, "--json"])).out);
    expect(first).toMatchObject({ file, format: "plain", added: 4, known: 0, read: { user: 2, agent: 2 }, bad: [] });
    const { out, error } = await typed(words);
    expect(out).toMatch(/: 0 entries added, 4 already there\n/);
    expect(error).toBe(`clew: importing into ${store}\n`);
  });

  test("shows the first five skipped lines with their numbers, and all of them as data", async () => {
    const folder = fresh();
    const words = ["import", history(folder, { broken: 8 }), "--store", join(folder, "clew.db")];
    const { code, out } = await typed(words);
    expect([code, out.match(/^ {4}line \d+: /gm)]).toEqual([0, [5, 6, 7, 8, 9].map((line) => `    line ${line}: `)]);
    expect(out).toContain("    and 3 more: --json has all\n");
    const [data] = objects((await typed([...words, "--json"])).out);
    expect(data?.bad).toHaveLength(8);
  });

  test("one bad file does not stop the others, and is reported with its code and exit 1", async () => {
    const folder = fresh();
    const letter = join(folder, "letter.txt");
    writeFileSync(letter, "Dear customer, this is no history.");
    const files = [join(folder, "gone.jsonl"), letter, history(folder)];
    const { code, out, error } = await typed(["import", ...files, "--store", join(folder, "clew.db")]);
    expect([code, out.split("\n")[0]]).toEqual([1, "1 of 3 files, 1 session: 4 entries added, 0 already there"]);
    expect(error).toMatch(/gone\.jsonl: there is no such file \[import\/bad\]\n/);
    expect(error).toMatch(
      /letter\.txt has no format that clew knows \[import\/unknown-format\]\n.*claude-code, pi, chatgpt/,
    );
    const data = await typed(["import", ...files, "--json", "--store", join(folder, "clew.db")]);
    expect(objects(data.out).map((each) => each.code ?? each.format)).toEqual([
      "import/bad",
      "import/unknown-format",
      "plain",
    ]);
  });

  test("an empty file, one of spaces and an empty folder are called so, and make no log", async () => {
    const folder = fresh();
    const [empty, blank, bare] = [join(folder, "empty.jsonl"), join(folder, "blank.txt"), join(folder, "bare")];
    writeFileSync(empty, "");
    writeFileSync(blank, "\n  \n");
    mkdirSync(bare);
    const store = join(folder, "clew.db");
    const { code, error } = await typed(["import", empty, blank, bare, "--store", store]);
    expect([code, existsSync(store)]).toEqual([1, false]);
    expect(error).toContain("clew: empty.jsonl is empty [import/bad]\n");
    expect(error).toContain("clew: blank.txt is empty [import/bad]\n");
    expect(error).toContain("clew: bare holds no files [import/bad]\n");
    expect(error).not.toContain("no format");
  });

  test("an empty file in a folder is counted apart from files without a format", async () => {
    const folder = fresh();
    const inner = join(folder, "inner");
    mkdirSync(inner);
    history(inner);
    writeFileSync(join(inner, "empty.jsonl"), "");
    writeFileSync(join(inner, "letter.txt"), "Dear customer, this is no history.");
    const [data] = objects((await typed(["import", inner, "--json", "--store", join(folder, "clew.db")])).out);
    expect(data?.bad).toEqual([
      { line: 0, reason: "1 file has no format that clew knows" },
      { line: 0, reason: "1 file is empty" },
    ]);
  });

  test("a file of which nothing could be read has failed", async () => {
    const folder = fresh();
    const store = join(folder, "clew.db");
    await typed(["import", history(folder, { name: "before.jsonl" }), "--store", store]);
    const file = history(folder, { messages: 0, broken: 2 });
    const { code, out } = await typed(["import", file, "--format", "plain", "--store", store]);
    expect([code, out.split("\n")[0]]).toEqual([1, "1 file, 0 sessions: 0 entries added, 0 already there, 2 skipped"]);
  });

  test("a mistyped path makes no log", async () => {
    const folder = fresh();
    const store = join(folder, "sub", "clew.db");
    const { code, out, error } = await typed(["import", join(folder, "gone.jsonl"), "--store", store]);
    expect([code, out, existsSync(join(folder, "sub"))]).toEqual([1, "", false]);
    expect(error).toMatch(/^clew: Cannot read .*gone\.jsonl.* \[import\/bad\]\nclew: Check the path/);
  });

  test("a format that does not exist is told from those that do", async () => {
    const folder = fresh();
    const words = ["import", history(folder), "--format", "letters", "--store", join(folder, "clew.db")];
    const { code, error } = await typed(words);
    expect(code).toBe(1);
    expect(error).toMatch(
      /There is no format "letters" \[import\/unknown-format\]\nclew: Use one of: .*telegram.*clew\n/,
    );
  });

  test("many files are one line each, and no more than fit a screen", async () => {
    const folder = fresh();
    const files = Array.from({ length: 22 }, (_value, index) =>
      history(folder, { name: `garden-${index}.jsonl`, chat: `notes:garden-${index}` }),
    );
    const { out } = await typed(["import", ...files, "--store", join(folder, "clew.db")], 80);
    expect(out).toMatch(/^22 files, 22 sessions: 88 entries added/);
    expect(out.match(/^garden-\d+\.jsonl +plain +4 +0 +0$/gm)).toHaveLength(15);
    expect(out).toContain("and 7 files more: --json has all\n");
    expect(tooWide(out, 80, folder)).toEqual([]);
  });

  test("draws in place on a terminal and takes it away; a pipe sees nothing of it", async () => {
    const folder = fresh();
    const [file, store] = [history(folder, { messages: 1_500 }), join(folder, "clew.db")];
    const seen = await typed(["import", file, "--store", store], 80);
    const begin = "\r\u001b[K";
    const [, ...drawn] = seen.error.split(begin);
    expect(drawn[0]).toContain("garden.jsonl");
    expect(drawn.at(-1)).toBe("");
    expect(seen.error.split(begin)[0]).toMatch(/making\s+a\s+new\s+log/);
    const piped = await typed(["import", file, "--store", store]);
    expect(piped.error).toBe(`clew: importing into ${store}\n`);
  });
});

describe("the progress bar", () => {
  const progress = { bytes: 1_250_000, of: 5_000_000, records: 12_000 };

  test("has bytes of all bytes, entries and a bar, as much as fits", () => {
    const bar = "█".repeat(6) + "░".repeat(18);
    expect(renderBarLine("garden.jsonl", progress, 100)).toBe(
      `garden.jsonl  ${bar}   25 %  1.3 MB of 5.0 MB  12,000 entries`,
    );
    for (const columns of [20, 30, 40, 60, 80]) {
      expect(renderBarLine("a-very-long-name-of-a-garden.jsonl", progress, columns).length).toBeLessThanOrEqual(
        columns,
      );
    }
  });

  test("counts entries where all is read, and takes no foreign control characters", () => {
    expect(renderBarLine("g.jsonl", { bytes: 10, of: 10, records: 1 }, 79)).toBe(
      "g.jsonl  10 bytes read, 1 entry so far",
    );
    expect(renderBarLine("\u001b[31mred", { bytes: 0, of: 0, records: 0 }, 79)).not.toContain("\u001b");
  });
});

describe("clew export", () => {
  test("what it writes comes back as it was, through a pipe and through a file that only its owner reads", async () => {
    const folder = fresh();
    const [store, copy, out] = ["clew.db", "copy.db", "garden.out"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await typed(["import", history(folder, { messages: 300 }), "--store", store]);
    const piped = await typed(["export", "--store", store]);
    expect(piped.error).toMatch(/^clew: exported 1 session, 1 lane, 300 entries, 0 views: [\d.]+ KB\n$/);
    const filed = await typed(["export", session, "--out", out, "--store", store]);
    expect([filed.code, filed.out, statSync(out).mode & 0o777]).toEqual([0, "", 0o600]);
    expect(readFileSync(out, "utf8")).toBe(piped.out);
    expect((await typed(["import", out, "--store", copy])).out).toMatch(/garden\.out \(clew\)\n/);
    expect((await typed(["export", "--store", copy])).out).toBe(piped.out);
  });

  test("overwrites only when it is told to, never the log, and closes the file to others", async () => {
    const folder = fresh();
    const [store, out] = [join(folder, "clew.db"), join(folder, "old.txt")];
    await typed(["import", history(folder), "--store", store]);
    writeFileSync(out, "old");
    chmodSync(out, 0o644);
    const refused = await typed(["export", "--out", out, "--store", store]);
    expect([refused.code, readFileSync(out, "utf8")]).toEqual([2, "old"]);
    expect(refused.error).toContain("overwrite it with --force");
    const forced = await typed(["export", "--out", out, "--force", "--json", "--store", store]);
    expect(objects(forced.out)[0]).toMatchObject({ out, sessions: 1, lanes: 1, entries: 4, receipts: 0 });
    expect(statSync(out).mode & 0o777).toBe(0o600);
    expect((await typed(["export", "--out", store, "--force", "--store", store])).error).toContain("the log itself");
    for (const end of ["-wal", "-shm", "-journal"]) {
      expect((await typed(["export", "--out", store + end, "--force", "--store", store])).code).toBe(2);
    }
    expect(existsSync(`${out}.partial`)).toBe(false);
    expect((await typed(["log", "--store", store])).code).toBe(0);
  });

  test("a terminal is no place for it, and an unknown session no export", async () => {
    const folder = fresh();
    const store = join(folder, "clew.db");
    await typed(["import", history(folder), "--store", store]);
    const [screen, unknown] = [
      await typed(["export", "--store", store], 80),
      await typed(["export", "notes:attic", "--store", store]),
    ];
    expect([screen.code, screen.out, unknown.code, unknown.out]).toEqual([2, "", 1, ""]);
    expect(unknown.error).toContain("[session/unknown]");
  });
});

describe("the next view of an imported history", () => {
  function transcript(folder: string, model: string): string {
    const file = join(folder, `${model}.jsonl`);
    const answer = agent("a1", "u1", "m1", says("Bed four is dry."));
    const message = { ...(answer.message as object), model };
    writeFileSync(
      file,
      [user("u1", null, "Which bed is dry?"), { ...answer, message }].map((line) => JSON.stringify(line)).join("\n"),
    );
    return file;
  }

  async function look(model: string, ...words: readonly string[]) {
    const folder = fresh();
    const store = join(folder, "clew.db");
    await typed(["import", transcript(folder, model), "--store", store]);
    const [data] = objects((await typed(["context", "--store", store, "--json", ...words])).out);
    return { data, out: (await typed(["context", "--store", store, ...words])).out };
  }

  test("is made for the window of the model that answered there, and says so", async () => {
    const { window } = findModelFacts("claude-sonnet-4-5");
    const { data, out } = await look("claude-sonnet-4-5-20250929");
    expect(data).toMatchObject({ window, assumed: { model: "claude-sonnet-4-5-20250929" } });
    expect(out).toContain("The window is that of claude-sonnet-4-5-20250929, which answered here before:");
    expect((await look("claude-sonnet-4-5-20250929", "--message", "And bed five?")).data).toMatchObject({ window });
  });

  test("is a guess where nobody knows that model, and says so", async () => {
    const { data, out } = await look("oak-1");
    expect(data).toMatchObject({ window: 32_768, assumed: { model: null } });
    expect(out).toContain("Nobody has told the model's window yet: 32,768 tokens are assumed,");
  });

  test("is made for the window that was named", async () => {
    const { data, out } = await look("claude-sonnet-4-5-20250929", "--window", "9000");
    expect([data?.window, data?.assumed, out.includes("--window N")]).toEqual([9_000, undefined, false]);
  });
});

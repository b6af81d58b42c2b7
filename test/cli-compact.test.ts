import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeFill } from "@clewline/cli/explain/context-lines.js";
import { measureColumns } from "@clewline/cli/terminal/text.js";
import { balanced, openClew } from "clewline";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { objects, typed } from "./cli-run.js";

const base = mkdtempSync(join(tmpdir(), "clew-compact-"));
const session = "telegram:chat:42";
const talk =
  "Well, the wind went round the house again, and the cat sat there and looked at the clouds going by. ".repeat(6);
const facts = ["We decided to plant 40 oaks on 2026-03-12.", "The invoice number 20931 is due on 2026-12-01."];
let store = "";
let logs = 0;

const run = (...words: string[]) => typed([...words, "--store", store]);

async function written(policy: Parameters<typeof openClew>[0] = {}, turns = 6): Promise<void> {
  const clew = await openClew({ store, window: 8_192, ...policy });
  for (let day = 0; day < turns; day++) {
    const turn = await clew.begin({ session, text: `${talk}${facts[day % 2]}` });
    await turn.view();
    await turn.complete({ text: `${talk}Good.` });
  }
  await clew.close();
}

beforeEach(() => {
  logs += 1;
  store = join(base, `${logs}`, "clew.db");
});

afterAll(() => rmSync(base, { recursive: true, force: true }));

describe("clew compact", () => {
  test("summarises for the window and the policy of the last call, and says what it did", async () => {
    await written({ policy: "layered" });
    const { code, out } = await run("compact");
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^4 messages summarised by rule, 8 kept, \d+ tokens freed\.\n/),
    ]);
    expect(out).toMatch(/What the model gets now:\s+clew context --store /);
    const next = await run("context");
    expect(next.out).toMatch(/: 8 entries in full, 0 shortened, 4 summarised, 0 left\s+out\n/);
    expect(next.out).toContain("told by the summary because a compaction was asked for");
    const clew = await openClew({ store, window: 8_192, policy: "layered" });
    const turn = await clew.begin({ session, text: "And now?" });
    const view = await turn.view();
    expect(view.kind === "fits" && view.receipt.layers.summary).toBeGreaterThan(0);
    await turn.cancel();
    await clew.close();
    expect((await run("why")).out).toMatch(/\d+ entries in full, 0 shortened, 4 summarised, 0 left out\n/);
  });

  test("says that there is nothing to do, as a sentence and as data", async () => {
    await written({}, 2);
    expect(await run("compact", session)).toMatchObject({
      code: 0,
      out: "Nothing to compact. The newest 8 messages are always kept.\n",
    });
    expect(objects((await run("compact", "--json")).out)).toEqual([
      { kind: "nothing", why: "The newest 8 messages are always kept" },
    ]);
  });

  test("is refused while a turn runs, and for a policy that only the program knows", async () => {
    await written({ policy: { ...balanced, name: "garden" } });
    expect(await run("compact")).toMatchObject({ code: 1, error: expect.stringContaining("policy garden") });
    await written({}, 1);
    const clew = await openClew({ store, window: 8_192 });
    const turn = await clew.begin({ session, text: "one moment" });
    expect(await run("compact")).toMatchObject({ code: 1, error: expect.stringContaining("[lane/busy]") });
    expect(await run("context", "--clear")).toMatchObject({ code: 1, error: expect.stringContaining("[lane/busy]") });
    await turn.cancel();
    await clew.close();
    expect((await run("compact", "--session", "telegram:chat:43")).error).toContain("[session/unknown]");
  });
});

describe("clew config", () => {
  test("lists, shows, changes and puts back the settings of a session", async () => {
    await written({ policy: "rolling" }, 1);
    expect((await run("config")).out).toMatch(/^setting +value +effect\nmax_tokens +50,000\n/);
    expect((await run("config", "clear_at", "0.5")).out).toMatch(
      /^clear_at {2}0\.5\n.*\n(.*\n)?Allowed: a number from 0\.1 to 1\. Default: 1\.\n/,
    );
    expect((await run("config")).out).toMatch(/^setting +value +default +effect\n[\s\S]*\nclear_at +0\.5 +1\n/);
    expect(objects((await run("config", "clear_at", "--json")).out)).toMatchObject([
      { name: "clear_at", value: 0.5, default: 1, changed: true, range: "a number from 0.1 to 1" },
    ]);
    const back = objects((await run("config", "clear-at", "default", "--json", "--session", session)).out);
    expect(back).toMatchObject([{ name: "clear_at", value: 1, changed: false }]);
  });

  test("refuses a bad value with its range and an unknown name with the nearest", async () => {
    await written({}, 1);
    const bad = await run("config", "clear_at", "7");
    expect(bad).toMatchObject({ code: 1, out: "" });
    expect(bad.error).toMatch(/clear_at can't be "7" \[setting\/bad\]\nclew: Give a number from 0\.1 to 1\n/);
    expect(await run("config", "clear")).toMatchObject({ code: 1, error: expect.stringContaining("clear_at") });
    expect((await run("config", "clear_at", "1", "2")).code).toBe(2);
  });
});

describe("clew context", () => {
  test("names the thresholds and the last call, within 80 columns", async () => {
    await written();
    const { out } = await typed(["context", "--store", store], 80);
    expect(out).toMatch(/Old results are cleared and older turns summarised from 5,529 tokens \(67 %\)\s+on\./);
    expect(out).toMatch(/Last call: [\d,]+ tokens \([\d.]+ %\), \d{4}-\d\d-\d\d \d\d:\d\d\n/);
    expect(out.split("\n").filter((line) => measureColumns(line) > 80)).toEqual([]);
  });

  test("is yellow from 70 % of the window on and red from 90 %", () => {
    const painted = (tokens: number) => describeFill({ paint: (style, text) => `<${style}>${text}` }, tokens, 1_000);
    expect([699, 700, 899, 900].map(painted)).toEqual([
      "699 tokens (69.9 %)",
      "<yellow>700 tokens (70.0 %, filling up)",
      "<yellow>899 tokens (89.9 %, filling up)",
      "<red>900 tokens (90.0 %, nearly full)",
    ]);
  });

  test("as data it has the thresholds; a view of the past has none", async () => {
    await written({ policy: "layered" });
    const [report] = objects((await run("context", "--json")).out);
    expect(report).toMatchObject({ thresholds: { clear: 3_686, summary: 5_222, turns: null } });
    const [why] = objects((await run("why", "--json")).out);
    const [past] = objects((await run("context", "--at", String(why?.receipt), "--json")).out);
    expect(past).toMatchObject({ thresholds: null });
  });

  test("--clear takes everything out of later views and leaves the log", async () => {
    await written();
    expect(await run("context", "--clear", "--all")).toMatchObject({ code: 2 });
    expect((await run("context", "--clear")).out).toMatch(
      /^12 entries are no longer shown to the model\.\n.*clew search WORDS/s,
    );
    expect(objects((await run("context", "--clear", "--json")).out)).toEqual([{ cleared: 0 }]);
    const { out } = await run("context");
    expect(out).toContain("0 entries in full, 0 shortened, 12 left out");
    expect(out).toContain("left out: the context was cleared");
    expect((await run("search", "oaks")).code).toBe(0);
  });
});

describe("clew journal", () => {
  test("prints a day as Markdown, and says so where there is none", async () => {
    await written();
    expect(await run("journal")).toMatchObject({
      code: 1,
      out: "",
      error: expect.stringContaining("nothing was summarised"),
    });
    await run("compact");
    const { code, out } = await run("journal", "--session", session);
    expect([code, out]).toEqual([0, expect.stringMatching(/^## .*telegram:chat:42.*\n\n[\s\S]*40 oaks/)]);
    expect(objects((await run("journal", "--json")).out)).toMatchObject([{ session: null, text: out.trimEnd() }]);
    expect(await run("journal", "--day", "2001-01-01")).toMatchObject({ code: 1 });
    expect(await run("journal", "--day", "soon")).toMatchObject({ code: 2 });
    expect(await run("journal", "--session", "telegram:chat:43")).toMatchObject({ code: 1 });
  });
});

describe("75 readers never create or change the log", () => {
  const readers = [["context"], ["log"], ["why"], ["journal"], ["config"], ["sessions"], ["search", "oaks"]];

  test("a missing file stays missing", async () => {
    const writers = [["compact"], ["context", "--clear"], ["config", "clear_at", "0.5"]];
    // What the settings are is known without a log.
    expect((await run("config")).code).toBe(0);
    for (const words of [...readers.filter(([name]) => name !== "config"), ...writers])
      expect((await run(...words)).code, words.join(" ")).toBe(1);
    expect([existsSync(store), existsSync(join(base, `${logs}`))]).toEqual([false, false]);
  });

  test("a file is byte for byte what it was, also where nobody may write to it and it may be refused for that", async () => {
    await written();
    await run("compact");
    const bytes = () => createHash("sha256").update(readFileSync(store)).digest("hex");
    const before = [bytes(), readdirSync(join(store, ".."))];
    for (const words of readers) expect(await run(...words)).toMatchObject({ code: 0 });
    expect([bytes(), readdirSync(join(store, ".."))]).toEqual(before);
    chmodSync(store, 0o400);
    for (const words of readers) {
      const { code, error } = await run(...words);
      expect(code === 0 || error.includes("[store/unavailable]")).toBe(true);
    }
    expect([bytes(), readdirSync(join(store, ".."))]).toEqual(before);
  });
});

test("every new command has a help with an example", async () => {
  for (const name of ["compact", "config", "journal"]) {
    const { code, out } = await typed([name, "--help"], 80);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^clew ${name}.*\n[\\s\\S]*Example\n {2}clew ${name}`)),
    ]);
    expect(out.split("\n").filter((line) => measureColumns(line) > 80)).toEqual([]);
  }
});

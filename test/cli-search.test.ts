import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clipAroundWords } from "@clewline/cli/terminal/clip-around-words.js";
import { measureColumns } from "@clewline/cli/terminal/text.js";
import { openClew } from "clewline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { objects, tooWide, typed } from "./cli-run.js";

const base = mkdtempSync(join(tmpdir(), "clew-search-"));
const store = join(base, "clew.db");
const session = "telegram:chat:42";
const turns: string[] = [];
/** The last receipt of each turn. */
const receipts: string[] = [];

const run = (...words: string[]) => typed([...words, "--store", store]);
const bold = (text: string) => `\u001b[1m${text}\u001b[22m`;

beforeAll(async () => {
  const log = await openClew({ store, window: 2_048, instructions: "Be brief." });
  await log.observe({ session: "terminal:default", id: 1, text: "The ladder stands in the attic" });
  await log.observe({ session, id: "t1", from: 7, topic: 3, text: "a key, but no pot" });
  for (let day = 1; day <= 12; day++) {
    const text = day === 2 ? "The key lies under the blue pot" : `Report ${day}?`;
    const turn = await log.begin({ session, id: day, text });
    await turn.view();
    const output = Array.from({ length: 12 }, (_value, line) => `reading ${line} of day ${day}: ${line * day} units`);
    await turn.record({ calls: [{ id: `c${day}`, tool: "meter", input: { day }, output: output.join("\n") }] });
    await turn.view();
    await turn.complete({ text: `All is well on day ${day}` });
    const { receipt } = await log.why({ session, lane: "root:42" });
    turns.push(receipt.turn);
    receipts.push(receipt.id);
  }
  const left = await log.begin({ session: "terminal:default", text: "Are you there?" });
  await left.view();
  await log.observe({
    session,
    id: 98,
    text: `${"Far away from the beginning there are words. ".repeat(20)}A zither!`,
  });
  await log.observe({ session, id: 99, text: "an evil \u001b[31mcolour\u001b[0m" });
  await log.close();
});

afterAll(() => rmSync(base, { recursive: true, force: true }));

describe("clew search", () => {
  test("finds words in every session, one line each, with time, lane, pointer and who", async () => {
    const { code, out } = await run("search", "ladder");
    expect(code).toBe(0);
    expect(out).toMatch(/^1 entry holds ladder\n\nterminal:default, lane root:default\n/);
    expect(out).toMatch(/\n {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}clew:e\w{10} {2}user: The ladder stands in the attic\n/);
    expect(out).toMatch(/Open one with:(?: |\n {2})clew recall clew:e\w{10} --store \S+\n$/);
  });

  test("joins its words, and says what holds all of them and what only some", async () => {
    const { out } = await run("search", "blue", "pots", "key");
    expect(out).toMatch(/^1 entry holds all of blue pots key\n/);
    expect(out).toContain("1 entry holds some of the words, at most 2 of 3\n\ntelegram:chat:42, lane topic:42:3\n");
    const part = await run("search", "pot elephant");
    expect(part.out).toMatch(
      /^No entry holds all of pot elephant\.\n2 entries hold some of the words, at most 1 of 2\n/,
    );
  });

  test("shows the words in bold in a terminal, within its width, from the middle of a long text", async () => {
    const { out } = await typed(["search", "zithers", "--store", store], 80, {});
    expect(out).toMatch(/: …there are words\. A /);
    expect(out).toContain(bold("zither"));
    const plain = await typed(["search", "day", "--store", store], 80);
    expect(tooWide(plain.out, 80, base)).toEqual([]);
    expect(plain.out).not.toContain("\u001b");
  });

  test("as data it is one object per entry, in the order of the search", async () => {
    const all = objects((await run("search", "reading 5 units", "--json", "--limit", "3")).out);
    expect(all).toHaveLength(3);
    expect(all[0]).toMatchObject({ session, lane: "root:42", kind: "returned", matched: 3, asked: 3 });
    for (const { matched, excerpt } of all)
      expect([matched, excerpt]).toEqual([3, expect.stringMatching(/reading (?:5 of|1 of day 5)/)]);
    expect((await run("search", "reading", "--limit", "3")).out).toMatch(
      /^The newest 3 entries with reading; --limit N shows more\n/,
    );
  });

  test("looks where it is told to", async () => {
    const [chat, lane, unknown] = [
      await run("search", "key", "--session", "terminal:default"),
      await run("search", "key", "--session", session, "--lane", "topic:42:3", "--json"),
      await run("search", "key", "--session", "terminal:attic"),
    ];
    expect([chat.code, chat.out]).toEqual([1, ""]);
    expect(chat.error).toMatch(/no entry there holds the word "key"\nclew: Without --session/);
    expect(objects(lane.out).map((each) => each.lane)).toEqual(["topic:42:3"]);
    expect([unknown.code, unknown.error]).toEqual([1, expect.stringContaining("[session/unknown]")]);
  });

  test("shows the line that holds a word with accents, and takes more words than a pattern does", async () => {
    const other = join(base, "accents.db");
    const log = await openClew({ store: other });
    await log.observe({ session, id: 1, text: `${"Nothing here\n".repeat(30)}Η Ελλάδα, 서울에서` });
    await log.close();
    const long = Array.from({ length: 14 }, (_value, index) => `${"long".repeat(6)}${index}`);
    for (const words of [["ελλαδα"], ["서울"], ["Ελλάδα", ...long]]) {
      const { code, out } = await typed(["search", ...words, "--store", other]);
      expect([code, out]).toEqual([0, expect.stringContaining("user: Η Ελλάδα, 서울에서")]);
    }
    const why = await typed(["why", "x".repeat(201), "--store", other]);
    expect([why.code, why.error]).toEqual([2, expect.stringContaining("at most 200")]);
  });

  test("shows no secret, wherever its word stands", async () => {
    const other = join(base, "secrets.db");
    const log = await openClew({ store: other });
    await log.observe({ session, id: 1, text: "my password is hunter2Zq9!x, and the kangaroo sleeps" });
    await log.observe({ session, id: 2, text: "Password:\nwallaby-77Qx!kangaroo" });
    await log.close();
    for (const args of [[], ["--json"]]) {
      const { out } = await typed(["search", "kangaroo", ...args, "--store", other]);
      expect(out).toContain("kangaroo sleeps");
      expect(out).not.toMatch(/hunter2|77Qx/);
    }
  });

  test("nothing found is exit 1 with a hint; no word at all is wrong usage", async () => {
    const [none, no, evil] = [
      await run("search", "elephant"),
      await run("search", "?!"),
      await run("search", "colour"),
    ];
    expect([none.code, none.out, no.code]).toEqual([1, "", 2]);
    expect(none.error).toMatch(/words and their forms/);
    expect(evil.out).not.toContain("\u001b");
  });
});

describe("the part of a text around the words", () => {
  test.each([
    ["a text that fits is whole", "The key lies here", ["key"], 40, "The [key] lies here"],
    ["other forms and accents count", "Two cafés, one ladder", ["cafe", "ladders"], 40, "Two [cafés], one [ladder]"],
    ["parts of words do not", "a monkey", ["key"], 40, "a monkey"],
    ["scripts without spaces", "鍵は青い鉢の下", ["鉢"], 40, "鍵は青い[鉢]の下"],
  ])("%s", (_name, text, words, columns, expected) => {
    const pieces = clipAroundWords(text, words, columns);
    expect(pieces.map((piece) => (piece.asked ? `[${piece.text}]` : piece.text)).join("")).toBe(expected);
  });

  test("is never wider than asked for, and holds a word wherever it stands", () => {
    for (let before = 0; before < 200; before += 7) {
      const text = `${"wort ".repeat(before)}🔑 key ${"wort ".repeat(before)}`;
      const pieces = clipAroundWords(text, ["key"], 40);
      expect(measureColumns(pieces.map((piece) => piece.text).join(""))).toBeLessThanOrEqual(40);
      expect(pieces.filter((piece) => piece.asked).map((piece) => piece.text)).toEqual(["key"]);
    }
  });
});

describe("clew recall", () => {
  const pointerOf = async (words: string) => String(objects((await run("search", words, "--json")).out)[0]?.pointer);

  test("opens some lines only, and finds with a pattern", async () => {
    const pointer = await pointerOf('"day 12" reading units');
    const line = (number: number) => `reading ${number - 1} of day 12: ${(number - 1) * 12} units`;
    expect((await run("recall", pointer, "--lines", "2-3")).out).toBe(`${line(2)}\n${line(3)}\n`);
    expect((await run("recall", pointer, "--lines", "12")).out).toBe(`${line(12)}\n`);
    expect((await run("recall", pointer, "--lines", "11-")).out).toBe(`${line(11)}\n${line(12)}\n`);
    const found = await run("recall", pointer, "--lines", "2-", "--find", "^READING 1 *units$|reading 11*");
    expect(found.out).toBe(`2: ${line(2)}\n12: ${line(12)}\n`);
    const beyond = await run("recall", pointer, "--lines", "90-95");
    const sentence = "There is nothing on line 90; the last one is 12.";
    expect([beyond.code, beyond.out, beyond.error]).toEqual([1, "", expect.stringContaining(sentence)]);
    const past = await run("recall", pointer, "--offset", "99999999");
    expect([past.code, past.out, past.error]).toEqual([1, "", expect.stringContaining("nothing at offset 99999999")]);
  });

  test.each(["0-4", "9-2", "few", "-3", "1-2-3"])("--lines %s is wrong usage", async (range) => {
    const { code, error } = await run("recall", "clew:e0123456789", `--lines=${range}`);
    expect([code, error]).toEqual([2, expect.stringMatching(/--lines is .*\n.*--lines 10-40/)]);
  });
});

describe("clew context --at", () => {
  test("shows the view of a past call, by turn and by receipt, and adds up", async () => {
    const [turn = "", receipt = ""] = [turns[4], receipts[4]];
    const [byTurn, byReceipt] = [await run("context", "--at", turn.slice(-8)), await run("context", "--at", receipt)];
    expect(byTurn.out).toMatch(
      new RegExp(`^A past view of ${session}, lane root:42\nturn ${turn.slice(-8)}, call 2, \\d{4}-`),
    );
    expect(byReceipt.out).toBe(byTurn.out);
    expect(byTurn.out).not.toContain("The new message comes on top");
    const [report] = objects((await run("context", "--at", turn, "--json")).out) as unknown as {
      turn: string;
      tokens: number;
      reply: number;
      free: number;
      window: number;
      layers: { layer: string; tokens: number }[];
    }[];
    expect(report).toMatchObject({ turn, call: 2, receipt, window: 2_048 });
    expect(report?.layers.map(({ layer }) => layer)).toEqual(["instructions", "recent", "now", "message"]);
    expect((report?.tokens ?? 0) + (report?.reply ?? 0) + (report?.free ?? 0)).toBe(2_048);
    const text = await run("context", "--at", turn, "--text");
    expect(text.out).toContain("Report 5?");
    expect(text.out).not.toContain("Report 6?");
  });

  test.each([
    [["--at", "ffffffff"], 1, "[receipt/unknown]"],
    [["--at", "ffffffff", "--window", "4096"], 1, "[receipt/unknown]"],
    [["--at", "ffffffff", "--lane", "root:42"], 2, "by itself"],
  ])("%j is refused", async (words, expected, told) => {
    const { code, out, error } = await run("context", ...words);
    expect([code, out, error]).toEqual([expected, "", expect.stringContaining(told)]);
  });
});

describe("clew diff", () => {
  const lane = ["--session", session, "--lane", "root:42"];

  test("with no name compares the last two calls: tokens, shared beginning, what changed", async () => {
    const { code, out } = await run("diff", ...lane);
    const last = turns.at(-1)?.slice(-8);
    expect(code).toBe(0);
    expect(out).toContain(`turn ${last}, call 1 → turn ${last}, call 2, `);
    expect(out).toMatch(/\n[\d,]+ → [\d,]+ tokens \([+−][\d,]+\) of a window of 2,048/);
    expect(out).toMatch(/\nThe first \d+\.\d % of the later request are as before/);
    expect(out).toMatch(/\n {2}[●○◐] #\d+(–\d+)? +(in full|not there yet|cleared) → /);
  });

  test("with one name compares that turn's last call with the one before it; with two, those", async () => {
    const [first = "", second = "", receipt = ""] = [turns[1], turns.at(-1), receipts.at(-1)];
    const one = await run("diff", first.slice(-8));
    expect(one.out).toMatch(/\n {2}● #6–7 +not there yet → in full\n/);
    const [two, same] = [await run("diff", first, second, "--json"), await run("diff", first, receipt, "--json")];
    expect(two.out).toBe(same.out);
    const [data] = objects(two.out) as unknown as {
      before: { turn: string };
      after: { turn: string };
      changes: { from: number; to: number; before: { verdict: string } | null; after: { verdict: string } | null }[];
    }[];
    expect([data?.before.turn, data?.after.turn]).toEqual([first, second]);
    expect(
      data?.changes.some(({ before, after }) => before?.verdict === "kept" && after?.verdict === "summarised"),
    ).toBe(true);
    const [words, all] = [await run("diff", first, second), await run("diff", first, second, "--all")];
    expect(all.out).toMatch(/◐ #\d+(–\d+)? +in full → told by the summary because the room was 90 % full\n/);
    expect(words.out).not.toMatch(/in full → in full/);
    const told = (out: string) => out.match(/^ {2}[●○◐] #\d+/gm)?.length ?? 0;
    expect(told(all.out)).toBeGreaterThanOrEqual(told(words.out));
    expect(told(words.out)).toBeGreaterThan(0);
  });

  test("a first call has none before it, an unknown name is none, and two lanes are not compared entry by entry", async () => {
    const left = objects((await run("why", "--session", "terminal:default", "--json")).out)[0];
    const [first, unknown, lanes] = [
      await run("diff", "--session", "terminal:default"),
      await run("diff", "ffffffff"),
      await run("diff", String(left?.receipt), turns[0] ?? ""),
    ];
    expect([first.code, first.error]).toEqual([
      1,
      expect.stringMatching(/Before turn .* there is none.*\n.*clew diff A B/),
    ]);
    expect([unknown.code, unknown.error]).toEqual([1, expect.stringContaining("[receipt/unknown]")]);
    expect(lanes.out).toContain("They are of two lanes");
  });
});

test("clew log shows a turn that was cut off as such", async () => {
  const { out } = await run("log", "terminal:default");
  expect(out).toMatch(/turn \w{8} .* cut off\n.*Are you there\?/);
});

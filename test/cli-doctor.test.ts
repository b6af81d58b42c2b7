import { chmodSync, copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openClew } from "clewline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { objects, tooWide, typed } from "./cli-run.js";
import { openDatabase } from "./open-database.js";

const base = mkdtempSync(join(tmpdir(), "clew-doctor-"));
const store = join(base, "clew.db");

beforeAll(async () => {
  const log = await openClew({ store });
  for (let day = 1; day <= 40; day++) {
    const turn = await log.begin({ session: "terminal:default", text: `Which bed is dry on day ${day}?` });
    await turn.view();
    await turn.complete({ text: `Bed ${day}, as the day before` });
  }
  await log.close();
});

afterAll(() => rmSync(base, { recursive: true, force: true }));

describe("clew doctor", () => {
  test.each([[[]], [["--thorough"]]])("all is well with a log in order: %j", async (options) => {
    const { code, out, error } = await typed(["doctor", ...options, "--store", store]);
    expect([code, error]).toEqual([0, ""]);
    expect(out).toMatch(/^All is well: /);
    expect(out).toMatch(/\nsize {6}[\d.]+ KB, mode 600\nholds {5}80 entries in 1 session\n/);
    expect(out).toContain(`node ${process.versions.node}`);
  });

  test("a file that others may read is a warning with its remedy, and no fault", async () => {
    const open = join(base, "open.db");
    copyFileSync(store, open);
    chmodSync(open, 0o644);
    const [seen, data] = [await typed(["doctor", "--store", open]), await typed(["doctor", "--json", "--store", open])];
    expect(seen.code).toBe(0);
    expect(seen.out).toContain(`its mode is 644\n  Make it yours alone:\n    chmod 600 ${open}\n`);
    expect(objects(data.out)[0]).toMatchObject({ store: open, because: "named", mode: "644", faults: [] });
  });

  test.each([
    ["its head", 0],
    ["its first page", 100],
    ["its middle", 0.5],
  ])("a file that is damaged in %s gives the recovery command on one line, and no stack trace", async (_where, at) => {
    const damaged = join(base, `damaged-${at}.db`);
    const bytes = readFileSync(store);
    const start = at < 1 ? Math.floor(bytes.length * at) : at;
    bytes.fill(0x5a, start, start + 40_000);
    writeFileSync(damaged, bytes);
    const { code, out, error } = await typed(["doctor", "--thorough", "--store", damaged], 80);
    expect([code, error]).toEqual([1, ""]);
    expect(out).toMatch(/^\d+ faults? found: /);
    expect(out).toContain(`\n    clew doctor --rescue ${damaged}.rescued --store ${damaged}\n`);
    expect(out).not.toMatch(/^\s+at /m);
    const [data] = objects((await typed(["doctor", "--json", "--store", damaged])).out);
    expect(data?.faults).not.toEqual([]);
  });

  test("a turn that was cut off is a fault with its remedy", async () => {
    const cut = join(base, "cut.db");
    const log = await openClew({ store: cut });
    await (await log.begin({ session: "terminal:default", text: "Are you there?" })).view();
    const [wal, copy] = [openDatabase(cut), join(base, "cut-copy.db")];
    wal.exec("UPDATE leases SET until = 0");
    wal.exec(`VACUUM INTO '${copy}'`);
    wal.close();
    await log.close();
    const { code, out } = await typed(["doctor", "--store", copy], 60);
    expect(code).toBe(1);
    expect(out).toMatch(
      /^1 fault found: .*\n[\s\S]*cut\s+off\s+before\s+the\s+answer\n {2}clew\.unanswered\(\)\s[\s\S]*clew\.turn\(id\)[\s\S]*deliver\s+what\s+was\s+asked\s+again/,
    );
    expect(tooWide(out, 60, base)).toEqual([]);
  });

  test("no log is reported and not made; one in memory has no file", async () => {
    const missing = await typed(["doctor", "--store", join(base, "none.db")]);
    expect([missing.code, readdirSync(base).includes("none.db")]).toEqual([1, false]);
    expect(missing.error).toContain("[store/unavailable]");
    expect((await typed(["doctor", "--store", "memory"])).code).toBe(2);
  });
});

describe("bare clew", () => {
  test("begins with import where there is no log, and with the log where there was no call yet", async () => {
    const steps = (out: string) => out.match(/^ {2}clew \w+/gm)?.map((step) => step.trim());
    const imported = join(base, "imported.db");
    const history = join(base, "garden.jsonl");
    writeFileSync(history, JSON.stringify({ session: "notes:garden", text: "The barrel is empty" }));
    const none = await typed(["--store", imported]);
    expect(steps(none.out)).toEqual(["clew import", "clew demo", "clew chat"]);
    await typed(["import", history, "--store", imported]);
    expect(steps((await typed(["--store", imported])).out)).toEqual(["clew log", "clew context", "clew search"]);
    expect(steps((await typed(["--store", store])).out)).toEqual(["clew context", "clew why", "clew log"]);
  });

  test("a list of sessions shows how each began, below it where the terminal is narrow", async () => {
    const [log, history] = [join(base, "begun.db"), join(base, "begun.jsonl")];
    const long = `Why does the watering of bed four fail?\n${"It is dry. ".repeat(30)}`;
    const lines = [
      { session: "notes:four", id: 1, text: long, at: "2026-05-01T09:00:00Z" },
      { session: "notes:four", id: 2, text: "Bed four again.", at: "2026-05-01T10:00:00Z" },
      { session: "notes:agent", id: 3, role: "agent", text: "Only the agent spoke here.", at: "2026-05-01T08:00:00Z" },
    ];
    writeFileSync(history, lines.map((line) => JSON.stringify(line)).join("\n"));
    await typed(["import", history, "--store", log]);
    const shown = async (columns?: number) => (await typed(["sessions", "--store", log], columns)).out.split("\n");
    const words = "Why does the watering of bed four fail?";
    expect((await shown())[0]).toMatch(/newest {12}begins$/);
    expect((await shown())[1]).toMatch(
      new RegExp(`^notes:four .* \\d\\d:\\d\\d {2}${words.replace("?", ".")} It is dry`),
    );
    expect((await shown(80))[1]).toMatch(/^notes:four .* \d\d:\d\d {2}Why does the watering.*…$/);
    const narrow = await shown(52);
    expect(narrow[0]).toMatch(/newest$/);
    expect(narrow[2]).toMatch(new RegExp(`^ {2}${words.replace("?", ".")}.*…$`));
    expect(narrow.filter((line) => line.length > 52)).toEqual([]);
    const data = (await typed(["sessions", "--store", log, "--json"])).out.trimEnd().split("\n");
    expect(data.map((line) => (JSON.parse(line) as { begins: unknown }).begins)).toEqual([
      expect.stringMatching(/^Why does the watering of bed four fail\? It is dry\..*…$/),
      null,
    ]);
  });

  test("a list of very many sessions ends after a screen, and is whole in a pipe", async () => {
    const many = join(base, "many.db");
    const history = join(base, "many.jsonl");
    const lines = Array.from({ length: 30 }, (_value, bed) =>
      JSON.stringify({ session: `notes:bed-${bed}`, text: "dry" }),
    );
    writeFileSync(history, lines.join("\n"));
    await typed(["import", history, "--store", many]);
    const rows = (out: string) => out.match(/^notes:bed/gm)?.length;
    const seen = await typed(["sessions", "--store", many], 80);
    // On a line of its own where the path is long.
    const [, more] = seen.out.split(/^and 10 more:\s+/m);
    expect([rows(seen.out), more?.trimEnd()]).toEqual([20, `clew sessions --store ${many} --all`]);
    expect(rows((await typed(["sessions", "--all", "--store", many], 80)).out)).toBe(30);
    expect(rows((await typed(["sessions", "--store", many])).out)).toBe(30);
  });
});

/** Results that are shown in fewer words on arrival: every value stays, in its order, and files stay as they were read. */

import { makeClewOverStore } from "@clewline/clewline/compose/open.js";
import { mayReadFile } from "@clewline/core/log/arrival/file-read.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { makeMemoryStore } from "@clewline/store-kit/memory/memory-store.js";
import { condenseText } from "@clewline/text/condense/condense-text.js";
import { encodeCanonicalJson } from "@clewline/text/json.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openFresh } from "./fresh-clew.js";
import { checkProperty } from "./properties.js";
import { levelSpaces, readRuns, readTables } from "./read-condensed.js";

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.constantFrom(
    "",
    " ",
    "null",
    "true",
    "12",
    "-0",
    "1e5",
    '"x"',
    "{}",
    "[1]",
    "a\tb",
    "a\nb",
    "…",
    "x=1",
    "(×3)",
    "table 1: 5 rows",
  ),
);
const scalar = fc.oneof(
  text,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);
const key = fc.oneof(
  fc.constantFrom("id", "name", "total", "user", "a.b", "a=b", "", "__proto__", "0", "7"),
  fc.string({ maxLength: 6 }),
);
const cell = fc.oneof(
  { arbitrary: scalar, weight: 6 },
  { arbitrary: fc.dictionary(key, scalar, { maxKeys: 3 }), weight: 1 },
  { arbitrary: fc.array(scalar, { maxLength: 3 }), weight: 1 },
);
const rows = fc.array(fc.record({ id: fc.nat(), name: text, user: cell, total: cell }, { requiredKeys: ["id"] }), {
  minLength: 4,
  maxLength: 12,
});
const value = fc.oneof(
  rows,
  fc.array(fc.dictionary(key, cell, { maxKeys: 4 }), { minLength: 4, maxLength: 9 }),
  fc.record({ items: rows, next: cell, more: fc.record({ list: rows }) }, { requiredKeys: ["items"] }),
);

describe("a condensed text", () => {
  it("of JSON tells the same value", () => {
    let condensed = 0;
    checkProperty(
      fc.property(value, (given) => {
        const json = JSON.stringify(given);
        const told = condenseText(json);
        condensed += told === null ? 0 : 1;
        const read = told === null ? JSON.parse(json) : readTables(told);
        expect(encodeCanonicalJson(read)).toBe(encodeCanonicalJson(JSON.parse(json)));
      }),
      { runs: 300, longer: 3_000 },
    );
    expect(condensed).toBeGreaterThan(40);
  });

  it("of lines tells the same lines", () => {
    const word = fc.oneof(fc.constantFrom("GET", "/health", "200", "  took", "(×4)", ""), fc.string({ maxLength: 6 }));
    const like = fc.record({
      head: fc.constantFrom("  worker ready", "-rw-r--r-- 1 root root", "\tjob"),
      ends: fc.array(fc.nat(), { minLength: 5, maxLength: 9 }),
    });
    const lines = fc.oneof(
      like.map(({ head, ends }) => ends.map((end, place) => `${head}   ${end} of file-${place}`)),
      fc.tuple(word, fc.integer({ min: 1, max: 5 })).map(([line, times]) => new Array<string>(times).fill(line)),
      fc.array(
        fc.array(word, { maxLength: 4 }).map((words) => words.join(" ")),
        { maxLength: 4 },
      ),
    );
    let condensed = 0;
    checkProperty(
      fc.property(fc.array(lines, { minLength: 1, maxLength: 6 }), (parts) => {
        const own = `- ${parts.flat().join("\n")}`;
        const told = condenseText(own);
        const lines = own.split("\n").map(levelSpaces);
        condensed += told === null ? 0 : 1;
        expect(told === null ? lines : readRuns(told)).toEqual(lines);
      }),
      { runs: 300, longer: 3_000 },
    );
    expect(condensed).toBeGreaterThan(40);
  });

  it("is none where the levels of JSON are too many to walk", async () => {
    const deep = `${"[".repeat(30_000)}1${"]".repeat(30_000)}`;
    expect(condenseText(deep)).toBeNull();
    const clew = await openFresh({ memory: false });
    const turn = await clew.begin({ session: "terminal:deep", text: "go" });
    await turn.record({ calls: [{ id: "c1", tool: "list", input: {}, output: deep }] });
    expect(JSON.stringify(await turn.view())).toContain("[[[[");
  });

  it("is none where reading its numbers or keys would change them", () => {
    const list = (row: string) => `[${new Array<string>(6).fill(row).join(",")}]`;
    expect(condenseText(list('{"id":12345678901234567890,"a":1}'))).toBeNull();
    expect(condenseText(list('{"id":1.10,"a":1}'))).toBeNull();
    expect(condenseText(list('{"id":1,"id":2}'))).toBeNull();
    expect(condenseText(list('{"id":1.5,"a":"\\u00e9"}'))).not.toBeNull();
  });
});

describe("what may read a file", () => {
  it.each([
    ["Read", { file_path: "/a.ts" }],
    ["read_file", { path: "a" }],
    ["view", {}],
    ["str_replace_based_edit_tool", { command: "view", path: "/a" }],
    ["mcp__fs__get_file_contents", { repo: "x" }],
    ["Bash", { command: "cat package.json" }],
    ["Bash", { command: "ls -l && sed -n 1,80p a.ts" }],
    ["Bash", { command: "npm test > out; ./show.sh" }],
    ["shell", { command: ["bash", "-lc", "ls"] }],
    ["load", { uri: "file:///a" }],
    ["Grep", { pattern: "x", output_mode: "content" }],
    ["recall", { pointer: "clew:e1" }],
    ["", { year: 2026 }],
  ])("%s with %j", (tool, input) => {
    expect(mayReadFile(tool, JSON.stringify(input))).toBe(true);
  });

  it.each([
    ["list_invoices", { year: 2026 }],
    ["search_orders", { query: "open" }],
    ["Bash", { command: "npm test | tail -50", description: "Runs the tests" }],
    ["Bash", { command: "cd app && ls -la" }],
  ])("%s with %j reads none", (tool, input) => {
    expect(mayReadFile(tool, JSON.stringify(input))).toBe(false);
  });
});

describe("a view", () => {
  const orders = Array.from({ length: 40 }, (_, place) => ({
    id: 10_000 + place,
    customer: `customer-${place * 7}`,
    currency: "EUR",
    state: "open",
    total: 100.5 + place,
  }));

  async function showResult(tool: string, policy: "balanced" | "layered", input: object = { year: 2026 }) {
    const clew = await openFresh({ window: 200_000, memory: false, policy });
    const session = "terminal:orders";
    const turn = await clew.begin({ session, text: "Which orders are open?" });
    await turn.view();
    await turn.record({ calls: [{ id: "c1", tool, input, output: orders }] });
    const [first, again] = [await turn.view(), await turn.view()];
    return { clew, session, first: JSON.stringify(first), again: JSON.stringify(again) };
  }

  it("shows a list of alike objects as a table from its first call on, with a pointer to the whole", async () => {
    const { clew, session, first, again } = await showResult("list_orders", "balanced");
    const [, open = "", told = ""] = /<clew-condensed open=\\"(clew:e\w+)\\">(.*?)<\/clew-condensed>/.exec(first) ?? [];
    const table = JSON.parse(`"${told}"`) as string;
    expect(readTables(table)).toEqual(orders);
    expect(table.length).toBeLessThan(0.6 * JSON.stringify(orders).length);
    expect(again).toContain(told);
    const whole = await clew.recall({ pointer: open, session });
    expect(JSON.stringify(whole)).toContain("customer-273");
  });

  it("shows it in the same bytes after a restart, and in later turns", async () => {
    const store = makeMemoryStore({ hash: sha256 });
    const [before, after] = [await makeClewOverStore(store, {}), await makeClewOverStore(store, {})];
    const turn = await before.begin({ session: "terminal:orders", text: "Which orders are open?" });
    await turn.record({ calls: [{ id: "c1", tool: "list_orders", input: {}, output: orders }] });
    const shown = JSON.stringify(await turn.view());
    await turn.complete({ text: "All of them." });
    const next = await after.begin({ session: "terminal:orders", text: "And the newest?" });
    const [told = "none"] = /<clew-condensed.*?<.clew-condensed>/.exec(shown) ?? [];
    expect(JSON.stringify(await next.view())).toContain(told);
  });

  it("shows what may be a file as it was read, and other policies show everything so", async () => {
    for (const given of [
      await showResult("read_orders", "balanced"),
      await showResult("list_orders", "balanced", { path: "orders.json" }),
      await showResult("list_orders", "layered"),
    ])
      expect(given.first).not.toContain("clew-condensed");
  });
});

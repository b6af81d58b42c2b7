import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scriptedModel } from "@clewline/store-kit/index.js";
import { openClew, type UsageReport } from "clewline";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { typed } from "./cli-run.js";
import { agent, jsonl, result as toolResult, calls as toolUse, user } from "./importers/claude-code-lines.js";
import { checkAsyncProperty } from "./properties.js";

const base = mkdtempSync(join(tmpdir(), "clew-advice-"));
let files = 0;
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** Dollars for a million tokens of Sonnet 4.5, and what its cache takes for reading and writing. */
const [input, read, write] = [3, 0.1, 1.25];

interface Result {
  readonly tool: string;
  /** As the provider counted it. */
  readonly tokens: number;
}

interface Script {
  readonly instructions: number;
  readonly results: readonly Result[];
  /** Minutes before each call, from the second on. */
  readonly pauses: readonly number[];
}

/** The transcript of an agent that calls a tool in every step, with the counters of a cache that forgets after five minutes. */
function transcriptOf({ instructions, results, pauses }: Script) {
  const lines = [user("u0", null, "Please look at all of it.", { timestamp: "2026-11-01T09:59:00Z" })];
  let [sent, at, parent] = [instructions, Date.parse("2026-11-01T10:00:00Z"), "u0"];
  let cached = 0;
  const accounts: { readonly sent: number; readonly isCold: boolean; readonly cached: number }[] = [];
  for (const [index, { tool, tokens }] of results.entries()) {
    if (index > 0) at += (pauses[index - 1] ?? 1) * 60_000;
    const isCold = index > 0 && (pauses[index - 1] ?? 1) > 5;
    const warm = isCold ? 0 : cached;
    const usage = {
      input_tokens: 0,
      cache_read_input_tokens: warm,
      cache_creation_input_tokens: sent - warm,
      output_tokens: 20,
    };
    accounts.push({ sent, isCold, cached });
    const time = { timestamp: new Date(at).toISOString() };
    const content = toolUse(`t${index}`, tool, { place: index });
    const message = {
      role: "assistant",
      id: `m${index}`,
      model: "claude-sonnet-4-5",
      content,
      stop_reason: "tool_use",
      usage,
    };
    lines.push(agent(`a${index}`, parent, `m${index}`, content, { ...time, message }));
    lines.push(toolResult(`r${index}`, `a${index}`, `t${index}`, "row ".repeat(tokens), time));
    parent = `r${index}`;
    cached = sent;
    sent += tokens + 20;
  }
  return { text: jsonl(lines), accounts };
}

async function adviceOn(text: string): Promise<NonNullable<UsageReport["advice"]>> {
  files += 1;
  const folder = join(base, `${files}`);
  mkdirSync(folder);
  const path = join(folder, "talk.jsonl");
  writeFileSync(path, text);
  const clew = await openClew({ store: "memory" });
  await clew.import(path);
  const { advice = [] } = await clew.usage({ advise: true });
  await clew.close();
  return advice;
}

describe("advice on a history", () => {
  it("names the largest cost within 10 % of its recomputed price", async () => {
    const kinds = new Set<string>();
    await checkAsyncProperty(
      fc.asyncProperty(
        fc.record({
          instructions: fc.constantFrom(2_000, 30_000),
          results: fc.array(
            fc.record({ tool: fc.constantFrom("Read", "Bash"), tokens: fc.integer({ min: 300, max: 6_000 }) }),
            { minLength: 6, maxLength: 30 },
          ),
          pauses: fc.array(fc.constantFrom(1, 1, 1, 1, 60), { minLength: 30, maxLength: 30 }),
        }),
        async (script) => {
          const { text, accounts } = transcriptOf(script);
          const expected = new Map<string, number>();
          const add = (key: string, dollars: number) => expected.set(key, (expected.get(key) ?? 0) + dollars);
          for (const [index, { tool, tokens }] of script.results.entries())
            add(`results ${tool}`, (Math.max(0, accounts.length - index - 2) * tokens * read * input) / 1_000_000);
          for (const { isCold, cached } of accounts)
            if (isCold) add("breaks idle", (cached * (write - read) * input) / 1_000_000);
          for (const { isCold } of accounts.slice(1))
            add(
              "instructions null",
              (Math.max(0, script.instructions - 10_000) * (isCold ? write : read) * input) / 1_000_000,
            );
          add("instructions null", (Math.max(0, script.instructions - 10_000) * write * input) / 1_000_000);
          for (const { sent } of accounts) add("window null", (Math.max(0, sent - 100_000) * read * input) / 1_000_000);
          const [first] = await adviceOn(text);
          const named = first === undefined ? "" : `${first.kind} ${first.of}`;
          kinds.add(named);
          const [, largest] = [...expected].reduce((most, each) => (each[1] > most[1] ? each : most));
          expect(Math.abs((first?.dollars ?? 0) - (expected.get(named) ?? 0))).toBeLessThan(largest / 10);
          expect(expected.get(named) ?? 0).toBeGreaterThan(largest * 0.9);
        },
      ),
      { runs: 25, longer: 300 },
    );
    expect(kinds.size).toBeGreaterThan(2);
  });

  it("tells the price, the cause and the setting of each on the command line", async () => {
    const results = Array.from({ length: 12 }, () => ({ tool: "Read", tokens: 4_000 }));
    const { text } = transcriptOf({ instructions: 30_000, results, pauses: [1, 1, 60, 1, 1, 1, 1, 1, 1, 1, 1] });
    const path = join(base, "talk.jsonl");
    writeFileSync(path, text);
    const store = join(base, "clew.db");
    await typed(["import", path, "--store", store]);
    const { out, code } = await typed(["usage", "--advise", "--store", store]);
    const told = out.replace(/\s+/g, " ");
    expect(code).toBe(0);
    expect(told).toMatch(
      /\$\d\.\d+ \(\d+ %\) 11 results and long inputs of Read, 4\dk tokens, sent again \d times on average/,
    );
    expect(told).toContain("clear_at clears old results earlier");
    expect(told).toMatch(/1 break of the prefix because the cache's lifetime was over: 3\dk tokens paid anew/);
    expect(told).toMatch(/instructions and tools, (?:19|20)k tokens above 10k, in 12 calls/);
    const data = (await typed(["usage", "--advise", "--json", "--store", store])).out.trim().split("\n");
    expect(data.map((line) => JSON.parse(line).setting)).toContain("clear_at");
    expect(await typed(["usage", "--advise", "--by", "model", "--store", store])).toMatchObject({ code: 2 });
  });

  it("tells a remedy once, with the dearest of the costs that it avoids", async () => {
    const results = Array.from({ length: 12 }, (_, place) => ({
      tool: place % 2 === 0 ? "Read" : "Bash",
      tokens: 4_000,
    }));
    const { text } = transcriptOf({ instructions: 2_000, results, pauses: results.slice(1).map(() => 1) });
    const path = join(base, "two-tools.jsonl");
    writeFileSync(path, text);
    const store = join(base, "two-tools.db");
    await typed(["import", path, "--store", store]);
    const told = (await typed(["usage", "--advise", "--store", store])).out.replace(/\s+/g, " ");
    expect(told.match(/results and long inputs of (?:Read|Bash)/g)).toHaveLength(2);
    expect(told.match(/clear_at clears old results earlier/g)).toHaveLength(1);
  });

  it.each([
    [1_000, 0],
    [30_000, 1],
  ])("counts %i words of instructions where Clew answers, and none of what is said", async (words, expected) => {
    const clew = await openClew({ store: "memory", window: 200_000, instructions: "word ".repeat(words) });
    const model = { ...scriptedModel(() => ({ text: "Noted." })), modelId: "claude-sonnet-4-5" };
    for (let each = 0; each < 4; each += 1)
      await clew.generate({ session: "terminal:default", id: `${each}`, text: "word ".repeat(9_000) }, { model });
    const { advice = [] } = await clew.usage({ advise: true });
    await clew.close();
    const told = advice.filter(({ kind }) => kind === "instructions");
    expect(told).toHaveLength(expected);
    // The scripted model counts four characters to a token.
    const over = (5 * words) / 4 - 10_000;
    for (const { tokens, count } of told) expect([count, Math.abs(tokens / over - 1) < 0.1]).toEqual([4, true]);
  });

  it("has nothing to say of a log without calls", async () => {
    const store = join(base, "empty.db");
    const clew = await openClew({ store });
    await clew.observe({ session: "terminal:default", text: "hello" });
    await clew.close();
    expect((await typed(["usage", "--advise", "--store", store])).out).toBe("No call of a model is in this log yet.\n");
  });
});

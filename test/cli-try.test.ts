import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { findModelFacts } from "../src/core/model/facts/find-facts.js";
import { estimateCachedSpend } from "../src/core/model/prefix-cache.js";
import { countBilledInput, priceTokens } from "../src/core/model/prices.js";
import { readAccount } from "../src/core/model/read-account.js";
import { objects, typed } from "./cli-run.js";
import { agent, calls, jsonl, result, says, user } from "./importers/claude-code-lines.js";

const base = mkdtempSync(join(tmpdir(), "clew-try-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let made = 0;

function written(name: string, text: string): string {
  const folder = join(base, `case-${++made}`);
  mkdirSync(folder);
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const rounds = 12;

/** Every round reads a long file. `read` is the part of what was sent that its cache had. */
function transcript(read: number): string {
  const lines: Record<string, unknown>[] = [];
  let sent = 5_000;
  const counters = (added: number) => {
    sent += added;
    const cached = Math.round(sent * read);
    const cache = { cache_read_input_tokens: cached, cache_creation_input_tokens: sent - cached };
    return { input_tokens: 1, ...cache, output_tokens: 20 };
  };
  for (let number = 0; number < rounds; number++) {
    const parent = number === 0 ? null : `b${number - 1}`;
    const text = `Row ${number} has stones and needs water before noon. `.repeat(60);
    const reads = calls(`c${number}`, "Read", { file_path: "rows.md" });
    lines.push(
      user(`u${number}`, parent, `How is row ${number}?`),
      counted(agent(`a${number}`, `u${number}`, `m${number}`, reads), counters(20)),
      result(`r${number}`, `a${number}`, `c${number}`, text),
      counted(agent(`b${number}`, `r${number}`, `n${number}`, says(`Row ${number} is dry.`)), counters(620)),
    );
  }
  return jsonl(lines);
}

function counted(line: Record<string, unknown>, usage: Record<string, unknown>): Record<string, unknown> {
  return { ...line, message: { ...(line.message as object), model: "claude-opus-4-6", usage } };
}

/** Every round reads a long file, and changes a line from its middle. */
function quoting(): string {
  const lines: Record<string, unknown>[] = [];
  for (let number = 0; number < rounds; number++) {
    const parent = number === 0 ? null : `b${number - 1}`;
    const filler = `Row ${number} has stones and needs water before noon.\n`.repeat(60);
    const line = `  bed_${number * 7_919} = Bed.new(width: ${number})`;
    const edit = calls(`e${number}`, "Edit", { old_string: line });
    lines.push(
      user(`u${number}`, parent, `How is row ${number}?`),
      agent(`a${number}`, `u${number}`, `m${number}`, calls(`c${number}`, "Read", { file_path: "rows.md" })),
      result(`r${number}`, `a${number}`, `c${number}`, `${filler}${line}\n${filler}`),
      agent(`b${number}`, `r${number}`, `n${number}`, edit),
      result(`q${number}`, `b${number}`, `e${number}`, "Done."),
    );
  }
  return jsonl(lines);
}

/** The name of each round's bed and its line, and from the second round on the file's name and that of the class. */
const quoted = 2 * rounds + 2 * (rounds - 1);

/** What another program sent, without a single counter. */
function messages(): string {
  const list = Array.from({ length: 12 }, (_none, number) => [
    { role: "user", content: `How is row ${number}?` },
    { role: "assistant", content: `Row ${number} is dry. `.repeat(20) },
  ]);
  return JSON.stringify(list.flat());
}

interface PolicyData {
  readonly policy: string;
  readonly sent: number;
  readonly dollars: number;
  readonly prefixKept: number;
  readonly quotes: { readonly all: number; readonly shown: number };
}

interface TriedData {
  readonly calls: number;
  readonly window: number;
  readonly paid: { readonly sent: number; readonly dollars: number; readonly counted: number } | null;
  readonly full: PolicyData;
  readonly policies: readonly PolicyData[];
  readonly resent: readonly { readonly what: string; readonly about: string; readonly times: number }[];
  readonly unsuited: readonly string[];
}

async function dataOf(...words: readonly string[]): Promise<TriedData> {
  const { out, error, code } = await typed(["try", ...words, "--json"]);
  expect({ code, error }).toEqual({ code: 0, error: "" });
  return objects(out)[0] as unknown as TriedData;
}

describe("clew try", () => {
  test("says first what the first policy would have cost instead of what was paid", async () => {
    const { code, out, error } = await typed(["try", written("rows.jsonl", transcript(0))]);
    expect({ code, error }).toEqual({ code: 0, error: "" });
    const [headline = "", more = ""] = out.split("\n");
    expect(`${headline} ${more}`).toMatch(
      /^balanced would have sent \S+ tokens for \$\S+ instead of \S+ for \$\S+ as paid: \d+ % less\./,
    );
    for (const row of ["as paid", "full history", "balanced", "rolling"]) expect(out).toContain(`\n${row} `);
    expect(out).toContain("Results that were sent again and again");
    expect(out).toContain("Read rows.md");
  });

  test("fits the estimates to the counters, so that the whole history is what was sent", async () => {
    const tried = await dataOf(written("rows.jsonl", transcript(0.95)));
    expect(tried.calls).toBe(rounds * 2);
    expect(tried.paid?.counted).toBe(rounds * 2);
    const ratio = tried.full.sent / (tried.paid?.sent ?? 0);
    expect(ratio).toBeGreaterThan(0.95);
    expect(ratio).toBeLessThan(1.05);
    expect(tried.resent[0]).toMatchObject({ what: "Read", about: "rows.md", times: rounds * 2 - 1 });
  });

  test("says so when a policy would have cost more", async () => {
    const { out } = await typed(["try", written("rows.jsonl", transcript(1)), "--policy", "balanced"]);
    expect(out.replaceAll("\n", " ")).toMatch(/^balanced would .* as paid: \d+ % more\./);
  });

  test("warns of a policy that is made for chats, beside a history of an agent", async () => {
    const path = written("rows.jsonl", transcript(0.95));
    const words = ["--policy", "balanced", "--policy", "laned"];
    expect((await dataOf(path, ...words)).unsuited).toEqual(["laned"]);
    const { out } = await typed(["try", path, ...words]);
    expect(out.replaceAll("\n", " ")).toContain("laned is made for chats, not for agents:");
    expect((await dataOf(path, "--policy", "rolling")).unsuited).toEqual([]);
  });

  test("the whole history keeps all of its prefix, and shows every value that a call quotes", async () => {
    const { full, calls } = await dataOf(written("rows.jsonl", quoting()));
    expect(full.prefixKept).toBe(1);
    expect(full.quotes).toEqual({ all: quoted, shown: quoted });
    expect(calls).toBe(2 * rounds);
  });

  test("a policy that cuts a result before it is quoted shows less, and says so beside its price", async () => {
    const path = written("rows.jsonl", quoting());
    const cut = join(base, `case-${made}`, "clew.toml");
    writeFileSync(cut, '[policies.cut]\nextends = "balanced"\nspill_over = 1000\npreview = 100\n');
    const words = ["--policy", "balanced", "--policy", "cut", "--config", cut];
    const [whole, less] = (await dataOf(path, ...words)).policies;
    expect(whole?.quotes.shown).toBe(quoted);
    // What the calls themselves repeat stays.
    expect(less?.quotes.shown).toBe(quoted - 2 * rounds);
    const { out } = await typed(["try", path, ...words]);
    expect(out).toMatch(/ price +shown +compacted/);
    expect(out).toMatch(/\nbalanced .* 100 % /);
    expect(out.replaceAll("\n", " ")).toContain("values that calls quote");
  });

  test("the last call counts, though its message has no end", async () => {
    const lines = transcript(0.95).trimEnd().split("\n");
    const last = lines.at(-1)?.replace('"stop_reason":"end_turn"', '"stop_reason":null') ?? "";
    const tried = await dataOf(written("rows.jsonl", [...lines.slice(0, -1), last].join("\n")));
    expect(tried.paid?.counted).toBe(tried.calls);
  });

  test("a small window makes the views smaller than the history", async () => {
    const path = written("rows.jsonl", transcript(0.95));
    const tried = await dataOf(path, "--policy", "balanced", "--window", "12000");
    expect(tried.window).toBe(12_000);
    expect(tried.policies.map(({ policy }) => policy)).toEqual(["balanced"]);
    expect(tried.policies[0]?.sent).toBeLessThan(tried.full.sent);
  });

  test("without counters it compares with the whole history and says that all is estimated", async () => {
    const path = written("messages.json", messages());
    const { code, out } = await typed(["try", path]);
    expect(code).toBe(0);
    expect(out.replaceAll("\n", " ")).toMatch(
      /^balanced would have cost about the same as the whole history on every call: \d/,
    );
    expect(out).not.toContain("as paid");
    expect(out.replaceAll("\n", " ")).toContain("all figures are estimates");
    expect((await dataOf(path)).paid).toBeNull();
  });

  test("fits a terminal of 80 columns and 24 lines", async () => {
    const { out } = await typed(["try", written("rows.jsonl", transcript(0.95))], 80);
    const lines = out.trimEnd().split("\n");
    expect(lines.length).toBeLessThan(24);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});

describe("what clew try can't do is said in one sentence", () => {
  test("an unknown policy gets the nearest name", async () => {
    const { code, error } = await typed(["try", written("rows.jsonl", transcript(0)), "--policy", "balnced"]);
    expect(code).toBe(2);
    expect(error).toMatch(
      /^clew: There is no policy "balnced" \[cli\/usage\]\nclew: Did you mean balanced\? Use one of: /,
    );
  });

  test("a transcript in which no model answers", async () => {
    const { code, error } = await typed(["try", written("rows.jsonl", jsonl([user("u1", null, "Is anybody there?")]))]);
    expect(code).toBe(1);
    expect(error).toContain("holds no call of a model");
  });

  test("an empty file, a folder, and a file that is not there", async () => {
    const empty = await typed(["try", written("rows.jsonl", "")]);
    expect(empty.code).toBe(1);
    expect(empty.error).toContain("rows.jsonl is empty [import/bad]");
    const folder = await typed(["try", base]);
    expect(folder.code).toBe(2);
    expect(folder.error).toContain("is a folder");
    const missing = await typed(["try", join(base, "nowhere.jsonl")]);
    expect(missing.code).toBe(2);
    expect(missing.error).toContain("There is no file");
  });
});

test("a session of a log is tried without a change to the log", async () => {
  const path = written("rows.jsonl", transcript(0.95));
  const store = `${path}.db`;
  await typed(["import", path, "--store", store]);
  const [session] = objects((await typed(["sessions", "--store", store, "--json"])).out);
  const key = String(session?.session);
  const before = { bytes: readFileSync(store), log: (await typed(["export", "--store", store])).out };
  const tried = await dataOf(key, "--store", store);
  expect(tried.calls).toBe(rounds * 2);
  expect(readFileSync(store).equals(before.bytes)).toBe(true);
  expect((await typed(["export", "--store", store])).out).toBe(before.log);
  const unknown = await typed(["try", "notes:nothing", "--store", store]);
  expect(unknown.code).toBe(1);
  expect(unknown.error).toContain("session/unknown");
});

describe("prices", () => {
  test("counters of several providers are read into one account", () => {
    const read = { fresh: 10, read: 90, written: 0, writtenLong: 0, output: 5 };
    expect(
      readAccount({ prompt_tokens: 100, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 90 } }),
    ).toEqual({
      model: null,
      spent: read,
    });
    expect(readAccount({ input: 10, cacheRead: 90, cacheWrite: 0, output: 5, model: "oak-1" })).toEqual({
      model: "oak-1",
      spent: read,
    });
    const cache = { cache_creation_input_tokens: 50, cache_creation: { ephemeral_1h_input_tokens: 40 } };
    expect(readAccount({ input_tokens: 1, ...cache })?.spent).toMatchObject({ written: 10, writtenLong: 40 });
    expect(readAccount("many")).toBeNull();
  });

  test("written tokens are a part of the prompt, and a compaction of the provider is paid besides its answer", () => {
    const details = { cached_tokens: 60, cache_write_tokens: 30 };
    const spent = { fresh: 10, read: 60, written: 30, writtenLong: 0, output: 5 };
    expect(readAccount({ input_tokens: 100, output_tokens: 5, input_tokens_details: details })?.spent).toEqual(spent);
    expect(readAccount({ prompt_tokens: 100, completion_tokens: 5, prompt_tokens_details: details })?.spent).toEqual(
      spent,
    );
    const iterations = [
      { type: "compaction", input_tokens: 900, output_tokens: 80, cache_read_input_tokens: 100_000 },
      { type: "message", input_tokens: 20, output_tokens: 7, cache_creation_input_tokens: 2_000 },
    ];
    const summed = { fresh: 920, read: 100_000, written: 2_000, writtenLong: 0, output: 87 };
    expect(readAccount({ input_tokens: 0, output_tokens: 0, iterations })?.spent).toEqual(summed);
  });

  test("a request above a tier costs all of it the multiple, to the cent", () => {
    const facts = findModelFacts("claude-haiku-5-5");
    const call = { fresh: 1_000, read: 90_000, written: 9_000, writtenLong: 0, output: 2_000 };
    expect(priceTokens(call, facts)).toEqual({ input: (1_000 + 9_000 + 11_250) / 1e7, output: 0.001 });
    const larger = { ...call, fresh: 1_001 };
    expect(priceTokens(larger, facts).input).toBeCloseTo((5 * (1_001 + 9_000 + 11_250)) / 1e7, 12);
    expect(priceTokens(larger, facts).output).toBeCloseTo(0.005, 12);
  });

  test("a shared beginning is read for five minutes, then written anew", () => {
    const facts = findModelFacts("claude-sonnet-4-5");
    const call = (at: number, shared: number) => ({ at, tokens: 10_000, shared, warm: 0, facts });
    const spent = estimateCachedSpend(
      [call(0, 0), call(60_000, 9_000), call(600_000, 9_000), call(601_000, 500)],
      false,
    );
    expect(spent.map(({ read }) => read)).toEqual([0, 9_000, 0, 0]);
    expect(spent.map((each) => countBilledInput(each, facts))).toEqual([12_500, 2_150, 12_500, 12_500]);
  });
});

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findModelFacts } from "@clewline/core/model/facts/find-facts.js";
import { estimateCachedSpend } from "@clewline/core/model/prefix-cache.js";
import { countBilledInput, priceTokens } from "@clewline/core/model/prices.js";
import { readAccount } from "@clewline/core/model/read-account.js";
import { afterAll, describe, expect, test } from "vitest";
import { objects, typed } from "./cli-run.js";
import { agent, calls, jsonl, link, result, says, user } from "./importers/claude-code-lines.js";

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
function quoting(name = (_round: number) => "rows.md"): string {
  const lines: Record<string, unknown>[] = [];
  for (let number = 0; number < rounds; number++) {
    const parent = number === 0 ? null : `b${number - 1}`;
    // All lines are of one kind and each tells something, so that no cut can keep them all.
    const beds = (from: number) =>
      Array.from({ length: 60 }, (_, row) => `  bed_${from + row * 13} = Bed.new(width: ${row})\n`).join("");
    const line = `  bed_${number * 7_919} = Bed.new(width: ${number})`;
    const edit = calls(`e${number}`, "Edit", { old_string: line });
    lines.push(
      user(`u${number}`, parent, `How is row ${number}?`),
      agent(`a${number}`, `u${number}`, `m${number}`, calls(`c${number}`, "Read", { file_path: name(number) })),
      result(
        `r${number}`,
        `a${number}`,
        `c${number}`,
        `${beds(number * 7_919 + 1)}${line}\n${beds(number * 7_919 + 2_003)}`,
      ),
      agent(`b${number}`, `r${number}`, `n${number}`, edit),
      result(`q${number}`, `b${number}`, `e${number}`, "Done."),
    );
  }
  return jsonl(lines);
}

/** The name of each round's bed, and in the second round the file's name; from then on it stands in two places. */
const quoted = rounds + 1;

const invoiceCount = 55;

/** Invoices are read, then the agent tells all totals: each has three to six digits and stands in its invoice alone. */
function invoices(tell = (all: string) => all): string {
  const total = (number: number) => (331 + number * 7_919).toLocaleString("en-US");
  const read = Array.from({ length: invoiceCount }, (_, number) => {
    const rows = Array.from({ length: 40 }, (_row, row) => `${row} boards of oak at ${row + 11} each`).join("\n");
    const path = { file_path: `invoice-${number}.txt` };
    return [
      agent(`a${number}`, number === 0 ? "u0" : `r${number - 1}`, `m${number}`, calls(`c${number}`, "Read", path)),
      result(`r${number}`, `a${number}`, `c${number}`, `${rows}\nTotal ${total(number)}\n${rows}`),
    ];
  });
  const all = Array.from({ length: invoiceCount }, (_, number) => `Invoice ${number}: ${total(number)}`).join("\n");
  const end = `r${invoiceCount - 1}`;
  return jsonl([
    user("u0", null, "Read the invoices."),
    ...read.flat(),
    agent("b0", end, "n0", says("They are read.")),
    user("u1", "b0", "Give me all totals."),
    agent("b1", "u1", "n1", says(tell(all))),
  ]);
}

/** A list of flights comes as JSON in one line, and the agent tells the price of one of them. */
function flights(): string {
  const list = Array.from({ length: 40 }, (_, number) => {
    return {
      flight: `HAT${100 + number}`,
      origin: "JFK",
      destination: "SEA",
      price: 31_000 + number * 7_919,
      seats: number,
    };
  });
  return jsonl([
    user("u0", null, "What does flight HAT131 cost?"),
    agent("a0", "u0", "m0", calls("c0", "search", { origin: "JFK" })),
    result("r0", "a0", "c0", JSON.stringify(list)),
    agent("b0", "r0", "n0", says("Flight HAT131 costs 276489.")),
  ]);
}

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
  readonly quotes: {
    readonly all: number;
    readonly shown: number;
    readonly far: { readonly all: number; readonly shown: number };
  };
  readonly recalls: { readonly count: number };
}

interface TriedData {
  readonly calls: number;
  readonly window: number;
  readonly paid: { readonly sent: number; readonly dollars: number; readonly counted: number } | null;
  readonly full: PolicyData;
  readonly client: PolicyData;
  readonly oracle: PolicyData;
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
  test("says first what the first policy would have cost beside the whole history by the same rules, with the real bill in its row", async () => {
    const { code, out, error } = await typed(["try", written("rows.jsonl", transcript(0))]);
    expect({ code, error }).toEqual({ code: 0, error: "" });
    expect(out.replaceAll("\n", " ")).toMatch(
      /^balanced would have sent \S+ tokens for \$\S+: (?:\d+ % less than|about as much as) the whole history on every call \(\$\S+\), recalls and the same cache included\./,
    );
    for (const row of ["as paid", "full history", "balanced", "rolling", "oracle"]) expect(out).toContain(`\n${row} `);
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

  test("what the program had summarised is simulated by the same rules, and told beside the whole history", async () => {
    const lines = transcript(0).trimEnd().split("\n");
    const middle = lines.length / 2;
    const { uuid } = JSON.parse(lines[middle - 1] ?? "{}") as { uuid: string };
    const { timestamp } = JSON.parse(lines[middle] ?? "{}") as { timestamp: string };
    const about = {
      subtype: "compact_boundary",
      logicalParentUuid: uuid,
      compactMetadata: { preTokens: 5 },
      timestamp,
    };
    const later = lines.slice(middle).map((line) => line.replaceAll(`"parentUuid":"${uuid}"`, '"parentUuid":"cut"'));
    const cut = JSON.stringify(link("system", "cut", null, about));
    const path = written("rows.jsonl", [...lines.slice(0, middle), cut, ...later].join("\n"));
    const { client, full } = await dataOf(path);
    expect(client.sent).toBeLessThan(full.sent);
    const { out } = await typed(["try", path]);
    expect(out.replaceAll("\n", " ")).toMatch(/, and \d+ % (?:less|more) than what the program did itself \(\$/);
    expect(out).toContain("\nown client ");
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
    expect(full.quotes).toMatchObject({ all: quoted, shown: quoted });
    expect(calls).toBe(2 * rounds);
  });

  test("a policy that cuts a result before it is quoted shows less, and says so beside its price", async () => {
    // Each round reads another file: one that is read again after a cut is shown whole.
    const path = written(
      "rows.jsonl",
      quoting((round) => `rows-${round}.md`),
    );
    const cut = join(base, `case-${made}`, "clew.toml");
    writeFileSync(cut, '[policies.cut]\nextends = "balanced"\nspill_over = 1000\npreview = 100\n');
    const words = ["--policy", "balanced", "--policy", "cut", "--config", cut];
    const [whole, less] = (await dataOf(path, ...words)).policies;
    expect(whole?.quotes).toMatchObject({ all: rounds, shown: rounds });
    expect(less?.quotes.shown).toBeLessThanOrEqual(1);
    const { out } = await typed(["try", path, ...words]);
    expect(out).toMatch(/ price +of full +shown +far +recalls/);
    expect(out).toMatch(/\nbalanced .* 100 % /);
    expect(out.replaceAll("\n", " ")).toContain("values that calls and answers need");
  });

  test("says that the totals of 55 invoices would have been missing, and charges for reading them again", async () => {
    const path = written("invoices.jsonl", invoices());
    const cut = join(base, `case-${made}`, "clew.toml");
    writeFileSync(cut, '[policies.cut]\nextends = "layered"\nspill_over = 100\npreview = 40\n');
    const words = ["--policy", "cut", "--policy", "rolling", "--config", cut];
    const { full, oracle, policies } = await dataOf(path, ...words);
    const [hiding, showing] = policies;
    expect(full.quotes.all).toBeGreaterThanOrEqual(invoiceCount);
    expect(hiding?.quotes.all).toBe(full.quotes.all);
    expect((hiding?.quotes.all ?? 0) - (hiding?.quotes.shown ?? 0)).toBeGreaterThanOrEqual(invoiceCount);
    expect(hiding?.quotes.far).toMatchObject({ shown: 0 });
    expect(hiding?.recalls.count).toBe(invoiceCount);
    expect(showing?.quotes).toEqual(full.quotes);
    expect(oracle.quotes).toEqual(full.quotes);
    expect(oracle.dollars).toBeLessThanOrEqual(full.dollars);
    const { out } = await typed(["try", path, ...words]);
    expect(out.replaceAll("\n", " ")).toMatch(
      /in its views \d+ % of the values that calls and answers needed were missing \(55 of \d+\); fetching them is in its price\./,
    );
    expect(out.replaceAll("\n", " ")).not.toContain("in the views of rolling");
  });

  test("says that nothing is measured where the answer quotes none of what was hidden", async () => {
    const path = written(
      "invoices.jsonl",
      invoices(() => "All in all it is a lot of money."),
    );
    const cut = join(base, `case-${made}`, "clew.toml");
    writeFileSync(cut, '[policies.cut]\nextends = "layered"\nspill_over = 100\npreview = 40\n');
    const { out } = await typed(["try", path, "--policy", "cut", "--config", cut]);
    expect(out.replaceAll("\n", " ")).toContain("Whether cut leaves out what was needed can't be measured here");
  });

  test("what a view shows as a table is shown, though it stood in JSON", async () => {
    const { policies } = await dataOf(written("flights.jsonl", flights()), "--policy", "balanced");
    const [balanced] = policies;
    expect(balanced?.quotes.all).toBeGreaterThan(0);
    expect(balanced?.quotes.shown).toBe(balanced?.quotes.all);
    expect(balanced?.recalls.count).toBe(0);
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
      /^balanced would have sent \S+ tokens for \S+: about as much as the whole history on every call \(/,
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
    ).toMatchObject({
      model: null,
      spent: read,
    });
    expect(readAccount({ input: 10, cacheRead: 90, cacheWrite: 0, output: 5, model: "oak-1" })).toMatchObject({
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
    const long = { fresh: 272_001, read: 0, written: 0, writtenLong: 0, output: 1_000_000 };
    const terra = priceTokens(long, findModelFacts("gpt-6.1-terra"));
    expect([terra.input, terra.output]).toEqual([0.544002, 7.5]);
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

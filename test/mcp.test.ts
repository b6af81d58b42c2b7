import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countTokens, estimated } from "@clewline/text/tokens/count-tokens.js";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { openClew } from "clewline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { program } from "./cli-program.js";
import { objects, typed } from "./cli-run.js";
import { agent, calls, jsonl, result, says, user } from "./importers/claude-code-lines.js";
import { some } from "./some.js";

const base = mkdtempSync(join(tmpdir(), "clew-mcp-"));
const store = join(base, "log.db");
const session = "telegram:chat:42";
const other = "terminal:default";
/** Words that no answer within the walls may hold. */
const foreign = /walrus|for the web|taken back|old version/;

let all: Server;
let walled: Server;
let laned: Server;
let before: string;

beforeAll(async () => {
  await writeLog();
  before = fingerprint();
  [all, walled, laned] = await Promise.all([
    started(["--store", store]),
    // The newest protocol; the others speak the one before, as most clients do.
    started(["--store", store, "--session", session], "2026-07-28"),
    started(["--store", store, "--session", session, "--lane", "topic:42:3"]),
  ]);
});

afterAll(async () => {
  await Promise.all([all, walled, laned].map((server) => server?.client.close()));
  rmSync(base, { recursive: true, force: true });
});

describe("clew mcp", () => {
  test("lists six tools, four of them read-only, and says where the log is", async () => {
    for (const { client } of [all, walled]) {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual([
        "search_memories",
        "get_conversation",
        "recall",
        "context_status",
        "remember",
        "forget",
      ]);
      expect(tools.map(({ annotations }) => annotations?.readOnlyHint)).toEqual([true, true, true, true, false, false]);
      for (const { annotations } of some(tools)) expect(annotations).toMatchObject({ openWorldHint: false });
    }
    expect([all.client.getProtocolEra(), walled.client.getProtocolEra()]).toEqual(["legacy", "modern"]);
    expect(all.client.getServerVersion()).toMatchObject({ name: "clew" });
    expect(all.client.getInstructions()).toMatch(
      /never say that you don't know or don't remember without having searched/,
    );
    expect(all.errors()).toMatch(/^clew: the log is .*log\.db \(named\)\n$/);
  });

  test("tells how full a context is, within reach only", async () => {
    expect(await said(all, "context_status", { session: "terminal:default" })).toMatch(
      /^terminal:default, lane \S+\nContext: [\d.]+k? of [\d.]+k tokens \(\d+ %\).*\nCompacted: never\.$/,
    );
    expect(await said(walled, "context_status", {})).toMatch(/\nContext: /);
    const outside = await walled.client.callTool({
      name: "context_status",
      arguments: { session: "terminal:default" },
    });
    expect(outside.isError).toBe(true);
  });

  test("finds a session of Claude Code on the day it was imported, without what its own tools had brought back", async () => {
    const found = await said(all, "search_memories", { query: "Where do the roses go?" });
    expect(found).toMatch(/^clew:e\w{10} 2020-05-01 \d\d:\d\d claude-code:plot-7 user: Where do the roses go\?$/m);
    expect(found).toMatch(/claude-code:plot-7 agent: Along the south wall\.$/m);
    expect(found).not.toContain("brought back earlier");
    const page = await said(all, "get_conversation", { session: "claude-code:plot-7" });
    expect(page.split("\n").map((line) => line.replace(/^clew:(.)\w{10} \S+ \S+/, "$1"))).toEqual([
      "claude-code:plot-7, lane root:plot-7",
      "e user: Where do the roses go?",
      "s [2 tool calls: map, mcp__clew__search_memories]",
      "e agent: Along the south wall.",
      "[this is the beginning]",
    ]);
  });

  test("searches all sessions, and recalls by question and by pointer, a page at a time", async () => {
    expect(await said(all, "search_memories", { query: "walrus" })).toMatch(/ terminal:default user: The walrus/);
    const old = await said(all, "search_memories", { query: "roses walrus", until: "2020-05-02", person: "user" });
    expect(old).toMatch(/^clew:e\w{10} 2020-05-01 \d\d:\d\d claude-code:plot-7 user: Where do the roses go\?$/);
    expect(await said(all, "search_memories", { query: "walrus", until: "2020-05-02" })).toMatch(
      /^Nothing in this log holds "walrus" for that person and time; /,
    );
    const answer = await said(walled, "recall", { question: "Which number does the contract have?" });
    expect(answer).toMatch(/^clew:e\w{10} \S+ \S+ agent: …?.*The contract has the number K-4711/);
    const pointer = answer.slice(0, 16);
    const pages: string[] = [];
    for (let offset: string | undefined = "0"; offset !== undefined; ) {
      const page: string = await said(walled, "recall", { pointer, offset: Number(offset) });
      expect(countTokens(page, estimated)).toBeLessThanOrEqual(2_050);
      offset = /\n\[go on with offset (\d+) of \d+\]$/.exec(page)?.[1];
      pages.push(page.replace(/\n\[go on with offset .*\]$/, ""));
    }
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.join("")).toBe(longReply);
    expect(await said(walled, "recall", { pointer, find: "K-*" })).toBe("301: The contract has the number K-4711");
    expect(await said(walled, "recall", { pointer, lines: "2-3" })).toBe(
      "Clause 1 of the contract\nClause 2 of the contract",
    );
    const end = `There is nothing at offset 99999999: it has ${longReply.length} characters; ask without an offset.`;
    expect(await said(walled, "recall", { pointer, offset: 99_999_999 })).toBe(end);
    expect(await said(walled, "recall", { pointer, lines: "900-1000" })).toMatch(
      /^There is nothing on line 900; the last/,
    );
    expect(await said(walled, "recall", { pointer, find: "K-*", offset: 5 })).toMatch(
      /^There is nothing at offset 5: 1 /,
    );
  });

  test("pages through a conversation in order, from its end to its beginning, and around a place", async () => {
    const seen: string[] = [];
    let page = await said(walled, "get_conversation", { session, lane: "root:42", limit: 7 });
    for (;;) {
      expect(countTokens(page, estimated)).toBeLessThanOrEqual(4_200);
      seen.unshift(...[...page.matchAll(/user: Report (\d+)\?/g)].map(([, day = ""]) => day));
      const earlier = /\[earlier: pointer (clew:e\w{10}), direction before\]/.exec(page)?.[1];
      if (earlier === undefined) break;
      page = await said(walled, "get_conversation", { pointer: earlier, direction: "before", limit: 7 });
    }
    expect(page).toContain("[this is the beginning]");
    expect(seen).toEqual(Array.from({ length: 12 }, (_value, index) => String(index + 1)));
    const [place = ""] = (await said(walled, "search_memories", { query: "Report 6" })).split(" ");
    const around = await said(walled, "get_conversation", { pointer: place, limit: 4 });
    expect([...around.matchAll(/Report (\d+)\?/g)].map(([, day]) => day)).toContain("6");
    expect(around).toMatch(/\[earlier: pointer .*\n\[later: pointer .*direction after\]/);
  });

  test("nothing of another session or lane, nothing private and nothing taken back is in any answer", async () => {
    const elsewhere = (await said(all, "search_memories", { query: "walrus" })).slice(0, 16);
    const inSession = (await said(walled, "search_memories", { query: "contract" })).slice(0, 16);
    for (const [server, pointers, outside] of [
      [walled, [elsewhere], []],
      [laned, [elsewhere, inSession], ["Report 1?"]],
    ] as const) {
      const words = ["walrus", "web", "taken back", "version", "Report", "topic"];
      const answers = [
        ...(await Promise.all(words.map((query) => said(server, "search_memories", { query, limit: 50 })))),
        ...(await Promise.all(words.map((question) => said(server, "recall", { question })))),
        await said(server, "get_conversation", { limit: 100 }),
      ].join("\n");
      expect(answers).toContain("In the topic");
      expect(answers.replaceAll(/^Nothing in this .*$/gm, "")).not.toMatch(foreign);
      expect(outside.filter((words) => answers.includes(words))).toEqual([]);
      for (const pointer of some(pointers)) {
        for (const [tool, input] of [
          ["recall", { pointer }],
          ["recall", { pointer: pointer.replace("clew:e", "clew:s") }],
          ["get_conversation", { pointer }],
        ] as const) {
          const unknown = (await refused(server, tool, { pointer: "clew:e0000000000" })).replace(
            "clew:e0000000000",
            "",
          );
          expect((await refused(server, tool, input)).replace(input.pointer, "")).toBe(unknown);
        }
      }
      expect(await refused(server, "get_conversation", { session: other })).toBe(
        (await refused(server, "get_conversation", { session: "terminal:nowhere" })).replace("terminal:nowhere", other),
      );
    }
    const hidden = await said(all, "search_memories", { query: "web taken back version", limit: 50 });
    expect(hidden).not.toMatch(/for the web|taken back|old version/);
    expect(hidden).toContain("A new version");
  });

  test.each([
    ["search_memories", { query: "x".repeat(1_000_000) }, /more than 2000 characters/],
    ["search_memories", { query: "x", since: "last week" }, /since is "last week", which is no day \(Write it as /],
    ["search_memories", { query: 7 }, /the query is a text/],
    ["search_memories", { query: "key", limit: 0 }, /whole number from 1 to 50/],
    ["search_memories", {}, /the query is a text/],
    ["recall", { pointer: "../../etc/passwd" }, /^Not a pointer: /],
    ["recall", { pointer: "clew:e0000000000" }, /^Nothing within reach has the pointer clew:e0000000000\.$/],
    ["recall", { pointer: "clew:e0000000000", offset: -5 }, /whole number from 0/],
    ["recall", { pointer: "clew:e0000000000", offset: 1.5 }, /whole number from 0/],
    ["recall", { pointer: "clew:e0000000000", find: "a".repeat(201) }, /at most 200 characters/],
    ["recall", { pointer: "clew:e0000000000", lines: "a-b" }, /give lines as 40-80/],
    [
      "recall",
      { pointer: "clew:e0000000000", question: "Which?" },
      /^Give either a pointer or a question, not both\.$/,
    ],
    ["recall", { question: "Which?", find: "x" }, /go with a pointer only/],
    ["recall", {}, /^Give either a pointer or a question/],
    ["get_conversation", { session: "no session" }, /^Not a session: /],
    ["get_conversation", { session: "telegram:chat:9" }, /^There is no session telegram:chat:9 within reach\.$/],
    [
      "get_conversation",
      { session, lane: "root:9" },
      /^There is no lane root:9 in .*; it has root:42, topic:42:3\.$|topic:42:3, root:42/,
    ],
    ["get_conversation", { sesion: session }, /Unrecognized key: "sesion"/],
  ])("%s with a bad input answers in one sentence (%#)", async (tool, input, sentence) => {
    const text = await refused(all, tool, input);
    expect(text).toMatch(sentence);
    expect(text).not.toMatch(/\n|\bat .*:\d+:\d+/);
    expect(text.length).toBeLessThan(300);
  });

  test("nothing found is an answer that says what to try", async () => {
    expect(await said(walled, "search_memories", { query: "elephant" })).toMatch(
      /^Nothing in this session holds "elephant"; try other words/,
    );
    expect(await said(all, "get_conversation", {})).toMatch(
      /^(?:\S+ \d+ entries, newest \S+ \S+: \S.*\n){3}\[give one of them as session to read it\]$/,
    );
  });

  test("a log that is not there yet is an answer, and is read as soon as it is there", async () => {
    const late = join(base, "late.db");
    const server = await started(["--store", late]);
    try {
      expect(server.errors()).toMatch(/late\.db \(named\)\nclew: it is not there yet/);
      expect(await refused(server, "search_memories", { query: "key" })).toMatch(
        /^There is no log at .*clew import FILE/,
      );
      expect(readdirSync(base)).not.toContain("late.db");
      const log = await openClew({ store: late });
      await log.observe({ session: other, text: "The key is here" });
      await log.close();
      expect(await said(server, "search_memories", { query: "key" })).toMatch(/The key is here$/);
    } finally {
      await server.client.close();
    }
  });

  test("SIGTERM ends it, and what was typed wrongly is said before it starts", async () => {
    const server = await started(["--store", store]);
    const closed = new Promise<void>((resolve) => {
      server.client.onclose = resolve;
    });
    process.kill(server.transport.pid ?? 0, "SIGTERM");
    await closed;
    const [lane, name] = [await typed(["mcp", "--lane", "root:42"]), await typed(["mcp", "--session", "nobody"])];
    expect([lane.code, lane.out, lane.error]).toEqual([2, "", expect.stringContaining("--lane needs --session")]);
    expect([name.code, name.out, name.error]).toEqual([1, "", expect.stringContaining("[session/bad-key]")]);
  });

  test("answers every request that it read before its input ended, and ends", () => {
    const asked = (id: number, method: string, params: object) => ({ jsonrpc: "2.0", id, method, params });
    const clientInfo = { name: "pipe", version: "1" };
    const requests = [
      asked(1, "initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo }),
      { jsonrpc: "2.0", method: "notifications/initialized" },
      ...[2, 3, 4, 5, 6].map((id) =>
        asked(id, "tools/call", { name: "search_memories", arguments: { query: "roses" } }),
      ),
      asked(7, "tools/list", {}),
      asked(8, "no/such", {}),
      asked(9, "ping", {}),
    ];
    const input = requests.map((request) => JSON.stringify(request)).join("\n");
    const options = { cwd: base, env: { PATH: process.env.PATH ?? "", HOME: base, TZ: "UTC" }, timeout: 60_000 };
    const { stdout, status } = spawnSync(process.execPath, [...program, "mcp", "--store", store], {
      ...options,
      input,
    });
    const answers = objects(String(stdout));
    expect(answers.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(JSON.stringify(answers.find(({ id }) => id === 6))).toContain("Where do the roses go?");
    expect(status).toBe(0);
  });

  test("a pointer from before an edit opens the message as it reads now, and a list shows no older words", async () => {
    const rows = objects((await typed(["log", session, "--lane", "root:42", "--json", "--store", store])).out);
    const pointers = rows.filter((row) => /version/.test(JSON.stringify(row))).map(({ pointer }) => String(pointer));
    expect(pointers).toHaveLength(3);
    for (const pointer of some(pointers)) {
      expect(await said(all, "recall", { pointer })).toBe("A new version");
      expect(await said(all, "recall", { pointer, find: "version" })).toBe("1: A new version");
      expect(await said(all, "recall", { pointer: pointer.replace("clew:e", "clew:s") })).not.toContain("old version");
    }
    const [first = ""] = pointers;
    const list = await said(all, "recall", { pointer: first.replace("clew:e", "clew:s"), find: "version" });
    expect(list.match(/A new version/g)).toHaveLength(2);
  });

  test("nothing was written by any of it", () => {
    expect(fingerprint()).toBe(before);
  });

  test("remembers and forgets, each client within its own reach", async () => {
    const text = "The shed's roof was tarred in May.";
    expect(await said(walled, "remember", { text })).toMatch(/^Kept as the-shed\S+\.$/);
    const found = await said(walled, "search_memories", { query: "Who tarred the shed?" });
    expect(found).toMatch(
      /^clew:e\w{10} \S+ \S+ memory the-shed\S+, noted by the agent: The shed's roof was tarred in May\.$/m,
    );
    expect(await said(all, "search_memories", { query: "shed tarred" })).toContain(text);
    expect(await said(all, "get_conversation", { pointer: found.slice(0, 16) })).toContain(text);
    const elsewhere = await started(["--store", store, "--session", other]);
    try {
      expect(await said(elsewhere, "search_memories", { query: "shed tarred" })).not.toContain(text);
      expect(await said(elsewhere, "forget", { text })).toBe("Nothing that is remembered here has these words.");
    } finally {
      await elsewhere.client.close();
    }
    expect(await said(walled, "forget", { text: "the shed's roof" })).toMatch(/^Forgotten: The shed's roof/);
    expect(await said(all, "search_memories", { query: "shed tarred" })).not.toContain(text);
    expect(await said(all, "remember", { text: "The ferry sails from pier nine" })).toMatch(/^Kept as /);
    const query = "Which pier does the ferry sail from?";
    for (const filter of some([{ person: "agent" }, { since: "2020-01-01" }, { until: "2999-01-01" }]))
      expect(await said(all, "search_memories", { query, ...filter })).toContain(": The ferry sails from pier nine");
    for (const filter of some([{ person: "nobody" }, { since: "2999-01-01" }, { until: "2019-01-01" }]))
      expect(await said(all, "search_memories", { query, ...filter })).not.toContain("pier nine");
    expect(await refused(all, "remember", { text: "" })).toMatch(/the text is empty/);
  });
});

const longReply = `${Array.from({ length: 300 }, (_value, clause) => `Clause ${clause} of the contract`).join("\n")}
The contract has the number K-4711`;

async function writeLog(): Promise<void> {
  const log = await openClew({ store });
  for (let day = 1; day <= 12; day++) {
    const turn = await log.begin({ session, id: day, text: `Report ${day}?` });
    await turn.record({ calls: [{ id: `c${day}`, tool: "meter", input: { day }, output: "nine units" }] });
    await turn.complete({ text: `All is well on day ${day}` });
  }
  const turn = await log.begin({ session, id: 20, text: "What does it say?" });
  await turn.complete({ text: longReply });
  await log.observe({ session, id: 21, text: "Only for the web", surface: "web", private: true });
  await log.observe({ session, id: 22, text: "This was taken back" });
  await log.edit({ session, id: 22, deleted: true });
  await log.observe({ session, id: 23, text: "An old version" });
  await log.edit({ session, id: 23, text: "A middle version, also an old version", editedAt: 1 });
  await log.edit({ session, id: 23, text: "A new version", editedAt: 2 });
  await log.observe({ session, id: 24, topic: 3, text: "In the topic" });
  await log.observe({ session: other, id: 1, text: "The walrus of another session" });
  await log.close();
  const transcript = join(base, "plot-7.jsonl");
  writeFileSync(transcript, jsonl(claudeCodeLines));
  const { code } = await typed(["import", transcript, "--store", store]);
  expect(code).toBe(0);
}

const claudeCodeLines = [
  user("u1", null, "Where do the roses go?", { timestamp: "2020-05-01T10:00:00.000Z" }),
  agent("a1", "u1", "m1", calls("c1", "map", { side: "south" })),
  result("r1", "a1", "c1", "full sun"),
  agent("a2", "r1", "m2", calls("c2", "mcp__clew__search_memories", { query: "roses" })),
  result("r2", "a2", "c2", "roses, brought back earlier"),
  agent("a3", "r2", "m3", says("Along the south wall.")),
];

function fingerprint(): string {
  return createHash("sha256").update(readFileSync(store)).digest("hex");
}

interface Server {
  readonly client: Client;
  readonly transport: StdioClientTransport;
  /** What it wrote to standard error. */
  errors(): string;
}

async function started(words: readonly string[], newest?: string): Promise<Server> {
  const args = [...program, "mcp", ...words];
  const env = { PATH: process.env.PATH ?? "", HOME: base, TZ: "UTC" };
  const transport = new StdioClientTransport({ command: process.execPath, args, env, cwd: base, stderr: "pipe" });
  let errors = "";
  transport.stderr?.on("data", (data) => {
    errors += String(data);
  });
  const mode = newest === undefined ? {} : { versionNegotiation: { mode: { pin: newest } } };
  const client = new Client({ name: "test", version: "1" }, mode);
  await client.connect(transport);
  return { client, transport, errors: () => errors };
}

type Input = Record<string, unknown>;

async function said(server: Server, name: string, input: Input): Promise<string> {
  const { text, isError } = await called(server, name, input);
  expect([isError, text]).toEqual([false, text]);
  return text;
}

async function refused(server: Server, name: string, input: Input): Promise<string> {
  const { text, isError } = await called(server, name, input);
  expect([isError, text]).toEqual([true, text]);
  return text;
}

async function called({ client }: Server, name: string, input: Input): Promise<{ text: string; isError: boolean }> {
  const { content, isError = false } = await client.callTool({ name, arguments: input });
  const [first] = content;
  return { text: first?.type === "text" ? first.text : "", isError };
}

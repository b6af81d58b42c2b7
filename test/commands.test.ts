import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeClewOverStore } from "@clewline/clewline/compose/open.js";
import { parseLaneKey, parseOwnerKey, parseSessionKey, type TurnId } from "@clewline/core/log/keys.js";
import { measureGrowthPerTurn, pickAlertLevel, readRequestTokens } from "@clewline/core/model/usage.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { openSqliteStore } from "@clewline/sqlite/sqlite-store.js";
import { makeMemoryStore } from "@clewline/store-kit/memory/memory-store.js";
import { formatPercent, splitPermilles } from "@clewline/text/percent.js";
import { formatShortNumber } from "@clewline/text/short-number.js";
import { type Clew, type ClewOptions, openClew } from "clewline";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { agent, jsonl, says, result as toolResult, calls as toolUse, user } from "./importers/claude-code-lines.js";
import { checkProperty } from "./properties.js";

const session = "telegram:chat:42";
const ref = { owner: parseOwnerKey("me"), session: parseSessionKey(session), lane: parseLaneKey("root:42") };
const facts = [
  "We decided to plant 40 oaks behind the shed on 2026-03-12, because the ground is wet there and little else grows.",
  "The invoice number 20931 over 1,240 EUR from the nursery is due on 2026-12-01 and has to be paid by transfer.",
  "I prefer watering on Mondays before 9 o'clock, because the well has run dry on every later day of the week.",
  "The delivery of 300 tulip bulbs comes on 2026-11-20 and goes to the second gate, not to the house itself.",
  "The greenhouse must never be colder than 12 degrees at night, or the lemon trees lose all of their leaves.",
  "The new fence has to be 180 centimetres high; the neighbour at number 7 has agreed to that in writing.",
];

/** Talk that no summary keeps. */
const talk =
  "Well, the wind went round the house again, and the cat sat there and looked at the clouds going by. ".repeat(6);

describe.each(["memory", "sqlite"])("commands from a chat, on %s", (kind) => {
  let folder = "";
  let store: LogStore;
  let clew: Clew;
  const options: ClewOptions = { window: 8_192, timeZone: "UTC" };

  const open = async (chosen: ClewOptions = options) => {
    if (kind === "sqlite") store = openSqliteStore({ path: join(folder, "clew.db"), hash: sha256 });
    clew = await makeClewOverStore(store, chosen);
  };
  /** A memory store forgets when it is closed, so there only the Clew over it is made anew. */
  const restart = async (chosen: ClewOptions = options) => {
    if (kind === "sqlite") await clew.close();
    await open(chosen);
  };

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "clew-commands-"));
    store = makeMemoryStore({ hash: sha256 });
    await open();
  });

  afterEach(async () => {
    await clew.close();
    rmSync(folder, { recursive: true });
  });

  const say = async (text: string) => (await clew.command({ session, text })) ?? "";
  const events = async () =>
    (await store.records(ref, "event", null, 100)).flatMap((record) => (record.kind === "event" ? [record.event] : []));
  const exchange = async (text: string, reply: string, usage?: unknown) => {
    const turn = await clew.begin({ session, text });
    const view = await turn.view();
    await turn.complete({ text: reply, ...(usage === undefined ? {} : { usage }) });
    return view.kind === "fits" ? view : Promise.reject(new Error("too small"));
  };
  const twelveMessages = async () => {
    for (const fact of facts) await exchange(`${talk}${fact}`, `${talk}Good.`);
  };

  test("66 clear is durable across a restart and leaves history searchable", async () => {
    await twelveMessages();
    expect(await say("/context clear")).toMatch(
      /^Cleared: 12 entries are no longer shown.*\n.*search still finds them/,
    );
    await restart();
    const { messages } = await exchange("What is the gate's number?", "I don't know");
    expect(JSON.stringify(messages)).not.toContain("oaks");
    expect(await clew.search("oaks")).toHaveLength(1);
    expect((await clew.log()).total).toBe(14);
    expect(await say("/context")).toContain("Messages: 1 user, 1 assistant, 0 tool");
    await say("/context clear");
    expect(await say("/context clear")).toBe("Nothing to clear: the context is empty already.");
  });

  test("70 a setting changed from chat applies from the next message; a bad value is refused with the allowed range", async () => {
    await twelveMessages();
    expect((await exchange("one more", "yes")).tokens).toBeGreaterThan(1_000);
    expect(await say("/config agent_max_context_tokens 12")).toBe(
      `max_tokens can't be "12": give a whole number from 1,000 to 10,000,000, or off.`,
    );
    expect(await say("/config agent_max_context_tokens")).toContain("max_tokens: off\n");
    expect(await say("/config agent_max_context_tokens 1000")).toContain("max_tokens: 1,000\n");
    expect((await exchange("and now?", "yes")).tokens).toBeLessThanOrEqual(1_000);
    await restart();
    expect(await say("/config")).toMatch(/1 changed for this session.*\nmax_tokens: 1,000 \(default off\)/);
    // Of the session, whichever lane it is typed in.
    expect(await clew.command({ session, topic: 7, text: "/config agent_max_context_tokens default" })).toContain(
      "off",
    );
    expect(await say("/config")).toContain("all at their defaults");
    expect(await say("/config clear_att 0.5")).toMatch(/^There is no setting "clear_att": did you mean clear_at\?/);
    expect(await say("/config never_clear weather, meter")).toContain("never_clear: weather, meter");
    expect((await clew.log()).total).toBe(16);
  });

  test("71 /context: bar, percent, split that adds up, thresholds, last call, growth", async () => {
    for (const fact of facts) await exchange(fact, `Understood: ${fact}`, { inputTokens: 321, outputTokens: 9 });
    const text = await say("/context");
    const [, total = "", percent = ""] = /\ntotal: ([\d,]+) \(([\d.]+) %\)/.exec(text) ?? [];
    expect(text).toMatch(new RegExp(`^Context: [\\d.]+k? of 8.2k tokens, ${percent} %\n[█░]{20}\n`));
    const [, split = ""] = text.split("\n\n");
    const lines = split.split("\n").slice(0, -1);
    const figures = lines.map((line) => /: ([\d,]+) \(([\d.]+) %\)$/.exec(line) ?? []);
    const sum = (column: number) =>
      figures.reduce((before, line) => before + Math.round(10 * Number(line[column]?.replaceAll(",", ""))), 0) / 10;
    expect([sum(1), sum(2)]).toEqual([Number(total.replaceAll(",", "")), Number(percent)]);
    expect(lines.length).toBeGreaterThan(1);
    expect(text).toContain("Clearing and summary: at 5.5k tokens (67 %)");
    const { receipt } = await clew.why();
    expect(text).toContain(`Last call: ${formatShortNumber(receipt.tokens)} tokens, `);
    expect(text).toContain("The provider counted 321.");
    await exchange("And now?", "Nobody was asked.", { inputTokens: 0, outputTokens: 0 });
    expect(await say("/context")).toMatch(/\nLast call: .*\nGrowth: /);
    expect(text).toMatch(/Growth: about \d+ tokens a turn\nNext compaction: in about \d+ turns$/);
    expect(text).not.toContain("stimated");
    expect(text.split("\n").filter((line) => line.length >= 60)).toEqual([]);
    await restart({ ...options, policy: "layered" });
    expect(await say("/context")).toMatch(/Clearing: at 3.7k tokens \(45 %\)\nSummary: at 5.2k tokens \(64 %\)/);
  });

  test("71 /context with an unknown window gives absolute numbers and says which one is assumed", async () => {
    await restart({ timeZone: "UTC" });
    await exchange("hello", "good day");
    const text = await say("/context");
    expect(text).toMatch(/^Context: \d+ tokens\nThe model's window was not told; 33k tokens are assumed\.\n/);
    expect(text).not.toMatch(/%|[█░]/);
    // A window that is told at the calls is known after the first of them.
    const turn = await clew.begin({ session, text: "hello again" });
    await turn.view({ window: 4_096 });
    await turn.complete({ text: "good day again" });
    expect(await say("/context")).toMatch(/^Context: \d+ of 4.1k tokens, \d/);
  });

  test("71 /context without data is a sentence, and after a compaction it is marked as estimated until the next call", async () => {
    expect(await say("/context")).toBe("No data yet: the context begins with the first message.");
    await twelveMessages();
    await say("/compact");
    expect(await say("/context")).toMatch(/^Context: about .*\n.*\nEstimated: no call since the last compaction\.\n/);
    expect(await say("/context")).toMatch(/\nsummary: \d/);
    await exchange("next", "yes");
    expect(await say("/context")).not.toContain("stimated");
    await say("/context clear");
    expect(await say("/context")).toContain("Estimated: no call since the context was cleared.");
  });

  test("72 a full context is called so in a word", async () => {
    await restart({ window: { tokens: 8_000, reply: 0 }, timeZone: "UTC" });
    await say("/config summarise_at 1");
    const until = async (word: string, trees: number) => {
      for (let turn = 0; turn < 40 && !(await say("/context")).includes(word); turn++) {
        await exchange("tree ".repeat(trees), "ok");
      }
      return say("/context");
    };
    await exchange("a few words", "ok");
    expect(await say("/context")).toMatch(/^Context: \d+ of 8k tokens, \d\.\d %\n/);
    expect(await until(": filling up\n", 300)).toMatch(/^Context: [\d.]+k of 8k tokens, 7\d\.\d %: filling up\n/);
    expect(await until(": nearly full\n", 60)).toMatch(/^Context: [\d.]+k of 8k tokens, 9\d\.\d %: nearly full\n/);
  });

  test("73 counts of user, assistant and tool messages are right for every format", async () => {
    const counts = async (of: string) =>
      /Messages: (.*?);/.exec((await clew.command({ session: of, text: "/context" })) ?? "")?.[1];
    const call = (id: string) => ({ type: "tool-call" as const, toolCallId: id, toolName: "meter", input: { id } });
    const result = (id: string) => ({
      type: "tool-result" as const,
      toolCallId: id,
      toolName: "meter",
      output: { type: "text" as const, value: `${id} is 7` },
    });
    const messages = [
      { role: "assistant" as const, content: [{ type: "text" as const, text: "Both at once." }, call("a"), call("b")] },
      { role: "tool" as const, content: [result("a"), result("b")] },
      { role: "assistant" as const, content: "Seven each." },
    ];
    const stepwise = await clew.begin({ session: "terminal:steps", text: "How much?" });
    const calls = ["a", "b"].map((id) => ({ id, tool: "meter", input: { id }, output: `${id} is 7` }));
    await stepwise.record({ text: "Both at once.", calls });
    await stepwise.complete({ text: "Seven each." });
    expect(await counts("terminal:steps")).toBe("1 user, 2 assistant, 2 tool");

    const sdk = await clew.begin({ session: "terminal:sdk", text: "How much?" });
    await sdk.record({ messages: messages.slice(0, 2) });
    await sdk.record({ messages: messages.slice(2) });
    await sdk.complete();
    expect(await counts("terminal:sdk")).toBe("1 user, 2 assistant, 2 tool");

    await clew.sync({ session: "terminal:sync", messages: [{ role: "user", content: "How much?" }, ...messages] });
    expect(await counts("terminal:sync")).toBe("1 user, 2 assistant, 2 tool");

    const imported = async (name: string, content: string) => {
      writeFileSync(join(folder, name), content);
      return counts((await clew.import(join(folder, name))).sessions[0] ?? "");
    };
    const lines = [
      user("u1", null, "How much?"),
      agent("a1", "u1", "m1", says("Both at once.")),
      agent("a2", "a1", "m1", toolUse("a")),
      agent("a3", "a2", "m1", toolUse("b")),
      toolResult("r1", "a3", "a", "a is 7"),
      toolResult("r2", "r1", "b", "b is 7"),
      agent("a4", "r2", "m2", says("Seven each.")),
    ];
    expect(await imported("chat.jsonl", jsonl(lines))).toBe("1 user, 2 assistant, 2 tool");
    const asked = (id: string) => ({ id, type: "function", function: { name: "meter", arguments: "{}" } });
    const openai = [
      { role: "user", content: "How much?" },
      { role: "assistant", content: "Both at once.", tool_calls: [asked("a"), asked("b")] },
      { role: "tool", tool_call_id: "a", content: "a is 7" },
      { role: "tool", tool_call_id: "b", content: "b is 7" },
      { role: "assistant", content: "Seven each." },
    ];
    expect(await imported("chat.json", JSON.stringify(openai))).toBe("1 user, 2 assistant, 2 tool");

    await clew.observe({ session: "terminal:group", from: 1, text: "only listening" });
    await clew.observe({ session: "terminal:group", from: 2, text: "me too" });
    expect(await counts("terminal:group")).toBe("2 user, 0 assistant, 0 tool");
  });

  test("74 manual compact of 12 messages keeping 8: 4 summarised, 8 kept, freed > 0, the log still has 12, one event marked manual", async () => {
    await twelveMessages();
    const before = (await clew.context()).tokens;
    const outcome = await clew.compact();
    expect(outcome).toMatchObject({ kind: "compacted", summarised: 4, kept: 8, degraded: null });
    const freed = outcome.kind === "compacted" ? outcome.freed : 0;
    expect(freed).toBeGreaterThan(0);
    expect((await clew.context()).tokens).toBe(before - freed);
    expect((await clew.log()).total).toBe(12);
    expect(await events()).toMatchObject([{ manual: true, summarised: 4, kept: 8 }]);
    expect(await say("/compact")).toBe("Nothing to compact: the newest 8 messages are always kept.");
    expect(await events()).toHaveLength(1);
  });

  test("74 /compact says what it did, and why the summary was made by rule", async () => {
    await restart({ ...options, fastModel: () => Promise.reject(new Error("no route")) });
    await twelveMessages();
    expect(await say("/compact@garden_bot")).toMatch(
      /^Compacted: 4 messages are now told by a summary\.\n8 kept as they are, \d+ tokens freed\.\nThe log keeps everything\.\nThe summary was made by rule: .+\.$/,
    );
  });

  test("74 a manual compaction is refused during a running turn, in its own lane only", async () => {
    await twelveMessages();
    const turn = await clew.begin({ session, text: "wait" });
    const busy = "A message is being answered here: try again when it is answered.";
    expect([await say("/compact"), await say("/context clear")]).toEqual([busy, busy]);
    await expect(clew.compact()).rejects.toMatchObject({ code: "lane/busy" });
    expect(await clew.command({ session, topic: 3, text: "/compact" })).toMatch(/^Nothing to compact/);
    await turn.cancel();
    expect(await say("/compact")).toMatch(/^Compacted: /);
  });

  test("75 a compaction event is written once per summary with counts and the manual flag", async () => {
    await restart({ window: { tokens: 1_600, reply: 100 }, timeZone: "UTC" });
    for (let round = 0; round < 3; round++) await twelveMessages();
    await say("/compact");
    const told = (await events()).filter((event) => JSON.stringify(event).includes('"summary"'));
    const summaries = (await store.records(ref, "summary", null, 100)).map(({ id }) => id);
    expect(told).toMatchObject(
      summaries.map((summary) => ({ summary, summarised: expect.any(Number), kept: expect.any(Number) })),
    );
    expect(told.length).toBeGreaterThan(1);
    const automatic = told.filter((event) => JSON.stringify(event).includes('"manual":false'));
    expect(automatic.length).toBeGreaterThan(0);
    const before = (await events()).length;
    await clew.context();
    await say("/context");
    await clew.journal();
    expect(await events()).toHaveLength(before);
  });

  test("the journal of a day tells what was summarised, of one session or of all", async () => {
    expect(await clew.journal()).toBe("");
    await twelveMessages();
    await clew.compact();
    const text = await clew.journal({ session });
    expect(text).toMatch(/^## \d{4}-\d\d-\d\d \d\d:\d\d telegram:chat:42, root:42, up to entry 4\n/);
    expect(text).toContain("40 oaks");
    expect(await clew.journal()).toBe(text);
    expect(await clew.journal({ day: new Date().toISOString().slice(0, 10) })).toBe(text);
    expect([await clew.journal({ day: "2001-01-01" }), await clew.journal({ session: "terminal:other" })]).toEqual([
      "",
      "",
    ]);
    await expect(clew.journal({ day: "yesterday" })).rejects.toMatchObject({ code: "options/bad" });
  });

  test("77 commands never become chat turns", async () => {
    await twelveMessages();
    const bytes = JSON.stringify((await clew.context()).request);
    const typed = [
      "/context",
      "/context foo",
      "/config",
      "/config nonsense 3",
      "/config clear_at 0.5",
      "/config clear_at default",
    ];
    for (const text of typed) expect(await say(text)).not.toBe("");
    expect(await say("/context foo")).toMatch(/^Write \/context, \/context clear to start afresh, or \/context hide/);
    const { total, turns } = await clew.log();
    expect([total, turns.length]).toEqual([12, 6]);
    expect(JSON.stringify((await clew.context()).request)).toBe(bytes);
    for (const text of [
      "/start",
      "hello",
      "what does /context do?",
      "/contextual",
      "/compact-it",
      "/",
      "",
      "//compact",
    ]) {
      expect(await clew.command({ session, text })).toBeNull();
    }
    const file = { mediaType: "text/plain", data: "aGk=" };
    expect(await clew.command({ session, text: "/compact", files: [file] })).toBeNull();
    expect(await clew.command({ session: "terminal:new", text: "/CONTEXT@some_bot" })).toMatch(/^No data yet/);
    expect((await clew.sessions()).map((each) => each.session)).toEqual([session]);
  });
});

test("72 numbers are short", () => {
  const short = [0, 950, 999, 1_000, 1_449, 9_960, 29_400, 999_499, 999_999, 1_200_000].map(formatShortNumber);
  expect(short).toEqual(["0", "950", "999", "1k", "1.4k", "10k", "29k", "999k", "1M", "1.2M"]);
});

test("72 alert levels begin at 70 and at 90 %", () => {
  expect([0, 0.699, 0.7, 0.899, 0.9, 1.2].map(pickAlertLevel)).toEqual([
    "calm",
    "calm",
    "filling up",
    "filling up",
    "nearly full",
    "nearly full",
  ]);
});

test("tenths of a percent are rounded and add up, whatever the parts", () => {
  expect(splitPermilles([1, 1, 1], 3_000)).toEqual([1, 0, 0]);
  expect(splitPermilles([6_999, 0], 10_000)).toEqual([700, 0]);
  const law = fc.property(
    fc.array(fc.nat(200_000), { minLength: 1, maxLength: 9 }),
    fc.integer({ min: 256, max: 2_000_000 }),
    (parts, window) => {
      const split = splitPermilles(parts, window);
      const whole = splitPermilles([parts.reduce((sum, part) => sum + part, 0)], window)[0];
      expect(split.reduce((sum, part) => sum + part, 0)).toBe(whole);
      for (const [index, part] of split.entries()) {
        expect(Math.abs(part - ((parts[index] ?? 0) / window) * 1_000)).toBeLessThan(1.001);
      }
    },
  );
  checkProperty(law, { runs: 100 });
});

test("72 a short number is never longer than five characters nor off by more than a twentieth", () => {
  const law = fc.property(fc.nat(999_000_000), (value) => {
    const short = formatShortNumber(value);
    const unit = { k: 1_000, M: 1_000_000 }[short.slice(-1)] ?? 1;
    expect(short).toMatch(/^\d{1,3}(\.\d)?[kM]?$/);
    expect(Math.abs(Number.parseFloat(short) * unit - value)).toBeLessThanOrEqual(value / 20);
  });
  checkProperty(law, { runs: 100 });
});

test("growth is what a turn adds; a turn that compacted does not count", () => {
  const call = (turn: string, tokens: number) => ({ turn: turn as TurnId, tokens });
  expect(measureGrowthPerTurn([call("a", 100)])).toBeNull();
  expect(measureGrowthPerTurn([call("a", 100), call("a", 150), call("b", 250), call("c", 150), call("d", 350)])).toBe(
    150,
  );
});

test("a provider's count is found in the accounts that are in use", () => {
  expect(readRequestTokens({ inputTokens: 7, outputTokens: 1 })).toBe(7);
  expect(readRequestTokens({ prompt_tokens: 7 })).toBe(7);
  expect(readRequestTokens({ input_tokens: 1, cache_read_input_tokens: 4, cache_creation_input_tokens: 2 })).toBe(7);
  expect(readRequestTokens({ input: 5, cacheRead: 2 })).toBe(7);
  expect([readRequestTokens(null), readRequestTokens({ cost: 3 })]).toEqual([null, null]);
});

test("71 a window that holds not even the instructions is a sentence too", async () => {
  const clew = await openClew({ store: "memory", window: 256, instructions: "Never water at noon. ".repeat(100) });
  await clew.observe({ session, text: "hello" });
  expect(await clew.command({ session, text: "/context" })).toMatch(
    /^The window leaves 192 tokens and .*: use a model/,
  );
  await clew.close();
});

test("77 a command in a chat that nobody has spoken in is answered too", async () => {
  const clew = await openClew({ store: "memory" });
  expect(await clew.command({ session, text: "/compact" })).toBe("Nothing to compact: there is no message yet.");
  await clew.close();
});

test("a percentage is rounded, and only the whole is 100 %", () => {
  expect([formatPercent(3_634, 8_192, 1), formatPercent(3_266, 8_192), formatPercent(0, 7)]).toEqual([
    "44.4 %",
    "40 %",
    "0 %",
  ]);
  expect([formatPercent(1_999, 2_000), formatPercent(1_999, 2_000, 1), formatPercent(7, 7)]).toEqual([
    "99 %",
    "99.9 %",
    "100 %",
  ]);
  expect(formatPercent(3, 2)).toBe("150 %");
});

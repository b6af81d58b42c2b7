/** Each cause of a cache miss is named for the library's calls, with its price, against a provider that keeps a prefix cache. */
import { createAnthropic } from "@ai-sdk/anthropic";
import type { CallUsage } from "@clewline/core/model/call-usage.js";
import type { BreakCause, PrefixBreak } from "@clewline/core/model/prefix/break.js";
import { startAnthropic } from "@clewline/store-kit/providers/anthropic/anthropic.js";
import type { StandIn, StandInReply } from "@clewline/store-kit/providers/script.js";
import { tool } from "ai";
import { type Clew, openClew } from "clewline";
import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";

const session = "telegram:chat:7";
const minute = 60_000;
const day = Date.UTC(2026, 10, 2, 8);

interface Chat {
  readonly clew: Clew;
  readonly standIn: StandIn;
  say(id: string, more?: object): Promise<void>;
  /** What the next answer says of its usage. */
  next: StandInReply;
  /** Whether the model calls the tool `look` first. */
  calls: boolean;
  broken(): Promise<readonly (PrefixBreak | null)[]>;
}

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const close of open.splice(0)) await close();
});

const prose = (words: number, name: string) =>
  Array.from({ length: words }, (_, place) => `${name}${(place * 7919) % 997}`).join(" ");

async function openChat(options: object = {}): Promise<Chat> {
  vi.useFakeTimers({ toFake: ["Date"], now: day });
  const chat: { next: StandInReply; calls: boolean } = { next: {}, calls: false };
  const standIn = await startAnthropic(
    ({ number, parts }) => {
      const isAsked = parts.at(-1)?.kind === "said" && chat.calls;
      const calls = isAsked ? { calls: [{ tool: "look", input: {} }] } : {};
      return { text: `Answer ${number}. ${prose(150, "a")}`, ...calls, ...chat.next };
    },
    { window: 200_000, now: () => Date.now() },
  );
  const connect = (name: string) => createAnthropic({ baseURL: standIn.url, apiKey: "key" })(name);
  const clew = await openClew({
    ...{ store: "memory", policy: "balanced", timeZone: "UTC", window: 100_000 },
    instructions: `Today is Monday, 2 November 2026. ${prose(1_500, "i")}`,
    model: connect("claude-sonnet-5"),
    ...options,
  });
  open.push(async () => {
    await clew.close();
    await standIn.close();
  });
  return Object.assign(chat, {
    clew,
    standIn,
    async say(id: string, more: object = {}) {
      vi.setSystemTime(Date.now() + 20_000);
      const text = `Question ${id}: ${prose(60, `q${id}`)}`;
      await clew.generate({ session, id, from: "owner", text, at: Date.now() }, more);
    },
    async broken() {
      const events = await clew.trace({ session, limit: 1_000 });
      const calls = events.flatMap(({ name, event }) =>
        name === "model_usage" ? [event as unknown as CallUsage] : [],
      );
      return calls.filter(({ role }) => role === "reply").map(({ prefix }) => prefix?.broke ?? null);
    },
  });
}

const look = (description: string) =>
  tool({ description, inputSchema: z.object({}), execute: () => Promise.resolve("seen") });

/** Three calls that only grow, what is planted, and one call more that only grows. */
async function plant(chat: Chat, planted: () => Promise<void>, more: object = {}): Promise<PrefixBreak> {
  for (const id of ["1", "2", "3"]) await chat.say(id, more);
  await planted();
  const found = await chat.broken();
  expect(found.slice(0, 3)).toEqual([null, null, null]);
  expect(found).toHaveLength(4);
  return found[3] as PrefixBreak;
}

/** By the table: dollars for a million tokens, written anew and read. */
const price = ({ tokens }: PrefixBreak) => (tokens * (1.25 - 0.1) * 2) / 1_000_000;

async function expectCause(chat: Chat, found: PrefixBreak | null, cause: BreakCause): Promise<void> {
  expect(found?.cause).toBe(cause);
  expect(found?.tokens).toBeGreaterThan(500);
  expect(found?.dollars).toBeCloseTo(price(found as PrefixBreak), 9);
  const { cache } = await chat.clew.why({ session });
  expect(cache?.broke).toEqual(found);
  // What is said to be paid again was not read, and the call before had it in the cache.
  const usage = chat.standIn.requests.at(-1)?.usage;
  expect(found?.tokens).toBeLessThanOrEqual((usage?.input ?? 0) - (usage?.cacheRead ?? 0));
}

test("calls that only grow have nothing to tell", async () => {
  const chat = await openChat();
  for (let turn = 0; turn < 12; turn++) await chat.say(`${turn}`, { tools: { look: look("Looks.") } });
  expect(await chat.broken()).toEqual(Array.from({ length: 12 }, () => null));
});

test("nothing is invented in 250 calls with tools, notes of others and pauses within the cache's lifetime", async () => {
  let calls = 0;
  for (const policy of ["balanced", "rolling", "layered", "tiered", "selective"]) {
    const chat = await openChat({ policy });
    for (let turn = 0; turn < 32; turn++) {
      chat.calls = turn % 3 !== 0;
      if (turn % 4 === 0)
        await chat.clew.observe({ session, id: `note ${turn}`, from: "guest", text: `Noted ${turn}.` });
      vi.setSystemTime(Date.now() + (turn % 5) * 40_000);
      let steps = 0;
      const looks = tool({ description: "Looks.", inputSchema: z.object({}), execute: () => prose(40 * ++steps, "l") });
      await chat.say(`${turn}`, { tools: { look: looks } });
    }
    const all = await chat.broken();
    calls += all.length;
    const found = all.filter((each) => each !== null && each.cause !== "compaction");
    expect([policy, found]).toEqual([policy, []]);
  }
  expect(calls).toBeGreaterThanOrEqual(250);
});

test("another tool", async () => {
  const chat = await openChat();
  const tools = { look: look("Looks.") };
  const found = await plant(chat, () => chat.say("4", { tools: { ...tools, hear: look("Hears.") } }), { tools });
  await expectCause(chat, found, "tools");
  expect(found).toMatchObject({ by: "client", told: "bytes" });
});

test("a date in the instructions", async () => {
  const chat = await openChat();
  const instructions = (time: string) => ({ instructions: `Today is ${time}. Answer in one sentence.` });
  const monday = instructions("Monday, 2 November 2026, 08:01");
  const found = await plant(chat, () => chat.say("4", instructions("Tuesday, 3 November 2026, 09:15")), monday);
  await expectCause(chat, found, "clock");
  expect(found.block).toContain("system text");
});

test("other instructions", async () => {
  const chat = await openChat();
  const found = await plant(chat, () => chat.say("4", { instructions: "Answer in German." }));
  await expectCause(chat, found, "instructions");
});

test("the cache's lifetime is over", async () => {
  const chat = await openChat();
  const found = await plant(chat, async () => {
    vi.setSystemTime(Date.now() + 6 * minute);
    await chat.say("4");
  });
  await expectCause(chat, found, "idle");
  expect(found).toMatchObject({ by: "time", block: null });
});

test("another model", async () => {
  const chat = await openChat();
  const other = createAnthropic({ baseURL: chat.standIn.url, apiKey: "key" })("claude-opus-5");
  const found = await plant(chat, () => chat.say("4", { model: other }));
  expect(found).toMatchObject({ cause: "model", by: "client" });
  expect(found.dollars).toBeCloseTo((found.tokens * 1.15 * 5) / 1_000_000, 9);
});

test("a message that was deleted", async () => {
  const chat = await openChat();
  const found = await plant(chat, async () => {
    await chat.clew.edit({ session, id: "1", deleted: true, editedAt: Date.now() });
    await chat.say("4");
  });
  await expectCause(chat, found, "edited");
  expect(found.block).toContain("message");
});

test("our own compaction, with its limit", async () => {
  const chat = await openChat();
  for (let turn = 0; turn < 10; turn++) await chat.say(`before ${turn}`);
  expect(await chat.clew.compact({ session })).toMatchObject({ kind: "compacted" });
  await chat.say("after");
  const found = (await chat.broken()).filter((each) => each !== null)[0] as PrefixBreak;
  expect(found).toMatchObject({ cause: "compaction", by: "clew" });
  expect((await chat.broken()).filter((each) => each !== null)).toHaveLength(1);
  expect(found.because).toContain("asked");
  const { receipt } = await chat.clew.why({ session });
  expect(receipt.decisions).toMatchObject({ prefix: { cause: "compaction" } });
});

test("a provider that lost what it had cached", async () => {
  const chat = await openChat();
  const found = await plant(chat, async () => {
    chat.next = { usage: { cacheRead: 0, cacheWrite: 5_000, input: 5_000 } };
    await chat.say("4");
  });
  expect(found).toMatchObject({ cause: "provider", by: "provider", told: "counters", block: null });
  // All that the call before read or wrote.
  const { cacheRead, cacheWrite } = chat.standIn.requests.at(-2)?.usage ?? { cacheRead: 0, cacheWrite: 0 };
  expect(found.tokens).toBe(cacheRead + cacheWrite);
  expect(cacheRead).toBeGreaterThan(2_000);
});

test("marks that did not arrive", async () => {
  const chat = await openChat();
  const found = await plant(chat, async () => {
    chat.next = { usage: { cacheRead: 0, cacheWrite: 0, input: 5_000 } };
    await chat.say("4");
  });
  expect(found).toMatchObject({ cause: "marks", by: "client" });
});

test("clew usage adds them up by cause", async () => {
  const chat = await openChat();
  await plant(chat, async () => {
    vi.setSystemTime(Date.now() + 6 * minute);
    await chat.say("4");
  });
  const { rows, again, total } = await chat.clew.usage({ by: "cause" });
  expect(rows.map(({ key, calls }) => [key, calls])).toEqual([["idle", 1]]);
  expect(again).toMatchObject({ calls: 1 });
  expect(again.dollars).toBeLessThan(total.dollars);
});

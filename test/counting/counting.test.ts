import type { Entry } from "@clewline/core/log/entry.js";
import type { Instant } from "@clewline/core/log/keys.js";
import type { CallUsage } from "@clewline/core/model/call-usage.js";
import { findColdCall } from "@clewline/core/model/cold-call.js";
import { findModelFacts } from "@clewline/core/model/facts/find-facts.js";
import { priceTokens } from "@clewline/core/model/prices.js";
import { describeCallCosts } from "@clewline/engine/answer/call-costs.js";
import type { JSONValue } from "ai";
import { openClew } from "clewline";
import { scriptedModel } from "clewline/testing";
import { describe, expect, test } from "vitest";
import { answerEvents, answerJson, openRawRoom } from "../gateway/raw-upstream.js";
import type { Room } from "../gateway/room.js";
import { countedCases } from "./cases.js";

const session = "test:one";

async function readCalls(clew: Awaited<ReturnType<Room["log"]>>): Promise<readonly CallUsage[]> {
  const [lane] = await clew.lanes(session);
  const events = await clew.trace({ session, lane: lane?.ref.lane ?? "" });
  return events.filter(({ name }) => name === "model_usage").map(({ event }) => event as unknown as CallUsage);
}

describe("a host's own loop", () => {
  test.each(countedCases)("$name", async ({ model, usage, price }) => {
    const clew = await openClew({ store: "memory", config: false });
    const turn = await clew.begin({ session, text: "Which tap drips?" });
    await turn.view();
    await turn.record({ text: "The third.", usage: JSON.parse(JSON.stringify(usage)), model });
    const [call] = await readCalls(clew);
    expect((call?.dollars ?? 0) * 1e6).toBeCloseTo(price, 2);
    await clew.close();
  });

  test("calls that it reports together are priced by the size of each", () => {
    const facts = findModelFacts("claude-haiku-5-5");
    const spent = { fresh: 160_000, read: 0, written: 0, writtenLong: 0, output: 0 };
    expect([priceTokens(spent, facts, 2).input, priceTokens(spent, facts).input]).toEqual([0.016, 0.08]);
  });
});

const post = async (room: Room, path: string, body: object) => {
  const headers = { "x-clew-session": session, "content-type": "application/json", "anthropic-version": "2023-06-01" };
  const answer = await fetch(`${room.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return answer.text();
};

const messages = [{ role: "user", content: "Which tap drips?" }];
const isClaude = ({ model, name }: (typeof countedCases)[number]) =>
  model.startsWith("anthropic:") && !name.includes("SDK");
const claude = countedCases.filter(isClaude);
const bare = (model: string) => model.replace(/^[^:]*:/, "");
const opening = { type: "message", role: "assistant", content: [{ type: "text", text: "The third." }] };

describe("the gateway counts the same", () => {
  test.each(claude)("$name, in one piece and as a stream", async ({ model, usage, price }) => {
    const { output_tokens: _output, iterations: _iterations, ...begun } = usage as Record<string, unknown>;
    const stream = answerEvents(
      { type: "message_start", message: { ...opening, content: [], usage: { ...begun, output_tokens: 1 } } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "The third." } },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "end_turn" }, usage },
      { type: "message_stop" },
    );
    for (const [answer, streams] of [
      [answerJson({ ...opening, usage }), false],
      [stream, true],
    ] as const) {
      const room = await openRawRoom("anthropic", [answer]);
      await post(room, "/v1/messages", { model: bare(model), max_tokens: 9, stream: streams, messages });
      const [call] = await readCalls(await room.log());
      expect((call?.dollars ?? 0) * 1e6).toBeCloseTo(price, 2);
    }
  });

  test("OpenAI's two forms and Gemini's, as streams", async () => {
    const find = (beginning: string) => countedCases.find(({ name }) => name.startsWith(beginning));
    const [responses, chat, gemini] = ["Responses", "Chat Completions", "Gemini"].map(find);
    const item = {
      id: "m1",
      type: "message",
      role: "assistant",
      content: [{ type: "output_text", text: "The third." }],
    };
    const streams = [
      {
        ...{ upstream: "openai", path: "/v1/responses", body: { input: messages, stream: true } },
        ...{
          case: responses,
          answer: answerEvents(
            { type: "response.output_item.done", output_index: 0, item },
            { type: "response.completed", response: { id: "r1", output: [item], usage: responses?.usage } },
          ),
        },
      },
      {
        ...{ upstream: "openai", path: "/v1/chat/completions", body: { messages, stream: true } },
        ...{
          case: chat,
          answer: answerEvents(
            { choices: [{ index: 0, delta: { content: "The third." }, finish_reason: "stop" }] },
            { choices: [], usage: chat?.usage },
          ),
        },
      },
      {
        ...{ upstream: "google", path: "/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse" },
        body: { contents: [{ role: "user", parts: [{ text: "Which tap drips?" }] }] },
        ...{
          case: gemini,
          answer: answerEvents({
            candidates: [{ content: { role: "model", parts: [{ text: "The third." }] }, finishReason: "STOP" }],
            usageMetadata: gemini?.usage,
          }),
        },
      },
    ];
    for (const { upstream, path, body, case: counted, answer } of streams) {
      const room = await openRawRoom(upstream, [answer]);
      await post(room, path, { model: bare(counted?.model ?? ""), ...body });
      const [call] = await readCalls(await room.log());
      expect([upstream, (call?.dollars ?? 0) * 1e6]).toEqual([upstream, expect.closeTo(counted?.price ?? -1, 6)]);
    }
  });

  test("dropped reasoning costs nothing", async () => {
    const dropped = [{ type: "thinking_dropped", path: "messages.1.content.0", reason: "prefix_binding_mismatch" }];
    const usage = { input_tokens: 1_000, output_tokens: 10 };
    const room = await openRawRoom("anthropic", [answerJson({ ...opening, input_transformations: dropped, usage })]);
    await post(room, "/v1/messages", { model: "claude-sonnet-5-5", max_tokens: 9, messages });
    const [call] = await readCalls(await room.log());
    expect(call?.dollars).toBeCloseTo(0.0021, 9);
  });
});

describe("the time that a client's own marks ask for", () => {
  const usage = { input_tokens: 10, cache_creation_input_tokens: 50_000, output_tokens: 10 };
  const marked = (ttl?: string) => [
    {
      role: "user",
      content: [{ type: "text", text: "Hello", cache_control: { type: "ephemeral", ...(ttl && { ttl }) } }],
    },
  ];
  const minutes = 60_000;

  /** The next call's price after so long, as `clew context` says it; null while the cache has it. */
  async function readCold(body: object, idleMs: number) {
    const room = await openRawRoom("anthropic", [answerJson({ ...opening, usage })]);
    await post(room, "/v1/messages", { model: "claude-sonnet-5-5", max_tokens: 9, ...body });
    const clew = await room.log();
    const [call] = await readCalls(clew);
    const facts = findModelFacts("claude-sonnet-5-5");
    const lifetimeMs = call?.keptMs ?? 0;
    return { call, cold: findColdCall({ name: "m", facts }, 50_000, { idleMs, lifetimeMs }) };
  }

  test("a pause of six minutes is warm after an hour's mark, and cold after a mark without a time", async () => {
    const hour = await readCold({ messages: marked("1h") }, 6 * minutes);
    expect([hour.call?.keptMs, hour.cold]).toEqual([60 * minutes, null]);
    // The account does not divide what was written: the request did.
    expect(hour.call?.spent).toMatchObject({ written: 0, writtenLong: 50_000 });
    const short = await readCold({ messages: marked() }, 6 * minutes);
    expect([short.call?.keptMs, short.cold?.dollars]).toEqual([5 * minutes, (50_000 * 2 * 1.25) / 1e6]);
    expect(short.call?.spent).toMatchObject({ written: 50_000, writtenLong: 0 });
    const over = await readCold({ messages: marked("1h") }, 61 * minutes);
    expect(over.cold?.dollars).toBeCloseTo((50_000 * 2 * 2) / 1e6, 9);
  });

  test("the last mark of the list counts, then the automatic one, then one of the instructions", async () => {
    const system = [{ type: "text", text: "Be kind.", cache_control: { type: "ephemeral", ttl: "1h" } }];
    const kept = async (body: object) => (await readCold(body, 0)).call?.keptMs;
    expect(await kept({ system, messages: marked("5m") })).toBe(5 * minutes);
    expect(await kept({ system, messages })).toBe(60 * minutes);
    expect(await kept({ messages, cache_control: { type: "ephemeral", ttl: "1h" } })).toBe(60 * minutes);
    expect(await kept({ messages })).toBeUndefined();
  });

  test("a library call with an hour's mark, or a retention of its own, says so", async () => {
    const clew = await openClew({ store: "memory", config: false });
    const kept = async (providerOptions: Record<string, Record<string, JSONValue>>) => {
      const model = scriptedModel([{ text: "The third." }]);
      await clew.generate({ session, text: "Which tap drips?" }, { model, providerOptions });
      return (await readCalls(clew)).at(-1)?.keptMs;
    };
    expect(await kept({ anthropic: { cacheControl: { type: "ephemeral", ttl: "1h" } } })).toBe(60 * minutes);
    expect(await kept({ openai: { promptCacheRetention: "24h" } })).toBe(24 * 60 * minutes);
    expect(await kept({})).toBeUndefined();
    await clew.close();
  });

  test("a view after six minutes is planned as warm where the call before asked for an hour", () => {
    const model = { name: "anthropic:claude-sonnet-5-5", facts: findModelFacts("claude-sonnet-5-5") };
    const spent = { fresh: 0, read: 50_000, written: 0, writtenLong: 0, output: 1 };
    const said = { kind: "said", by: { role: "agent" }, at: 0 } as unknown as Entry;
    const cold = (keptMs: number | undefined, idleMs: number) => {
      const usage = { model: model.name, spent, ...(keptMs === undefined ? {} : { keptMs }) } as unknown as CallUsage;
      const last = { usage, at: 0 as Instant };
      const learned = { last, anchor: null, factor: null };
      const tools = [{ name: "recall", description: "", inputSchema: {} }];
      return describeCallCosts({ model, learned }, { entries: [said], tools }, null, idleMs as Instant);
    };
    expect(cold(60 * minutes, 6 * minutes)).toMatchObject({ isCold: false, prices: { write: 2, read: 0.05 } });
    expect(cold(60 * minutes, 61 * minutes).isCold).toBe(true);
    expect(cold(5 * minutes, 6 * minutes)).toMatchObject({ isCold: true, prices: { write: 1.25 } });
    expect(cold(undefined, 6 * minutes).isCold).toBe(true);
  });

  test("OpenAI's retention and options", async () => {
    const kept = async (body: object) => {
      const answer = answerJson({ choices: [{ message: { content: "Hi." }, finish_reason: "stop" }], usage: {} });
      const room = await openRawRoom("openai", [answer]);
      await post(room, "/v1/chat/completions", { model: "gpt-6.1-terra", messages, ...body });
      return (await readCalls(await room.log()))[0]?.keptMs;
    };
    expect(await kept({ prompt_cache_retention: "24h" })).toBe(24 * 60 * minutes);
    expect(await kept({ prompt_cache_options: { ttl: "12h" } })).toBe(12 * 60 * minutes);
    expect(await kept({ prompt_cache_retention: "in_memory" })).toBeUndefined();
  });
});

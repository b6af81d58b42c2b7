import { generateText, type ModelMessage, stepCountIs, streamText, tool } from "ai";
import {
  describeRequest,
  findLastSaid,
  listNewestResults,
  type StandIn,
  type StandInOptions,
  type StandInScript,
} from "clewline/testing";
import { afterEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { type Vendor, vendors } from "./stand-ins/vendors.js";

const tools = {
  weather: tool({
    description: "The weather of a city",
    inputSchema: z.object({ city: z.string() }),
    execute: async ({ city }) => `dry in ${city}`,
  }),
};
const weather = (city: string) => ({ tool: "weather", input: { city } });
const stopWhen = stepCountIs(5);
const system = "Be brief.";

vi.stubGlobal("AI_SDK_LOG_WARNINGS", false);

const started: StandIn[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((standIn) => standIn.close()));
});

async function start(vendor: Vendor, script: StandInScript, options?: StandInOptions) {
  const standIn = await vendor.start(script, options);
  started.push(standIn);
  return { standIn, model: vendor.model(standIn.url) };
}

type Request = Parameters<typeof streamText>[0];

/** A stream to its end: the text that came, and the errors inside it. A connection that is cut ends the iteration with one. */
async function streamed(request: Request) {
  const result = streamText({ ...request, onError: () => undefined });
  let text = "";
  const errors: unknown[] = [];
  try {
    for await (const part of result.fullStream) {
      if (part.type === "text-delta") text += part.text;
      if (part.type === "error") errors.push(part.error);
    }
  } catch (error) {
    errors.push(error);
  }
  return { text, errors, result };
}

describe.each(vendors)("$name", (vendor) => {
  test("a text comes word by word and in one piece, with the same usage", async () => {
    const { standIn, model } = await start(vendor, () => ({ text: "It is dry today." }));
    const request = { model, system, prompt: "How is the weather?" };
    const { text, errors, result } = await streamed(request);
    const generated = await generateText(request);
    expect([text, generated.text, errors]).toEqual(["It is dry today.", "It is dry today.", []]);
    expect(await result.usage).toEqual({ ...generated.usage, raw: expect.anything() });
    expect(generated.usage).toMatchObject({ inputTokens: standIn.requests[0]?.tokens, outputTokens: 4 });
    expect([await result.finishReason, generated.finishReason]).toEqual(["stop", "stop"]);
    expect(standIn.requests.map(({ stream, outcome }) => [stream, outcome])).toEqual([
      [true, "answered"],
      [false, "answered"],
    ]);
    expect(standIn.requests.map(describeRequest)).toEqual(
      Array(2).fill(["system: Be brief.", "user: How is the weather?"]),
    );
  });

  test.each(["streamed", "in one piece"])("tools run in two steps and two at a time, %s", async (way) => {
    const script: StandInScript = (request) => {
      if (request.number === 0) return { reasoning: "I need a tool.", text: "I look.", calls: [weather("Bonn")] };
      if (request.number === 1) return { calls: [weather("Kiel"), weather("Ulm")] };
      return { text: `${findLastSaid(request)} ${listNewestResults(request).join(" and ")}` };
    };
    const { standIn, model } = await start(vendor, script);
    const request = { model, system, tools, stopWhen, prompt: "Three cities?" };
    const text = way === "streamed" ? await (await streamed(request)).result.text : (await generateText(request)).text;
    expect(text).toBe("Three cities? dry in Kiel and dry in Ulm");
    expect(standIn.requests.map((seen) => seen.tools)).toEqual(Array(3).fill(["weather"]));
    expect(describeRequest(standIn.requests[2]!).filter((line) => !line.startsWith("thought"))).toEqual([
      "system: Be brief.",
      "user: Three cities?",
      "agent: I look.",
      'call weather {"city":"Bonn"}',
      "result: dry in Bonn",
      'call weather {"city":"Kiel"}',
      'call weather {"city":"Ulm"}',
      "result: dry in Kiel",
      "result: dry in Ulm",
    ]);
  });

  test("an error status is the client's error, and a rate limit is asked again", async () => {
    const script: StandInScript = [
      { fails: { as: "rate-limit" } },
      { fails: { as: "overloaded" } },
      { text: "Now." },
      { error: { status: 418, body: { error: "teapot" } } },
    ];
    const { standIn, model } = await start(vendor, script);
    expect((await generateText({ model, prompt: "Hello" })).text).toBe("Now.");
    await expect(generateText({ model, prompt: "Hello" })).rejects.toMatchObject({
      statusCode: 418,
      responseBody: '{"error":"teapot"}',
    });
    expect(standIn.requests.map(({ outcome }) => outcome)).toEqual(["failed", "failed", "answered", "failed"]);
    await expect(generateText({ model, prompt: "Hello" })).rejects.toThrow("The script has 4 replies");
    const broken = await start(vendor, () => Promise.reject(new Error("not this one")));
    await expect(generateText({ model: broken.model, prompt: "Hello" })).rejects.toThrow(/The script failed.*not this/);
  });

  test("a key that is not the one asked for is refused", async () => {
    const { standIn } = await start(vendor, [{ text: "In." }], { key: "right" });
    await expect(generateText({ model: vendor.model(standIn.url), prompt: "Hello" })).rejects.toThrow(/key/);
    const { text } = await generateText({ model: vendor.model(standIn.url, undefined, "right"), prompt: "Hello" });
    expect(text).toBe("In.");
  });

  test("an error in the middle of a stream leaves the words before it", async () => {
    const text = "one two three four";
    const { standIn, model } = await start(vendor, (request) =>
      request.number === 0 ? { text, fails: { as: "overflow", after: 2 } } : { text, fails: { as: "cut", after: 3 } },
    );
    const broken = await streamed({ model, prompt: "Count.", maxRetries: 0 });
    expect(broken.text).toBe("one two");
    expect(JSON.stringify(broken.errors)).toMatch(/too long|maximum context length|exceeds/);
    const cut = await streamed({ model, prompt: "Count.", maxRetries: 0 });
    expect("one two three").toContain(cut.text);
    expect(cut.errors).toHaveLength(1);
    expect(standIn.requests.map(({ outcome }) => outcome)).toEqual(["failed", "failed"]);
  });

  test("a prompt that is too long for the window is refused with the vendor's own numbers", async () => {
    const { standIn, model } = await start(vendor, [{ text: "It fits." }], { window: 100 });
    const long = generateText({ model, prompt: "word ".repeat(200) });
    const error = await long.then(
      () => null,
      (refused: { statusCode: number; message: string }) => refused,
    );
    const [refused] = standIn.requests;
    expect(refused?.outcome).toBe("refused");
    expect(error?.statusCode).toBe(400);
    // One vendor gives none.
    const numbers = vendor.name === "openai responses" ? [] : ["100", String(refused?.tokens)];
    expect(numbers.filter((number) => !error?.message.includes(number))).toEqual([]);
    standIn.window = 1_000;
    expect((await generateText({ model, prompt: "word ".repeat(200) })).text).toBe("It fits.");
  });

  test("a client that goes is noticed, and so is one that waits for a stream that hangs", async () => {
    const { standIn, model } = await start(vendor, () => ({ text: "one two three", hangAfter: 2 }));
    const stop = new AbortController();
    const result = streamText({ model, prompt: "Count.", abortSignal: stop.signal });
    let text = "";
    for await (const part of result.fullStream) {
      if (part.type === "text-delta") text += part.text;
      if (text === "one two") stop.abort();
    }
    expect(text).toBe("one two");
    await expect.poll(() => standIn.requests[0]?.outcome).toBe("gone");
    const waiting = streamed({ model, prompt: "Count.", maxRetries: 0 });
    await expect.poll(() => standIn.requests.length).toBe(2);
    await standIn.close();
    expect((await waiting).text).toMatch(/^(one two)?$/);
  });

  test("an answer can be empty or cut short", async () => {
    const script: StandInScript = ({ number }) =>
      number % 2 === 0 ? { empty: true } : { text: "And", finish: "length" };
    const { model } = await start(vendor, script);
    const request = { model, prompt: "Hello" };
    const empty = await streamed(request);
    const short = await streamed(request);
    expect([empty.text, empty.errors, await empty.result.finishReason]).toEqual(["", [], "stop"]);
    expect([short.text, await short.result.finishReason]).toEqual(["And", "length"]);
    expect((await generateText(request)).text).toBe("");
    expect((await generateText(request)).finishReason).toBe("length");
  });

  test("a result without its call is refused, and one with it is not", async () => {
    const { standIn, model } = await start(vendor, [{ text: "In order." }]);
    const call = { type: "tool-call" as const, toolCallId: "call_1", toolName: "weather", input: { city: "Bonn" } };
    const output = { type: "text" as const, value: "dry" };
    const result = { type: "tool-result" as const, toolCallId: "call_1", toolName: "weather", output };
    const asked: ModelMessage = { role: "user", content: "How is the weather?" };
    const ask: ModelMessage = { role: "assistant", content: [call] };
    const told: ModelMessage = { role: "tool", content: [result] };
    await expect(generateText({ model, messages: [asked, told] })).rejects.toMatchObject({ statusCode: 400 });
    expect((await generateText({ model, messages: [asked, ask, told, asked] })).text).toBe("In order.");
    expect(standIn.requests.map(({ outcome }) => outcome)).toEqual(["refused", "answered"]);
  });

  test("what was read before comes from the cache", async () => {
    let now = 0;
    const { standIn, model } = await start(vendor, () => ({ text: "Yes." }), { now: () => now });
    const marks = { anthropic: { cacheControl: { type: "ephemeral" } } };
    const said = (text: string): ModelMessage => ({
      role: "user",
      content: [{ type: "text", text, providerOptions: marks }],
    });
    const answered: ModelMessage = { role: "assistant", content: "Yes." };
    const first = said("word ".repeat(2_000));
    const ask = async (messages: ModelMessage[]) => (await generateText({ model, messages })).usage.inputTokenDetails;
    expect((await ask([first])).cacheReadTokens).toBe(0);
    const next = await ask([first, answered, said("And now?")]);
    expect(next.cacheReadTokens).toBeGreaterThan(2_300);
    expect(next.cacheReadTokens).toBe(standIn.requests[1]?.usage?.cacheRead);
    now += 6 * 60_000;
    expect((await ask([first, answered, said("And now?")])).cacheReadTokens).toBe(0);
  });

  test("its models are listed", async () => {
    const { standIn } = await start(vendor, [], { models: ["one", "two"] });
    const listed = await (await fetch(`${standIn.url}/models`)).text();
    expect(listed).toContain("two");
    expect((await fetch(`${standIn.url}/models/one`)).status).toBe(200);
    expect((await fetch(`${standIn.url}/models/three`)).status).toBe(404);
    expect((await fetch(`${standIn.url}/elsewhere`, { method: "POST" })).status).toBe(404);
  });
});

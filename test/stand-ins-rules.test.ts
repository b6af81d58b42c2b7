import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { generateText, type ModelMessage, stepCountIs, streamText, tool } from "ai";
import {
  type StandIn,
  type StandInScript,
  startAnthropic,
  startGemini,
  startOpenaiChat,
  startOpenaiResponses,
} from "clewline/testing";
import { afterEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";

vi.stubGlobal("AI_SDK_LOG_WARNINGS", false);

const started: StandIn[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((standIn) => standIn.close()));
});

async function opened<Options>(
  start: (script: StandInScript, options?: Options) => Promise<StandIn>,
  script: StandInScript,
  options?: Options,
): Promise<StandIn> {
  const standIn = await start(script, options);
  started.push(standIn);
  return standIn;
}

/** What a stand-in says to a request that no client library would send. */
async function said(standIn: StandIn, path: string, body: unknown): Promise<string> {
  const response = await fetch(`${standIn.url}${path}`, { method: "POST", body: JSON.stringify(body) });
  const text = await response.text();
  return response.status === 200 ? "answered" : (JSON.parse(text) as { error: { message: string } }).error.message;
}

const fine: StandInScript = () => ({ text: "Fine." });

describe("Anthropic refuses", () => {
  const use = (id: string) => ({ type: "tool_use", id, name: "weather", input: {} });
  const result = (id: string) => ({ type: "tool_result", tool_use_id: id, content: "dry" });
  const text = (text: string, mark?: object) => ({ type: "text", text, ...(mark && { cache_control: mark }) });
  const user = (...content: object[]) => ({ role: "user", content });
  const agent = (...content: object[]) => ({ role: "assistant", content });
  const short = { type: "ephemeral" };
  const long = { type: "ephemeral", ttl: "1h" };
  const hello = user(text("Hello"));
  const cases: readonly (readonly [string, object, string])[] = [
    ["no limit for the answer", { max_tokens: undefined, messages: [hello] }, "max_tokens: "],
    ["no message", { messages: [] }, "at least one message"],
    ["an answer first", { messages: [agent(text("Hello"))] }, 'first message must use the "user" role'],
    ["an answer last", { messages: [hello, agent(text("Hi"))] }, "must end with a user message"],
    ["an empty message", { messages: [user()] }, "non-empty content"],
    ["an empty text", { messages: [user(text(""))] }, "text content blocks must be non-empty"],
    ["a blank text", { messages: [user(text(" \n"))] }, "must contain non-whitespace text"],
    ["a call that nobody answered", { messages: [hello, agent(use("a")), hello] }, "without `tool_result` blocks"],
    [
      "a result that is not the first thing",
      { messages: [hello, agent(use("a")), user(text("x"), result("a"))] },
      "without `tool_result` blocks",
    ],
    [
      "half of the results",
      { messages: [hello, agent(use("a"), use("b")), user(result("b"))] },
      "immediately after: a.",
    ],
    [
      "a result that nobody asked for",
      { messages: [hello, agent(use("a")), user(result("a"), result("b"))] },
      "blocks: b.",
    ],
    [
      "a result of an older call",
      { messages: [hello, agent(use("a")), user(result("a")), agent(text("Dry.")), user(result("a"))] },
      "unexpected `tool_use_id`",
    ],
    [
      "two results of one call",
      { messages: [hello, agent(use("a")), user(result("a"), result("a"))] },
      "a single result",
    ],
    [
      "one id twice",
      { messages: [hello, agent(use("a")), user(result("a")), agent(use("a")), user(result("a"))] },
      "ids must be unique",
    ],
    [
      "an id with other characters",
      { messages: [hello, agent(use("a:1")), user(result("a:1"))] },
      "messages.1.content",
    ],
    [
      "thinking that it did not sign",
      { messages: [hello, agent({ type: "thinking", thinking: "Hm.", signature: "x" }, text("Hi")), hello] },
      "Invalid `signature`",
    ],
    ["five marks", { messages: [user(...["a", "b", "c", "d", "e"].map((each) => text(each, short)))] }, "Found 5."],
    [
      "an hour after five minutes",
      { system: [text("a", short)], messages: [user(text("b", long))] },
      "must not come after",
    ],
  ];
  test.each(cases)("%s", async (_, body, message) => {
    const standIn = await opened(startAnthropic, fine);
    expect(await said(standIn, "/messages", { model: "claude-sonnet-5", max_tokens: 100, ...body })).toContain(message);
    expect(standIn.requests[0]).toMatchObject({ outcome: "refused", refusal: { status: 400 } });
  });

  test("nothing of a request that is in order", async () => {
    const standIn = await opened(startAnthropic, fine);
    const messages = [
      hello,
      user(text("More")),
      agent(use("a"), use("b")),
      user(result("b"), result("a"), text("And?")),
    ];
    const body = { model: "claude-sonnet-5", max_tokens: 100, messages, cache_control: short };
    expect(await said(standIn, "/messages", body)).toBe("answered");
  });

  test("an older model's prompt that leaves no room for the answer", async () => {
    const standIn = await opened(startAnthropic, fine, { window: 150, reserves: true });
    const body = { model: "claude-sonnet-4", max_tokens: 100, messages: [user(text("word ".repeat(80)))] };
    expect(await said(standIn, "/messages", body)).toMatch(/exceed context limit: 104 \+ 100 > 150/);
    expect(await said(standIn, "/messages", { ...body, max_tokens: 40 })).toBe("answered");
  });
});

describe("Anthropic's stream and cache through the official client", () => {
  const model = (standIn: StandIn) => createAnthropic({ baseURL: standIn.url, apiKey: "key" })("claude-sonnet-5");

  test("an error that comes before anything else is one that the client asks again for", async () => {
    const overloaded = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
    const script: StandInScript = [{ streamError: { body: overloaded } }, { text: "Now." }];
    const standIn = await opened(startAnthropic, script);
    const { text } = streamText({ model: model(standIn), prompt: "Hello", onError: () => undefined });
    expect(await text).toBe("Now.");
    expect(standIn.requests).toHaveLength(2);
  });

  test("thinking is signed, comes back and is taken", async () => {
    const script: StandInScript = [
      { reasoning: "I need a tool.", calls: [{ tool: "now", input: {} }] },
      { text: "Noon." },
    ];
    const standIn = await opened(startAnthropic, script);
    const tools = { now: tool({ inputSchema: z.object({}), execute: async () => "12:00" }) };
    const result = streamText({ model: model(standIn), tools, stopWhen: stepCountIs(2), prompt: "What time is it?" });
    expect(await result.text).toBe("Noon.");
    expect(standIn.requests[1]?.parts).toContainEqual({ kind: "thought", text: "I need a tool." });
    expect((await result.steps)[0]?.usage.outputTokenDetails.reasoningTokens).toBe(4);
  });

  test("other tools, other system text and other settings keep what stands before them", async () => {
    const standIn = await opened(startAnthropic, () => ({ calls: [{ tool: "now", input: {} }] }));
    const mark = { providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } } as const;
    const long = "word ".repeat(1_000);
    const ask = async (toolChoice: "auto" | "required", content: string, says: string) => {
      const [description, inputSchema] = [`${says} ${long}`, z.object({})];
      const tools = { now: tool({ description, inputSchema, execute: async () => "12:00", ...mark }) };
      const messages: ModelMessage[] = [{ role: "user", content: [{ type: "text", text: long, ...mark }] }];
      const system = { role: "system", content, ...mark } as const;
      await generateText({ model: model(standIn), tools, toolChoice, system, messages });
      return standIn.requests.at(-1)?.usage?.cacheRead ?? 0;
    };
    expect(await ask("auto", "Be brief.", "The time")).toBe(0);
    const all = await ask("auto", "Be brief.", "The time");
    const withoutMessages = await ask("required", "Be brief.", "The time");
    const toolsOnly = await ask("auto", "Be long.", "The time");
    expect(all).toBeGreaterThan(withoutMessages);
    expect(withoutMessages).toBeGreaterThan(toolsOnly);
    expect(toolsOnly).toBeGreaterThan(1_024);
    expect(await ask("auto", "Be brief.", "The hour")).toBe(0);
  });
});

describe("OpenAI's chat refuses", () => {
  const call = (id: string) => ({ id, type: "function", function: { name: "weather", arguments: "{}" } });
  const user = { role: "user", content: "Hello" };
  const ask = (...ids: string[]) => ({ role: "assistant", content: null, tool_calls: ids.map(call) });
  const told = (id: string) => ({ role: "tool", tool_call_id: id, content: "dry" });
  const marked = {
    role: "user",
    content: [{ type: "text", text: "Hi", prompt_cache_breakpoint: { mode: "explicit" } }],
  };
  test.each<[string, object[], string]>([
    ["no message", [], "Invalid value"],
    ["an answer without content", [user, { role: "assistant", content: null }], "expected a string, got null"],
    ["a result that nobody asked for", [user, told("a")], "must be a response to a preceeding message"],
    ["a call that nobody answered", [user, ask("a"), user], "did not have response messages: a"],
    ["half of the results", [user, ask("a", "b"), told("a")], "did not have response messages: b"],
    ["a long id", [user, ask("a".repeat(41)), told("a".repeat(41))], "maximum length 40"],
    ["a mark on an older model", [marked], "Unknown parameter"],
  ])("%s", async (_, messages, message) => {
    const standIn = await opened(startOpenaiChat, fine);
    expect(await said(standIn, "/chat/completions", { model: "gpt-5", messages })).toContain(message);
  });

  test("nothing of a request that is in order", async () => {
    const standIn = await opened(startOpenaiChat, fine, { window: 100 });
    const messages = [user, ask("a", "b"), told("b"), told("a"), marked];
    expect(await said(standIn, "/chat/completions", { model: "gpt-5.6", messages })).toBe("answered");
    const reserved = { model: "gpt-5.6", messages, max_completion_tokens: 90 };
    expect(await said(standIn, "/chat/completions", reserved)).toMatch(/90 in the completion/);
  });
});

describe("OpenAI's responses", () => {
  const output = (id: string) => ({ type: "function_call_output", call_id: id, output: "dry" });
  const call = (id: string) => ({ type: "function_call", call_id: id, name: "weather", arguments: "{}" });
  const user = { role: "user", content: [{ type: "input_text", text: "Hello" }] };
  test.each<[string, object, string]>([
    ["a result that nobody asked for", { input: [user, output("a")] }, "No tool call found"],
    ["a call that nobody answered", { input: [user, call("a"), user] }, "No tool output found for function call a"],
    ["an item that it does not know", { input: [{ type: "item_reference", id: "rs_1" }, user] }, "not found"],
    [
      "thinking with nothing after it",
      { input: [{ type: "reasoning", id: "rs_1", summary: [] }, user] },
      "following item",
    ],
    ["an answer that it does not know", { input: [user], previous_response_id: "resp_1" }, "not found"],
  ])("refuse %s", async (_, body, message) => {
    const standIn = await opened(startOpenaiResponses, fine);
    expect(await said(standIn, "/responses", { model: "gpt-5", ...body })).toContain(message);
  });

  test("keep their items, which come back by their ids and not without their thinking", async () => {
    const script: StandInScript = ({ number }) => ({ reasoning: "Hm.", text: `Answer ${number}.` });
    const standIn = await opened(startOpenaiResponses, script);
    const model = createOpenAI({ baseURL: standIn.url, apiKey: "key" }).responses("gpt-5");
    const first = await generateText({ model, prompt: "Hello" });
    const messages: ModelMessage[] = [
      { role: "user", content: "Hello" },
      ...first.response.messages,
      { role: "user", content: "And?" },
    ];
    expect((await generateText({ model, messages })).text).toBe("Answer 1.");
    expect(JSON.stringify(standIn.requests[1]?.body)).not.toContain("Answer 0.");
    expect(standIn.requests[1]?.parts).toMatchObject([
      { text: "Hello" },
      { kind: "thought", text: "Hm." },
      { by: "agent", text: "Answer 0." },
      { text: "And?" },
    ]);
    const { input } = standIn.requests[1]!.body as { input: { type?: string; id?: string }[] };
    const message = input.find(({ type, id }) => type === "item_reference" && id?.startsWith("msg_"));
    const alone = { model: "gpt-5", input: [user, message, user] };
    expect(await said(standIn, "/responses", alone)).toMatch(/without its required 'reasoning' item/);
  });

  test("can say in a stream that began well that the input is too long", async () => {
    const standIn = await opened(startOpenaiResponses, fine, { window: 5, refusesInStream: true });
    const model = createOpenAI({ baseURL: standIn.url, apiKey: "key" }).responses("gpt-5");
    const errors: unknown[] = [];
    const result = streamText({ model, prompt: "word ".repeat(50), onError: ({ error }) => void errors.push(error) });
    for await (const _ of result.textStream) throw new Error("no word is expected");
    expect(errors).toMatchObject([{ statusCode: 400, message: expect.stringContaining("exceeds the context window") }]);
    expect(standIn.requests[0]?.refusal?.status).toBe(200);
  });
});

describe("Gemini refuses", () => {
  const user = (text: string) => ({ role: "user", parts: [{ text }] });
  const ask = (...names: string[]) => ({
    role: "model",
    parts: names.map((name) => ({
      functionCall: { name, args: {} },
      thoughtSignature: "skip_thought_signature_validator",
    })),
  });
  const told = (...names: string[]) => ({
    role: "user",
    parts: names.map((name) => ({ functionResponse: { name, response: {} } })),
  });
  const bare = { role: "model", parts: [{ functionCall: { name: "weather", args: {} } }] };
  test.each<[string, object[], string]>([
    ["no content", [], "contents is not specified"],
    ["an empty content", [{ role: "user", parts: [] }], "must not be empty"],
    ["an empty text", [user("")], "must have one initialized field"],
    ["an answer last", [user("Hello"), { role: "model", parts: [{ text: "Hi" }] }], "end with a user role"],
    ["a result that nobody asked for", [user("Hello"), told("weather")], "immediately after a function call turn"],
    ["half of the results", [user("Hello"), ask("weather", "time"), told("time")], "number of function response parts"],
    ["a call that nobody answered", [user("Hello"), ask("weather"), user("And?")], "number of function response parts"],
    ["a call after an answer", [user("Hello"), ask("weather"), ask("time"), told("time")], "after a user turn"],
    ["a call without its signature", [user("Hello"), bare, told("weather")], "missing a thought_signature"],
  ])("%s", async (_, contents, message) => {
    const standIn = await opened(startGemini, fine);
    expect(await said(standIn, "/models/gemini-3-pro:generateContent", { contents })).toContain(message);
  });

  test("nothing of a request that is in order", async () => {
    const standIn = await opened(startGemini, fine);
    const contents = [
      user("Hello"),
      bare,
      told("weather"),
      user("And?"),
      ask("weather", "time"),
      told("time", "weather"),
    ];
    expect(await said(standIn, "/models/gemini-3-pro:generateContent", { contents })).toBe("answered");
  });
});

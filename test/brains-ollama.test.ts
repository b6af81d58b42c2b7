import { resolveOllamaAddress } from "@clewline/agent/models/ollama/address.js";
import { readLines } from "@clewline/agent/models/ollama/model.js";
import { chooseOllamaWindow } from "@clewline/agent/models/ollama/window.js";
import { connectModel } from "@clewline/agent/models/registry/connect-model.js";
import { fetchPatiently } from "@clewline/agent/models/registry/patient-fetch.js";
import type { ModelContext } from "@clewline/agent/models/registry/wrap-model.js";
import { findModelFacts } from "@clewline/core/model/facts/find-facts.js";
import { classifyOverflow } from "@clewline/core/model/overflow/classify.js";
import { generateText, Output, stepCountIs, streamText, tool } from "ai";
import { openClew } from "clewline";
import { describeRequest, type StandIn, type StandInScript } from "clewline/testing";
import { Ollama } from "ollama";
import { afterEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { type OllamaOptions, startOllama } from "./stand-ins/ollama.js";

const open: StandIn[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((standIn) => standIn.close()));
});
async function kept(starting: Promise<StandIn>): Promise<StandIn> {
  const standIn = await starting;
  open.push(standIn);
  return standIn;
}

const nothing: ModelContext = { env: {}, servers: {}, models: new Map() };
const signal = new AbortController().signal;
const city = z.object({ city: z.string() });
const weather = tool({ description: "The weather", inputSchema: city, execute: async ({ city }) => `dry in ${city}` });
const asks = (name: string) => ({ tool: "weather", input: { city: name } });

/** An Ollama that answers by the script, and the brain that talks to it. */
async function onOllama(script: StandInScript, options: OllamaOptions = {}, context: Partial<ModelContext> = {}) {
  const standIn = await kept(startOllama(script, options));
  const adapter = await connectModel("ollama:qwen3", { ...nothing, servers: { ollama: standIn.url }, ...context });
  return { standIn, adapter, model: adapter.model };
}
const bodyOf = (standIn: StandIn, number = 0) => standIn.requests[number]?.body as Record<string, unknown>;

describe("the stand-in of Ollama", () => {
  test("satisfies Ollama's own client, streamed and whole, with tools and thoughts", async () => {
    const script = [{ reasoning: "Hm hm.", text: "It is dry." }, { calls: [asks("Bonn")] }, { text: "no" }];
    const standIn = await kept(startOllama(script, { loaded: { qwen3: 8_192 } }));
    const client = new Ollama({ host: standIn.url });
    const messages = [{ role: "user", content: "How is the weather?" }];
    let text = "";
    for await (const part of await client.chat({ model: "qwen3", messages, stream: true, think: true })) {
      text += (part.message.thinking ?? "") + part.message.content;
    }
    expect(text).toBe("Hm hm.It is dry.");
    const { message, prompt_eval_count } = await client.chat({ model: "qwen3", messages });
    expect(message.tool_calls?.[0]?.function).toMatchObject({ name: "weather", arguments: { city: "Bonn" } });
    expect(prompt_eval_count).toBeGreaterThan(0);
    expect((await client.list()).models.map(({ name }) => name)).toEqual(["qwen3:latest"]);
    expect((await client.ps()).models).toHaveLength(1);
    expect((await client.show({ model: "qwen3" })).model_info).toMatchObject({ "qwen3.context_length": 40_960 });
    expect((await client.version()).version).toBe("0.34.0");
    await expect(client.chat({ model: "other", messages })).rejects.toThrow("model 'other' not found");
  });
});

describe("Ollama", () => {
  test("answers word by word, with the thoughts before it, and says what it counted", async () => {
    const { model, standIn } = await onOllama([{ reasoning: "Let me see.", text: "It is dry today." }]);
    const { textStream, reasoningText, usage, finishReason } = streamText({ model, prompt: "How is the weather?" });
    const words: string[] = [];
    for await (const word of textStream) words.push(word);
    expect(words).toEqual(["It", " is", " dry", " today."]);
    expect(await reasoningText).toBe("Let me see.");
    expect(await finishReason).toBe("stop");
    expect(await usage).toMatchObject({ inputTokens: standIn.requests[0]?.tokens });
    expect(standIn.requests[0]).toMatchObject({ outcome: "answered", stream: true });
  });

  test("is told the window that the call assumes, and to refuse what does not fit", async () => {
    const { model, standIn } = await onOllama([{ text: "a" }, { text: "b" }], {}, { window: 12_000 });
    const providerOptions = { ollama: { num_ctx: 9_000, think: false } };
    await generateText({ model, prompt: "One", providerOptions, temperature: 0.5, maxOutputTokens: 99 });
    await generateText({ model, prompt: "Two" });
    expect(bodyOf(standIn)).toMatchObject({
      ...{ truncate: false, think: false },
      options: { num_ctx: 9_000, temperature: 0.5, num_predict: 99 },
    });
    expect(bodyOf(standIn)).not.toHaveProperty("keep_alive");
    expect(bodyOf(standIn, 1)).toMatchObject({ options: { num_ctx: 12_000 } });
  });

  test("runs several tools in one step, and gets each result with the name of its tool", async () => {
    const script = [{ text: "I look.", calls: [asks("Bonn"), asks("Kiel")] }, { text: "Dry in both." }];
    const { model, standIn } = await onOllama(script);
    const stopWhen = stepCountIs(3);
    const { text, steps } = await generateText({ model, tools: { weather }, stopWhen, prompt: "Bonn and Kiel?" });
    expect(text).toBe("Dry in both.");
    expect(steps[0]?.finishReason).toBe("tool-calls");
    expect(describeRequest(standIn.requests[1]!)).toEqual([
      "user: Bonn and Kiel?",
      "agent: I look.",
      'call weather {"city":"Bonn"}',
      'call weather {"city":"Kiel"}',
      "result: dry in Bonn",
      "result: dry in Kiel",
    ]);
    const results = (bodyOf(standIn, 1).messages as { role: string }[]).filter(({ role }) => role === "tool");
    expect(results).toMatchObject([{ tool_name: "weather" }, { tool_name: "weather" }]);
  });

  test("streams the calls of tools", async () => {
    const { model } = await onOllama([{ calls: [asks("Bonn"), asks("Bonn")] }, { text: "Dry." }]);
    const result = streamText({ model, tools: { weather }, stopWhen: stepCountIs(3), prompt: "Bonn?" });
    expect(await result.text).toBe("Dry.");
    const ids = (await result.steps)[0]?.toolCalls.map(({ toolCallId }) => toolCallId) ?? [];
    expect(new Set(ids).size).toBe(2);
  });

  test("with a model that takes no tools still talks", async () => {
    const options = { withoutTools: ["qwen3"] };
    const { model, standIn } = await onOllama([{ text: "No tools." }, { text: "Again." }], options);
    const { text, warnings } = await generateText({ model, tools: { weather }, prompt: "Bonn?" });
    expect(text).toBe("No tools.");
    expect(warnings).toMatchObject([{ type: "unsupported", feature: "tools" }]);
    await generateText({ model, tools: { weather }, prompt: "Kiel?" });
    expect(standIn.requests.map(({ outcome }) => outcome)).toEqual(["refused", "answered", "answered"]);
  });

  test("takes images and a schema, and names what it can't take", async () => {
    const { model, standIn } = await onOllama([{ text: '{"city":"Bonn"}' }]);
    const image = { type: "image", image: new Uint8Array([1, 2, 3]), mediaType: "image/png" } as const;
    const file = { type: "file", data: new Uint8Array([4]), mediaType: "application/pdf" } as const;
    const content = [{ type: "text", text: "Where is it?" } as const, image, file];
    const output = Output.object({ schema: city });
    const result = await generateText({ model, output, messages: [{ role: "user", content }] });
    expect(result.output).toEqual({ city: "Bonn" });
    expect(result.warnings).toMatchObject([{ feature: "a file of type application/pdf" }]);
    expect(bodyOf(standIn)).toMatchObject({
      format: { type: "object", properties: { city: { type: "string" } } },
      messages: [{ role: "user", content: "Where is it?\n[application/pdf]", images: ["AQID"] }],
    });
  });

  test("is read line by line, wherever its bytes are cut", async () => {
    const bytes = new TextEncoder().encode('{"a":"晴れ"}\n\n{"b":"🌦️"}');
    for (let size = 1; size <= bytes.length; size++) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, place) =>
        bytes.slice(place * size, (place + 1) * size),
      );
      const lines: string[] = [];
      for await (const line of readLines(ReadableStream.from(pieces))) lines.push(line);
      expect(lines).toEqual(['{"a":"晴れ"}', '{"b":"🌦️"}']);
    }
  });

  test("gets a long text of three-byte characters whole, and gives it back whole", async () => {
    const text = "晴れ ".repeat(2_000).trim();
    const { model, standIn } = await onOllama(({ parts }) => ({
      text: parts[0]?.kind === "said" ? parts[0].text : "",
    }));
    const providerOptions = { ollama: { num_ctx: 32_768 } };
    expect(await streamText({ model, prompt: text, providerOptions }).text).toBe(text);
    expect(standIn.requests[0]?.outcome).toBe("answered");
  });

  test("refuses a prompt that does not fit its window, in words that are known as such", async () => {
    const { model } = await onOllama([]);
    const providerOptions = { ollama: { num_ctx: 2_048 } };
    const refusal = await generateText({ model, prompt: "word ".repeat(9_000), providerOptions }).catch(
      (error) => error,
    );
    expect(classifyOverflow(refusal)).toMatchObject({ kind: "window", limit: 2_048, requested: expect.any(Number) });
  });

  test.each([true, false])("that cut the prompt in silence is found out, streamed: %s", async (stream) => {
    const { model, standIn } = await onOllama([{ text: "I know nothing of it." }], { cuts: true });
    const messages = [
      { role: "user" as const, content: `The code is 4711. ${"word ".repeat(9_000)}` },
      { role: "assistant" as const, content: "I see." },
      { role: "user" as const, content: "What is the code?" },
    ];
    const options = { model, messages, providerOptions: { ollama: { num_ctx: 2_048 } } };
    let failure: unknown;
    if (stream) {
      for await (const part of streamText({ ...options, onError: () => undefined }).fullStream) {
        if (part.type === "error") failure = part.error;
      }
    } else failure = await generateText(options).catch((error) => error);
    expect(describeRequest(standIn.requests[0]!).join("\n")).not.toContain("4711");
    expect(classifyOverflow(failure)).toMatchObject({ kind: "window", over: expect.any(Number) });
    expect(failure).toMatchObject({ statusCode: 400, isRetryable: false });
  });

  test("that read the whole prompt is never taken for one that cut it", async () => {
    const { model } = await onOllama([{ text: "Fine." }], { cuts: true });
    const providerOptions = { ollama: { num_ctx: 16_384 } };
    const { text } = await generateText({ model, prompt: "word ".repeat(9_000), providerOptions });
    expect(text).toBe("Fine.");
  });

  test("without the model says which it has and how to get it", async () => {
    const standIn = await kept(
      startOllama([], { models: ["llama3.2", "qwen3:8b", "nomic-embed-text"], vectorsOnly: ["nomic-embed-text"] }),
    );
    const { model, facts } = await connectModel("ollama:gemma", { ...nothing, servers: { ollama: standIn.url } });
    const sentence = {
      code: "model/unavailable",
      message: "Ollama has no model gemma; it has llama3.2:latest, qwen3:8b",
      hint: "Run ollama pull gemma",
    };
    await expect(facts(signal)).rejects.toMatchObject(sentence);
    const providerOptions = { ollama: { num_ctx: 4_096 } };
    await expect(generateText({ model, prompt: "Hello", providerOptions })).rejects.toMatchObject(sentence);
  });

  test("that is not there is one sentence, and nobody waits for a second try", async () => {
    const standIn = await startOllama([]);
    await standIn.close();
    const { model } = await connectModel("ollama:qwen3", { ...nothing, servers: { ollama: standIn.url } });
    await expect(generateText({ model, prompt: "Hello" })).rejects.toMatchObject({
      code: "model/unavailable",
      message: `Ollama does not answer at ${standIn.url}`,
    });
  });

  test("that is busy is asked again, and one that has no memory is not", async () => {
    const busy = { error: { status: 503, body: { error: "server busy" }, headers: { "retry-after-ms": "1" } } };
    const first = await onOllama([busy, { text: "Now." }]);
    expect((await generateText({ model: first.model, prompt: "Hello" })).text).toBe("Now.");
    const full = {
      error: { status: 500, body: { error: "model requires more system memory (9 GiB) than is available" } },
    };
    const second = await onOllama([full, { text: "Now." }]);
    await expect(generateText({ model: second.model, prompt: "Hello" })).rejects.toThrow("more system memory");
  });

  test.each([
    [
      "an error in the middle",
      { text: "one two three", streamError: { after: 2, body: { error: "runner terminated" } } },
      "runner terminated",
    ],
    [
      "a connection that breaks",
      { text: "one two three", fails: { as: "cut", after: 2 } } as const,
      "broke off before the answer",
    ],
  ])("with %s gives what came before it, and the error", async (_what, reply, message) => {
    const { model } = await onOllama([reply]);
    const parts: string[] = [];
    for await (const part of streamText({ model, prompt: "Count", onError: () => undefined }).fullStream) {
      if (part.type === "text-delta") parts.push(part.text);
      if (part.type === "error") parts.push((part.error as Error).message);
    }
    expect(parts.slice(0, 2)).toEqual(["one", " two"]);
    expect(parts[2]).toContain(message);
  });

  test("that goes away before it answers is asked again", async () => {
    const { model } = await onOllama([{ fails: { as: "cut" } }]);
    const failure = generateText({ model, prompt: "Hello", maxRetries: 0 });
    await expect(failure).rejects.toMatchObject({ name: "AI_APICallError", isRetryable: true });
  });

  test("with a line that is none does not pass over the hole", async () => {
    const { model } = await onOllama([{ text: "one two three" }], { strayLine: '{"message":{"content":' });
    const failures: string[] = [];
    for await (const part of streamText({ model, prompt: "Count", onError: () => undefined }).fullStream) {
      if (part.type === "error") failures.push((part.error as Error).message);
    }
    expect(failures).toEqual(["Ollama sent a line that is not of its format"]);
  });

  test("stops when it is told to, before the answer and within it", async () => {
    const { model, standIn } = await onOllama([
      { text: "one two three", hangAfter: 2 },
      { hangAfter: 0, text: "x" },
    ]);
    const stop = new AbortController();
    const aborted: string[] = [];
    const onAbort = () => void aborted.push("aborted");
    for await (const word of streamText({ model, prompt: "Count", abortSignal: stop.signal, onAbort }).textStream) {
      if (word === " two") stop.abort();
    }
    expect(aborted).toEqual(["aborted"]);
    const late = new AbortController();
    const whole = generateText({ model, prompt: "Count", abortSignal: late.signal });
    const ended = expect(whole).rejects.toMatchObject({ name: "TimeoutError" });
    await expect.poll(() => standIn.requests.length).toBe(2);
    late.abort(new DOMException("The operation timed out.", "TimeoutError"));
    await ended;
    await expect.poll(() => standIn.requests.map(({ outcome }) => outcome)).toEqual(["gone", "gone"]);
  });

  test("does short tasks without thinking, in the same window", async () => {
    const { fast, standIn } = await onOllama([{ text: "short" }], {}, { window: 9_000 }).then(
      ({ adapter, standIn }) => ({
        fast: adapter.fast,
        standIn,
      }),
    );
    expect(await fast({ system: "Be short.", text: "What?", maxTokens: 50, signal })).toMatchObject({ text: "short" });
    expect(bodyOf(standIn)).toMatchObject({ think: false, options: { num_ctx: 9_000, num_predict: 50 } });
  });
});

describe("where Ollama is", () => {
  test.each([
    [undefined, undefined, "http://127.0.0.1:11434"],
    ["http://box:9000/", "ignored", "http://box:9000"],
    [undefined, "box", "http://box:11434"],
    [undefined, "box:80", "http://box:80"],
    [undefined, ":9000", "http://127.0.0.1:9000"],
    [undefined, "0.0.0.0", "http://127.0.0.1:11434"],
    [undefined, "[::]:9000", "http://[::1]:9000"],
    [undefined, "::1", "http://[::1]:11434"],
    [undefined, "https://box/ollama/", "https://box/ollama"],
  ])("told %s, OLLAMA_HOST %s: %s", (told, host, address) => {
    expect(resolveOllamaAddress(told, host)).toBe(address);
  });
});

describe("Ollama's window", () => {
  const info = {
    "general.architecture": "qwen3",
    "qwen3.context_length": 40_960,
    "qwen3.block_count": 36,
    "qwen3.attention.head_count_kv": 8,
    "qwen3.attention.key_length": 128,
    "qwen3.attention.value_length": 128,
  };
  const kib = 1_024;
  /** 36 layers × 8 heads × 256 numbers × 2 bytes. */
  const perToken = 147_456;
  async function windowOf(options: OllamaOptions, told: number | null = null, freeBytes: number | null = null) {
    const standIn = await kept(startOllama([], { info, ...options }));
    return chooseOllamaWindow({ address: standIn.url, fetch: fetchPatiently }, { model: "qwen3", told, freeBytes });
  }

  test("is the one that is loaded, with a word if that is small", async () => {
    expect(await windowOf({ loaded: { qwen3: 65_536 } })).toEqual({ window: 65_536, note: null });
    expect(await windowOf({ loaded: { qwen3: 4_096 } })).toMatchObject({
      window: 4_096,
      note: expect.stringContaining("4,096 tokens"),
    });
  });

  test("is 32,768, what the model's own file says, or what was asked for, and never more than the model can hold", async () => {
    expect(await windowOf({})).toEqual({ window: 32_768, note: null });
    expect(await windowOf({ parameters: 'stop "x"\nnum_ctx                        8192' })).toMatchObject({
      window: 8_192,
    });
    expect(await windowOf({ loaded: { qwen3: 4_096 } }, 16_000)).toEqual({ window: 16_000, note: null });
    expect(await windowOf({}, 200_000)).toMatchObject({ window: 40_960, note: expect.stringContaining("40,960") });
  });

  test("takes at most half of the free memory, and says so", async () => {
    const { window, note } = await windowOf({}, null, 2 * 10 * kib * perToken);
    expect(window).toBe(10 * kib);
    expect(note).toContain("instead of 32,768");
    expect(await windowOf({}, null, 0)).toMatchObject({ window: 2_048 });
    expect(await windowOf({}, null, 2 * 40 * kib * perToken)).toEqual({ window: 32_768, note: null });
  });

  test("is a fact of the brain; what the owner says of the model is not asked for", async () => {
    const notes: string[] = [];
    const { adapter } = await onOllama(
      [],
      { loaded: { qwen3: 5_000 } },
      { note: (sentence) => void notes.push(sentence) },
    );
    expect(await adapter.facts(signal)).toEqual({ ...findModelFacts("ollama:qwen3"), window: 5_000 });
    await adapter.facts(signal);
    expect(notes).toHaveLength(1);
    const models = new Map([["ollama:qwen3", { window: 7_000 }]]);
    const told = await connectModel("ollama:qwen3", { ...nothing, models, servers: { ollama: "http://127.0.0.1:9" } });
    expect(await told.facts(signal)).toMatchObject({ window: 7_000 });
  });
});

test("a log's window that the server can't give is not asked for: its request has the one that the warning names", async () => {
  const info = { "general.architecture": "qwen3", "qwen3.context_length": 40_960 };
  const standIn = await kept(startOllama([{ text: "Dry." }, { text: "Dry." }], { info }));
  vi.stubEnv("OLLAMA_HOST", standIn.url);
  const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  const clew = await openClew({ store: "memory", config: false, model: "ollama:qwen3", window: 100_000 });
  try {
    await clew.generate({ session: "terminal:1", text: "How is the weather?" });
    const chat = standIn.requests.filter(({ path }) => path === "/api/chat");
    expect(chat.map(({ body }) => (body as { options: { num_ctx: number } }).options.num_ctx)).toEqual([40_960]);
    expect((await clew.why({ session: "terminal:1" })).receipt.window).toBe(40_960);
  } finally {
    await clew.close();
    warned.mockRestore();
    vi.unstubAllEnvs();
  }
});

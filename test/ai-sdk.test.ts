import { createRequire } from "node:module";
import { generateText, hasToolCall, Output, stepCountIs, streamText, tool } from "ai";
import { type Clew, ClewError, openClew, type Turn } from "clewline";
import { promptText, type Script, scriptedModel } from "clewline/testing";
import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from "vitest";
import { z } from "zod";

const { version } = createRequire(import.meta.url)("ai/package.json") as { version: string };
const major = Number.parseInt(version, 10);
const session = "telegram:chat:42";
const city = z.object({ city: z.string() });
const tools = {
  weather: tool({ description: "The weather", inputSchema: city, execute: async ({ city }) => `dry in ${city}` }),
  ask: tool({ inputSchema: z.object({ question: z.string() }), outputSchema: z.string() }),
};
const weather = (name: string) => ({ tool: "weather", input: { city: name } });
const stopWhen = stepCountIs(10);

let clew: Clew;
beforeEach(async () => {
  clew = await openClew({ store: "memory" });
});
afterEach(() => clew.close());

const begin = (text = "How is the weather?") => clew.begin({ session, text });
const stateOf = async (turn: Turn) => (await clew.log({ session })).turns.find(({ id }) => id === turn.id)?.state;
/** The log without its bookkeeping, a line for each entry. */
async function linesOf(): Promise<string[]> {
  const { lines } = await clew.log({ session, limit: 1_000 });
  return lines.filter(({ text }) => text !== "usage").map(({ text }) => text);
}

type Options = Parameters<Turn["aiSdk"]>[0];
const runs: [name: string, run: (turn: Turn, options: Options) => Promise<string>][] = [
  [
    "streamText",
    async (turn, options) => {
      const { textStream } = streamText(turn.aiSdk({ stopWhen, ...options }));
      let text = "";
      for await (const word of textStream) text += word;
      return text;
    },
  ],
  ["generateText", async (turn, options) => (await generateText(turn.aiSdk({ stopWhen, ...options }))).text],
];

describe.each(runs)("%s", (name, run) => {
  test("keeps every step once and in order, and ends the turn", async () => {
    const script: Script = [
      { text: "I look.", calls: [weather("Bonn")] },
      { calls: [weather("Kiel"), weather("Ulm")] },
      { text: "Dry everywhere." },
    ];
    const model = scriptedModel(script);
    const turn = await begin();
    expect(await run(turn, { model, tools })).toContain("Dry everywhere.");
    expect(await linesOf()).toEqual([
      "user: How is the weather?",
      "agent: I look.",
      'call weather {"city":"Bonn"}',
      "result of weather: dry in Bonn",
      'call weather {"city":"Kiel"}',
      'call weather {"city":"Ulm"}',
      "result of weather: dry in Kiel",
      "result of weather: dry in Ulm",
      "agent: Dry everywhere.",
    ]);
    expect(await stateOf(turn)).toBe("completed");
    expect(model.calls).toHaveLength(3);
    expect(promptText(model.calls[2]?.prompt ?? [])).toMatch(/I look\..*dry in Bonn.*dry in Kiel\s+dry in Ulm$/s);
  });

  test("sends exactly the view whose bytes the receipt gives back", async () => {
    const model = scriptedModel([{ calls: [weather("Bonn")] }, { text: "Dry." }]);
    const turn = await begin();
    await run(turn, { model, tools, system: "Be brief." });
    const { receipt } = await clew.why({ turn: turn.id });
    const stored = JSON.parse(await clew.replay(receipt.id)) as { system: { text: string }[]; messages: unknown[] };
    const [system, ...sent] = model.calls[1]?.prompt ?? [];
    expect(system).toMatchObject({ role: "system", content: stored.system.map(({ text }) => text).join("\n\n") });
    expect(sent).toMatchObject(stored.messages);
  });

  test("runs the builder's own callbacks, with the view in sight of prepareStep", async () => {
    const model = scriptedModel([{ calls: [weather("Bonn")] }, { text: "Dry." }]);
    const seen: string[] = [];
    const turn = await begin();
    await run(turn, {
      model,
      tools,
      prepareStep: ({ stepNumber, messages }) => {
        seen.push(`prepare ${stepNumber} with ${messages.length}`);
        return { temperature: 0.5 };
      },
      onStepFinish: ({ text, toolCalls }) => seen.push(`step ${toolCalls.length} ${text}`),
      onFinish: ({ steps, totalUsage }) => seen.push(`finish ${steps.length} ${(totalUsage.inputTokens ?? 0) > 0}`),
    });
    expect(seen).toEqual(["prepare 0 with 1", "step 1 ", "prepare 1 with 3", "step 0 Dry.", "finish 2 true"]);
    expect(model.calls.map(({ temperature }) => temperature)).toEqual([0.5, 0.5]);
  });

  test("the SDK's newer names of callbacks and instructions work in both majors", async () => {
    const model = scriptedModel([{ calls: [weather("Bonn")] }, { text: "Dry." }]);
    const seen: string[] = [];
    const turn = await begin();
    const newer = {
      model,
      tools,
      instructions: "Be brief.",
      onStepEnd: ({ text }: { text: string }) => seen.push(`step ${text}`),
      onEnd: ({ steps }: { steps: readonly unknown[] }) => seen.push(`end ${steps.length}`),
    };
    await run(turn, newer);
    expect(seen).toEqual(["step ", "step Dry.", "end 2"]);
    const [first, second] = model.calls.map(({ prompt }) => prompt[0]?.content);
    expect(first).toMatch(/^Be brief\.\n\nTags named clew-… /);
    expect(second).toBe(first);
    expect(await linesOf()).toHaveLength(4);
    expect(await stateOf(turn)).toBe("completed");
  });

  test("a builder's prepareStep may send other messages", async () => {
    const model = scriptedModel([{ text: "Dry." }]);
    await run(await begin(), { model, prepareStep: () => ({ messages: [{ role: "user", content: "Other words" }] }) });
    const [system, ...messages] = model.calls[0]?.prompt ?? [];
    expect(system?.role).toBe("system");
    expect(promptText(messages)).toBe("user: Other words");
  });

  test("an error of the model fails the turn, and the next view says so", async () => {
    const onError = vi.fn();
    const model = scriptedModel([{ error: new Error("overloaded") }, { text: "Dry." }]);
    const turn = await begin();
    // In ai 6 generateText tells nobody but its caller, so its caller ends the turn; once more does no harm.
    await run(turn, { model, onError, maxRetries: 0 }).catch((error: unknown) => turn.fail(error));
    expect(await stateOf(turn)).toBe("failed");
    expect(onError).toHaveBeenCalledTimes(name === "streamText" ? 1 : 0);
    await run(await begin("And now?"), { model });
    expect(promptText(model.calls[1]?.prompt ?? [])).toContain('<clew-turn state="failed"/>');
    expect(promptText(model.calls[1]?.prompt ?? [])).not.toContain("overloaded");
  });

  test("an error after finished steps keeps these steps", async () => {
    const model = scriptedModel([{ calls: [weather("Bonn")] }, { error: new Error("overloaded") }]);
    const turn = await begin();
    await run(turn, { model, tools, onError: () => undefined }).catch((error: unknown) => turn.fail(error));
    expect(await stateOf(turn)).toBe("failed");
    expect(await linesOf()).toEqual([
      "user: How is the weather?",
      'call weather {"city":"Bonn"}',
      "result of weather: dry in Bonn",
      "turn failed: overloaded",
    ]);
  });

  test("a window too small for the call is a ClewError, and fails the turn", async () => {
    await clew.close();
    clew = await openClew({ store: "memory", window: 256 });
    const errors: unknown[] = [];
    const model = scriptedModel([{ text: "never" }]);
    const turn = await begin();
    const options = {
      model,
      system: "word ".repeat(400),
      onError: ({ error }: { error: unknown }) => errors.push(error),
    };
    await run(turn, options).catch((error: unknown) => errors.push(error));
    expect(errors[0]).toBeInstanceOf(ClewError);
    expect(errors[0]).toMatchObject({ code: "view/too-small" });
    expect(await stateOf(turn)).toBe("failed");
    expect(model.calls).toHaveLength(0);
  });

  test("a tool that nobody runs here leaves the turn waiting, and its result takes it on", async () => {
    const call = { tool: "ask", input: { question: "Which city?" }, id: "call-7" };
    const model = scriptedModel([{ calls: [weather("Bonn"), call] }, { text: "Dry in Ulm." }]);
    const turn = await begin();
    await run(turn, { model, tools });
    expect(await stateOf(turn)).toBe("waiting");
    const again = await clew.turn(turn.id);
    await again.record({ calls: [{ ...call, output: "Ulm" }] });
    expect(await run(again, { model, tools })).toBe("Dry in Ulm.");
    expect(await stateOf(turn)).toBe("completed");
    const lines = await linesOf();
    expect(lines.filter((line) => line.includes("ask"))).toEqual([
      'call ask {"question":"Which city?"}',
      "result of ask: Ulm",
    ]);
    const sent = JSON.stringify(model.calls[1]?.prompt);
    expect(sent).toContain('"value":"Ulm"');
    expect(sent).not.toContain("clew-no-result");
  });

  test("a tool that throws is a result for the model, not the end of the turn", async () => {
    const broken = tool({
      inputSchema: city,
      execute: async (): Promise<string> => {
        throw new Error("no signal");
      },
    });
    const model = scriptedModel([{ calls: [weather("Bonn")] }, { text: "I can't tell." }]);
    const turn = await begin();
    await run(turn, { model, tools: { weather: broken } });
    expect(promptText(model.calls[1]?.prompt ?? [])).toContain("no signal");
    expect(await stateOf(turn)).toBe("completed");
  });

  test("a tool that the provider runs stays in the model's message", async () => {
    const hosted = { toolCallId: "srv-1", toolName: "weather", providerExecuted: true } as const;
    const model = scriptedModel([
      {
        content: [
          { type: "tool-call", input: '{"city":"Bonn"}', ...hosted },
          { type: "tool-result", result: { sky: "blue" }, ...hosted },
        ],
        text: "Blue.",
      },
      { text: "Still blue." },
    ]);
    await run(await begin(), { model, tools });
    await run(await begin("And now?"), { model, tools });
    const assistant = model.calls[1]?.prompt.find(({ role }) => role === "assistant");
    expect(assistant?.content).toMatchObject([
      { type: "tool-call", providerExecuted: true, input: { city: "Bonn" } },
      { type: "tool-result", output: { type: "json", value: { sky: "blue" } } },
      { type: "text", text: "Blue." },
    ]);
  });

  test("reasoning comes back to the provider with its signature", async () => {
    const providerMetadata = { anthropic: { signature: "abc" } };
    const model = scriptedModel([
      { content: [{ type: "reasoning", text: "It is dry.", providerMetadata }], calls: [weather("Bonn")] },
      { text: "Dry." },
    ]);
    await run(await begin(), { model, tools });
    const assistant = model.calls[1]?.prompt.find(({ role }) => role === "assistant");
    expect(assistant?.content).toMatchObject([
      { type: "reasoning", text: "It is dry.", providerOptions: providerMetadata },
      { type: "tool-call", toolName: "weather" },
    ]);
  });

  test("the system option is the instructions of this call", async () => {
    const model = scriptedModel([{ text: "Dry." }]);
    await run(await begin(), { model, system: "Answer in one word." });
    expect(model.calls[0]?.prompt[0]).toMatchObject({
      role: "system",
      content: expect.stringMatching(/^Answer in one word\.\n\nTags named clew-… /),
    });
  });

  test("the model finds the recall tool, and opens a pointer with it", async () => {
    const long = "line of the report\n".repeat(20_000);
    const model = scriptedModel((prompt, call) => {
      const [, pointer] = /open="(clew:e\w+)"/.exec(promptText(prompt)) ?? [];
      return call === 0 ? { calls: [{ tool: "recall", input: { pointer, offset: 190_000 } }] } : { text: "Read." };
    });
    await run(await begin(long), { model });
    const tools = ["recall", "remember"];
    expect(model.calls[0]?.tools?.map(({ name }) => name)).toEqual(tools);
    expect(promptText(model.calls[1]?.prompt.slice(-1) ?? [])).toMatch(
      /^tool: line of the report.*\[go on with offset \d+ of 380000\]$/s,
    );
  });

  test("the builder's own recall tool goes first", async () => {
    const recall = tool({ inputSchema: z.object({}), execute: async () => "my own" });
    const model = scriptedModel([{ calls: [{ tool: "recall", input: {} }] }, { text: "Done." }]);
    await run(await begin(), { model, tools: { recall } });
    expect(promptText(model.calls[1]?.prompt ?? [])).toContain("my own");
  });

  test("a message that is delivered twice is answered once", async () => {
    const model = scriptedModel([{ text: "Dry." }]);
    const first = await clew.begin({ session, id: 7, text: "How is the weather?" });
    await run(first, { model });
    const second = await clew.begin({ session, id: 7, text: "How is the weather?" });
    expect(second).toMatchObject({ id: first.id, repeated: true });
    const errors: unknown[] = [];
    const onError = ({ error }: { error: unknown }) => errors.push(error);
    await run(second, { model, onError }).catch((error: unknown) => errors.push(error));
    expect(errors[0]).toMatchObject({ code: "turn/not-running" });
    expect(model.calls).toHaveLength(1);
    expect(await stateOf(first)).toBe("completed");
  });

  test("messages of the builder's own are refused, with a hint", async () => {
    const turn = await begin();
    const options = { model: scriptedModel([]), messages: [] };
    expect(() => turn.aiSdk(options)).toThrow(/adds itself/);
  });
});

describe("streamText", () => {
  test("an abort cancels the turn and keeps the finished steps", async () => {
    const stop = new AbortController();
    const onAbort = vi.fn();
    const model = scriptedModel([{ calls: [weather("Bonn")] }, { text: "It is going to be a long answer." }]);
    const turn = await begin();
    const { abortSignal } = { abortSignal: stop.signal };
    const result = streamText(turn.aiSdk({ model, tools, stopWhen, abortSignal, onAbort, onError: () => undefined }));
    for await (const word of result.textStream) if (word.includes("It")) stop.abort();
    await vi.waitFor(async () => expect(await stateOf(turn)).toBe("cancelled"));
    expect(onAbort).toHaveBeenCalledOnce();
    expect(await linesOf()).toEqual([
      "user: How is the weather?",
      'call weather {"city":"Bonn"}',
      "result of weather: dry in Bonn",
      "turn cancelled: stopped",
    ]);
  });

  test("an error in the middle of the stream fails the turn", async () => {
    const model = scriptedModel([{ text: "It is going", error: new Error("connection lost") }]);
    const errors: unknown[] = [];
    const turn = await begin();
    await streamText(turn.aiSdk({ model, onError: ({ error }) => errors.push(error) })).consumeStream();
    expect(errors).toMatchObject([{ message: "connection lost" }]);
    expect(await stateOf(turn)).toBe("failed");
  });

  test("without a callback for errors they are printed, as the SDK does", async () => {
    const printed = vi.spyOn(console, "error").mockReturnValue(undefined);
    const model = scriptedModel([{ error: new Error("overloaded") }]);
    await streamText((await begin()).aiSdk({ model })).consumeStream();
    expect(printed).toHaveBeenCalledOnce();
    printed.mockRestore();
  });

  test("a step that can't be written is reported, not dropped", async () => {
    const errors: unknown[] = [];
    const closing = { ...tools.weather, execute: async () => clew.close().then(() => "dry") };
    const model = scriptedModel([{ calls: [weather("Bonn")] }, { text: "Dry." }]);
    const options = { model, stopWhen, tools: { weather: closing } };
    const turn = await begin();
    await streamText(turn.aiSdk({ ...options, onError: ({ error }) => errors.push(error) })).consumeStream();
    expect(errors[0]).toMatchObject({ code: "store/closed" });
    expect(model.calls).toHaveLength(1);
  });
});

test("after the first ending, failing and cancelling do nothing, and completing is an error", async () => {
  const turn = await begin();
  await turn.cancel("enough");
  await turn.fail(new Error("late"));
  await turn.cancel();
  await expect(turn.complete({ text: "late" })).rejects.toMatchObject({ code: "turn/not-running" });
  expect(await linesOf()).toEqual(["user: How is the weather?", "turn cancelled: enough", "late: agent: late"]);
});

describe.runIf(major >= 7)("what only ai 7 has", () => {
  test("a stream that the SDK tries again may still succeed", async () => {
    const model = scriptedModel([{ text: "It is", error: new Error("connection lost") }, { text: "Dry." }]);
    const onError = vi.fn();
    const turn = await begin();
    const retrying = { model, onError, streamRetries: 1 };
    await streamText(turn.aiSdk(retrying)).consumeStream();
    expect(onError).toHaveBeenCalledOnce();
    expect(await linesOf()).toEqual(["user: How is the weather?", "agent: Dry."]);
    expect(await stateOf(turn)).toBe("completed");
  });

  test("a stream that the SDK tries again in vain fails the turn", async () => {
    const model = scriptedModel(() => ({ text: "It is", error: new Error("connection lost") }));
    const turn = await begin();
    const retrying = { model, onError: () => undefined, streamRetries: 1 };
    await streamText(turn.aiSdk(retrying)).consumeStream();
    expect(await stateOf(turn)).toBe("failed");
  });

  test.each(runs)("%s: the SDK tells the host that what it said to the loop was delivered", async (_name, run) => {
    const sdk = (await import("ai")) as unknown as {
      experimental_createSteering(): { steer(text: string): Promise<{ type: string }> };
    };
    const steering = sdk.experimental_createSteering();
    const outcomes: Promise<{ type: string }>[] = [steering.steer("In Bonn, please.")];
    const model = scriptedModel((_prompt, call) => {
      if (call > 1) return { text: "Wet in Kiel." };
      if (call === 1) outcomes.push(steering.steer("Rather in Kiel."), steering.steer("And briefly."));
      return { calls: [weather(call === 0 ? "Bonn" : "Kiel")] };
    });
    const turn = await begin();
    const options = { model, tools, experimental_steering: steering as never };
    expect(await run(turn, options)).toContain("Wet in Kiel.");
    expect((await Promise.all(outcomes)).map(({ type }) => type)).toEqual(["delivered", "delivered", "delivered"]);
    expect(promptText(model.calls[2]?.prompt ?? [])).toMatch(/Bonn, please.*dry in Bonn.*Rather in Kiel.*briefly/s);
    expect(await linesOf()).toEqual([
      "user: How is the weather?",
      "user: In Bonn, please.",
      'call weather {"city":"Bonn"}',
      "result of weather: dry in Bonn",
      'call weather {"city":"Kiel"}',
      "result of weather: dry in Kiel",
      "user: Rather in Kiel.",
      "user: And briefly.",
      "agent: Wet in Kiel.",
    ]);
    expect(await stateOf(turn)).toBe("completed");
  });

  test("a step says which messages are its own, also where it repeats the one before", async () => {
    const same = { text: "I look.", calls: [weather("Bonn")] };
    const turn = await begin();
    await generateText(turn.aiSdk({ model: scriptedModel([same, same, { text: "Dry." }]), tools, stopWhen }));
    expect((await linesOf()).filter((line) => line === "agent: I look.")).toHaveLength(2);
  });

  test("generateText ends the turn by itself when the model fails or is stopped", async () => {
    const failing = await begin();
    const model = scriptedModel(() => ({ error: new Error("overloaded") }));
    await expect(generateText(failing.aiSdk({ model }))).rejects.toThrow("overloaded");
    expect(await stateOf(failing)).toBe("failed");
    const stopped = await begin();
    const stop = new AbortController();
    const stopping = scriptedModel(() => {
      stop.abort();
      return { error: stop.signal.reason };
    });
    await expect(generateText(stopped.aiSdk({ model: stopping, abortSignal: stop.signal }))).rejects.toThrow();
    expect(await stateOf(stopped)).toBe("cancelled");
  });
});

type UserMessage = { role: "user"; content: string | { type: "text"; text: string }[] };
/** Whether the SDK would tell the host that its message was delivered: its own rule, in ai 7. */
const isAmong = (messages: readonly unknown[], { content }: UserMessage) =>
  messages.some((each) => {
    const sent = each as UserMessage;
    return sent.role === "user" && JSON.stringify(sent.content) === JSON.stringify(content);
  });

describe("what the host says to a loop that is running", () => {
  const steered = (...experimental_steeringMessages: UserMessage[]) => ({ steps: [], experimental_steeringMessages });

  test("is kept as the user's words in the same turn, is in the next view, and comes back as the host gave it", async () => {
    const turn = await begin();
    const { prepareStep } = turn.aiSdk({ model: scriptedModel([]) });
    const first: UserMessage = { role: "user", content: "Rather in Kiel." };
    const second: UserMessage = { role: "user", content: [{ type: "text", text: "And briefly." }] };
    await prepareStep({ steps: [] });
    await turn.record({ calls: [{ id: "c1", tool: "weather", input: { city: "Bonn" }, output: "dry" }] });
    const event = steered(first, second);
    const { messages } = await prepareStep(event);
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user", "user"]);
    expect(messages.slice(3)).toEqual([first, second]);
    expect([first, second].map((each) => isAmong(messages, each))).toEqual([true, true]);
    // The SDK may bring them again, and every later call still shows them.
    await prepareStep(event);
    await turn.record({ calls: [{ id: "c2", tool: "weather", input: { city: "Kiel" }, output: "wet" }] });
    const later = await prepareStep({ steps: [] });
    expect(later.messages.slice(0, 5)).toEqual(messages);
    await turn.complete({ text: "Wet in Kiel." });
    expect(await linesOf()).toEqual([
      "user: How is the weather?",
      'call weather {"city":"Bonn"}',
      "result of weather: dry",
      "user: Rather in Kiel.",
      "user: And briefly.",
      'call weather {"city":"Kiel"}',
      "result of weather: wet",
      "agent: Wet in Kiel.",
    ]);
    expect((await clew.log({ session })).turns).toHaveLength(1);
  });

  test("is never sent with a secret that the view hides", async () => {
    const careful = await openClew({ store: "memory", redact: "stored" });
    const turn = await careful.begin({ session, text: "How is the weather?" });
    const { prepareStep } = turn.aiSdk({ model: scriptedModel([]) });
    const key = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH";
    const { messages } = await prepareStep(steered({ role: "user", content: `Use ${key} for it.` }));
    expect(JSON.stringify(messages)).toContain("for it.");
    expect(JSON.stringify(messages)).not.toContain(key);
    await careful.close();
  });
});

test("the options keep their types, and their callbacks know them", async () => {
  const turn = await begin();
  const model = scriptedModel([{ calls: [weather("Bonn")] }, { text: '{"sky":"blue"}' }]);
  const output = Output.object({ schema: z.object({ sky: z.string() }) });
  const result = await generateText(
    turn.aiSdk({
      model,
      tools,
      output,
      activeTools: ["weather"],
      toolChoice: "auto",
      stopWhen: [stopWhen, hasToolCall("ask")],
      onStepFinish: ({ finishReason }) => expectTypeOf(finishReason).toExtend<string>(),
    }),
  );
  expectTypeOf(result.output).toEqualTypeOf<{ sky: string }>();
  const [step] = result.steps;
  const call = step?.toolCalls[0];
  if (call !== undefined && !call.dynamic) expectTypeOf(call.toolName).toEqualTypeOf<"weather" | "ask">();
  expect(result.output).toEqual({ sky: "blue" });
});

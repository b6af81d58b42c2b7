/** The ready loop through the public API: the SDK's own tool loop with our views, and how it comes to an end. */
import { APICallError, tool, wrapLanguageModel } from "ai";
import { type Clew, openClew } from "clewline";
import { promptText, type ScriptedReply, scriptedModel } from "clewline/testing";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";

/** What these tests read of a line of the trace. */
interface CallUsage {
  readonly role: string;
  readonly model: string | null;
  readonly call: number | null;
  readonly receipt: string | null;
  readonly outcome: string;
  readonly spent: { readonly fresh: number; readonly output: number } | null;
  readonly durationMs: number;
}

const session = "terminal:loop";
const open: Clew[] = [];
afterEach(async () => {
  for (const clew of open.splice(0)) await clew.close();
});

async function fresh(options: Parameters<typeof openClew>[0] = {}): Promise<Clew> {
  const clew = await openClew({ store: "memory", window: 8_000, timeZone: "UTC", ...options });
  open.push(clew);
  return clew;
}

const lookUp = tool({
  inputSchema: z.object({ word: z.string() }),
  execute: async ({ word }) => `${word}: found`,
});

const tooLong = (requested: number, limit: number) =>
  new APICallError({
    message: `prompt is too long: ${requested} tokens > ${limit} maximum`,
    url: "http://127.0.0.1",
    requestBodyValues: {},
    statusCode: 400,
    responseBody: JSON.stringify({
      type: "error",
      error: { type: "invalid_request_error", message: `prompt is too long: ${requested} tokens > ${limit} maximum` },
    }),
  });

/** The events of the newest lane, by the export, as a user would read them. */
async function calls(clew: Clew): Promise<readonly CallUsage[]> {
  const found: CallUsage[] = [];
  for await (const line of clew.export()) {
    const { record } = JSON.parse(line) as { record?: { name?: string; event?: CallUsage } };
    if (record?.name === "model_usage" && record.event !== undefined) found.push(record.event);
  }
  return found;
}

describe("clew.stream and clew.generate", () => {
  test("answer a message with the SDK's own result, and end the turn", async () => {
    const clew = await fresh();
    const model = scriptedModel([
      { text: "Let me look.", calls: [{ tool: "lookUp", input: { word: "ladder" } }] },
      { text: "Behind the shed." },
    ]);
    const result = await clew.stream({ session, text: "Where is the ladder?" }, { model, tools: { lookUp } });
    let text = "";
    for await (const word of result.textStream) text += word;
    expect(text).toBe("Let me look.Behind the shed.");
    expect(result.turn.state).toBe("completed");
    expect(promptText(model.calls[1]?.prompt ?? [])).toContain("ladder: found");
    expect(model.calls[0]?.tools?.map(({ name }) => name).sort()).toEqual(["compact", "lookUp", "recall", "remember"]);
    const again = await clew.generate({ session, text: "Thanks" }, { model: scriptedModel([{ text: "Welcome." }]) });
    expect(again.text).toBe("Welcome.");
    expect(again.turn.state).toBe("completed");
  });

  test("a message that was answered already is said to be one", async () => {
    const clew = await fresh();
    const message = { session, id: "m1", text: "Hello" };
    await clew.generate(message, { model: scriptedModel([{ text: "Hello." }]) });
    const model = scriptedModel([]);
    await expect(clew.generate(message, { model })).rejects.toMatchObject({ code: "message/repeated" });
    expect(model.calls).toHaveLength(0);
  });

  test("keep an account of every call: tokens, model, time and the view that was sent", async () => {
    const clew = await fresh();
    const model = scriptedModel([{ calls: [{ tool: "lookUp", input: { word: "rake" } }] }, { text: "Found it." }]);
    await clew.generate({ session, text: "Where is the rake?" }, { model, tools: { lookUp } });
    const [first, second, ...more] = await calls(clew);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ role: "reply", model: "clewline:scripted", call: 1, outcome: "answered" });
    expect(second).toMatchObject({ call: 2, outcome: "answered", spent: { output: 3 } });
    expect(await clew.replay(second?.receipt ?? "")).toContain("rake: found");
  });

  test("an abort leaves a cancelled turn, with the steps that were finished", async () => {
    const clew = await fresh();
    const stop = new AbortController();
    const slow = tool({
      inputSchema: z.object({}),
      execute: async () => {
        stop.abort();
        return "late";
      },
    });
    const model = scriptedModel([
      { text: "First.", calls: [{ tool: "lookUp", input: { word: "rake" } }] },
      { text: "Second.", calls: [{ tool: "slow", input: {} }] },
      { text: "Never." },
    ]);
    const options = { model, tools: { lookUp, slow }, abortSignal: stop.signal };
    const result = await clew.stream({ session, text: "Go" }, options);
    await result.consumeStream();
    expect((await clew.turn(result.turn.id)).state).toBe("cancelled");
    const { lines } = await clew.log({ session });
    expect(lines.map(({ text }) => text).join("\n")).toContain("First.");
    const next = await clew.generate({ session, text: "Again" }, { model: scriptedModel([{ text: "Here." }]) });
    expect(next.text).toBe("Here.");
  });
});

describe("the end of a loop", () => {
  const forever = (reply: (call: number) => ScriptedReply) =>
    scriptedModel((prompt, call) => {
      const isClosing = promptText(prompt).includes("<clew-closing>");
      return isClosing ? { text: "Two of five are done." } : reply(call);
    });

  test("63. at the step limit the agent says how far it came, and the prompt for that stays out of the log", async () => {
    const clew = await fresh();
    const model = forever((call) => ({ calls: [{ tool: "lookUp", input: { word: `w${call}` } }] }));
    const { text, steps, turn } = await clew.generate(
      { session, text: "Do it" },
      { model, tools: { lookUp }, maxSteps: 3 },
    );
    expect(text).toBe("Two of five are done.");
    expect(steps).toHaveLength(4);
    expect(turn.state).toBe("completed");
    expect(await clew.replay(turn.id)).toContain("All 3 steps of this turn are used up");
    const { lines } = await clew.log({ session });
    expect(lines.map(({ text: line }) => line).join("\n")).not.toContain("used up");
    const next = scriptedModel([{ text: "Yes." }]);
    await clew.generate({ session, text: "Go on?" }, { model: next });
    expect(promptText(next.calls[0]?.prompt ?? [])).not.toContain("clew-closing");
  });

  test("a call that is made at the limit all the same is not run", async () => {
    const clew = await fresh();
    let runs = 0;
    const counted = tool({ inputSchema: z.object({}), execute: async () => `${++runs}` });
    const model = scriptedModel(() => ({ text: "Once more.", calls: [{ tool: "counted", input: {} }] }));
    const { text } = await clew.generate({ session, text: "Go" }, { model, tools: { counted }, maxSteps: 2 });
    expect(runs).toBe(2);
    expect(text).toBe("Once more.");
  });

  test("62. the same call with the same result six times among ten comes to an end", async () => {
    const clew = await fresh();
    const model = forever(() => ({ calls: [{ tool: "lookUp", input: { word: "same" }, id: "one-id-for-all" }] }));
    const { steps } = await clew.generate({ session, text: "Go" }, { model, tools: { lookUp }, maxSteps: 50 });
    expect(steps).toHaveLength(7);
  });

  test("62. the same call with changing results goes on", async () => {
    const clew = await fresh();
    let count = 0;
    const poll = tool({ inputSchema: z.object({}), execute: async () => `state ${++count}` });
    const model = forever(() => ({ calls: [{ tool: "poll", input: {} }] }));
    const { steps } = await clew.generate({ session, text: "Go" }, { model, tools: { poll }, maxSteps: 20 });
    expect(steps).toHaveLength(21);
  });

  test("an empty answer is asked for once more", async () => {
    const clew = await fresh();
    const model = scriptedModel([{ text: " " }, { text: "Here I am." }]);
    const { text, turn } = await clew.generate({ session, text: "Hello?" }, { model });
    expect(text).toBe("Here I am.");
    expect(turn.state).toBe("completed");
    expect((await calls(clew)).map(({ outcome }) => outcome)).toEqual(["empty", "answered"]);
  });

  test("a second empty answer is said", async () => {
    const clew = await fresh();
    const model = scriptedModel([{}, {}, { text: "too late" }]);
    const errors: unknown[] = [];
    const result = await clew.stream(
      { session, text: "Hello?" },
      { model, onError: ({ error }) => errors.push(error) },
    );
    await result.consumeStream();
    expect(errors).toMatchObject([{ code: "model/empty" }]);
    expect(model.calls).toHaveLength(2);
    expect((await clew.turn(result.turn.id)).state).toBe("failed");
  });
});

describe("a request that is too large", () => {
  async function long(clew: Clew): Promise<void> {
    for (let day = 0; day < 12; day++) {
      const turn = await clew.begin({
        session,
        text: `Day ${day}: ${"were the beds dry, were the cans empty? ".repeat(8)}`,
      });
      await turn.complete({ text: "Noted." });
    }
  }

  test("61. is made smaller and sent again, aiming at what the provider named", async () => {
    const clew = await fresh({ window: 20_000 });
    await long(clew);
    const entries = (await clew.log({ session })).total;
    // Our own tools take about 760 of them.
    const limit = 1_500;
    const model = scriptedModel((prompt) => {
      const tokens = Math.ceil(promptText(prompt).length / 4);
      return tokens > limit ? { error: tooLong(tokens, limit) } : { text: "It fits." };
    });
    const { text, turn } = await clew.generate({ session, text: "And today?" }, { model });
    expect(text).toBe("It fits.");
    expect(turn.state).toBe("completed");
    const outcomes = (await calls(clew)).map(({ outcome }) => outcome);
    expect(outcomes.at(-1)).toBe("answered");
    expect(outcomes.filter((outcome) => outcome === "refused").length).toBeLessThanOrEqual(3);
    expect((await clew.log({ session, limit: 1_000 })).total).toBeGreaterThan(entries);
    // What the provider named is remembered: the next call fits at once.
    const before = model.calls.length;
    await clew.generate({ session, text: "And tomorrow?" }, { model });
    expect(model.calls.length).toBe(before + 1);
  });

  test("in mid-stream goes on in the same stream", async () => {
    const clew = await fresh({ window: 20_000 });
    await long(clew);
    let refused = false;
    const model = scriptedModel(() => {
      if (refused) return { text: "The whole answer." };
      refused = true;
      return {
        text: "The begin",
        error: {
          type: "error",
          code: "context_length_exceeded",
          message: "Your input exceeds the context window of this model",
        },
      };
    });
    const result = await clew.stream({ session, text: "And today?" }, { model });
    let text = "";
    for await (const word of result.textStream) text += word;
    expect(text).toBe("The begin\n\nThe whole answer.");
    expect((await clew.turn(result.turn.id)).state).toBe("completed");
  });

  test("61. is an error after a few tries, and nothing is lost", async () => {
    const clew = await fresh({ window: 20_000 });
    await long(clew);
    const model = scriptedModel(() => ({ error: tooLong(900_000, 5) }));
    const answer = clew.generate({ session, text: "And today?" }, { model });
    await expect(answer).rejects.toMatchObject({ code: expect.stringMatching(/^(model\/overflow|view\/too-small)$/) });
    // The request, and at most four that are smaller each.
    const sizes = model.calls.map(({ prompt }) => JSON.stringify(prompt).length);
    expect(sizes.length).toBeLessThanOrEqual(5);
    expect(sizes).toEqual([...new Set(sizes)].sort((a, b) => b - a));
    const { lines, turns } = await clew.log({ session, limit: 1_000 });
    expect(turns[0]?.state).toBe("failed");
    expect(lines.map(({ text }) => text).join("\n")).toContain("Day 0");
  });

  test("a rate limit is left to the SDK's own patience, and compacts nothing", async () => {
    const clew = await fresh({ window: 20_000 });
    await long(clew);
    let limited = 0;
    const busy = new APICallError({
      message: "Rate limit reached: 30000 tokens per min. Limit 30000, Used 29000, Requested 2000",
      url: "http://127.0.0.1",
      requestBodyValues: {},
      statusCode: 429,
      responseHeaders: { "retry-after-ms": "5" },
      isRetryable: true,
    });
    const model = scriptedModel(() => (limited++ === 0 ? { error: busy } : { text: "Now." }));
    const { text, turn } = await clew.generate({ session, text: "And today?" }, { model });
    expect(text).toBe("Now.");
    expect(promptText(model.calls[1]?.prompt ?? [])).toBe(promptText(model.calls[0]?.prompt ?? []));
    const { receipt } = await clew.why({ turn: turn.id });
    expect(receipt.compacted).toBe(false);
  });
});

describe("approvals", () => {
  const watered: string[] = [];
  const water = tool({
    inputSchema: z.object({ bed: z.string() }),
    needsApproval: true,
    execute: async ({ bed }) => {
      watered.push(bed);
      return `bed ${bed} is wet`;
    },
  });
  const script = [{ text: "May I?", calls: [{ tool: "water", input: { bed: "7" } }] }];

  async function asked(clew: Clew) {
    watered.length = 0;
    const { turn } = await clew.generate(
      { session, text: "Water bed 7" },
      { model: scriptedModel(script), tools: { water } },
    );
    expect((await clew.turn(turn.id)).state).toBe("waiting");
    const open = await clew.turn(turn.id);
    const bytes = await clew.replay(turn.id);
    expect(bytes).not.toContain("is wet");
    const approvalId = await approvalOf(clew);
    return { turn: open, approvalId };
  }

  async function approvalOf(clew: Clew): Promise<string> {
    for await (const line of clew.export()) {
      const { entry } = JSON.parse(line) as { entry?: { kind?: string; approval?: string } };
      if (entry?.kind === "called" && entry.approval !== undefined) return entry.approval;
    }
    throw new Error("Nobody asked");
  }

  test("an approved call is run by the SDK, and the turn goes on", async () => {
    const clew = await fresh();
    const { turn, approvalId } = await asked(clew);
    await turn.record({
      messages: [{ role: "tool", content: [{ type: "tool-approval-response", approvalId, approved: true }] }],
    });
    const model = scriptedModel([{ text: "Done." }]);
    const { text } = await turn.generate({ model, tools: { water } });
    expect(text).toBe("Done.");
    expect(watered).toEqual(["7"]);
    expect(promptText(model.calls[0]?.prompt ?? [])).toContain("bed 7 is wet");
    expect((await clew.turn(turn.id)).state).toBe("completed");
    const { lines } = await clew.log({ session });
    expect(lines.filter(({ text: line }) => line.includes("is wet"))).toHaveLength(1);
  });

  test("a denied call is not run, and the model is told", async () => {
    const clew = await fresh();
    const { turn, approvalId } = await asked(clew);
    await turn.record({
      messages: [
        {
          role: "tool",
          content: [{ type: "tool-approval-response", approvalId, approved: false, reason: "It rains" }],
        },
      ],
    });
    const again = await clew.turn(turn.id);
    const model = scriptedModel([{ text: "Then not." }]);
    const result = await again.stream({ model, tools: { water } });
    await result.consumeStream();
    expect(watered).toEqual([]);
    expect(promptText(model.calls[0]?.prompt ?? [])).toContain("It rains");
    expect((await clew.turn(turn.id)).state).toBe("completed");
  });
});

describe("where the host keeps the messages", () => {
  test("the middleware sends the view instead of the list, and the list is kept with its answer", async () => {
    const clew = await fresh({ window: 2_000 });
    const model = scriptedModel(() => ({ text: "Yes." }));
    const wrapped = wrapLanguageModel({ model, middleware: clew.middleware({ session: "web:room" }) });
    const { generateText } = await import("ai");
    const messages = Array.from({ length: 40 }, (_, index) => ({
      role: index % 2 === 0 ? ("user" as const) : ("assistant" as const),
      content: `Message ${index}. ${"It was a dry day in the garden. ".repeat(6)}`,
    }));
    await generateText({ model: wrapped, system: "Be brief.", messages: messages.slice(0, 39) });
    const sent = promptText(model.calls[0]?.prompt ?? []);
    expect(sent).toContain("Message 38.");
    expect(sent).not.toContain("Message 3. It was a dry day");
    expect(sent).toContain("Be brief.");
    const { lines } = await clew.log({ session: "web:room", limit: 100 });
    const said = lines.filter(({ kind }) => kind === "said");
    expect(said).toHaveLength(40);
    expect(said.at(-1)?.who).toBe("agent");
  });
});

describe("another model", () => {
  test("is told on the receipt with what has to be read anew", async () => {
    const clew = await fresh();
    const first = scriptedModel([{ text: "One." }]);
    await clew.generate({ session, text: "First" }, { model: first });
    const other = Object.assign(scriptedModel([{ text: "Two." }]), { modelId: "other" });
    const { turn } = await clew.generate({ session, text: "Second" }, { model: other });
    const { receipt } = await clew.why({ turn: turn.id });
    expect(receipt.decisions).toMatchObject({ switched: { from: "clewline:scripted", to: "clewline:other" } });
    expect(promptText(other.calls[0]?.prompt ?? [])).toContain("One.");
  });
});

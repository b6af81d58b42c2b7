/** What goes wrong in a loop ends its turn, frees its lane, and is told once. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tool } from "ai";
import { type Clew, openClew, type Turn } from "clewline";
import { promptText, type ScriptedModel, scriptedModel } from "clewline/testing";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";

const session = "terminal:faults";
const open: Clew[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const clew of open.splice(0)) await clew.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

async function fresh(options: Parameters<typeof openClew>[0] = {}): Promise<Clew> {
  const clew = await openClew({ store: "memory", window: 8_000, timeZone: "UTC", ...options });
  open.push(clew);
  return clew;
}

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "clew-faults-"));
  folders.push(folder);
  return join(folder, "clew.db");
}

type Streamed = Awaited<ReturnType<ScriptedModel["doStream"]>>;
type Part = Streamed["stream"] extends ReadableStream<infer Each> ? Each : never;

/** A model whose streams are given part by part; a function throws into the stream. */
function streaming(...rounds: readonly (readonly (Part | (() => never))[])[]): ScriptedModel {
  const model = scriptedModel([]);
  let round = 0;
  const doStream: ScriptedModel["doStream"] = async () => {
    const parts = (rounds[round++] ?? []).values();
    const stream = new ReadableStream<Part>({
      pull(controller) {
        const { done, value } = parts.next();
        if (done) return controller.close();
        if (typeof value === "function") value();
        else controller.enqueue(value);
      },
    });
    return { stream };
  };
  return Object.assign({ ...model, doStream }, { rounds: () => round });
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
} as const;
const finish = (unified: "stop" | "error" | "tool-calls" | "length"): Part => ({
  type: "finish",
  finishReason: { unified, raw: unified },
  usage,
});
const says = (text: string): readonly Part[] => [
  { type: "text-start", id: "t" },
  { type: "text-delta", id: "t", delta: text },
  { type: "text-end", id: "t" },
];
const calls = (name: string, id: string): Part => ({ type: "tool-call", toolCallId: id, toolName: name, input: "{}" });
const quiet = { onError: () => undefined };
const stateOf = async (clew: Clew, { id }: Turn) => (await clew.turn(id)).state;
const outcomes = async (clew: Clew) =>
  (await clew.trace({ session })).map(({ event }) => (event as { outcome?: string }).outcome);

describe("in the middle of a stream", () => {
  test("an error of the provider fails the turn, and nobody is asked again", async () => {
    const clew = await fresh();
    const model = streaming(
      [{ type: "error", error: new Error("overloaded") }, finish("error")],
      [...says("Again."), finish("stop")],
    );
    const result = await clew.stream({ session, text: "Hello" }, { model, ...quiet });
    await result.consumeStream();
    expect(await stateOf(clew, result.turn)).toBe("failed");
    expect(await outcomes(clew)).toEqual(["failed"]);
  });

  test("a connection that drops fails the turn, and the next message goes through", async () => {
    const clew = await fresh();
    const drop = (): never => {
      throw new Error("socket hang up");
    };
    const model = streaming([...says("half a").slice(0, 2), drop]);
    const result = await clew.stream({ session, text: "Hello" }, { model, ...quiet });
    await result.consumeStream();
    expect(await stateOf(clew, result.turn)).toBe("failed");
    const next = await clew.generate({ session, text: "Again" }, { model: scriptedModel([{ text: "Here." }]) });
    expect(next.text).toBe("Here.");
  });

  test("a refusal after a tool was called does not run it twice", async () => {
    const clew = await fresh();
    const before = await clew.begin({ session, text: "The beds were dry and the cans were empty. ".repeat(100) });
    await before.complete({ text: "Noted." });
    let paid = 0;
    const pay = tool({ inputSchema: z.object({}), execute: async () => `paid ${++paid}` });
    const model = streaming(
      [calls("pay", "k1"), { type: "error", error: "Context size has been exceeded." }],
      [...says("Paid once."), finish("stop")],
    );
    const result = await clew.stream({ session, text: "Pay" }, { model, tools: { pay }, ...quiet });
    await result.consumeStream();
    expect(paid).toBe(1);
    expect(await stateOf(clew, result.turn)).toBe("completed");
    expect(await result.text).toBe("Paid once.");
    // The next call knew of the refusal.
    const { receipt } = await clew.why({ turn: result.turn.id });
    expect(receipt.decisions).toMatchObject({ refusals: 1 });
  });

  test("an answer that only thought until its limit is told by that limit, and not paid for twice", async () => {
    const clew = await fresh();
    const errors: unknown[] = [];
    const model = streaming([
      { type: "reasoning-start", id: "r" },
      { type: "reasoning-end", id: "r" },
      finish("length"),
    ]);
    const onError = ({ error }: { error: unknown }) => errors.push(error);
    const result = await clew.stream({ session, text: "Think" }, { model, onError });
    await result.consumeStream();
    expect(errors).toMatchObject([{ code: "model/empty", hint: expect.stringContaining("maxOutputTokens") }]);
    expect(await outcomes(clew)).toEqual(["empty"]);
  });
});

describe("a lane is free again", () => {
  const answers = () => scriptedModel(() => ({ text: "Here." }));

  test.each([
    [
      "a stream that nobody reads",
      async (clew: Clew) => void (await clew.stream({ session, text: "One" }, { model: answers() })),
    ],
    [
      "a reader that goes away",
      async (clew: Clew) => {
        const result = await clew.stream({ session, text: "One" }, { model: answers() });
        for await (const _ of result.textStream) break;
      },
    ],
    [
      "options that the SDK refuses",
      async (clew: Clew) => {
        const turn = await clew.begin({ session, text: "One" });
        await expect(turn.stream({ model: answers(), maxOutputTokens: -1 })).rejects.toThrow();
        expect(turn.state).toBe("failed");
      },
    ],
  ])("after %s", async (_name, act) => {
    const clew = await fresh();
    await act(clew);
    const { text } = await clew.generate({ session, text: "Two" }, { model: answers() });
    expect(text).toBe("Here.");
  });

  test("closing the log stops what is being answered", async () => {
    const clew = await openClew({ store: "memory" });
    const signal = await new Promise<AbortSignal | undefined>((resolve) => {
      const model = scriptedModel([]);
      const doStream: ScriptedModel["doStream"] = async ({ abortSignal }) => {
        resolve(abortSignal);
        return { stream: new ReadableStream<Part>() };
      };
      void clew.stream({ session, text: "Wait" }, { model: { ...model, doStream }, ...quiet });
    });
    expect(signal?.aborted).toBe(false);
    await clew.close();
    expect(signal?.aborted).toBe(true);
  });

  test("a mistake in the options leaves no message behind", async () => {
    const clew = await fresh();
    for (const options of [{ maxSteps: 0 }, { window: 10 }, { model: "foo:bar" }, { model: {} as never }]) {
      await expect(clew.stream({ session, text: "x" }, options)).rejects.toMatchObject({ code: expect.any(String) });
    }
    expect(await clew.sessions()).toEqual([]);
  });
});

describe("approvals", () => {
  const ran: string[] = [];
  const risky = tool({
    inputSchema: z.object({ name: z.string() }),
    needsApproval: true,
    execute: async ({ name }) => {
      ran.push(name);
      return `${name} done`;
    },
  });
  const safe = tool({ inputSchema: z.object({}), execute: async () => "safe done" });
  const tools = { risky, safe };
  const answer = (approvalId: string) => ({
    messages: [
      { role: "tool" as const, content: [{ type: "tool-approval-response" as const, approvalId, approved: true }] },
    ],
  });

  test("one of two that is answered leaves the turn waiting for the other", async () => {
    ran.length = 0;
    const clew = await fresh();
    const model = scriptedModel([
      { calls: ["a", "b"].map((name) => ({ tool: "risky", input: { name } })) },
      { text: "Both done." },
    ]);
    const { turn } = await clew.generate({ session, text: "Go" }, { model, tools });
    const [first, second] = turn.approvals;
    expect([first?.input, second?.tool]).toEqual([{ name: "a" }, "risky"]);
    await turn.record(answer(first?.approvalId ?? ""));
    await expect(turn.generate({ model, tools })).rejects.toMatchObject({ code: "turn/waiting" });
    expect(await stateOf(clew, turn)).toBe("waiting");
    await expect(turn.record(answer("wrong"))).rejects.toMatchObject({ code: "message/bad" });
    await turn.record(answer(second?.approvalId ?? ""));
    await expect(turn.generate({ model, tools: { safe } })).rejects.toMatchObject({ code: "turn/waiting" });
    const { text } = await (await clew.turn(turn.id)).generate({ model, tools });
    expect([text, ran.sort()]).toEqual(["Both done.", ["a", "b"]]);
  });

  test("beside a call that ran at once, an approval is found and run after a restart", async () => {
    ran.length = 0;
    const store = newFile();
    const before = await openClew({ store });
    const script = [
      {
        calls: [
          { tool: "safe", input: {} },
          { tool: "risky", input: { name: "c" } },
        ],
      },
    ];
    const { turn } = await before.generate({ session, text: "Go" }, { model: scriptedModel(script), tools });
    await before.close();
    const clew = await fresh({ store });
    const again = await clew.turn(turn.id);
    await again.record(answer(again.approvals[0]?.approvalId ?? ""));
    const model = scriptedModel([{ text: "All done." }]);
    const { text } = await again.generate({ model, tools });
    expect([text, ran]).toEqual(["All done.", ["c"]]);
    const seen = promptText(model.calls[0]?.prompt ?? []);
    expect([seen.includes("safe done"), seen.includes("c done")]).toEqual([true, true]);
  });
});

describe("what is told of a call", () => {
  test("a key inside an error stays out of the trace and of the export", async () => {
    const clew = await fresh();
    const key = `sk-ant-api03-${"a1B2".repeat(24)}`;
    const model = scriptedModel([{ error: new Error(`invalid x-api-key ${key}`) }]);
    await expect(clew.generate({ session, text: "Hello" }, { model })).rejects.toThrow();
    expect(JSON.stringify(await clew.trace({ session }))).not.toContain(key);
  });

  test("another model of a step is the one that is told", async () => {
    const clew = await fresh();
    const other = Object.assign(scriptedModel([{ text: "Other." }]), { modelId: "other" });
    await clew.generate(
      { session, text: "Hello" },
      { model: scriptedModel([]), prepareStep: () => ({ model: other }) },
    );
    expect((await clew.trace({ session })).map(({ event }) => (event as { model?: string }).model)).toEqual([
      "clewline:other",
    ]);
  });

  test("messages that the builder put in place of the view are not replaced when they are refused", async () => {
    const clew = await fresh();
    const refusal = Object.assign(new Error("prompt is too long: 9000 tokens > 8000 maximum"), { statusCode: 400 });
    const model = scriptedModel([{ error: refusal }, { text: "Never." }]);
    const prepareStep = () => ({ messages: [{ role: "user" as const, content: "Mine." }] });
    await expect(clew.generate({ session, text: "Hello" }, { model, prepareStep })).rejects.toThrow("too long");
    expect(model.calls).toHaveLength(1);
  });
});

describe("limits", () => {
  const limited = (limit: number) => {
    const message = `prompt is too long: 4000 tokens > ${limit} maximum`;
    return { error: Object.assign(new Error(message), { statusCode: 400, responseBody: message }) };
  };
  const windowIn = async (clew: Clew) => (await clew.why({ session })).receipt.window;

  test("what a provider said about one window gives way to another that somebody names", async () => {
    const clew = await fresh({ window: 32_000 });
    const before = await clew.begin({ session, text: "The beds were dry and the cans were empty. ".repeat(300) });
    await before.complete({ text: "Noted." });
    const model = scriptedModel((_prompt, call) => (call === 0 ? limited(3_000) : { text: "Yes." }));
    await clew.generate({ session, text: "Hello" }, { model });
    await clew.generate({ session, text: "Again" }, { model });
    expect(await windowIn(clew)).toBe(3_000);
    await clew.generate({ session, text: "Larger" }, { model, window: 30_000 });
    expect(await windowIn(clew)).toBe(30_000);
  });

  test("a longest answer larger than the window leaves room for the request", async () => {
    const clew = await fresh();
    const model = scriptedModel([{ text: "Yes." }]);
    const { text } = await clew.generate({ session, text: "Hello" }, { model, maxOutputTokens: 64_000 });
    expect(text).toBe("Yes.");
  });

  test("at the step limit a model that has to call tools may answer", async () => {
    const clew = await fresh();
    const poll = tool({ inputSchema: z.object({}), execute: async () => "nothing new" });
    const model = scriptedModel((prompt) =>
      promptText(prompt).includes("<clew-closing>")
        ? { text: "Nothing yet." }
        : { calls: [{ tool: "poll", input: {} }] },
    );
    const options = { model, tools: { poll }, maxSteps: 2, toolChoice: "required" as const };
    const { text } = await clew.generate({ session, text: "Watch" }, options);
    expect(text).toBe("Nothing yet.");
    expect(model.calls.at(-1)?.toolChoice).toEqual({ type: "auto" });
  });
});

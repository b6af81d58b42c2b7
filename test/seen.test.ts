/** Small things that cost a newcomer minutes: what is said when something is wrong, and when a promise holds. */
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { makeLineBreaker } from "@clewline/cli/terminal/line-breaks.js";
import { makeScreen } from "@clewline/cli/terminal/screen.js";
import { findNearest } from "@clewline/text/nearest.js";
import { tool } from "ai";
import { ClewError, openClew } from "clewline";
import { scriptedModel } from "clewline/testing";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { typed } from "./cli-run.js";
import { openFresh } from "./fresh-clew.js";

const session = "terminal:default";

describe("options that nobody knows", () => {
  test.each(["stream", "generate"] as const)("%s refuses them with the nearest name", async (verb) => {
    const clew = await openFresh();
    const ask = (options: object) => clew[verb]({ session, text: "Hi" }, { model: scriptedModel([]), ...options });
    await expect(ask({ maxOutputToken: 3 })).rejects.toMatchObject({ hint: "Did you mean maxOutputTokens?" });
    await expect(ask({ temprature: 1 })).rejects.toMatchObject({
      code: "options/bad",
      hint: "Did you mean temperature?",
    });
    await expect(ask({ colour: "red" })).rejects.toMatchObject({ code: "options/bad" });
    expect(await clew.sessions()).toEqual([]);
  });

  test("what the SDK knows or tries out passes", async () => {
    const clew = await openFresh();
    const options = { seed: 1, topP: 0.5, experimental_context: {}, onStepFinish: () => undefined, headers: {} };
    const { text } = await clew.generate(
      { session, text: "Hi" },
      { model: scriptedModel([{ text: "Yes." }]), ...options },
    );
    expect(text).toBe("Yes.");
  });
});

describe("a stream's promises", () => {
  test("settle when the turn is stored", async () => {
    const clew = await openFresh();
    const result = await clew.stream({ session, text: "Hi" }, { model: scriptedModel([{ text: "Yes." }]) });
    expect(await result.text).toBe("Yes.");
    expect(result.turn.state).toBe("completed");
    expect((await clew.log({ session })).turns[0]?.state).toBe("completed");
    expect(await result.finishReason).toBe("stop");
  });

  test("fail with our own error where the window is too small", async () => {
    const clew = await openFresh();
    const options = { model: scriptedModel([]), window: 300, onError: () => undefined };
    const result = await clew.stream({ session, text: "word ".repeat(3_000) }, options);
    const error = await Promise.resolve(result.text).catch((caught: unknown) => caught);
    expect(ClewError.isInstance(error) ? error.code : error).toBe("view/too-small");
  });
});

test("diff and replay without an argument say what is missing", async () => {
  const clew = (await openFresh()) as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>;
  await expect(clew.diff?.()).rejects.toMatchObject({ code: "options/bad", message: "before is undefined" });
  await expect(clew.replay?.()).rejects.toMatchObject({ code: "options/bad", message: "receipt is undefined" });
});

test("a reply has the time that the channel gave it", async () => {
  const clew = await openFresh();
  const turn = await clew.begin({ session, text: "Hi", at: "2026-01-02T03:04:00Z" });
  await turn.complete({ text: "Yes.", at: "2026-01-02T03:05:00Z" });
  const { lines } = await clew.log({ session });
  expect(lines.map(({ at }) => new Date(at).toISOString())).toEqual([
    "2026-01-02T03:04:00.000Z",
    "2026-01-02T03:05:00.000Z",
  ]);
  const next = await clew.begin({ session, text: "Hi again" });
  await expect(next.complete({ text: "Yes.", at: "soon" })).rejects.toMatchObject({ code: "message/bad" });
});

test("letters that changed places are found", () => {
  expect(findNearest("wyh", ["why", "diff", "log"])).toBe("why");
  expect(findNearest("lgo", ["why", "diff", "log"])).toBe("log");
  expect(findNearest("xyz", ["why", "diff", "log"])).toBeNull();
});

test("the log says what a turn waits for, and what became of an approval", async () => {
  const clew = await openFresh();
  const water = tool({ inputSchema: z.object({}), needsApproval: true, execute: async () => "wet" });
  const model = scriptedModel([{ calls: [{ tool: "water", input: {} }] }, { text: "Then not." }]);
  const { turn } = await clew.generate({ session, text: "Water it" }, { model, tools: { water } });
  const [asked] = turn.approvals;
  expect((await clew.log({ session })).lines.at(-1)?.text).toBe("turn waiting: for an approval or a result");
  const answer = {
    type: "tool-approval-response",
    approvalId: asked?.approvalId ?? "",
    approved: false,
    reason: "too wet",
  };
  await turn.record({ messages: [{ role: "tool", content: [answer as never] }] });
  const texts = (await clew.log({ session })).lines.map(({ text }) => text);
  expect(texts).toContain("a call was refused: too wet");
});

test("a compaction that somebody waits for keeps the process alive, and closing the log ends it", async () => {
  let asked: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const fastModel = () => {
    asked();
    return new Promise<string>(() => undefined);
  };
  const clew = await openClew({ store: "memory", config: false, fastModel, memory: false });
  for (let door = 0; door < 12; door++) {
    const turn = await clew.begin({ session, text: `The code of door ${door} is 12${door}.` });
    await turn.complete({ text: `Noted ${door}.` });
  }
  const timers = vi.spyOn(globalThis, "setTimeout");
  const compacted = clew.compact();
  await isAsked;
  const place = timers.mock.calls.findIndex(([, delay]) => delay === 10_000);
  const timer = timers.mock.results[place]?.value as NodeJS.Timeout | undefined;
  timers.mockRestore();
  expect(timer?.hasRef()).toBe(true);
  await clew.close();
  expect(await compacted.catch((error: unknown) => error)).toBeTruthy();
});

test("a model that never stops calling tools fails with the option that limits its steps", async () => {
  const clew = await openFresh();
  const look = tool({ inputSchema: z.object({ page: z.number() }), execute: async ({ page }) => `page ${page}` });
  const model = scriptedModel((_prompt, call) => ({ calls: [{ tool: "look", input: { page: call } }] }));
  const ended = clew.generate({ session, text: "Read" }, { model, tools: { look }, maxSteps: 2 });
  await expect(ended).rejects.toMatchObject({ code: "model/empty", hint: expect.stringContaining("maxSteps") });
});

describe("a terminal", () => {
  const makeTerminal = (columns: number) => {
    const stream = Object.assign(new PassThrough(), { isTTY: true, columns });
    return { stream, screen: makeScreen(stream as never, () => stream as never, { NO_COLOR: "1" }) };
  };

  test("that says 0 columns, or changes its size, is followed", () => {
    const { stream, screen } = makeTerminal(0);
    expect([screen.columns, screen.live?.columns]).toEqual([80, 79]);
    stream.columns = 33;
    expect([screen.columns, screen.live?.columns]).toEqual([33, 32]);
  });

  test("has the words of an answer broken by its size of the moment", () => {
    let columns = 20;
    const lines = makeLineBreaker(() => columns);
    const first = lines.next("one two three four five six seven eight\n");
    columns = 60;
    const second = lines.next("one two three four five six seven eight\n");
    expect(
      first
        .trimEnd()
        .split("\n")
        .every((line) => line.length <= 20),
    ).toBe(true);
    expect(second).toBe("one two three four five six seven eight\n");
  });
});

test("clew config without a log lists every setting, and says which have no effect", async () => {
  const missing = join(tmpdir(), `clew-none-${process.pid}.db`);
  const { code, out } = await typed(["config", "--store", missing]);
  expect(code).toBe(0);
  expect(out).toMatch(/^summarise_at /m);
  expect(out).toMatch(/^reply_characters .*none here$/m);
  expect((await typed(["config", "summarise_at", "0.5", "--store", missing])).code).not.toBe(0);
  expect(existsSync(missing)).toBe(false);
});

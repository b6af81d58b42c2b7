/** What a provider's refusals leave behind: in the turn that met them, in later ones, and in other lanes. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  aimAfterRefusal,
  findHoldingLimit,
  type LimitLesson,
  lessonCalls,
  lessonMs,
} from "@clewline/core/model/learned-limit.js";
import { countAvailableTokens, makeBudget } from "@clewline/core/policy/budget.js";
import { type Clew, openClew } from "clewline";
import { promptText, type ScriptedModel, scriptedModel } from "clewline/testing";
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { openFresh } from "./fresh-clew.js";
import { checkProperty } from "./properties.js";

const session = "terminal:refusals";
afterEach(() => {
  vi.useRealTimers();
});

const days = 30;

async function talk(clew: Clew, chat = session, first = 0): Promise<void> {
  for (let day = first; day < first + days; day++) {
    const text = `Day ${day}: plot ${day} has ${"dry beds, empty cans and a gate that creaks. ".repeat(13)}`;
    const turn = await clew.begin({ session: chat, text });
    await turn.complete({ text: "Noted." });
  }
}

interface Provider {
  readonly model: ScriptedModel;
  /** Characters of each request, negative where it was refused. */
  readonly sizes: number[];
}

const makers = { "gpt-5": "openai.responses", "claude-sonnet-5": "anthropic.messages", oak: "local.chat" } as const;

/** A model under a name whose window is known, or under one that nobody knows. */
function provider(name: keyof typeof makers, refuse: (call: number, prompt: string) => string | null): Provider {
  const sizes: number[] = [];
  const script = scriptedModel((prompt) => {
    const text = promptText(prompt);
    const words = refuse(sizes.length, text);
    sizes.push(words === null ? text.length : -text.length);
    if (words === null) return { text: "Noted." };
    const body = JSON.stringify({ error: { message: words, code: "context_length_exceeded" } });
    return { error: Object.assign(new Error(words), { statusCode: 400, responseBody: body }) };
  });
  return { model: { ...script, provider: makers[name], modelId: name }, sizes };
}

const bare = "context_length_exceeded";
/** Four characters for a token, and a limit that it names. */
const naming = (limit: number) => (_call: number, prompt: string) => {
  const counted = Math.ceil(prompt.length / 4);
  return counted <= limit
    ? null
    : `This model's maximum context length is ${limit} tokens. However, your messages resulted in ${counted} tokens.`;
};

describe("a bare refusal at two percent of a known window", () => {
  test.each([1, 3])("leaves later requests whole, after %i of them and a restart", async (times) => {
    const folder = mkdtempSync(join(tmpdir(), "clew-refusals-"));
    const store = join(folder, "log.db");
    const before = await openClew({ store, timeZone: "UTC" });
    await talk(before);
    const { model, sizes } = provider("gpt-5", (call) => (call >= 1 && call <= times ? bare : null));
    for (const text of ["One?", "Two?", "Three?"]) await before.generate({ session, text }, { model });
    const { receipt } = await before.why({ session });
    expect(receipt.window).toBe(272_000);
    await before.close();
    const after = await openClew({ store, timeZone: "UTC" });
    await after.generate({ session, text: "Four?" }, { model });
    await after.close();
    rmSync(folder, { recursive: true });
    const [first = 0, ...rest] = sizes;
    const refused = rest.slice(0, times);
    expect(refused.every((size) => size < 0)).toBe(true);
    const [mended = 0, ...later] = rest.slice(times);
    expect(mended).toBeLessThan(first);
    expect(later).toHaveLength(2);
    expect(later.every((size) => size > first)).toBe(true);
    expect(JSON.stringify(receipt.decisions)).not.toContain("limit");
  });

  test("never ends in a window that nobody has: what is needed is sent", async () => {
    const clew = await openFresh({ instructions: `Be brief. ${"Mind the beds. ".repeat(150)}` });
    const { model, sizes } = provider("gpt-5", (call) => (call < 3 ? bare : null));
    const { text } = await clew.generate({ session, text: `Hello. ${"And the gate creaks. ".repeat(480)}` }, { model });
    expect(text).toBe("Noted.");
    expect(sizes).toHaveLength(4);
  });
});

describe("a limit that the provider names", () => {
  test("is aimed at and filled", async () => {
    const clew = await openFresh();
    for (const first of [0, 30, 60, 90]) await talk(clew, session, first);
    const { model } = provider("oak", naming(8_192));
    const { turn } = await clew.generate({ session, text: "And now?" }, { model });
    await clew.generate({ session, text: "And then?" }, { model });
    // What neither the view nor its summary tells is said to be there, in the request itself.
    for (const { prompt } of model.calls.slice(1)) expect(promptText(prompt)).toMatch(/untold="?\d+|<clew-left-out/);
    const { receipt } = await clew.why({ turn: turn.id });
    const aim = 0.9 * (8_192 - (receipt.reply ?? 0));
    expect(receipt.tokens).toBeLessThanOrEqual(aim);
    expect(receipt.tokens).toBeGreaterThan(0.85 * aim);
    expect(receipt.decisions).toMatchObject({ refusals: 1, limit: { limit: 8_192, window: 32_768, named: true } });
  });

  test("is kept to by the model's own count, where the table has it count more than it does", async () => {
    const clew = await openFresh({ instructions: `Be brief. ${"Mind the beds. ".repeat(1_000)}` });
    await talk(clew);
    const { model, sizes } = provider("claude-sonnet-5", naming(11_000));
    await clew.generate({ session, text: "And now?" }, { model });
    await clew.compact({ session });
    await clew.generate({ session, text: "And then?" }, { model });
    for (const first of [30, 60]) await talk(clew, session, first);
    const { text } = await clew.generate({ session, text: "And at last?" }, { model });
    expect(text).toBe("Noted.");
    expect(sizes.map(Math.sign)).toEqual([1, 1, -1, 1]);
  });

  test("stays with its lane and its model, and clew.model tells of it", async () => {
    const { model } = provider("oak", naming(4_000));
    const clew = await openFresh({ model });
    await talk(clew);
    await talk(clew, "terminal:other");
    await clew.generate({ session, text: "And now?" }, { model });
    await clew.generate({ session, text: "And then?" }, { model });
    const { window, asked, learned } = await clew.model({ session });
    expect([window, asked, learned]).toMatchObject([
      null,
      32_768,
      { limit: 4_000, named: true, calls: lessonCalls - 2 },
    ]);
    expect(await clew.model({ session: "terminal:other" })).toMatchObject({ learned: null });
    expect((await clew.why({ session })).receipt.window).toBe(4_000);
    const kind = provider("oak", () => null);
    await clew.generate({ session: "terminal:other", text: "And now?" }, { model: kind.model });
    expect((await clew.why({ session: "terminal:other" })).receipt.window).toBe(32_768);
    const otherModel = provider("gpt-5", () => null);
    await clew.generate({ session, text: "And you?" }, { model: otherModel.model });
    expect((await clew.why({ session })).receipt.window).toBe(272_000);
  });

  test("fades after some answers, and is learned anew if it is true", async () => {
    const clew = await openFresh();
    await talk(clew);
    const { model, sizes } = provider("oak", naming(4_000));
    for (let call = 0; call <= lessonCalls + 1; call++) await clew.generate({ session, text: `Q${call}` }, { model });
    const refused = sizes.flatMap((size, at) => (size < 0 ? [at] : []));
    expect(refused).toEqual([0, lessonCalls + 1]);
  });

  test("fades after a day, also in a log that was closed", async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 15), toFake: ["Date"] });
    const folder = mkdtempSync(join(tmpdir(), "clew-refusals-"));
    const store = join(folder, "log.db");
    const { model, sizes } = provider("oak", naming(4_000));
    const windows: number[] = [];
    for (const hours of [0, 1, 22, 2]) {
      vi.setSystemTime(Date.now() + hours * 3_600_000);
      const clew = await openClew({ store, timeZone: "UTC" });
      if (windows.length === 0) await talk(clew);
      await clew.generate({ session, text: `After ${hours} hours` }, { model });
      windows.push((await clew.why({ session })).receipt.window);
      await clew.close();
    }
    rmSync(folder, { recursive: true });
    expect(windows).toEqual([4_000, 4_000, 4_000, 4_000]);
    expect(sizes.map((size) => size < 0)).toEqual([true, false, false, false, true, false]);
  });
});

test("whoever opened the log is told in one line", async () => {
  const heard: string[] = [];
  const listen = (warning: Error) => heard.push(warning.message);
  process.on("warning", listen);
  const clew = await openFresh();
  await talk(clew);
  const { model } = provider("oak", naming(4_111));
  await clew.generate({ session, text: "And now?" }, { model });
  await new Promise((done) => setImmediate(done));
  process.off("warning", listen);
  const told = heard.filter((line) => line.includes("4111"));
  expect(told).toHaveLength(1);
  expect(told[0]).not.toContain("\n");
});

describe("what a refusal teaches", () => {
  const lesson: LimitLesson = { model: "a:b", limit: 4_000, window: 32_000, named: true };
  const asked = { model: "a:b", window: 32_000 };

  test("holds for that many answers and that long, whatever lies between", () => {
    checkProperty(
      fc.property(
        fc.array(fc.constantFrom("a:b", "c:d", null), { maxLength: 2 * lessonCalls }),
        fc.integer({ min: 0, max: 2 * lessonMs }),
        (models, later) => {
          const calls = models.map((model, at) => ({ at: at + 2, model, counted: 3_000, estimated: 3_000 }));
          const held = findHoldingLimit([{ ...lesson, at: 1 }], calls.toReversed(), { ...asked, now: 1 + later });
          const own = models.filter((model) => model === "a:b").length;
          expect(held === null).toBe(own >= lessonCalls || later >= lessonMs);
          expect(held?.calls ?? lessonCalls - own).toBe(lessonCalls - own);
        },
      ),
      { runs: 200 },
    );
  });

  test("is refuted by one answer above it, and is about no other model or window", () => {
    const held = (counted: number, other: object = {}) =>
      findHoldingLimit([{ ...lesson, at: 1 }], [{ at: 2, model: "a:b", counted, estimated: 1 }], {
        ...{ ...asked, now: 3, ...other },
      });
    expect(held(4_000)).toMatchObject({ limit: 4_000, calls: lessonCalls - 1 });
    expect(held(4_001)).toBeNull();
    expect(held(1, { model: "c:d" })).toBeNull();
    expect(held(1, { window: 16_000 })).toBeNull();
  });

  test("is nothing far below a known window; and every aim is below what was refused and within its budget", () => {
    const sizes = fc.record({
      window: fc.integer({ min: 2_048, max: 1_000_000 }),
      part: fc.double({ min: 0.01, max: 1, noNaN: true }),
      isKnown: fc.boolean(),
      times: fc.integer({ min: 1, max: 6 }),
      limit: fc.option(fc.integer({ min: 1, max: 1_000_000 }), { nil: undefined }),
    });
    checkProperty(
      fc.property(sizes, ({ window, part, isKnown, times, limit }) => {
        const budget = makeBudget({ window });
        const sent = Math.ceil(countAvailableTokens(budget) * part);
        const call = { model: "a:b", asked: budget, isKnown, before: null, sent, first: sent, times };
        const aim = aimAfterRefusal(limit === undefined ? {} : { limit }, call);
        expect(aim.room).toBeLessThan(Math.max(2, sent));
        expect(aim.lasting).toBeLessThanOrEqual(Math.max(1, countAvailableTokens(aim.budget)));
        expect(aim.budget.window).toBeLessThanOrEqual(window);
        const isNamed = limit !== undefined && limit >= 1_024;
        const isFar = isKnown && sent < countAvailableTokens(budget) / 2;
        expect(aim.lesson !== null && !isNamed && isFar).toBe(false);
      }),
      { runs: 500 },
    );
  });
});

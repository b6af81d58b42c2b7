/** Models that should pick among older turns, and what becomes of the choice when they do something else. */

import { makeTextModel } from "@clewline/agent/models/registry/text-model.js";
import type { Exchange } from "@clewline/core/conversation/selection/exchange.js";
import type { TextModel } from "@clewline/core/ports/index.js";
import { choose } from "@clewline/engine/answer/choose.js";
import { makeSystemClock } from "@clewline/platform/clock.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { scriptedModel } from "@clewline/store-kit/scripted-model.js";
import { estimated } from "@clewline/text/tokens/count-tokens.js";
import { describe, expect, test } from "vitest";

type Request = Parameters<TextModel<AbortSignal>>[0];

const engine = { clock: makeSystemClock(), fns: { hash: sha256, calibration: estimated } };
const subjects = ["pumps", "bread", "trains", "taxes", "beds"];
const offered: readonly Exchange[] = subjects.map((subject, index) => ({
  key: `turn-${index + 1}`,
  seqs: [index + 1],
  at: index,
  said: [
    { who: "user", text: `Tell me about ${subject}` },
    { who: "agent", text: `Much can be said about ${subject}.` },
  ],
}));
const all = offered.map(({ key }) => key);
const message = "And which pumps are the best?";
const never = () => new Promise<never>(() => undefined);

/** A function of somebody's own, whose answers are the given ones in turn; the last one again and again. */
function model(...answers: readonly ((request: Request) => unknown)[]) {
  const requests: Request[] = [];
  const fastModel = ((request: Request) => {
    requests.push(request);
    const answer = answers[Math.min(requests.length, answers.length) - 1];
    return answer?.(request);
  }) as TextModel<AbortSignal>;
  return { fastModel, requests };
}

const say = (text: unknown) => () => Promise.resolve(text);
const ask = (fastModel: TextModel<AbortSignal> | null, seconds = 5, signal?: AbortSignal) =>
  choose(
    engine,
    fastModel,
    { message, offered },
    { seconds, byWords: false, ...(signal === undefined ? {} : { signal }) },
  );

describe("a model that", () => {
  test("picks some is followed, in the order of time", async () => {
    const { fastModel, requests } = model(say("[5, 1, 3, 3]"));
    const { choice, spent } = await ask(fastModel);
    expect(choice).toEqual({
      stage: "triage",
      version: "triage-1",
      offered: all,
      picked: ["turn-1", "turn-3", "turn-5"],
    });
    expect(requests).toHaveLength(1);
    expect(spent).toMatchObject({ calls: 1 });
    expect(spent?.estimated).toBeGreaterThan(100);
    expect(spent?.answerTokens).toBeGreaterThan(0);
    expect(spent?.durationMs).toBeGreaterThanOrEqual(0);
  });

  test("picks none leaves out all of them", async () => {
    const { choice } = await ask(model(say("[]")).fastModel);
    expect(choice).toMatchObject({ stage: "triage", picked: [] });
    expect(choice.failed).toBeUndefined();
  });

  test("gets a prompt, a limit and a signal, and nothing else", async () => {
    const { fastModel, requests } = model(say("[1]"));
    await ask(fastModel);
    expect(requests.map((request) => Object.keys(request).sort())).toEqual([["maxTokens", "signal", "system", "text"]]);
    expect(requests[0]?.text).toContain("which pumps");
    expect(requests[0]?.signal.aborted).toBe(false);
  });

  test("names ten thousand is followed where there is something", async () => {
    const { choice } = await ask(
      model(say(JSON.stringify(Array.from({ length: 10_000 }, (_, index) => index + 4)))).fastModel,
    );
    expect(choice).toMatchObject({ stage: "triage", picked: ["turn-4", "turn-5"] });
  });

  const unreadable = "the answer could not be read as a list of numbers";
  test.each<readonly [string, (request: Request) => unknown, string]>([
    ["throws at once", thrown(new Error("overloaded")), "overloaded"],
    ["rejects", () => Promise.reject(new TypeError("fetch failed")), "fetch failed"],
    ["rejects without words", () => Promise.reject(new Error("")), "no reason was given"],
    [
      "throws what has no words",
      thrown({ toString: thrown(new Error("no")) }),
      "something was thrown that has no words",
    ],
    ["returns null", say(null), "the answer was not a text"],
    ["returns nothing, and no promise", () => undefined, "the answer was not a text"],
    ["returns a list instead of text", say([1, 2]), "the answer was not a text"],
    ["returns an object without text", say({ answer: "[1]" }), "the answer was not a text"],
    ["answers in prose", say("The first one, I believe."), unreadable],
    ["answers in the wrong shape", say('[{"id": 1}]'), unreadable],
    ["names only what there is not", say("[77]"), unreadable],
    ["refuses", say("I'm sorry, but I can't help with that."), unreadable],
    ["says nothing", say(""), unreadable],
    ["floods", say("[1, ".repeat(1_000_000)), unreadable],
  ])("%s loses nothing, is asked twice, and what it cost is known", async (_name, answer, why) => {
    const { fastModel, requests } = model(answer);
    const { choice, spent } = await ask(fastModel);
    expect(choice).toEqual({ stage: "recency", version: "triage-1", offered: all, picked: all, failed: why });
    expect(requests).toHaveLength(2);
    expect(spent?.calls).toBe(2);
    expect(spent?.estimated).toBeGreaterThan(200);
  });

  test("hangs and ignores its signal holds nobody up, and is not asked again", async () => {
    const { fastModel, requests } = model(never);
    const { choice, spent } = await ask(fastModel, 0.2);
    expect(choice).toMatchObject({ stage: "recency", picked: all, failed: "no answer within 0.2 seconds" });
    expect(requests).toHaveLength(1);
    expect(requests[0]?.signal.aborted).toBe(true);
    expect(spent).toMatchObject({ calls: 1, answerTokens: 0 });
    expect(spent?.durationMs).toBeGreaterThanOrEqual(150);
  });

  test("fails once is asked again, and the second answer counts", async () => {
    const { fastModel, requests } = model(thrown(new Error("overloaded")), say("[2]"));
    const { choice, spent } = await ask(fastModel);
    expect(choice).toMatchObject({ stage: "triage", picked: ["turn-2"] });
    expect(choice.failed).toBeUndefined();
    expect(requests).toHaveLength(2);
    expect(spent).toMatchObject({ calls: 2 });
  });

  test("fails and then hangs has one time limit for both", async () => {
    const { fastModel, requests } = model(thrown(new Error("overloaded")), never);
    const { choice, spent } = await ask(fastModel, 2);
    expect(choice).toMatchObject({ stage: "recency", picked: all, failed: "no answer within 2 seconds" });
    expect(requests).toHaveLength(2);
    expect(requests.every(({ signal }) => signal.aborted)).toBe(true);
    expect(spent).toMatchObject({ calls: 2 });
  });

  test("fails when the time is nearly over is not asked again", async () => {
    const { fastModel, requests } = model(
      () => new Promise((_, reject) => setTimeout(reject, 170, new Error("too busy"))),
    );
    const { choice } = await ask(fastModel, 0.2);
    expect(choice).toMatchObject({ stage: "recency", picked: all });
    expect(requests).toHaveLength(1);
  });

  test("answers after the time is up changes nothing any more", async () => {
    const late = new Promise((resolve) => setTimeout(resolve, 120, "[1]"));
    const { choice } = await ask(model(() => late).fastModel, 0.06);
    await late;
    expect(choice).toMatchObject({ stage: "recency", picked: all, failed: "no answer within 0.06 seconds" });
  });

  test("throws a secret leaves none in the reason, which is short and one line", async () => {
    const key = `sk-${"proj"}-${"aB3dE5gH7jK9mN1pQ3sT5".repeat(2)}`;
    const { choice } = await ask(model(thrown(new Error(`401 for ${key}\n${"and so on ".repeat(100)}`))).fastModel);
    expect(choice.failed).toMatch(/^401 for \[redacted: [^\]]+\] and so on/);
    expect(choice.failed?.length).toBeLessThanOrEqual(200);
  });
});

describe("what the provider reports", () => {
  test("is kept for every call, also where the answer is of no use", async () => {
    const answers = [say({ text: "Hm.", usage: { inputTokens: 7 } }), say({ text: "[1]", usage: { inputTokens: 8 } })];
    const { choice, spent } = await ask(model(...answers).fastModel);
    expect(choice).toMatchObject({ stage: "triage", picked: ["turn-1"] });
    expect(spent?.usage).toEqual([{ inputTokens: 7 }, { inputTokens: 8 }]);
  });

  test("comes with the answers of a model of the AI SDK, which gets no tools", async () => {
    const scripted = scriptedModel([{ text: "The second: [2]" }]);
    const { choice, spent } = await ask(makeTextModel(scripted));
    expect(choice).toMatchObject({ stage: "triage", picked: ["turn-2"] });
    expect(spent?.usage).toHaveLength(1);
    expect(spent?.usage?.[0]).toHaveProperty("inputTokens");
    expect(scripted.calls.map(({ tools }) => tools ?? [])).toEqual([[]]);
  });

  test("never costs the answer, whatever it is", async () => {
    const circle: Record<string, unknown> = {};
    circle.again = circle;
    const usages = [circle, { toJSON: thrown(new Error("no")) }, "x".repeat(100_000), undefined, null];
    for (const usage of usages) {
      const { choice, spent } = await ask(model(say({ text: "[1]", usage })).fastModel);
      expect(choice).toMatchObject({ stage: "triage", picked: ["turn-1"] });
      expect(spent?.usage).toEqual([]);
      expect(spent?.calls).toBe(1);
    }
  });
});

describe("nobody is asked", () => {
  const inWords = (fastModel: TextModel<AbortSignal> | null, seconds = 5) =>
    choose(engine, fastModel, { message, offered }, { seconds, byWords: true });

  test("without a model: all stay, or words decide", async () => {
    const failed = "there is no model to ask";
    const { choice, spent } = await ask(null);
    expect(choice).toEqual({ stage: "recency", version: "triage-1", offered: all, picked: all, failed });
    expect(spent).toBeNull();
    const words = { stage: "lexical", version: "lexical-1", offered: all, picked: ["turn-1"], failed };
    expect((await inWords(null)).choice).toEqual(words);
  });

  test("without time: all stay, or words decide", async () => {
    const failed = "there was no time to ask a model";
    for (const seconds of [0, -1, 0.049, Number.NaN]) {
      const { fastModel, requests } = model(say("[2]"));
      expect((await ask(fastModel, seconds)).choice).toMatchObject({ stage: "recency", picked: all, failed });
      const words = { stage: "lexical", picked: ["turn-1"], failed };
      expect((await inWords(fastModel, seconds)).choice).toMatchObject(words);
      expect(requests).toEqual([]);
    }
  });

  test("of use: words decide where they may", async () => {
    const { fastModel } = model(thrown(new Error("overloaded")));
    const { choice, spent } = await inWords(fastModel);
    expect(choice).toMatchObject({ stage: "lexical", picked: ["turn-1"], failed: "overloaded" });
    expect(spent).toMatchObject({ calls: 2 });
  });

  test("where there is nothing to choose from", async () => {
    const { fastModel, requests } = model(say("[1]"));
    const { choice, spent } = await choose(engine, fastModel, { message, offered: [] }, { seconds: 5, byWords: false });
    expect(choice).toMatchObject({ offered: [], picked: [] });
    expect([requests, spent]).toEqual([[], null]);
  });

  test("by a caller who has called it off already", async () => {
    const { fastModel, requests } = model(say("[2]"));
    const { choice, spent } = await ask(fastModel, 5, AbortSignal.abort());
    expect(choice).toMatchObject({ stage: "recency", picked: all, failed: "it was called off" });
    expect([requests, spent]).toEqual([[], null]);
  });
});

test("a caller who calls it off on the way waits no longer", async () => {
  const controller = new AbortController();
  const { fastModel, requests } = model(() => {
    queueMicrotask(() => controller.abort());
    return never();
  });
  const { choice, spent } = await ask(fastModel, 600, controller.signal);
  expect(choice).toMatchObject({ stage: "recency", picked: all, failed: "it was called off" });
  expect(requests).toHaveLength(1);
  expect(requests[0]?.signal.aborted).toBe(true);
  expect(spent).toMatchObject({ calls: 1 });
});

test("no end of time is a time limit too", async () => {
  const { choice } = await ask(model(say("[4]")).fastModel, Number.POSITIVE_INFINITY);
  expect(choice).toMatchObject({ stage: "triage", picked: ["turn-4"] });
});

function thrown(error: unknown): () => never {
  return () => {
    throw error;
  };
}

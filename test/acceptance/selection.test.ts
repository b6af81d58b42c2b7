/** Which older turns a view shows, by number of the list of cases. */

import { selective } from "@clewline/core/policy/presets/selective.js";
import { applySettings } from "@clewline/core/policy/settings.js";
import { surveyLog } from "@clewline/core/view/assemble.js";
import { readSnapshot } from "@clewline/engine/answer/snapshot.js";
import { promptText, scriptedModel } from "@clewline/store-kit/scripted-model.js";
import { finish } from "@clewline/text/steps.js";
import { generateText } from "ai";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { contentsIn, type Lab, openLab, session, shown, sound } from "./lab.js";
import {
  choiceIn,
  chooser,
  costsIn,
  from,
  haveTurns,
  importTalk,
  never,
  next,
  spoken,
  thrown,
  turnsIn,
} from "./talk.js";

const unreadable = "the answer could not be read as a list of numbers";
const hourMs = 3_600_000;

describe("when nobody has to choose", () => {
  test("1. an empty history is an empty context, and no model is asked", async () => {
    const { fastModel, requests } = chooser("[1]");
    const lab = await spoken(0, fastModel);
    const view = await next(lab, "Hello, is anybody there?");
    expect(contentsIn(view).map((content) => "text" in content && content.text)).toEqual([
      expect.stringMatching(/^<clew-now [^>]*>[^<]*<\/clew-now>$/),
      "Hello, is anybody there?",
    ]);
    expect(choiceIn(view)).toBeUndefined();
    expect([requests, await costsIn(lab)]).toEqual([[], []]);
  });

  test("2. up to the threshold everything is shown and no model is asked; the threshold itself counts as below", async () => {
    const { fastModel, requests } = chooser("[]");
    const lab = await spoken(3, fastModel, { always_include_recent: 1 });
    expect(turnsIn(await next(lab))).toEqual([1, 2, 3]);
    expect(requests).toEqual([]);
    const above = await spoken(4, fastModel, { always_include_recent: 1 });
    expect(turnsIn(await next(above))).toEqual([4]);
    expect(requests).toHaveLength(1);
  });

  test("3. a history no longer than the guaranteed recent turns is shown whole, and no model is asked", async () => {
    const { fastModel, requests } = chooser("[]");
    expect(turnsIn(await next(await spoken(5, fastModel)))).toEqual(from(1, 5));
    expect(requests).toEqual([]);
    expect(turnsIn(await next(await spoken(6, fastModel)))).toEqual(from(2, 6));
    expect(requests).toHaveLength(1);
  });

  test("3. with selection off everything within the lookback is shown, and with history off nothing", async () => {
    const { fastModel, requests } = chooser("[]");
    expect(turnsIn(await next(await spoken(30, fastModel, { use_selection: false })))).toEqual(from(6, 30));
    expect(turnsIn(await next(await spoken(8, fastModel, { enabled: false })))).toEqual([]);
    expect(requests).toEqual([]);
  });
});

describe("when a model chooses", () => {
  test("4. it picks some older turns, and they stand in the order of time whatever order it named them in", async () => {
    const { fastModel, requests } = chooser("[4, 1]");
    const lab = await spoken(10, fastModel);
    const view = await next(lab, "What was that about?");
    expect(turnsIn(view)).toEqual([1, 4, ...from(6, 10)]);
    expect(choiceIn(view)).toMatchObject({
      stage: "triage",
      offered: 5,
      picked: [expect.any(String), expect.any(String)],
    });
    expect(requests).toHaveLength(1);
    expect(requests[0]?.text).toContain("What was that about?");
    for (const number of from(1, 5)) expect(requests[0]?.text).toContain(`answer-${number}.`);
    expect(requests[0]?.text).not.toContain("question-6?");
  });

  test("4. only the newest turns within the lookback are offered", async () => {
    const { fastModel, requests } = chooser("[1]");
    const view = await next(await spoken(30, fastModel));
    expect(turnsIn(view)).toEqual([6, ...from(26, 30)]);
    expect(choiceIn(view)).toMatchObject({ offered: 20 });
    expect(requests[0]?.text).not.toContain("question-5?");
  });

  test("5. an empty list leaves only the guaranteed recent turns", async () => {
    const view = await next(await spoken(12, chooser("[]").fastModel));
    expect(turnsIn(view)).toEqual(from(8, 12));
    expect(choiceIn(view)).toMatchObject({ stage: "triage", picked: [] });
    expect(view.receipt.verdicts.filter(({ rule }) => rule === "selection")).not.toEqual([]);
  });

  test.each([
    ["throws", thrown(new Error("overloaded")), "overloaded"],
    ["returns null", () => Promise.resolve(null), "the answer was not a text"],
    ["answers in prose", "The second one and the fourth.", unreadable],
    ["answers in another shape", '{"first": [1], "second": [2]}', unreadable],
    ["takes too long", never, "no answer within 0.2 seconds"],
  ])(
    "6. a model that %s costs no turn, and the receipt and the log say what went wrong",
    async (_name, answer, failed) => {
      const lab = await spoken(10, chooser(answer).fastModel, { selection_timeout: 0.2 });
      const view = await next(lab);
      expect(turnsIn(view)).toEqual(from(1, 10));
      expect(choiceIn(view)).toMatchObject({ stage: "recency", offered: 5, failed });
      expect(await costsIn(lab)).toMatchObject([{ stage: "recency", failed }]);
    },
  );

  test("6. what nobody could choose from is still cut to the budget, the oldest turns first", async () => {
    const policy = applySettings(selective, { selection_timeout: 0.2 });
    const lab = await openLab({ policy, window: 1_500, fastModel: chooser(thrown(new Error("down"))).fastModel });
    for (const number of from(1, 20)) {
      const turn = await lab.clew.begin({ session, text: `question-${number}? ${"and more ".repeat(20)}` });
      await turn.complete({ text: `answer-${number}.` });
    }
    const text = shown(await next(lab));
    const turns = from(1, 20).filter((number) => text.includes(`question-${number}? `));
    expect(turns.length).toBeGreaterThan(3);
    expect(turns.length).toBeLessThan(20);
    expect(turns).toEqual(from(21 - turns.length, 20));
  });

  test.each([
    ["a code fence", "```json\n[2, 4]\n```"],
    ["prose", "The turns to read again are [2, 4], the rest is small talk."],
    ["a code fence in prose", "Sure!\n\n```\n[2, 4]\n```\nAnything else?"],
    ["an object", '{"turns": [4, 2]}'],
    ["a list with what is no turn", '[4, 4, 2, 2, 0, -1, 99, 2.5, "three", null]'],
  ])("7. an answer in %s is read, and what names no turn is passed over", async (_name, answer) => {
    const { fastModel, requests } = chooser(answer);
    expect(turnsIn(await next(await spoken(10, fastModel)))).toEqual([2, 4, ...from(6, 10)]);
    expect(requests).toHaveLength(1);
  });

  test("8. the time limit is one for all tries", async () => {
    const { fastModel, requests } = chooser(thrown(new Error("overloaded")), never);
    const view = await next(await spoken(8, fastModel, { selection_timeout: 0.3 }));
    expect(choiceIn(view)).toMatchObject({ failed: "no answer within 0.3 seconds" });
    expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    expect(turnsIn(view)).toEqual(from(1, 8));
  });

  test("8. a second try that fits still counts", async () => {
    const { fastModel, requests } = chooser(thrown(new Error("overloaded")), "[3]");
    const lab = await spoken(8, fastModel);
    const view = await next(lab);
    expect(turnsIn(view)).toEqual([3, ...from(4, 8)]);
    expect(choiceIn(view)).not.toHaveProperty("failed");
    expect(requests).toHaveLength(2);
    expect(await costsIn(lab)).toMatchObject([{ calls: 2, stage: "triage" }]);
  });

  test("8. a view that is wanted at once shows all, or what words choose, without the model", async () => {
    const { fastModel, requests } = chooser(never);
    const all = await spoken(9, fastModel);
    const shownAll = await sound(all, await all.clew.begin({ session, text: "And now?" }), { deadlineMs: 0 });
    expect(turnsIn(shownAll)).toEqual(from(1, 9));
    const lab = await openLab({ policy: applySettings(selective, { select_by_words: true }), fastModel });
    const first = await lab.clew.begin({ session, text: "The pump in the greenhouse leaks." });
    await first.complete({ text: "I ordered a seal for the pump." });
    await haveTurns(lab, 9);
    const turn = await lab.clew.begin({ session, text: "Did the seal for the pump arrive?" });
    const view = await sound(lab, turn, { deadlineMs: 0 });
    expect(choiceIn(view)).toMatchObject({ stage: "lexical", offered: 5, picked: [first.id] });
    expect(JSON.stringify(view.messages)).toContain("The pump in the greenhouse leaks.");
    expect(turnsIn(view)).toEqual(from(5, 9));
    expect(requests).toEqual([]);
  });

  test("9. what choosing cost is in the log, also when nothing came of it", async () => {
    const usage = { inputTokens: 812, outputTokens: 5 };
    const lab = await spoken(8, chooser(() => Promise.resolve({ text: "no idea", usage })).fastModel);
    const turn = await lab.clew.begin({ session, text: "And now?" });
    await sound(lab, turn);
    await sound(lab, turn);
    const [cost, ...more] = await costsIn(lab);
    expect(more).toEqual([]);
    expect(cost).toMatchObject({ turn: turn.id, calls: 2, failed: unreadable, usage: [usage, usage] });
    for (const name of ["promptTokens", "answerTokens", "milliseconds"])
      expect(cost?.[name]).toEqual(expect.any(Number));
  });

  test.each([
    ["goes in circles", circular()],
    [
      "throws when it is read",
      {
        get total(): number {
          throw new Error("broken meter");
        },
      },
    ],
    ["is a flood", { note: "x".repeat(1_000_000) }],
  ])("9. an account of the cost that %s changes nothing about the choice", async (_name, usage) => {
    const lab = await spoken(8, chooser(() => Promise.resolve({ text: "[2]", usage })).fastModel);
    expect(turnsIn(await next(lab))).toEqual([2, ...from(4, 8)]);
    const [cost] = await costsIn(lab);
    expect(cost).toMatchObject({ calls: 1, stage: "triage" });
    expect(cost).not.toHaveProperty("usage");
  });
});

function circular(): object {
  const usage: Record<string, unknown> = {};
  usage.self = usage;
  return usage;
}

describe("what the choosing model gets", () => {
  const key = `sk-${"proj"}-${"aB3dE5gH7jK9mN1pQ3sT5".repeat(2)}`;

  test("10. a prompt, a limit and a signal: no tools, and no secrets of the conversation", async () => {
    const { fastModel, requests } = chooser("[1]");
    const lab = await openLab({ policy: "selective", fastModel, instructions: "The vault code is 4711." });
    const told = await lab.clew.begin({ session, from: "user-1", text: `Our key is ${key}, keep it.` });
    await told.record({ calls: [{ id: "a", tool: "vault", input: { put: key }, output: `kept ${key}` }] });
    await told.complete({ text: `I keep ${key}.` });
    await haveTurns(lab, 7);
    const view = await next(lab, `Is ${key} still the key?`);
    expect(JSON.stringify(view.messages)).toContain(`Our key is ${key}, keep it.`);
    const [request] = requests;
    expect(Object.keys(request ?? {}).sort()).toEqual(["maxTokens", "signal", "system", "text"]);
    const prompt = `${request?.system}\n${request?.text}`;
    expect(prompt).toContain("Our key is");
    for (const secret of [key.slice(0, 12), key.slice(-12), "4711", "vault"]) expect(prompt).not.toContain(secret);
  });

  test("10. the turn's own model is asked where no other is named, and then without the turn's tools", async () => {
    const model = scriptedModel([{ text: "[2]" }, { text: "Certainly." }]);
    const lab = await openLab({ policy: "selective" });
    await haveTurns(lab, 8);
    const turn = await lab.clew.begin({ session, text: "And now?" });
    const shelf = { description: "Looks at a shelf", inputSchema: z.object({}), execute: () => "empty" };
    const { text } = await generateText(turn.aiSdk({ model, tools: { shelf }, system: "Be brief." }));
    expect(text).toBe("Certainly.");
    const [asked, answered] = model.calls;
    expect(asked?.tools ?? []).toEqual([]);
    expect(promptText(asked?.prompt ?? [])).toContain("numbered from 1");
    expect(promptText(asked?.prompt ?? [])).not.toContain("Be brief.");
    expect((answered?.tools ?? []).map(({ name }) => name).sort()).toEqual([
      "get_conversation",
      "recall",
      "remember",
      "search_memories",
      "shelf",
    ]);
    const numbers = [...promptText(answered?.prompt ?? []).matchAll(/question-(\d+)/g)].map(([, number]) =>
      Number(number),
    );
    expect(numbers).toEqual([2, ...from(4, 8)]);
    expect(await costsIn(lab)).toMatchObject([{ calls: 1, usage: [{ outputTokens: 1 }] }]);
  });
});

describe("by age", () => {
  const figures = applySettings(selective, { use_selection: false, context_min_messages: 3 });
  const old = (number: number, at: number | string) => ({
    asked: `question-${number}?`,
    answered: `answer-${number}.`,
    at,
  });
  const hoursAgo = (hours: number) => Date.now() - hours * hourMs;
  const stale = from(1, 6).map((number) => old(number, hoursAgo(100 - number)));

  async function remembering(recencyHours: number, turns: Parameters<typeof importTalk>[1]): Promise<Lab> {
    const lab = await openLab({ policy: applySettings(figures, { context_recency_hours: recencyHours }) });
    await importTalk(lab, turns);
    return lab;
  }

  test("11. a window of 0 hours looks at no clock", async () => {
    expect(turnsIn(await next(await remembering(0, stale)))).toEqual(from(1, 6));
  });

  test("11. older turns stay out, and the least number of turns always stays in", async () => {
    const view = await next(await remembering(24, stale));
    expect(turnsIn(view)).toEqual(from(4, 6));
    expect(view.receipt.verdicts.filter(({ rule }) => rule === "recency")).toMatchObject([
      { kind: "omitted", limit: "recencyHours=24" },
      {},
      {},
      {},
      {},
      {},
    ]);
    const fresh = from(7, 12).map((number) => old(number, hoursAgo(13 - number)));
    expect(turnsIn(await next(await remembering(24, [...stale, ...fresh])))).toEqual(from(7, 12));
    expect(turnsIn(await next(await remembering(4.5, [...stale, ...fresh])))).toEqual(from(9, 12));
  });

  test("11. a turn with a date that nobody can read stays in", async () => {
    const lab = await remembering(24, [old(1, "yesterday, I think"), ...stale.slice(1)]);
    expect(turnsIn(await next(lab))).toEqual([1, ...from(4, 6)]);
  });

  test("11. without a readable now nothing is too old", async () => {
    const lab = await remembering(24, stale);
    const { snapshot, policy } = await readSnapshot(lab.engine, lab.ref, {
      turn: null,
      budget: lab.engine.budget,
      tools: [],
    });
    const rulesAt = (now: number) => [...finish(surveyLog({ ...snapshot, now }, policy)).past.standing.rules.values()];
    expect(rulesAt(Date.now())).toEqual(Array.from({ length: 6 }, () => "recency"));
    expect(rulesAt(Number.NaN)).toEqual([]);
  });

  test("12. age is measured from now: of a room that was silent for a year only the least number is shown", async () => {
    const lastYear = from(1, 8).map((number) => old(number, hoursAgo(365 * 24) + number * 60_000));
    const view = await next(await remembering(24, lastYear));
    expect(turnsIn(view)).toEqual(from(6, 8));
  });
});

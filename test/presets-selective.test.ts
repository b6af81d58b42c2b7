/** What `selective` shows, row by row, through the public API and with the figures of its design. */
import { writeFileSync } from "node:fs";
import { promptText, type ScriptedModel, scriptedModel } from "@clewline/store-kit/scripted-model.js";
import { generateText, wrapLanguageModel } from "ai";
import type { Clew, ClewOptions } from "clewline";
import { beforeEach, describe, expect, test } from "vitest";
import {
  freshFile,
  hour,
  minute,
  noon,
  openChat,
  pairs,
  read,
  session,
  stopClock,
  told,
  viewOf,
} from "./acceptance/chat.js";
import type { Fits } from "./acceptance/lab.js";
import { chooser, from } from "./acceptance/talk.js";

beforeEach(() => stopClock());

/** A chat in which so many questions were answered, one a minute until now. */
async function chatOf(turns: number, options: ClewOptions = {}): Promise<Clew> {
  const clew = await openChat({ policy: "selective", ...options });
  await told(clew, pairs(turns, noon - turns * minute));
  return clew;
}

/** The view of one more message, which is left unanswered: asked again, it is the same message. */
async function ask(clew: Clew, text = "What now?"): Promise<Fits> {
  const turn = await clew.begin({ session, text, id: "asked" });
  const view = await viewOf(turn);
  await turn.fail(new Error("Later."));
  return view;
}

/** The numbers of the turns that a text has, each with its answer. */
function numbersIn(text: string): readonly number[] {
  const asked = [...text.matchAll(/question (\d+)\?/g)].map(([, number]) => Number(number));
  const answered = [...text.matchAll(/answer (\d+)!/g)].map(([, number]) => Number(number));
  expect(answered).toEqual(asked);
  return asked;
}

const turnsIn = (view: Fits) => numbersIn(read(view));
const choiceIn = ({ receipt }: Fits) => (receipt.decisions as { readonly selection?: unknown }).selection;
const lastPrompt = (model: ScriptedModel) => promptText(model.calls.at(-1)?.prompt ?? []);

describe("which turns are considered", () => {
  test("the last 25, and the newest 10 of them whatever context_recency_hours says", async () => {
    const clew = await chatOf(30);
    expect(turnsIn(await ask(clew))).toEqual(from(5, 29));
    const hourly = await openChat({ policy: "selective" });
    await told(hourly, pairs(20, noon - 20 * hour, hour));
    await hourly.command({ session, text: "/config context_recency_hours 5" });
    expect(turnsIn(await ask(hourly))).toEqual(from(10, 19));
    await hourly.command({ session, text: "/config context_recency_hours 14.5" });
    expect(turnsIn(await ask(hourly))).toEqual(from(6, 19));
  });

  test("three and fewer, or nothing older than the newest five: all, and no model is asked", async () => {
    const { fastModel, requests } = chooser("[]");
    for (const turns of [0, 3, 5]) expect(turnsIn(await ask(await chatOf(turns, { fastModel })))).toHaveLength(turns);
    expect(requests).toEqual([]);
    expect(turnsIn(await ask(await chatOf(6, { fastModel })))).toEqual(from(1, 5));
    expect(requests).toHaveLength(1);
  });
});

describe("without a model that chooses", () => {
  test("all of the last 25 turns stay, and the receipt says why nobody chose", async () => {
    const view = await ask(await chatOf(30), "Something that nobody spoke of: the harvest.");
    expect(turnsIn(view)).toEqual(from(5, 29));
    expect(choiceIn(view)).toMatchObject({ stage: "recency", offered: 20, failed: "there is no model to ask" });
  });

  test("what stays is cut to the window, the oldest first", async () => {
    const clew = await chatOf(30, { window: { tokens: 1_000, reply: 200 } });
    const view = await ask(clew);
    const turns = [...read(view).matchAll(/answer (\d+)!/g)].map(([, number]) => Number(number));
    expect(view.tokens).toBeLessThanOrEqual(800);
    expect(turns.length).toBeGreaterThan(5);
    expect(turns.length).toBeLessThan(25);
    expect(turns).toEqual(from(30 - turns.length, 29));
  });

  test("select_by_words lets the words of the message choose", async () => {
    const clew = await openChat({ policy: "selective" });
    await told(clew, [
      { text: "The pump in the greenhouse leaks.", at: noon - 40 * minute, role: "user" },
      { text: "I ordered a seal for the pump.", at: noon - 40 * minute + 1, role: "agent" },
      ...pairs(12, noon - 30 * minute),
    ]);
    await clew.command({ session, text: "/config select_by_words true" });
    const view = await ask(clew, "Did the seal for the pump arrive?");
    expect(read(view)).toContain("The pump in the greenhouse leaks.");
    expect(turnsIn(view)).toEqual(from(7, 11));
    expect(choiceIn(view)).toMatchObject({ stage: "lexical", offered: 8, failed: "there is no model to ask" });
  });

  test("select_by_words says that it does nothing where nothing is chosen", async () => {
    const clew = await openChat({ policy: "balanced" });
    const said = await clew.command({ session, text: "/config select_by_words true" });
    expect(said).toContain("select_by_words has no effect under balanced");
    const unselected = await openChat({ policy: "selective" });
    await unselected.command({ session, text: "/config use_selection false" });
    const idle = await unselected.command({ session, text: "/config select_by_words true" });
    expect(idle).toContain("with select true");
  });
});

describe("the model that was named chooses", () => {
  const picksSecond = () => scriptedModel((_prompt, call) => ({ text: call === 0 ? "[2]" : "Certainly." }));
  const list = (turns: number) => [
    ...from(0, turns - 1).flatMap((number) => [
      { role: "user" as const, content: `question ${number}?` },
      { role: "assistant" as const, content: `answer ${number}!` },
    ]),
    { role: "user" as const, content: "What now?" },
  ];

  test("for a view that the host asks for", async () => {
    const model = picksSecond();
    const view = await ask(await chatOf(10, { model }));
    expect(turnsIn(view)).toEqual([1, ...from(5, 9)]);
    expect(choiceIn(view)).toMatchObject({ stage: "triage", offered: 5 });
    expect(model.calls).toHaveLength(1);
    expect(model.calls[0]?.tools ?? []).toEqual([]);
  });

  test("for a list that the host keeps", async () => {
    const model = picksSecond();
    const clew = await openChat({ policy: "selective", model });
    const view = await clew.sync({ session, messages: list(10) });
    expect(numbersIn(JSON.stringify(view.kind === "fits" && view.messages))).toEqual([1, ...from(5, 9)]);
    expect(model.calls).toHaveLength(1);
  });

  test("for a model behind the middleware, which is that model itself", async () => {
    const model = picksSecond();
    const clew = await openChat({ policy: "selective" });
    const wrapped = wrapLanguageModel({ model, middleware: clew.middleware({ session }) });
    const { text } = await generateText({ model: wrapped, messages: list(10) });
    expect(text).toBe("Certainly.");
    expect(model.calls).toHaveLength(2);
    expect(numbersIn(lastPrompt(model))).toEqual([1, ...from(5, 9)]);
  });

  test("and a fast model comes before it", async () => {
    const model = picksSecond();
    const { fastModel, requests } = chooser("[4]");
    const view = await ask(await chatOf(10, { model, fastModel }));
    expect(turnsIn(view)).toEqual([3, ...from(5, 9)]);
    expect([requests.length, model.calls.length]).toEqual([1, 0]);
  });
});

describe("what is shown in any case", () => {
  test("the turn that the message replies to, also from beyond the 25", async () => {
    const { fastModel } = chooser("[]");
    const clew = await chatOf(30, { fastModel });
    const view = await viewOf(await clew.begin({ session, text: "And this one?", replyTo: "q1" }));
    expect(turnsIn(view)).toEqual([1, ...from(25, 29)]);
  });

  test("after an answer one line of what was done for it, up to 15 actions and how many more", async () => {
    const clew = await openChat({ policy: "selective" });
    const turn = await clew.begin({ session, text: "Look everywhere." });
    await turn.record({
      calls: from(1, 18).map((place) => ({ id: `c${place}`, tool: `look${place}`, input: {}, output: "nothing" })),
    });
    await turn.complete({ text: "I looked." });
    const text = read(await ask(clew));
    expect(text).toContain("look15");
    expect(text).not.toContain("look16");
    expect(text).toContain("+3 more");
  });

  test("no history with enabled false, all of it with use_selection false, long answers by their ends", async () => {
    const { fastModel, requests } = chooser("[]");
    const clew = await chatOf(12, { fastModel });
    await clew.command({ session, text: "/config use_selection false" });
    expect(turnsIn(await ask(clew))).toEqual(from(0, 11));
    await clew.command({ session, text: "/config enabled false" });
    expect(turnsIn(await ask(clew))).toEqual([]);
    expect(requests).toEqual([]);
    const long = await openChat({ policy: "selective" });
    const turn = await long.begin({ session, text: "Tell me all." });
    await turn.complete({ text: `It begins. ${"and on ".repeat(500)} It ends.` });
    await long.command({ session, text: "/config context_truncation 400" });
    const text = read(await ask(long));
    expect(text).toMatch(/It begins\.[\s\S]+It ends\./);
    expect(text.length).toBeLessThan(1_500);
  });

  test("the last three results of schedules, labelled, and never their prompts", async () => {
    const clew = await chatOf(2);
    for (const number of from(1, 5)) {
      const turn = await clew.begin({ session, text: `prompt ${number}` }, { origin: "briefing" });
      await turn.complete({ text: `briefing ${number}` });
    }
    const text = read(await ask(clew));
    const shown = [...text.matchAll(/origin="briefing"[^>]*>briefing (\d)/g)].map(([, number]) => Number(number));
    expect(shown).toEqual([3, 4, 5]);
    expect(text).not.toContain("prompt");
    expect(turnsIn(await ask(clew))).toEqual([0, 1]);
  });
});

test("the names of the design are accepted in the table [conversation] of clew.toml", async () => {
  const config = freshFile().replace("clew.db", "clew.toml");
  writeFileSync(
    config,
    'policy = "selective"\n[conversation]\nlookback_count = 8\nskip_selection_threshold = 6\nalways_include_recent = 2\nselection_timeout = 5.0\n',
  );
  const { fastModel, requests } = chooser("[]");
  const clew = await openChat({ config, fastModel });
  await told(clew, pairs(6, noon - 20 * minute));
  expect(turnsIn(await ask(clew))).toEqual(from(0, 5));
  await told(clew, pairs(6, noon - 10 * minute, minute, "later "));
  expect(turnsIn(await ask(clew))).toEqual([4, 5]);
  expect(requests).toHaveLength(1);
});

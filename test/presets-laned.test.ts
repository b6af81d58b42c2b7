/** What `laned` shows, row by row, through the public API and with the figures of its design. */

import { scriptedModel } from "@clewline/store-kit/scripted-model.js";
import type { Clew, ClewOptions, IncomingMessage } from "clewline";
import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  hour,
  inside,
  type Line,
  minute,
  noon,
  openChat,
  order,
  read,
  session,
  stopClock,
  tagsOf,
  textsIn,
  told,
  until,
  viewOf,
} from "./acceptance/chat.js";
import type { Fits } from "./acceptance/lab.js";
import { chooser, from } from "./acceptance/talk.js";
import { letLoopRest } from "./loop-passes.js";

beforeEach(() => stopClock());

const open = (options: ClewOptions = {}) => openChat({ policy: "laned", ...options });

const fact = (number: number) => `Pool ${number} is ${100 + number} cm deep.`;

/** So many messages with a fact each, by turns of a person and the agent, one a minute until now. */
function facts(count: number, more: Partial<Line> = {}): readonly Line[] {
  return from(1, count).map((number) => ({
    text: fact(number),
    at: noon - (count - number + 1) * minute,
    role: number % 2 === 1 ? ("user" as const) : ("agent" as const),
    ...more,
  }));
}

async function answer(clew: Clew, message: Partial<IncomingMessage> & { readonly text: string }): Promise<Fits> {
  const turn = await clew.begin({ session, ...message });
  const view = await viewOf(turn);
  await turn.complete({ text: "Fine." });
  await letLoopRest();
  return view;
}

const summaryIn = (view: Fits) => tagsOf(view, "summary").map(inside).join("");
const memoriesIn = (view: Fits) => tagsOf(view, "found");
const poolsIn = (text: string) => [...new Set(text.match(/Pool \d+ /g) ?? [])].map((pool) => Number(pool.slice(5)));
const tailOf = (view: Fits) =>
  textsIn(view)
    .filter((text) => !text.startsWith("<clew-summary"))
    .join("\n");
const prose = "## Facts\n- Pools were measured.\n";

describe("more than thirty messages", () => {
  test("become a summary by the fast model but for the newest ten, and nothing that it forgot is lost", async () => {
    const { fastModel, requests } = chooser(prose);
    const clew = await open({ fastModel, memory: false });
    await told(clew, facts(28));
    await answer(clew, { text: fact(29) });
    await until(() => requests.length === 1);
    const before = await answer(clew, { text: fact(31) });
    expect(tagsOf(before, "summary")).toEqual([]);
    const view = await answer(clew, { text: fact(33) });
    expect(requests).toHaveLength(1);
    expect(summaryIn(view)).toContain("Pools were measured.");
    // Ten messages: six of the history, two turns that were had since; and the one to answer.
    expect(poolsIn(tailOf(view))).toEqual([...from(23, 28), 29, 31, 33]);
    expect(poolsIn(summaryIn(view))).toEqual(from(1, 22));
  });

  test("become one by the model that answers, where no fast one is named", async () => {
    const model = scriptedModel(() => ({ text: prose }));
    const clew = await open({ model });
    await told(clew, facts(29));
    await answer(clew, { text: fact(29) });
    await until(() => model.calls.length === 1);
    expect(summaryIn(await answer(clew, { text: fact(31) }))).toContain("Pools were measured.");
  });

  test("that are small talk alone make no summary, and secrets are in none", async () => {
    const clew = await open();
    await told(clew, [
      ...facts(30).map((line) => ({ ...line, text: "Thanks!" })),
      { text: "The password is hunter2-Xy9!kd. Pool 40 is 140 cm deep.", at: noon - 40 * minute },
    ]);
    const view = await answer(clew, { text: "Hello!" });
    expect(summaryIn(view)).toContain("Pool 40 ");
    expect(summaryIn(view)).not.toContain("hunter2");
    const idle = await open();
    await told(
      idle,
      facts(31).map((line) => ({ ...line, text: "Thanks!" })),
    );
    expect(summaryIn(await answer(idle, { text: "Hello!" }))).toBe("");
  });
});

describe("summaries as records", () => {
  test("are there for each lane and for the session, with lane, version, time and range", async () => {
    const clew = await open();
    await told(clew, [
      ...facts(31),
      ...from(1, 31).map((number) => ({
        text: `Shed ${number} has ${number + 50} spades.`,
        at: noon - (40 - number) * minute,
        topic: "7",
      })),
    ]);
    await answer(clew, { text: "And now?" });
    vi.setSystemTime(noon + hour);
    await answer(clew, { text: "And here?", topic: "7" });
    const records = await clew.summaries(session);
    expect(records).toMatchObject([
      { type: "session_summary", session, threadKey: null, updatedAtMs: noon + hour, messageRange: null },
      { type: "thread_summary", session, summaryVersion: 1, messageRange: { from: 1 } },
      { type: "thread_summary", session, summaryVersion: 1, messageRange: { from: 1 } },
    ]);
    expect(records.slice(1).map(({ threadKey }) => threadKey)).toEqual(
      expect.arrayContaining(["root:42", "topic:42:7"]),
    );
    expect(records[0]?.text).toMatch(/Pool 1 is 101 cm[\s\S]*Shed 1 has 51 spades|Shed 1 has 51[\s\S]*Pool 1 is 101/);
    const shed = records.find(({ threadKey }) => threadKey === "topic:42:7");
    expect(shed?.text).not.toContain("Pool");
  });

  test("tell nothing that was deleted, and the questions that are open", async () => {
    const clew = await open();
    await told(
      clew,
      facts(31).map((line, place) => ({ ...line, id: `m${place}` })),
    );
    const turn = await clew.begin({ session, text: "And now?" });
    await viewOf(turn);
    await turn.complete({ text: "Shall I book?", asks: [{ expects: "yes-no", about: "book the pool" }] });
    await clew.edit({ session, id: "m2", deleted: true });
    const records = await clew.summaries(session);
    expect(poolsIn(records[0]?.text ?? "")).not.toContain(3);
    expect(poolsIn(records[0]?.text ?? "")).toContain(5);
    expect(records.at(-1)).toMatchObject({
      type: "thread_state",
      threadKey: "root:42",
      text: "- yes-no: book the pool",
    });
    const asked = records.at(-1)?.messageRange;
    const later = await clew.begin({ session, text: "Wait, what about the sauna?" });
    await viewOf(later);
    await later.complete({ text: "Shall I?", asks: [{ expects: "yes-no", about: "heat the sauna" }] });
    const state = (await clew.summaries(session)).at(-1);
    expect(state?.summaryVersion).toBeGreaterThan(records.at(-1)?.summaryVersion ?? 0);
    expect(state?.messageRange?.from).toBeGreaterThan(asked?.to ?? Number.POSITIVE_INFINITY);
    expect(state?.messageRange?.to).toBe(state?.messageRange?.from);
    expect(await clew.summaries("telegram:chat:1")).toEqual([]);
  });
});

describe("other lanes", () => {
  const shed: readonly Line[] = [
    { text: "The boiler costs 1,840 euros.", at: noon - 50 * minute, topic: "7" },
    { text: "The plumber Okonkwo comes on Friday.", at: noon - 49 * minute, topic: "7" },
    { text: "Der Zaun kostet 320 Euro.", at: noon - 48 * minute, topic: "7" },
    { text: "La clôture du jardin mesure 12 mètres.", at: noon - 47 * minute, topic: "7" },
    { text: "El motor del barco pesa 80 kilos.", at: noon - 46 * minute, topic: "7" },
    { text: "Пароход отходит в девять утра.", at: noon - 45 * minute, topic: "7" },
    { text: "热水器要一千八百块。", at: noon - 44 * minute, topic: "7" },
  ];
  const asked: readonly (readonly [string, string])[] = [
    ["What did the boiler cost in the other chat?", "1,840"],
    ["How much is the boiler, as we discussed in another topic?", "1,840"],
    ["In the other thread I told you about the plumber. When does he come?", "Friday"],
    ["We agreed on a day for the plumber in the other conversation, which?", "Friday"],
    ["What was the boiler's price in the garden thread?", "1,840"],
    ["Remember what I said about the plumber elsewhere?", "Friday"],
    ["From the other channel: the boiler, how much?", "1,840"],
    ["I mentioned the plumber in a different room.", "Friday"],
    ["Check the previous conversation: boiler?", "1,840"],
    ["Was kostet der Zaun? Steht im anderen Chat.", "320"],
    ["Wie viel war der Zaun im anderen Thema?", "320"],
    ["Combien mesure la clôture, dans l'autre conversation ?", "12 mètres"],
    ["¿Cuánto pesa el motor, en otro chat?", "80 kilos"],
    ["Когда отходит пароход? Я говорил в другом чате.", "девять"],
    ["热水器多少钱？我在另一个群里说过。", "一千八百"],
  ];

  test("are looked into where the message refers to them, whatever the phrase: 15 of 15", async () => {
    const clew = await open();
    await told(clew, shed);
    const missed: string[] = [];
    for (const [text, wanted] of asked) {
      const view = await answer(clew, { text });
      if (!memoriesIn(view).some((tag) => inside(tag).includes(wanted))) missed.push(text);
    }
    expect(missed).toEqual([]);
    const quiet = await answer(clew, { text: "What does a boiler cost?" });
    expect(memoriesIn(quiet)).toEqual([]);
  });

  test("give their summary to a message that asks what was said there, and the receipt says why", async () => {
    const clew = await open();
    await decideElsewhere(clew);
    const view = await answer(clew, { text: "What is it about in the other chat?" });
    const [memory] = memoriesIn(view);
    const told = memory === undefined ? "" : inside(memory);
    expect(told).toMatch(/^\[summary, \d{4}-\d\d-\d\d \d\d:\d\d in topic:42:7 clew:s\w{10}\]$/m);
    expect(told).toContain("shed 1 gets 51 spades");
    const { retrieved } = view.receipt.decisions as { readonly retrieved: readonly { readonly because: string }[] };
    expect(retrieved[0]?.because).toContain("refers to another lane: its summary");
  });

  test("give nothing to a message that only says that something was said, or names a place and shares no word", async () => {
    const clew = await open();
    await decideElsewhere(clew);
    for (const text of [
      "You said the soup needs salt?",
      "I told you to buy leeks",
      "I am in the family group now, about the soup",
    ])
      expect(memoriesIn(await answer(clew, { text })), text).toEqual([]);
  });
});

/** So much that the other lane has a summary of it. */
async function decideElsewhere(clew: Clew): Promise<void> {
  await told(
    clew,
    from(1, 31).map((number) => ({
      text: `We decided that shed ${number} gets ${number + 50} spades.`,
      at: noon - (40 - number) * minute,
      topic: "7",
    })),
  );
  await answer(clew, { text: "Good.", topic: "7" });
}

describe("what a message is about", () => {
  test("a reply is searched with the words of what it replies to", async () => {
    const clew = await open();
    await told(clew, [
      { text: "The boiler from Hansen costs 1,840 euros.", at: noon - 100 * minute },
      { text: "Noted.", at: noon - 99 * minute, role: "agent" },
      { id: "ask", text: "Did Hansen deliver the boiler?", at: noon - 98 * minute },
      ...facts(34),
    ]);
    await answer(clew, { text: "And now?" });
    const view = await answer(clew, { text: "How much was it?", replyTo: "ask" });
    expect(memoriesIn(view).map(inside).join("\n")).toContain("1,840 euros");
    expect(view.receipt.decisions).toMatchObject({ anchor: { because: "reply" } });
    const alone = await answer(clew, { text: "How much was it?" });
    expect(memoriesIn(alone)).toEqual([]);
  });

  test("without a reply it is the agent's newest message of the lane, as the receipt says", async () => {
    const clew = await open();
    expect((await answer(clew, { text: "Hello!" })).receipt.decisions).toEqual({});
    const anchorOf = ({ receipt }: Fits) => (receipt.decisions as { readonly anchor?: unknown }).anchor;
    const first = anchorOf(await answer(clew, { text: "How deep is it?" }));
    const second = anchorOf(await answer(clew, { text: "Really?" }));
    expect([first, second]).toEqual([first, second].map(() => ({ because: "newest", entry: expect.any(String) })));
    expect(second).not.toEqual(first);
    const elsewhere = await answer(clew, { text: "Really?", topic: "7" });
    expect(elsewhere.receipt.decisions).toEqual({});
  });
});

describe("the layers", () => {
  test("stand in the order of the design", async () => {
    const clew = await open({ instructions: "You are careful.", persona: "You are Ada." });
    await told(clew, [
      { id: "old", text: "The boiler from Hansen costs 1,840 euros.", at: noon - 100 * minute },
      ...facts(34),
    ]);
    const view = await answer(clew, { text: "What did the Hansen boiler cost?", replyTo: "old" });
    const parts = [
      "You are careful.",
      "You are Ada.",
      "<clew-summary",
      "Pool 34 ",
      "<clew-quote",
      "What did the Hansen",
    ];
    expect(order(view, parts)).toEqual(parts);
    expect(tagsOf(view, "quote").map(inside)).toEqual([expect.stringContaining("1,840")]);
  });

  test("have the personality of the lane, else of the session, the person, everybody", async () => {
    const persona = {
      lanes: { "topic:42:7": "You are the gardener." },
      sessions: { "telegram:chat:77": "You are the librarian." },
      people: { anna: "You are Anna's friend." },
      everyone: "You are Ada.",
    };
    const clew = await open({ persona });
    const who = async (message: Omit<Partial<IncomingMessage>, "text">) =>
      (await answer(clew, { text: "Who are you?", ...message })).system;
    expect(await who({})).toContain("You are Ada.");
    expect(await who({ from: "anna" })).toContain("You are Anna's friend.");
    expect(await who({ session: "telegram:chat:77", from: "anna" })).toContain("You are the librarian.");
    expect(await who({ topic: "7", from: "anna" })).toContain("You are the gardener.");
    await expect(open({ persona: { lanes: { "root:1": 7 as never } } })).rejects.toThrow("no text");
    await expect(open({ persona: { lane: {} } as never })).rejects.toThrow("no option");
  });

  test("hold the lane's own messages alone", async () => {
    const clew = await open({ memory: false });
    await told(clew, [...facts(4), ...facts(4, { topic: "7", text: "Shed talk." })]);
    expect(poolsIn(read(await answer(clew, { text: "And here?", topic: "7" })))).toEqual([]);
    expect(read(await answer(clew, { text: "And there?" }))).not.toContain("Shed talk.");
  });
});

/** Acceptance cases 33 and 34, and what the tiers of a past show of each age. */

import { findVerdict } from "@clewline/core/view/verdict.js";
import type { Clew } from "clewline";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { findMemoryLines } from "../memory-lines.js";
import { some } from "../some.js";
import {
  day,
  hour,
  inside,
  type Line,
  minute,
  noon,
  openChat,
  order,
  pairs,
  presetNames,
  read,
  session,
  stopClock,
  tagsOf,
  textsIn,
  told,
  viewOf,
} from "./chat.js";
import { type Fits, filler } from "./lab.js";

beforeEach(() => stopClock());

const flag = (view: Fits) => tagsOf(view, "now")[0]?.attributes.conversation;
const pastIn = (view: Fits) => tagsOf(view, "past").map(inside);
const digestsIn = (view: Fits) => tagsOf(view, "summary").map(inside);

/** The view of one more message, which is then answered. */
async function next(clew: Clew, text = "What now?"): Promise<Fits> {
  const turn = await clew.begin({ session, text });
  const view = await viewOf(turn);
  await turn.cancel();
  return view;
}

/** A question and an answer, both with so many tokens behind them. */
function talk(name: string, at: number, tokens = 0): readonly Line[] {
  const rest = tokens === 0 ? "" : ` ${filler(at, tokens)}`;
  return [
    { text: `${name} question?${rest}`, at, role: "user" },
    { text: `${name} answer!${rest}`, at: at + 1_000, role: "agent" },
  ];
}

/** Something worth keeping, and that it was heard. */
function fact(name: string, at: number): readonly Line[] {
  return [
    { text: `The ${name} valve has the number ${name.length}4471.`, at, role: "user" },
    { text: `Noted, the ${name} valve.`, at: at + 1_000, role: "agent" },
  ];
}

async function beat(clew: Clew, at: number): Promise<void> {
  vi.setSystemTime(at);
  const turn = await clew.begin({ session, text: "tick" }, { origin: "heartbeat" });
  await turn.complete({ text: "All is quiet." });
  vi.setSystemTime(noon);
}

/** Every entry has one verdict. */
function expectPartition(view: Fits): void {
  let expected = 1;
  for (const { from, to } of some(view.receipt.verdicts)) {
    expect(from).toBe(expected);
    expected = to + 1;
  }
}

describe("33. conversations", () => {
  /** So much on the day that only the conversation that goes on is shown in full. */
  const day40k = talk("morning", noon - 5 * hour, 20_000);

  test("33. of ten minutes each in between are one, and it is whole although the day is not", async () => {
    const clew = await openChat({ policy: "tiered", window: 200_000 });
    await told(clew, [
      ...day40k,
      ...fact("earlier", noon - 65 * minute),
      ...talk("first", noon - 30 * minute),
      ...talk("second", noon - 20 * minute),
      ...talk("third", noon - 10 * minute),
    ]);
    const view = await next(clew);
    expect(flag(view)).toBe("continued");
    expect(pastIn(view)).toEqual([
      "The earlier valve has the number 74471.",
      "Noted, the earlier valve.",
      ...["first", "second", "third"].flatMap((each) => [`${each} question?`, `${each} answer!`]),
    ]);
    expect(read(view)).not.toContain("morning question");
    expect(read(view)).toMatch(/no greeting/);
  });

  test("33. go on after thirty minutes and begin anew after more, with the day's text in view", async () => {
    for (const [minutes, expected] of [
      [29, "continued"],
      [30, "continued"],
      [31, "new"],
      [300, "new"],
    ] as const) {
      const clew = await openChat({ policy: "tiered" });
      await told(clew, [{ text: "The only message.", at: noon - minutes * minute }]);
      const view = await next(clew);
      expect(flag(view)).toBe(expected);
      expect(pastIn(view)).toEqual(["The only message."]);
      expect(/no greeting/.test(read(view))).toBe(expected === "continued");
      expect(/new conversation/.test(read(view))).toBe(expected === "new");
    }
  });

  test("33. are measured from the last word, not from the question before it", async () => {
    const clew = await openChat({ policy: "tiered" });
    await told(clew, [
      { text: "Take your time.", at: noon - 50 * minute, role: "user" },
      { text: "Done at last.", at: noon - 25 * minute, role: "agent" },
    ]);
    expect(flag(await next(clew))).toBe("continued");
  });
});

describe("34. turns that nobody asked for", () => {
  test("34. do not make a conversation look active, under any preset", async () => {
    for (const policy of presetNames) {
      const clew = await openChat({ policy });
      await told(clew, talk("old", noon - 2 * hour));
      for (const minutes of [90, 60, 35, 5]) await beat(clew, noon - minutes * minute);
      const view = await next(clew);
      expect(flag(view)).toBe("new");
      expect(read(view)).toContain("All is quiet.");
      expect(read(view)).not.toContain("tick");
    }
  });

  test("34. do not bridge a pause, nor begin a conversation where there was none", async () => {
    const clew = await openChat({ policy: "tiered", window: 200_000 });
    await told(clew, [...talk("big", noon - 50 * minute, 20_000)]);
    await beat(clew, noon - 35 * minute);
    await beat(clew, noon - 22 * minute);
    await told(clew, talk("late", noon - 10 * minute));
    const view = await next(clew);
    expect(flag(view)).toBe("continued");
    expect(pastIn(view)).toEqual(["late question?", "late answer!"]);
    const alone = await openChat({ policy: "tiered" });
    await beat(alone, noon - 5 * minute);
    expect(flag(await next(alone))).toBeUndefined();
  });
});

describe("tiers", () => {
  const ages = [
    ["ancient", 8 * day],
    ["weekly", 6 * day],
    ["middling", 3 * day],
    ["yesterday's", 30 * hour],
    ["morning's", 4 * hour],
    ["present", 5 * minute],
  ] as const;

  test("the day is there in full, the day before and the week as summaries of their own, and nothing older", async () => {
    const clew = await openChat({ policy: "tiered", memory: false });
    await told(
      clew,
      ages.flatMap(([name, ago]) => fact(name, noon - ago)),
    );
    const view = await next(clew);
    expect(pastIn(view).map((text) => /the (\S+) valve/i.exec(text)?.[1])).toEqual([
      "morning's",
      "morning's",
      "present",
      "present",
    ]);
    expect(digestsIn(view)).toEqual(
      ["weekly", "middling", "yesterday's"].map((name) => expect.stringContaining(`The ${name} valve`)),
    );
    expect(tagsOf(view, "summary").map(({ attributes: { at, when } }) => [at, when])).toEqual([
      ["2026-11-09T12:00", "6 days ago"],
      ["2026-11-12T12:00", "3 days ago"],
      ["2026-11-14T06:00", "yesterday"],
    ]);
    expect(read(view)).not.toContain("ancient");
    expect(tagsOf(view, "left-out")).toHaveLength(1);
    const kinds = [1, 3, 5, 7, 9, 11].map((seq) => findVerdict(view.receipt.verdicts, seq));
    expect(kinds.map((verdict) => [verdict?.kind, verdict?.rule, verdict?.limit])).toEqual([
      ["omitted", "age", "tierDays=7"],
      ["summarised", "tier", "fullHours=24"],
      ["summarised", "tier", "fullHours=24"],
      ["summarised", "tier", "fullHours=24"],
      ["kept", "fits", null],
      ["kept", "fits", null],
    ]);
    expectPartition(view);
    const parts = ["weekly valve", "yesterday's valve", "<clew-history", "The morning's", "The present", "What now?"];
    expect(order(view, parts)).toEqual(parts);
  });

  test("of a day that does not fit only the conversation that goes on is whole, the rest is a summary too", async () => {
    const clew = await openChat({ policy: "tiered", window: 200_000 });
    await told(clew, [
      ...fact("morning's", noon - 4 * hour),
      ...talk("big", noon - 3 * hour, 20_000),
      ...fact("present", noon - 5 * minute),
    ]);
    const view = await next(clew);
    expect(pastIn(view)).toHaveLength(2);
    expect(digestsIn(view)).toEqual([expect.stringContaining("morning's valve")]);
    expect(view.tokens).toBeLessThanOrEqual(30_000);
    expectPartition(view);
  });

  test("a conversation that is too long loses its oldest part, and the view stays within 30,000 tokens", async () => {
    const clew = await openChat({ policy: "tiered", window: 200_000 });
    const chain = Array.from({ length: 40 }, (_, index) => talk(`part ${index}`, noon - (41 - index) * minute, 800));
    await told(clew, [...fact("yesterday's", noon - 30 * hour), ...chain.flat()]);
    const view = await next(clew);
    expect(view.tokens).toBeLessThanOrEqual(30_000);
    expect(view.tokens).toBeGreaterThan(20_000);
    const present = Array.from({ length: 40 }, (_, index) => read(view).includes(`part ${index} question`));
    expect(present[0]).toBe(false);
    expect(present.slice(present.indexOf(true))).not.toContain(false);
    expect(present.at(-1)).toBe(true);
    expect(flag(view)).toBe("continued");
    expectPartition(view);
  });

  test("days of which nothing is worth telling leave no summary and no empty tag", async () => {
    const clew = await openChat({ policy: "tiered" });
    await told(clew, [
      { text: "Good morning!", at: noon - 30 * hour, role: "user" },
      { text: "Hello!", at: noon - 30 * hour + 1, role: "agent" },
      ...pairs(1, noon - minute),
    ]);
    const view = await next(clew);
    expect(digestsIn(view)).toEqual([]);
    expect(read(view)).not.toContain("Good morning");
    expect(findVerdict(view.receipt.verdicts, 1)).toMatchObject({ kind: "omitted", rule: "age" });
    expect(tagsOf(view).filter(({ name, children }) => children.length === 0 && name !== "from")).toEqual([]);
  });

  test("what was done for an answer is a figure and a pointer, never a call", async () => {
    const clew = await openChat({ policy: "tiered" });
    const turn = await clew.begin({ session, text: "Look it up." });
    await turn.record({ calls: [{ id: "1", tool: "look", input: { word: "clew" }, output: "a ball of thread" }] });
    await turn.complete({ text: "Done." });
    const view = await next(clew);
    expect(read(view)).not.toMatch(/ball of thread|tool-/);
    expect(view.messages.map(({ role }) => role)).toEqual(["user"]);
    const [, answer] = tagsOf(view, "past");
    expect(answer?.attributes).toMatchObject({ role: "agent", at: "2026-11-15T12:00", when: "just now", actions: "1" });
  });
});

describe("other lanes of the session", () => {
  test("are shown as memories that name their lane, without what is too old; another session never is", async () => {
    for (const kind of ["memory", "SQLite"]) {
      const clew = await openChat({ policy: "tiered" }, kind);
      await told(clew, [
        { topic: "2", id: "1", from: "user-1", text: "The plumber comes at nine.", at: noon - 2 * hour },
        { topic: "3", text: "The roof is dry.", at: noon - hour },
        { topic: "2", text: "Too old to tell.", at: noon - 8 * day },
        { session: "telegram:chat:99", topic: "2", text: "Of another chat.", at: noon - hour },
        { topic: "1", text: "Here it is quiet.", at: noon - minute },
      ]);
      await clew.edit({ session, id: "1", text: "The plumber comes at ten.", editedAt: noon - hour });
      await clew.observe({ session, topic: 3, text: "For the web only.", surface: "web", private: true });
      const view = await viewOf(await clew.begin({ session, topic: 1, text: "What is going on?" }));
      expect(findMemoryLines(textsIn(view)).map(({ lane, who, text }) => [lane, who, text])).toEqual([
        ["topic:42:2", "user-1", "The plumber comes at ten."],
        ["topic:42:3", "user", "The roof is dry."],
      ]);
      expect(pastIn(view)).toEqual(["Here it is quiet."]);
      expect(read(view)).not.toMatch(/Too old|another chat|web only|at nine/);
      const { retrieved } = view.receipt.decisions as { retrieved: readonly Record<string, string>[] };
      expect(retrieved.map(({ lane, because }) => [lane, because])).toEqual([
        ["topic:42:3", "in another lane of this session"],
        ["topic:42:2", "in another lane of this session"],
      ]);
    }
  });
});

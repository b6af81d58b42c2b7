/** Acceptance cases 21 to 25: what a message replies to. */

import { balanced } from "@clewline/core/policy/presets/balanced.js";
import { selective } from "@clewline/core/policy/presets/selective.js";
import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  day,
  hour,
  inside,
  type Line,
  lastTexts,
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
  times,
  told,
  viewOf,
} from "./chat.js";

const channels = ["telegram:chat:42", "slack:C0123", "terminal:default", "mail:inbox"];
const stores = ["memory", "SQLite"];
const none = async () => "[]";

beforeEach(() => stopClock());

/** An old pair that is replied to, and many pairs after it. */
function withOld(count: number, chat: string, oldAt: number): readonly Line[] {
  const old: readonly Line[] = [
    { id: "old-q", text: "Which seal does the pump take?", at: oldAt, role: "user" },
    {
      id: "old-a",
      text: `The seal is number 8817. ${"It sits behind the rotor. ".repeat(40)}End.`,
      at: oldAt + 1_000,
      role: "agent",
    },
  ];
  return [...pairs(2, oldAt - hour, minute, "first "), ...old, ...pairs(count, noon - 3 * hour)].map((line) => ({
    ...line,
    session: chat,
  }));
}
const ends = ["The seal is number 8817.", "rotor. End."];

describe.each(channels)("on %s", (chat) => {
  test.each(stores)("21. the turn that is replied to is whole although the model dropped it, in %s", async (kind) => {
    const clew = await openChat({ policy: "selective", fastModel: none }, kind);
    await told(clew, withOld(10, chat, noon - 4 * hour));
    const view = await viewOf(await clew.begin({ session: chat, text: "Is that one in stock?", replyTo: "old-a" }));
    expect(order(view, ["Which seal", ...ends])).toEqual(["Which seal", ...ends]);
    expect(times(view, "Which seal")).toBe(1);
    expect(times(view, "8817")).toBe(1);
    expect(read(view)).not.toMatch(/clew-quote|first question|question 4\?/);
    expect(read(view)).toContain("question 5?");
  });

  test.each(stores)("21. it is whole beyond the lookback, and beyond what is read, in %s", async (kind) => {
    const clew = await openChat({ policy: "selective", fastModel: none, window: 4_000 }, kind);
    await told(clew, withOld(140, chat, noon - 4 * day));
    const view = await viewOf(await clew.begin({ session: chat, text: "Is that one in stock?", replyTo: "old-q" }));
    expect(order(view, ["Which seal", ...ends])).toEqual(["Which seal", ...ends]);
    expect(read(view)).not.toMatch(/clew-quote|first question|question 134\?/);
    expect(view.receipt.verdicts.filter(({ kind: what, from }) => what === "kept" && from < 100)).toMatchObject([
      { from: 5 },
      { from: 6 },
    ]);
  });

  test("22. it stands in its chronological place, before all that came later", async () => {
    for (const policy of ["selective", "tiered"]) {
      const clew = await openChat({ policy, fastModel: none });
      const lines = withOld(30, chat, noon - 5 * hour);
      await told(clew, [
        ...lines,
        { session: chat, id: "early", text: "Hello there, first of all.", at: noon - 20 * hour },
      ]);
      const turn = await clew.begin({ session: chat, text: "Is that one in stock?", replyTo: "old-a" });
      const view = await viewOf(turn);
      const expected = ["Which seal", ...ends, "question 25?", "answer 25!", "question 29?", "Is that one"];
      expect(order(view, expected.toReversed())).toEqual(expected);
      expect(tagsOf(view, "quote")).toEqual([]);
    }
  });

  test("22. a turn of the week that tiers only tell of, or are too old for, comes back whole in its place", async () => {
    for (const ago of [3 * day, 20 * day]) {
      const clew = await openChat({ policy: "tiered" });
      await told(clew, withOld(10, chat, noon - ago));
      const view = await viewOf(await clew.begin({ session: chat, text: "Is that one in stock?", replyTo: "old-a" }));
      const past = tagsOf(view, "past");
      expect(past.slice(0, 2).map(inside)).toEqual([
        expect.stringMatching(/^Which seal/),
        expect.stringMatching(/^The seal is number 8817.*End\.$/),
      ]);
      expect(past[0]?.attributes.when).toBe(ago === 3 * day ? "3 days ago" : "20 days ago");
      expect(tagsOf(view, "quote")).toEqual([]);
      expect(times(view, "Which seal")).toBe(1);
      expect(tagsOf(view, "summary").map(inside).join("").includes("first question")).toBe(ago === 3 * day);
    }
  });

  test("21. where the prefix is kept, it stands in the view or is quoted with its date, never both", async () => {
    const clew = await openChat({ policy: "balanced", window: 4_000 });
    await told(clew, withOld(6, chat, noon - 4 * hour));
    const near = await viewOf(await clew.begin({ session: chat, text: "In stock?", replyTo: "old-a", id: "n" }, {}));
    expect(tagsOf(near, "quote")).toEqual([]);
    expect(times(near, "8817")).toBe(1);
    const far = await openChat({
      policy: { ...balanced, past: { ...balanced.past, summary: { tokens: 0 } } },
      window: 4_000,
    });
    await told(far, withOld(140, chat, noon - 4 * hour));
    const view = await viewOf(await far.begin({ session: chat, text: "In stock?", replyTo: "old-a" }));
    const [quote, ...others] = tagsOf(view, "quote");
    expect(others).toEqual([]);
    expect(quote?.attributes).toEqual({ role: "agent", at: "2026-11-15 08:00" });
    expect(quote === undefined ? "" : inside(quote)).toMatch(/^The seal is number 8817.*End\.$/);
    expect(times(view, "8817")).toBe(1);
  });

  test("23. an id means a message of its own chat and of no other", async () => {
    for (const policy of presetNames) {
      const clew = await openChat({ policy });
      const others = ["telegram:chat:1", "telegram:chat:2", "slack:C7"];
      for (const [index, other] of others.entries())
        await told(clew, [{ session: other, id: "7", text: `secret of chat ${index}`, at: noon - hour }]);
      const stray = await clew.begin({ session: chat, text: "What is this?", replyTo: "7" });
      expect(stray.lane).toMatch(/^reply:/);
      expect(read(await viewOf(stray))).not.toMatch(/secret|clew-quote/);
      await stray.complete({ text: "I can't see it." });
      const turn = await clew.begin({ session: "telegram:chat:2", text: "What is this?", replyTo: "7" });
      expect(turn.lane).toBe("root:2");
      expect(read(await viewOf(turn)).match(/secret of chat \d/g)).toEqual(["secret of chat 1"]);
    }
  });
});

test.each(["selective", "tiered"])(
  "21. under %s an answer is known by any id that it was sent under",
  async (policy) => {
    const clew = await openChat({ policy, fastModel: none, window: 4_000 });
    const turn = await clew.begin({ session, text: "Which seal does the pump take?" });
    await turn.complete({ text: "The seal is number 8817." });
    await turn.sent([900, 901]);
    vi.setSystemTime(noon + hour);
    await told(clew, pairs(140, noon + minute, 5_000));
    const view = await viewOf(await clew.begin({ session, text: "Is that one in stock?", replyTo: 901 }));
    const parts = ["Which seal", "The seal is number 8817.", "Is that one"];
    expect(order(view, parts)).toEqual(parts);
    expect(read(view)).not.toContain("<clew-quote");
  },
);

test("21. a limit on the length of answers does not cut the one that is replied to", async () => {
  const clew = await openChat({
    policy: { ...selective, history: { form: "text", replyCharacters: 200 } },
    fastModel: none,
  });
  const long = `Begin. ${"Much is to be said. ".repeat(40)}`;
  await told(clew, [...withOld(2, session, noon - hour), { text: long, role: "agent", at: noon - minute }]);
  const view = await viewOf(await clew.begin({ session, text: "Is that one in stock?", replyTo: "old-a" }));
  expect(order(view, ends)).toEqual(ends);
  expect(tagsOf(view, "cut")).toHaveLength(1);
});

test.each(["selective", "tiered"])(
  "21. under %s it is shown as it reads now, and nothing of it that was deleted",
  async (policy) => {
    for (const count of [40, 140]) {
      const clew = await openChat({ policy, fastModel: none, window: 4_000 });
      const lines = withOld(count, session, noon - 4 * hour);
      await told(clew, lines.slice(0, 6));
      await clew.edit({ session, id: "old-q", text: "Which belt does the pump take?", editedAt: noon - 3.9 * hour });
      await told(clew, lines.slice(6));
      const turn = await clew.begin({ session, text: "Is that one in stock?", replyTo: "old-q" });
      const edited = await viewOf(turn);
      await turn.cancel();
      expect(times(edited, "Which belt")).toBe(1);
      expect(read(edited)).not.toContain("Which seal");
      await clew.edit({ session, id: "old-q", text: "", deleted: true });
      const view = await viewOf(await clew.begin({ session, text: "And this one?", replyTo: "old-a" }));
      expect(order(view, ends)).toEqual(ends);
      expect(read(view)).not.toMatch(/Which (belt|seal)/);
    }
  },
);

test("21. under laned a reply to what was summarised has it in the view once, word for word", async () => {
  const clew = await openChat({ policy: "laned" });
  await told(clew, withOld(40, session, noon - 4 * hour));
  const turn = await clew.begin({ session, text: "Is that one in stock?", replyTo: "old-a" });
  const view = await viewOf(turn);
  expect(view.receipt.epoch.through["leave-out"]).toBeGreaterThan(6);
  expect(order(view, ends)).toEqual(ends);
  expect(times(view, "rotor. End.")).toBe(1);
});

describe.each(presetNames)("under %s", (policy) => {
  const snapshot = { text: "Valve nine stays shut.", from: "user-7", role: "user" } as const;
  const reply = { session, text: "Why is that so?", replyTo: "p", quote: snapshot } as const;
  const parent: Line = { id: "p", text: "Valve nine stays shut.", from: "user-7", at: noon - minute, role: "user" };

  test("24. what the channel quotes stands for a parent that is unknown, once", async () => {
    const view = await viewOf(await (await openChat({ policy })).begin(reply));
    expect(tagsOf(view, "quote").map(inside)).toEqual([snapshot.text]);
    expect(times(view, snapshot.text)).toBe(1);
  });

  test("24. it gives way to the parent itself, which stands in the view or in the quote, once", async () => {
    for (const count of [1, 140]) {
      const clew = await openChat({ policy, window: 4_000 });
      await told(clew, [{ ...parent, at: noon - 2 * hour }, ...pairs(count, noon - hour, 5_000)]);
      const view = await viewOf(await clew.begin({ ...reply, quote: { ...snapshot, text: "Valve nine st" } }));
      expect(times(view, "Valve nine st")).toBe(times(view, "Valve nine stays shut."));
      const copies =
        tagsOf(view)
          .filter(({ name }) => name === "summary")
          .map(inside)
          .join("")
          .split(parent.text).length - 1;
      expect(times(view, "Valve nine stays shut.") - copies).toBe(1);
    }
  });

  test("24. a parent deleted before the reply came is quoted as the channel had it, one deleted since is not", async () => {
    const clew = await openChat({ policy });
    await told(clew, [parent, ...pairs(2, noon - minute, 5_000)]);
    await clew.edit({ session, id: "p", text: "", deleted: true });
    const before = await clew.begin({ ...reply, id: "r1" });
    expect(tagsOf(await viewOf(before), "quote").map(inside)).toEqual([snapshot.text]);
    await before.complete({ text: "Because." });
    await told(clew, [{ ...parent, id: "p2", text: "Valve ten is open.", at: noon }]);
    const turn = await clew.begin({
      ...reply,
      id: "r2",
      replyTo: "p2",
      quote: { ...snapshot, text: "Valve ten is open." },
    });
    await clew.edit({ session, id: "p2", text: "", deleted: true, at: noon + 1 });
    const view = await viewOf(turn);
    expect(read(view)).not.toContain("Valve ten");
    expect(read(view)).toContain("Why is that so?");
  });

  test("25. a quote says whose words they are, and is no part of what the user said", async () => {
    const clew = await openChat({ policy, people: { "user-7": "caretaker" } });
    const mine = await viewOf(await clew.begin({ ...reply, from: "user-1" }));
    const [quote] = tagsOf(mine, "quote");
    expect(quote?.attributes).toEqual({ role: "user", who: "caretaker", at: "unknown" });
    const asked = lastTexts(mine).filter((text) => text.includes("Why is that so?"));
    expect(asked).toEqual([expect.stringMatching(/^<clew-from who="user-1" at="[^"]*"\/>\nWhy is that so\?$/)]);
    const agent = await clew.begin({
      session,
      text: "Really?",
      replyTo: "x",
      quote: { text: "All is well.", role: "agent" },
    });
    const view = await viewOf(agent);
    expect(tagsOf(view, "quote").map(({ attributes }) => attributes)).toEqual([{ role: "agent", at: "unknown" }]);
    expect(lastTexts(view)).toContain("Really?");
  });

  test("25. a reply to what nobody knows, and that nothing is quoted of, is a message like any other", async () => {
    const clew = await openChat({ policy });
    const turn = await clew.begin({ session, text: "And this one?", replyTo: "nowhere" });
    const view = await viewOf(turn);
    expect(lastTexts(view).at(-1)).toBe("And this one?");
    expect(tagsOf(view, "quote")).toEqual([]);
    await turn.complete({ text: "Which one?" });
    expect(turn.state).toBe("completed");
  });

  test("24. it is not looked up a second time, whatever the message asks for", async () => {
    const asked = "In the other topic I told you that valve nine stays shut. Why?";
    for (const topic of [undefined, 2]) {
      const clew = await openChat({ policy, window: 4_000 });
      await told(clew, [{ ...parent, at: noon - 2 * hour }, ...pairs(140, noon - hour, 5_000)]);
      const view = await viewOf(await clew.begin({ ...reply, topic, text: asked }));
      const texts = textsIn(view).filter((text) => !text.startsWith("<clew-summary"));
      expect(texts.join("\n").split(parent.text)).toHaveLength(2);
    }
  });
});

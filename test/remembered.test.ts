/** What an agent asked to remember stays in sight under every preset, and goes when it is taken back. */

import { promptText, scriptedModel } from "@clewline/store-kit/scripted-model.js";
import { type Clew, openClew } from "clewline";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import {
  freshFile,
  noon,
  openChat,
  presetNames,
  read,
  session,
  stopClock,
  tagsOf,
  times,
  viewOf,
} from "./acceptance/chat.js";
import { type Fits, filler } from "./acceptance/lab.js";
import { from } from "./acceptance/talk.js";

beforeEach(() => stopClock());

const wish = "Anna never eats peanuts; ask before every recipe.";

/** A turn in which the agent keeps something. */
async function keep(clew: Clew, text: string, id = "kept"): Promise<void> {
  const turn = await clew.begin({ session, text: `Mind that: ${id}`, id });
  await turn.record({ calls: [{ id: `call-${id}`, tool: "remember", input: { text }, output: "Kept." }] });
  await turn.complete({ text: "I will." });
}

async function chat(clew: Clew, turns: number, tokens = 10): Promise<void> {
  for (const number of from(1, turns)) {
    const turn = await clew.begin({ session, text: `question ${number}? ${filler(number, tokens)}` });
    await viewOf(turn);
    await turn.complete({ text: `answer ${number}!` });
  }
}

async function ask(clew: Clew): Promise<Fits> {
  const turn = await clew.begin({ session, text: "What now?" });
  const view = await viewOf(turn);
  await turn.cancel();
  return view;
}

describe("what an agent asked to remember", () => {
  test.each(presetNames)("is in every later view under %s, however much was said since", async (policy) => {
    const clew = await openChat({ policy, window: 8_000 });
    await keep(clew, wish);
    expect(read(await ask(clew))).toContain(wish);
    await chat(clew, 12, 700);
    const view = await ask(clew);
    expect(read(view)).toContain(wish);
    expect(view.tokens).toBeLessThanOrEqual(8_000);
  });

  test("comes first, once, in its own words and with its time, where every view is made anew", async () => {
    for (const policy of ["selective", "tiered"]) {
      const clew = await openChat({ policy });
      await keep(clew, wish);
      await keep(clew, "The plumber is called Okonkwo.", "other");
      await keep(clew, wish, "again");
      stopClock(noon + 40 * 86_400_000);
      const view = await ask(clew);
      const [block, ...more] = tagsOf(view, "remembered");
      expect(more).toEqual([]);
      expect(block?.children.join("")).toMatch(/\[agent, 2026-11-15\]\n[^[]*- The plumber is called Okonkwo\.\n/);
      expect(JSON.stringify(block?.children).split("peanuts")).toHaveLength(2);
      expect(read(view).indexOf("<clew-remembered")).toBeLessThan(read(view).indexOf("What now?"));
      stopClock();
    }
  });

  test("is there after a restart, also under another preset", async () => {
    const store = freshFile();
    const first = await openClew({ store, policy: "tiered", timeZone: "UTC" });
    await keep(first, wish);
    await first.close();
    const second = await openClew({ store, policy: "selective", timeZone: "UTC" });
    onTestFinished(() => second.close());
    await chat(second, 26);
    const view = await ask(second);
    expect(tagsOf(view, "remembered")).toHaveLength(1);
    expect(times(view, wish)).toBe(1);
  });

  test("holds no secret, and goes when the context is cleared", async () => {
    const clew = await openChat({ policy: "selective" });
    await keep(clew, `The deploy key is ${"ghp_"}${"a1B2c3D4e5".repeat(4).slice(0, 36)}.`);
    expect(JSON.stringify(tagsOf(await ask(clew), "remembered"))).not.toContain("a1B2c3D4e5");
    await clew.command({ session, text: "/context clear" });
    expect(tagsOf(await ask(clew), "remembered")).toEqual([]);
    await keep(clew, wish, "later");
    expect(tagsOf(await ask(clew), "remembered")).toHaveLength(1);
  });

  test("takes a tenth of a small window at most, the newest first, and says how many it does not tell", async () => {
    const clew = await openChat({ policy: "selective", window: { tokens: 4_000, reply: 1_000 } });
    for (const number of from(1, 20)) await keep(clew, `Wish ${number}: ${filler(number, 60)}`, `w${number}`);
    await chat(clew, 3);
    const [block] = tagsOf(await ask(clew), "remembered");
    const text = JSON.stringify(block?.children);
    expect(text).toContain("Wish 20:");
    expect(text).not.toContain("Wish 1:");
    expect(Number(block?.attributes.untold)).toBeGreaterThan(10);
    expect(text.length).toBeLessThan(2_000);
  });

  test.each(["selective", "tiered"])(
    "is asked for by a tool of the loop under %s too, which tells the truth",
    async (policy) => {
      const model = scriptedModel((_prompt, call) =>
        call === 0 ? { calls: [{ tool: "remember", input: { text: wish } }] } : { text: "Yes." },
      );
      const clew = await openChat({ policy, model, window: 200_000 });
      await (await clew.begin({ session, text: "No peanuts, please." })).generate();
      expect((model.calls[0]?.tools ?? []).map(({ name }) => name)).toEqual(
        expect.arrayContaining(["recall", "remember"]),
      );
      for (const number of from(1, 7)) await (await clew.begin({ session, text: `question ${number}?` })).generate();
      expect(promptText(model.calls.at(-1)?.prompt ?? [])).toContain(wish);
    },
  );
});

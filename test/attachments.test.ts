/** A message that is too large for the view: it fills the room that there is, and no more than once. */

import { explainVerdict } from "@clewline/cli/explain/verdict-words.js";
import { type Clew, openClew } from "clewline";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openFresh } from "./fresh-clew.js";
import { checkAsyncProperty } from "./properties.js";

const session = "terminal:paste";

const lines = (count: number) =>
  Array.from({ length: count }, (_, line) => `Line ${line}: the beds were dry and the cans were empty.`).join("\n");

async function viewOf(turn: Awaited<ReturnType<Clew["begin"]>>, options = {}) {
  const view = await turn.view(options);
  if (view.kind !== "fits") throw new Error(`it needs ${view.needed} of ${view.available}`);
  return { tokens: view.tokens, text: JSON.stringify(view.messages), receipt: view.receipt };
}

const room = ({ receipt }: { readonly receipt: { readonly window: number; readonly reply?: number } }) =>
  receipt.window - (receipt.reply ?? 0);

test.each(["balanced", "rolling", "tiered", "laned", "layered", "selective"])(
  "a paste larger than the window fills most of it, under %s",
  async (policy) => {
    const clew = await openFresh({ window: 20_000, policy });
    const turn = await clew.begin({ session, text: lines(4_000) });
    const view = await viewOf(turn);
    expect(view.tokens).toBeGreaterThan(room(view) * 0.75);
    expect(view.tokens).toBeLessThanOrEqual(room(view) * 0.82);
    expect([view.text.includes("Line 0:"), view.text.includes("Line 3999:")]).toEqual([true, true]);
    expect(view.text).toContain("<clew-cut");
  },
);

test("one that is more than half of the room and fits is shown whole, by the window of the model that answers", async () => {
  const clew = await openFresh({ window: 60_000 });
  const turn = await clew.begin({ session, text: lines(2_000) });
  const view = await viewOf(turn);
  expect(view.tokens).toBeGreaterThan(room(view) / 2);
  expect(view.text).not.toContain("<clew-cut");
  const wide = await openFresh();
  const large = await viewOf(await wide.begin({ session, text: lines(2_000) }), { window: 200_000 });
  expect(large.text).not.toContain("<clew-cut");
});

test("is decided once: later calls show the same, steps have room, and later turns don't pay for it", async () => {
  const clew = await openFresh({ window: 100_000 });
  for (let day = 0; day < 5; day++)
    await (await clew.begin({ session, text: `Day ${day}` })).complete({ text: "Noted." });
  const turn = await clew.begin({ session, text: lines(9_000) });
  const first = await viewOf(turn);
  expect(first.text).toContain("Day 0");
  await turn.record({ calls: [{ id: "c1", tool: "look", input: {}, output: lines(300) }] });
  const second = await viewOf(turn);
  expect(second.text.startsWith(first.text.slice(0, -1))).toBe(true);
  await turn.complete({ text: "I see." });
  const next = await viewOf(await clew.begin({ session, text: "And then?" }));
  expect(next.tokens).toBeLessThan(20_000);
  expect(next.text).toContain("<clew-cut");
});

test("shows less where a later call has less room, and never fails for that", async () => {
  const clew = await openFresh({ window: 50_000 });
  const turn = await clew.begin({ session, text: lines(4_000) });
  const sizes: number[] = [];
  for (const window of [50_000, 20_000, 8_000, 3_000]) {
    const view = await viewOf(turn, { window });
    expect(view.tokens).toBeLessThanOrEqual(room(view));
    sizes.push(view.tokens);
  }
  expect(sizes.toSorted((a, b) => b - a)).toEqual(sizes);
  expect(new Set(sizes).size).toBe(sizes.length);
});

test("more room never shows less of the paste, nor of what was said before it", async () => {
  await checkAsyncProperty(
    fc.asyncProperty(
      fc.integer({ min: 2_000, max: 40_000 }),
      fc.integer({ min: 1, max: 30_000 }),
      fc.nat(30),
      async (window, more, said) => {
        const seen = [];
        for (const each of [window, window + more]) {
          const clew = await openClew({ store: "memory", timeZone: "UTC", window: each });
          for (let day = 0; day < said; day++)
            await (await clew.begin({ session, text: `Day ${day}: ${"the gate creaks. ".repeat(20)}` })).complete({
              text: "So.",
            });
          const view = await viewOf(await clew.begin({ session, text: lines(1_500) }));
          await clew.close();
          seen.push([view.text.match(/Line \d+:/g)?.length ?? 0, view.text.match(/Day \d+:/g)?.length ?? 0] as const);
        }
        const [[fewLines, fewDays], [lines2, days2]] = seen as [readonly [number, number], readonly [number, number]];
        expect(lines2).toBeGreaterThanOrEqual(fewLines);
        expect(days2).toBeGreaterThanOrEqual(fewDays);
      },
    ),
    { runs: 3, longer: 100 },
  );
});

test.each(["balanced", "selective"])(
  "where a message fits by its ends it does in every larger window, and what is needed is the same in all, under %s",
  async (policy) => {
    const windows = Array.from({ length: 14 }, (_, step) => 850 + step * 50);
    const results: { readonly tokens: number; readonly needed: number | null }[] = [];
    for (const tokens of windows) {
      const clew = await openFresh({ policy, window: { tokens, reply: 100 }, instructions: "Rule. ".repeat(300) });
      const turn = await clew.begin({ session, text: "word ".repeat(450) });
      const view = await turn.view();
      results.push({ tokens, needed: view.kind === "fits" ? null : view.needed + 100 });
    }
    const needed = new Set(results.flatMap((each) => each.needed ?? []));
    const [least = 0] = needed;
    expect(needed.size).toBe(1);
    expect(results.map(({ needed: short }) => short === null)).toEqual(windows.map((tokens) => tokens >= least));
  },
);

test("a summary that is made ahead of need says so, not that the window was full", async () => {
  const clew = await openFresh({ policy: "layered", window: 4_000 });
  const verdicts = [];
  for (let id = 0; id < 40 && verdicts.length === 0; id++) {
    const turn = await clew.begin({ session, text: `Message ${id}: ${"the beds were dry ".repeat(24)}` });
    await turn.view();
    const found = (await clew.why({ turn: turn.id })).verdicts;
    verdicts.push(...found.filter(({ verdict }) => verdict.rule === "leave-out" || verdict.rule === "summary"));
    await turn.complete({ text: "Noted." });
  }
  expect(new Set(verdicts.map(({ verdict }) => verdict.limit))).toEqual(new Set(["summariseAt=0.85"]));
  expect(verdicts.map(explainVerdict).join("\n")).toContain("because the room was 85 % full");
});

/** The rolling preset, and what happens when a provider refuses a view as too large. */
import { describe, expect, test } from "vitest";
import { some } from "../some.js";
import {
  exchange,
  type Fits,
  filler,
  logText,
  messagesIn,
  openLab,
  policies,
  recordsOf,
  session,
  shown,
  sound,
  standing,
} from "./lab.js";

const asked = (view: Fits) => [
  ...new Set([...outside(view).matchAll(/turn-(\d+)-asks/g)].map(([, turn]) => Number(turn))),
];

/** The view without its summary. */
function outside(view: Fits): string {
  return shown(view).replace(/<clew-summary.*?<\/clew-summary>/s, "");
}

describe("rolling", () => {
  test("with the twenty-first turn the older half leaves into a summary and the day's journal", async () => {
    const lab = await openLab({ policy: "rolling", window: 60_000 });
    const shownAt = new Map<number, readonly number[]>();
    for (let turn = 1; turn <= 60; turn++) {
      const view = await exchange(lab, {
        asked: `turn-${turn}-asks: pool ${turn} holds ${turn + 300} litres.`,
        reply: `Yes.`,
      });
      const turns = asked(view);
      expect(turns.length).toBeLessThanOrEqual(20);
      shownAt.set(turn, turns);
      expect(shown(view)).toContain(`${Math.max(1, turn - 30) + 300} litres`);
    }
    expect(shownAt.get(20)?.[0]).toBe(1);
    expect(shownAt.get(21)).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]);
    const journal = await recordsOf(lab, "journal");
    expect(journal.length).toBeGreaterThanOrEqual(3);
    const text = journal.map((record) => (record.kind === "journal" ? record.text : "")).join("\n");
    for (let turn = 1; turn <= 40; turn++) expect(text.split(`${turn + 300} litres`)).toHaveLength(2);
    expect(journal[0]?.name).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  test("with fewer than five turns, what was asked and answered stays and the steps between leave", async () => {
    const lab = await openLab({ policy: "rolling", window: 4_000 });
    for (let turn = 1; turn <= 3; turn++) {
      const begun = await lab.clew.begin({ session, text: `turn-${turn}-asks` });
      for (let step = 0; step < 3; step++) {
        await begun.record({
          text: `turn-${turn}-step-${step}`,
          calls: [{ id: `c${turn}-${step}`, tool: "read", input: {}, output: filler(step, 360) }],
        });
      }
      await begun.complete({ text: `turn-${turn}-answers` });
    }
    const view = await exchange(lab, { asked: "turn-4-asks" });
    const text = outside(view);
    for (let turn = 1; turn <= 3; turn++) {
      expect(text).toContain(`turn-${turn}-asks`);
      expect(text).toContain(`turn-${turn}-answers`);
    }
    expect(text).not.toContain("turn-1-step-0");
    expect(text).toContain("clew-left-out");
  });

  test("results of the turn that is being answered are untouched, long ones of past turns are capped", async () => {
    const lab = await openLab({ policy: "rolling", window: 60_000 });
    const long = `head ${filler(1, 8_000)} tail`;
    expect(long.length).toBeGreaterThan(20_000);
    const first = await lab.clew.begin({ session, text: "Read it." });
    for (let step = 0; step < 3; step++) {
      await first.record({ calls: [{ id: `c${step}`, tool: "read", input: { step }, output: `${step} ${long}` }] });
      const view = await sound(lab, first);
      for (let past = 0; past <= step; past++) expect(shown(view)).toContain(`${past} ${long}`);
    }
    await first.complete({ text: "Read." });
    const view = await exchange(lab, { asked: "And?" });
    const results = messagesIn(view).flatMap(({ content }) =>
      content.flatMap((each) => (each.type === "tool-result" ? [each] : [])),
    );
    expect(results).toHaveLength(3);
    for (const [step, { output }] of some(results.entries())) {
      const value = "value" in output ? String(output.value) : "";
      expect(value.length).toBeLessThan(20_200);
      expect(value).toMatch(new RegExp(`^${step} head`));
      expect(value).toMatch(/clew-cut characters="\d+" open="clew:e\w+".*tail$/s);
    }
    expect(await logText(lab)).toContain(`2 ${long}`);
  });
});

describe.each(policies)("a provider that refuses a view, under %s", (policy) => {
  async function refusedLab() {
    const lab = await openLab({ policy, window: 16_000 });
    for (let turn = 1; turn <= 12; turn++) {
      const calls = [{ id: `c${turn}`, tool: "read", input: { turn }, output: filler(turn, 400) }];
      await exchange(lab, { asked: `turn-${turn}-asks ${filler(turn, 80)}`, calls, reply: filler(turn, 80) });
    }
    const turn = await lab.clew.begin({ session, text: "turn-13-asks" });
    await sound(lab, turn);
    return { lab, turn };
  }

  test("gets one that fits the limit it told, and the log stays", async () => {
    const { lab, turn } = await refusedLab();
    const before = await logText(lab);
    const view = await sound(lab, turn, { refused: { limit: 7_000 } });
    expect(view.tokens).toBeLessThanOrEqual(7_000 - lab.engine.budget.reply);
    expect(shown(view).match(/<clew-cleared /g) ?? []).toHaveLength(3);
    expect(asked(view)).toEqual([8, 9, 10, 11, 12, 13]);
    expect(await logText(lab)).toBe(before);
    const after = await sound(lab, turn);
    expect(after.tokens).toBeLessThanOrEqual(7_000 - lab.engine.budget.reply);
    expect(asked(after)).toEqual(asked(view));
  });

  test("gets the turn alone after a second refusal, and then is told what is missing", async () => {
    const { lab, turn } = await refusedLab();
    const before = await logText(lab);
    await sound(lab, turn, { refused: {} });
    const second = await sound(lab, turn, { refused: {} });
    expect(asked(second)).toEqual([13]);
    let tries = 2;
    for (let view = await turn.view({ refused: {} }); view.kind === "fits" && tries < 60; tries++) {
      expect(asked(view)).toEqual([13]);
      view = await turn.view({ refused: {} });
    }
    expect(tries).toBeLessThan(40);
    expect(await turn.view({ refused: { limit: 10 } })).toMatchObject({ kind: "too-small" });
    expect(await logText(lab)).toBe(before);
    await turn.fail("too large");
    expect((await standing(lab)).last).toBeGreaterThan(0);
    expect((await exchange(lab, { asked: "turn-14-asks" })).tokens).toBeGreaterThan(0);
  });
});

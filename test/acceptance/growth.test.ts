/** What must hold while a conversation grows beyond its window, by number of the list of cases. */

import { computeRoom, makeBudget } from "@clewline/core/policy/budget.js";
import type { Policy } from "@clewline/core/policy/policy.js";
import { presets } from "@clewline/core/policy/presets/presets.js";
import { applySettings, type ChosenSettings } from "@clewline/core/policy/settings.js";
import { findVerdict } from "@clewline/core/view/verdict.js";
import { countTokens, estimated } from "@clewline/text/tokens/count-tokens.js";
import { countTokens as exactly } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, test } from "vitest";
import {
  eventsOf,
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

const read = (id: string, output: string, tool = "read") => ({ id, tool, input: { path: `notes/${id}.md` }, output });

describe.each(policies)("under %s", (policy) => {
  test("42 the view is within its budget at every step of a growing log", async () => {
    const lab = await openLab({ policy, window: 4_000 });
    const scripts = [
      "plain words",
      "東京都の天気は晴れです。",
      "Погода сегодня хорошая. ",
      '{"a":[1,2,3]}\n',
      "👍🏽 ok ",
    ];
    for (let turn = 0; turn < 45; turn++) {
      const text = (scripts[turn % scripts.length] ?? "").repeat(1 + ((turn * 13) % 29));
      const output = filler(turn, [3, 40, 400, 1_500][turn % 4] ?? 0);
      const calls = turn % 3 === 0 ? undefined : [read(`a${turn}`, output), read(`b${turn}`, `${turn}`)];
      const view = await exchange(lab, { asked: `${turn}: ${text}`, calls, reply: filler(turn, (turn * 37) % 300) });
      expect(shown(view)).toContain(`${turn}: `);
      if (turn % 7 === 0) await lab.clew.observe({ session, id: `seen-${turn}`, text: filler(turn, 50) });
      if (turn % 7 === 3) await lab.clew.edit({ session, id: `seen-${turn - 3}`, text: filler(turn, 90) });
      if (turn % 14 === 5) await lab.clew.edit({ session, id: `seen-${turn - 5}`, deleted: true, text: "" });
    }
    expect((await standing(lab)).epoch.number).toBeGreaterThan(1);
  });

  test("43 the budget leaves room for the completion, and no limit of a policy lifts it", async () => {
    for (const maxTokens of [1_000, 3_000, 1_000_000]) {
      const given: Policy = { ...(presets[policy] as Policy), maxTokens };
      expect(computeRoom(makeBudget({ window: 4_000, reply: 900 }), given)).toBe(Math.min(3_100, maxTokens));
      const lab = await openLab({ policy: given, window: { tokens: 4_000, reply: 900 } });
      for (let turn = 0; turn < 20; turn++) {
        const { tokens } = await exchange(lab, { asked: `${turn} ${filler(turn, 180)}`, reply: filler(turn, 90) });
        expect(tokens).toBeLessThanOrEqual(Math.min(3_100, maxTokens));
      }
    }
  });

  test.each([512, 2_000, 8_000])(
    "44 in a window of %i tokens reserve, summary and tail are in proportion",
    async (window) => {
      const lab = await openLab({ policy, window });
      expect(lab.engine.budget.reply).toBe(window / 4);
      const size = window / 20;
      for (let turn = 0; turn < 30; turn++) {
        const asked = `${turn} The limit of pool ${turn} is ${700 + turn} litres. ${filler(turn, size)}`;
        await exchange(lab, { asked, reply: filler(turn, size) });
      }
      const view = await exchange(lab, { asked: "And now?" });
      const summary = view.receipt.layers.summary ?? 0;
      expect(summary).toBeLessThanOrEqual(window / 4);
      expect(view.receipt.layers.recent ?? 0).toBeGreaterThan(0);
      expect((await standing(lab)).epoch.number).toBeGreaterThan(0);
    },
  );

  test("46 a lane over its budget loses its oldest part first", async () => {
    const lab = await openLab({ policy, window: 4_000 });
    for (let turn = 0; turn < 40; turn++) {
      const view = await exchange(lab, {
        asked: `question-${turn} ${filler(turn, 120)}`,
        reply: `answer-${turn} ${filler(turn, 60)}`,
      });
      const text = JSON.stringify(
        messagesIn(view).map(({ content }) =>
          content.filter((each) => !/clew-(summary|memory)/.test(JSON.stringify(each))),
        ),
      );
      const present = Array.from({ length: turn + 1 }, (_, each) => text.includes(`question-${each} `));
      expect(present.slice(present.indexOf(true))).not.toContain(false);
      expect(present.at(-1)).toBe(true);
    }
  });

  test("47 no cut separates a call from its result, and the newest message and step always stay", async () => {
    const lab = await openLab({ policy, window: 3_000 });
    for (let turn = 0; turn < 6; turn++) {
      const begun = await lab.clew.begin({ session, text: `Read shelf ${turn}.` });
      for (let step = 0; step < 12; step++) {
        const calls = Array.from({ length: 1 + (step % 3) }, (_, call) =>
          read(`t${turn}-${step}-${call}`, filler(step + call, [10, 150, 400][(step + call) % 3] ?? 0)),
        );
        await begun.record({ text: `Step ${step}.`, calls });
        const view = await sound(lab, begun);
        expect(shown(view)).toContain(`Read shelf ${turn}.`);
        const last = messagesIn(view).at(-1);
        expect(last?.role).toBe("tool");
        expect(last?.content).toHaveLength(calls.length);
      }
      await begun.complete({ text: "Read." });
    }
  });

  test("48 an orphan call has an error beside it, an orphan result is gone, and the log is as it was", async () => {
    const lab = await openLab({ policy, window: 8_000 });
    const first = await lab.clew.begin({ session, text: "Look it up." });
    await first.record({
      calls: [{ id: "lost", tool: "look", input: { word: "clew" } }, read("found", "a ball of thread")],
    });
    await first.complete({ text: "Half of it." });
    const second = await lab.clew.begin({ session, text: "And the rest?" });
    await second.record({
      messages: [
        {
          role: "tool",
          content: [
            {
              type: "tool-result",
              toolCallId: "stray",
              toolName: "look",
              output: { type: "text", value: "nobody asked" },
            },
          ],
        },
      ],
    });
    const before = await logText(lab);
    const view = await sound(lab, second);
    const results = messagesIn(view).flatMap(({ content }) =>
      content.flatMap((each) => (each.type === "tool-result" ? [each] : [])),
    );
    expect(results.map(({ output }) => output.type)).toEqual(["error-text", "text"]);
    expect(JSON.stringify(results[0])).toContain("never returned");
    expect(shown(view)).not.toContain("nobody asked");
    expect(await logText(lab)).toBe(before);
    expect(before).toContain("nobody asked");
  });
});

test("45 the estimate counts CJK, Cyrillic, names and arguments of tools, images and the summary", async () => {
  for (const text of [
    "明日の午前十時に美術館の入口で待ち合わせましょう。雨が降ったら電話してください。",
    "我们明天上午十点在博物馆门口见面，如果下雨就打电话给我。",
    "Завтра в десять утра мы встречаемся у входа в музей. Если пойдёт дождь, позвони мне, пожалуйста.",
  ]) {
    expect(countTokens(text, estimated)).toBeGreaterThanOrEqual(exactly(text));
  }
  const lab = await openLab({ window: 4_000 });
  const sizeOf = async (name: string, input: unknown, tool: string) => {
    const turn = await lab.clew.begin({ session: `terminal:${name}`, text: "Go." });
    await turn.record({ calls: [{ id: "c1", tool, input, output: "ok" }] });
    return (await sound(lab, turn)).tokens;
  };
  const plain = await sizeOf("plain", {}, "look");
  expect((await sizeOf("input", { words: filler(1, 100) }, "look")) - plain).toBeGreaterThanOrEqual(70);
  expect((await sizeOf("name", {}, "look_for_something_in_the_catalogue_of_this_library")) - plain).toBeGreaterThan(8);
  const wide = await openLab({ window: 16_000 });
  const imageOf = async (name: string, bytes: number) => {
    const files = [{ mediaType: "image/png", data: new Uint8Array(bytes) }];
    return (await sound(wide, await wide.clew.begin({ session: `terminal:${name}`, text: "See.", files }))).tokens;
  };
  const image = await imageOf("small", 40);
  expect(await imageOf("large", 400_000)).toBe(image);
  expect(image).toBeGreaterThan(1_600);
  for (let turn = 0; turn < 30; turn++) {
    const asked = `${turn} We agreed that pool ${turn} holds ${turn + 100} litres.`;
    await exchange(lab, { asked, reply: filler(turn, 120) });
  }
  const view = await exchange(lab, { asked: "What did we agree?" });
  const [block = ""] = /<clew-summary.*<\/clew-summary>/s.exec(shown(view)) ?? [];
  expect(view.receipt.layers.summary ?? 0).toBeGreaterThanOrEqual(exactly(JSON.parse(`"${block}"`)));
  expect(block.length).toBeGreaterThan(200);
});

describe.each([undefined, 2_000, 8_000, 120_000])("51 in a window of %s tokens", (window) => {
  async function firstCompaction(changed: ChosenSettings) {
    const policy = applySettings(presets.layered as Policy, changed);
    const lab = await openLab({ policy, ...(window === undefined ? {} : { window }) });
    const size = Math.floor(computeRoom(lab.engine.budget, policy) / 20);
    for (let turn = 0; (await eventsOf(lab)).length === 0 && turn < 30; turn++) {
      await exchange(lab, { asked: `Read ${turn}: ${turn * 7} pages.`, calls: [read(`r${turn}`, filler(turn, size))] });
    }
    const [first] = await eventsOf(lab);
    return { first, summaries: await recordsOf(lab, "summary") };
  }

  test("results are cleared before anything is summarised", async () => {
    const { first, summaries } = await firstCompaction({});
    expect(first).toMatchObject({ because: { clear: expect.stringContaining("clearAt=") } });
    expect(summaries).toEqual([]);
  });

  test("results are cleared with the first compaction where the thresholds are the wrong way round", async () => {
    const { first } = await firstCompaction({ clear_at: 0.95, summarise_at: 0.5 });
    expect(first).toHaveProperty("because.clear");
  });
});

describe("50 with old results cleared at 60 % of the room", () => {
  test.each([
    [8_000, 3],
    [120_000, 6],
  ])(
    "in a window of %i tokens the newest %i and those of never_clear stay, and the prefix is stable",
    async (window, kept) => {
      const policy: Policy = { ...(presets.layered as Policy), neverClear: ["precious"] };
      const lab = await openLab({ policy, window });
      const room = computeRoom(lab.engine.budget, policy);
      const size = Math.floor(room / 24);
      const seen: { view: Fits; messages: readonly string[]; epoch: number; events: number }[] = [];
      for (let turn = 0; turn < 20; turn++) {
        const tool = turn === 1 ? "precious" : "read";
        const calls = [read(`r${turn}`, `result ${turn}: ${filler(turn, size)}`, tool)];
        const view = await exchange(lab, { asked: `Read ${turn}.`, calls });
        const { epoch } = await standing(lab);
        const messages = messagesIn(view).map((message) => JSON.stringify(message));
        seen.push({ view, messages, epoch: epoch.number, events: (await eventsOf(lab)).length });
      }
      const steps = seen.slice(1).map((after, index) => ({ before: seen[index] ?? after, after }));
      const quiet = steps.filter(({ before, after }) => before.epoch === after.epoch);
      expect(quiet.length).toBeGreaterThan(10);
      for (const { before, after } of quiet)
        expect(after.messages.slice(0, before.messages.length - 1)).toEqual(before.messages.slice(0, -1));
      const turn = seen.findIndex(({ epoch }) => epoch === 1);
      const { view, events } = seen[turn] ?? expect.unreachable("nothing was cleared");
      const text = shown(view);
      expect(view.tokens).toBeLessThan(room * 0.6);
      const whole = Array.from({ length: turn + 1 }, (_, each) => each).filter((each) =>
        text.includes(`result ${each}: `),
      );
      // The newest when they were cleared: on the turn's first call its own result is still to come.
      const newest = view.receipt.compacted ? kept : kept + 1;
      expect(whole).toEqual([1, ...Array.from({ length: newest }, (_, each) => turn - newest + 1 + each)]);
      expect(text).toMatch(/<clew-cleared what=\\"result of read\\" tokens=\\"\d+\\" open=\\"clew:e\w+\\"\/>/);
      expect(await logText(lab)).toContain(`result 0: ${filler(0, size)}`);
      expect(events).toBe(1);
      expect(findVerdict(view.receipt.verdicts, 3)).toMatchObject({
        kind: "stubbed",
        rule: "clear",
        limit: "clearAt=0.6",
      });
    },
  );
});

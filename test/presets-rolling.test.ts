/** What `rolling` shows, row by row, through the public API and with the figures of its design. */

import { promptText, scriptedModel } from "@clewline/store-kit/scripted-model.js";
import { tool } from "ai";
import { type Clew, type ClewOptions, openClew, rolling } from "clewline";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import {
  freshFile,
  type Line,
  minute,
  noon,
  openChat,
  read,
  session,
  stopClock,
  told,
  until,
  viewOf,
} from "./acceptance/chat.js";
import { contentsIn, type Fits, filler } from "./acceptance/lab.js";
import { chooser, from } from "./acceptance/talk.js";
import { letLoopRest } from "./loop-passes.js";

beforeEach(() => stopClock());

const open = (options: ClewOptions = {}) => openChat({ policy: "rolling", window: 200_000, ...options });

const asked = (number: number) => `question ${number}: box ${number} has code ${7_000 + number}.`;

/** Turns of the last hour. */
function turns(first: number, last: number): readonly Line[] {
  return from(first, last).flatMap((number) => [
    { text: asked(number), at: noon - (60 - number) * minute, role: "user" as const },
    { text: `answer ${number}!`, at: noon - (60 - number) * minute + 1, role: "agent" as const },
  ]);
}

/** One more turn, and what goes on behind its reply. */
async function answer(clew: Clew, text: string): Promise<Fits> {
  const turn = await clew.begin({ session, text });
  const view = await viewOf(turn);
  await turn.complete({ text: "Well." });
  await letLoopRest();
  return view;
}

async function answerAll(clew: Clew, first: number, last: number): Promise<Fits> {
  for (let number = first; number < last; number++) await answer(clew, asked(number));
  return answer(clew, asked(last));
}

const summaryIn = (view: Fits) => /<clew-summary.*?<\/clew-summary>/s.exec(read(view))?.[0] ?? "";
/** The turns that are shown themselves. */
const turnsIn = (view: Fits) => numbersIn(read(view).replace(/<clew-summary.*?<\/clew-summary>/s, ""));
const toldIn = (view: Fits) => numbersIn(summaryIn(view));
const numbersIn = (text: string) => [...text.matchAll(/has code (\d+)/g)].map(([, code]) => Number(code) - 7_000);
/** How long the results of tools are in a view, without the mark in a shortened one. */
const lengthsIn = (view: Fits) =>
  contentsIn(view).flatMap((content) =>
    content.type === "tool-result" && "value" in content.output
      ? [String(content.output.value).replace(/\n<clew-cut [^>]*>\n/, "").length]
      : [],
  );
const prose = "## Facts\n- Boxes were spoken of at length.\n";

describe("more than twenty turns", () => {
  test("let the older ten leave into a summary and the day's journal, and the others stay as they were", async () => {
    const clew = await open();
    await told(clew, turns(1, 19));
    const full = await answer(clew, asked(20));
    expect(turnsIn(full)).toEqual(from(1, 20));
    const view = await answer(clew, asked(21));
    expect([turnsIn(view), toldIn(view)]).toEqual([from(11, 21), from(1, 10)]);
    expect(numbersIn(await clew.journal({ day: "2026-11-15" }))).toEqual(from(1, 10));
    expect(view.receipt.epoch.limits).toMatchObject({ "leave-out": "maxTurns=20" });
  });

  test("leave as many where a fast model tells them, in its words and with every fact that it forgot", async () => {
    const { fastModel, requests } = chooser(prose);
    const clew = await open({ fastModel, memory: false });
    await told(clew, turns(1, 15));
    const view = await answerAll(clew, 16, 21);
    expect(requests).toHaveLength(1);
    expect(numbersIn(requests[0]?.text ?? "")).toEqual(from(1, 10));
    expect(summaryIn(view)).toContain("Boxes were spoken of at length.");
    expect([turnsIn(view), toldIn(view)]).toEqual([from(11, 21), from(1, 10)]);
    expect(await clew.journal({ day: "2026-11-15" })).toContain("Boxes were spoken of");
  });

  test("keep the codes of short messages, whatever a fast model makes of them", async () => {
    const { fastModel } = chooser("## Facts\n- Shelves were told.\n");
    const clew = await open({ fastModel });
    await told(
      clew,
      from(1, 15).flatMap((number) => [
        { text: `Shelf ${number}: K-${number * 37}`, at: noon - (60 - number) * minute },
        { text: "ok", at: noon - (60 - number) * minute + 1, role: "agent" as const },
      ]),
    );
    for (const number of from(16, 20)) await answer(clew, `Shelf ${number}: K-${number * 37}`);
    const view = await answer(clew, "And now?");
    expect(summaryIn(view)).toContain("Shelves were told.");
    expect(from(1, 20).filter((number) => !read(view).includes(`K-${number * 37}`))).toEqual([]);
  });

  test("are told by the model that answers, where no fast one is named; balanced asks it for nothing", async () => {
    const model = scriptedModel(() => ({ text: prose }));
    const clew = await open({ model });
    await told(clew, turns(1, 15));
    const view = await answerAll(clew, 16, 21);
    expect(model.calls).toHaveLength(1);
    expect(summaryIn(view)).toContain("Boxes were spoken of at length.");
    const ours = await openChat({ model, window: 200_000 });
    await ours.command({ session, text: "/config max_turns 20" });
    await told(ours, turns(1, 15));
    expect(toldIn(await answerAll(ours, 16, 21))).toEqual(from(1, 10));
    expect(model.calls).toHaveLength(1);
  });

  test("are told by the model also for a host that keeps the list itself", async () => {
    const { fastModel, requests } = chooser(prose);
    const clew = await open({ fastModel });
    const list = (last: number) =>
      from(1, last).flatMap((number) => [
        { role: "user" as const, content: asked(number) },
        ...(number === last ? [] : [{ role: "assistant" as const, content: `answer ${number}!` }]),
      ]);
    await clew.sync({ session, messages: list(18) });
    await until(() => requests.length > 0);
    const view = await clew.sync({ session, messages: list(21) });
    expect(JSON.stringify(view)).toContain("Boxes were spoken of at length.");
  });

  test("are never more than /config agent_max_context_turns says, from the next view on", async () => {
    const clew = await open();
    await told(clew, turns(1, 12));
    await clew.command({ session, text: "/config agent_max_context_turns 5" });
    const view = await answer(clew, asked(13));
    // Half of twelve are six, with the new one seven; half of six are three.
    expect([turnsIn(view), toldIn(view)]).toEqual([from(10, 13), from(1, 9)]);
  });
});

describe("results of tools", () => {
  const long = (characters: number) => `It begins. ${filler(7, characters / 2).slice(0, characters - 20)} It ends.`;

  test("of the turn that is answered are whole; of past turns above 20,000 characters their ends, at any size", async () => {
    const clew = await open({ window: { tokens: 400_000, reply: 4_000 } });
    await clew.command({ session, text: "/config agent_max_context_tokens 200000" });
    const sizes = [60_000, 150_000].map((size) => long(size).length);
    for (const [place, size] of sizes.entries()) {
      const turn = await clew.begin({ session, text: `Read ${place}.` });
      await turn.record({ calls: [{ id: `c${place}`, tool: "read", input: {}, output: long(size) }] });
      expect(lengthsIn(await viewOf(turn)).at(-1)).toBe(size);
      await turn.complete({ text: "Read." });
    }
    const view = await answer(clew, "And now?");
    expect(lengthsIn(view)).toEqual([19_999, 19_999]);
    expect(read(view).match(/clew-cut characters=\\?"\d+\\?" open/g)).toHaveLength(2);
  });

  test("that alone are more than the budget keep 10,000 characters, as after an overflow", async () => {
    const clew = await open();
    const turn = await clew.begin({ session, text: "Read it." });
    await turn.record({ calls: [{ id: "c", tool: "read", input: {}, output: long(300_000) }] });
    const view = await viewOf(turn);
    expect(view.tokens).toBeLessThanOrEqual(50_000);
    expect(lengthsIn(view)).toEqual([9_999]);
  });
});

describe("more than 50,000 tokens", () => {
  async function worked(count: number, tokens: number): Promise<Clew> {
    const clew = await open();
    for (const number of from(1, count)) {
      const turn = await clew.begin({ session, text: asked(number) });
      await turn.record({
        text: `looking ${number}`,
        calls: [{ id: `c${number}`, tool: "read", input: {}, output: "small" }],
      });
      await turn.complete({ text: `answer ${number}! ${filler(number, tokens)}` });
    }
    return clew;
  }

  test("in fewer than five turns take away what lies between message and answer", async () => {
    const clew = await open();
    for (const number of from(1, 4)) {
      const turn = await clew.begin({ session, text: asked(number) });
      for (const step of from(1, 5)) {
        const calls = [{ id: `c${number}-${step}`, tool: "read", input: {}, output: filler(step, 4_300) }];
        await turn.record({ text: `looking ${number}`, calls });
      }
      await turn.complete({ text: `answer ${number}!` });
    }
    const view = await answer(clew, asked(5));
    expect([turnsIn(view), toldIn(view)]).toEqual([from(1, 5), []]);
    expect(read(view)).not.toContain("looking 1");
    expect(read(view)).toContain("answer 1!");
  });

  test("in five and more let the first half of the turns leave, chains and all, into the journal too", async () => {
    const clew = await worked(8, 9_000);
    const view = await answer(clew, asked(9));
    expect([turnsIn(view), toldIn(view)]).toEqual([from(5, 9), from(1, 4)]);
    expect(read(view)).not.toContain("looking 4");
    expect(read(view)).toContain("looking 5");
    expect(numbersIn(await clew.journal({ day: "2026-11-15" }))).toEqual(from(1, 4));
  });

  test("that the provider refuses leave five turns, 10,000 characters of each text, and the rest in the journal", async () => {
    const clew = await open();
    await told(clew, [
      ...turns(1, 11),
      { text: `${asked(12)} ${filler(3, 12_000)}`, at: noon - 40 * minute },
      { text: "answer 12!", at: noon - 39 * minute, role: "agent" },
    ]);
    const turn = await clew.begin({ session, text: asked(13) });
    await viewOf(turn);
    const view = await turn.view({ refused: {} });
    if (view.kind !== "fits") throw new Error("It did not fit.");
    expect([turnsIn(view), toldIn(view)]).toEqual([from(8, 13), from(1, 7)]);
    const longest = Math.max(...contentsIn(view).map((content) => (content.type === "text" ? content.text.length : 0)));
    expect(longest).toBeGreaterThan(9_900);
    expect(longest).toBeLessThan(10_200);
    expect(numbersIn(await clew.journal({ day: "2026-11-15" }))).toEqual(from(1, 7));
  });
});

describe("steps of a turn", () => {
  const lookUp = tool({ inputSchema: z.object({ page: z.number() }), execute: ({ page }) => `page ${page}` });
  const walker = () =>
    scriptedModel((prompt, call) =>
      promptText(prompt).includes("steps of this turn are used up")
        ? { text: "I came this far." }
        : { calls: [{ tool: "lookUp", input: { page: call } }] },
    );

  test("are fifteen, or what /config agent_max_steps says; then the agent tells how far it came", async () => {
    const clew = await open();
    const first = await clew.generate({ session, text: "Walk." }, { model: walker(), tools: { lookUp } });
    expect([first.steps.length, first.text]).toEqual([16, "I came this far."]);
    expect(await clew.command({ session, text: "/config agent_max_steps 3" })).toContain("max_steps");
    const model = walker();
    const second = await clew.generate({ session, text: "Walk." }, { model, tools: { lookUp } });
    expect([second.steps.length, second.text]).toEqual([4, "I came this far."]);
    const { turns: logged } = await clew.log({ session });
    expect(JSON.stringify(logged)).not.toContain("used up");
    const own = await clew.generate({ session, text: "Walk." }, { model: walker(), tools: { lookUp }, maxSteps: 1 });
    expect(own.steps).toHaveLength(2);
  });
});

describe("after a restart", () => {
  async function restarted(policy: ClewOptions["policy"]): Promise<readonly [Fits, Fits]> {
    const store = freshFile();
    const options = { store, policy: policy ?? "rolling", window: 200_000, timeZone: "UTC" };
    const before = await openClew(options);
    await told(before, turns(1, 8));
    const turn = await before.begin({ session, text: asked(9) });
    await turn.record({ text: "looking 9", calls: [{ id: "c9", tool: "read", input: {}, output: "found 9" }] });
    const seen = await viewOf(turn);
    await turn.complete({ text: "answer 9!" });
    await before.close();
    vi.setSystemTime(noon + minute);
    const clew = await openChat(options);
    const view = await answer(clew, asked(10));
    vi.setSystemTime(noon + 2 * minute);
    expect(turnsIn(await answer(clew, asked(11)))).toEqual([...turnsIn(view), 11]);
    return [seen, view];
  }

  test("the view goes on as it was", async () => {
    const [before, view] = await restarted("rolling");
    expect([turnsIn(before), turnsIn(view)]).toEqual([from(1, 9), from(1, 10)]);
    expect(read(view)).toContain("found 9");
  });

  test("restore: brief shows the newest three turns as message and answer, and tells the others", async () => {
    const [before, view] = await restarted({ ...rolling, restore: "brief" });
    expect(turnsIn(before)).toEqual(from(1, 9));
    expect([turnsIn(view), toldIn(view)]).toEqual([from(7, 10), from(1, 6)]);
    expect(read(view)).toContain("answer 9!");
    expect(read(view)).not.toContain("found 9");
  });

  test("restore_brief shows a sixth of agent_max_context_turns, where that is more than three", async () => {
    const clew = await open({ store: freshFile() });
    expect(await clew.command({ session, text: "/config restore_brief true" })).toContain("restore_brief");
    await clew.command({ session, text: "/config agent_max_context_turns 30" });
    await told(clew, turns(1, 12));
    vi.setSystemTime(noon + minute);
    const again = await open({ store: clew.location ?? "" });
    expect(turnsIn(await answer(again, asked(13)))).toEqual(from(8, 13));
  });
});

test("/context counts messages by role, characters and tokens, and clearing keeps the log searchable", async () => {
  const clew = await open();
  await told(clew, turns(1, 4));
  await answer(clew, asked(5));
  const said = await clew.command({ session, text: "/context" });
  expect(said).toMatch(/Messages: 5 user, 5 assistant, 0 tool; \d+ characters/);
  expect(said).toMatch(/or over 20 turns/);
  await clew.command({ session, text: "/context clear" });
  expect(turnsIn(await answer(clew, asked(6)))).toEqual([6]);
  const [hit] = await clew.search("7003", { session });
  expect(JSON.stringify(hit)).toContain("box 3 has code 7003");
  await clew.command({ session, text: "/config agent_max_context_tokens 80000" });
  expect((await clew.settings({ session })).find(({ name }) => name === "max_tokens")?.value).toBe(80_000);
});

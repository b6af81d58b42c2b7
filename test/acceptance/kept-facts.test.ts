/** Forty plain facts in six languages through twenty compactions and 150 nearly equal messages. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TextModel } from "@clewline/core/ports/index.js";
import { describe, expect, test } from "vitest";
import { agent, jsonl, link, says, user } from "../importers/claude-code-lines.js";
import { isLongerCheck } from "../properties.js";
import { exchange, filler, type Lab, openLab, policies, session, shown, sound, standing } from "./lab.js";
import { plainFacts, tellFiller } from "./plain-facts.js";
import { freshFolder } from "./talk.js";

/** The longer check has twenty compactions and 150 fillers, the gate fewer of both. */
const compactions = isLongerCheck ? 20 : 6;
const fillers = isLongerCheck ? 150 : 60;
const mostFillers = 400;

/** Writes down half of what it reads, its own notes included. */
const forgetful: TextModel<AbortSignal> = async ({ text }) => {
  const said = [...text.matchAll(/>([^<>]+)<\//g)].flatMap(([, words = ""]) => words.split(/(?<=[.。])\s*/));
  const notes = text.split("\n").filter((line) => line.startsWith("- "));
  const lines = [...notes, ...said.map((line) => `- ${line.trim()}`)].filter((line) => line.length > 4);
  return `## Facts\n${lines
    .filter((_, place) => place % 2 === 0)
    .slice(0, 30)
    .join("\n")}`;
};

const helpers: readonly (readonly [string, { readonly fastModel?: TextModel<AbortSignal> }])[] = [
  ["by rule alone", {}],
  ["with a model that forgets half", { fastModel: forgetful }],
];

/** How many of the facts a view tells, and how many can be reached from it. */
async function count(
  lab: Lab,
): Promise<{ readonly told: number; readonly reached: number; readonly lost: readonly string[] }> {
  const view = shown(await exchange(lab, { asked: "What do you know?" }));
  const pointers = [...view.matchAll(/open=\\?"([^"\\]+)\\?"/g)].map(([, pointer = ""]) => pointer);
  const lost: string[] = [];
  const unreached: string[] = [];
  for (const [, words] of plainFacts) {
    if (view.includes(words)) continue;
    lost.push(words);
    if (!(await canReach(lab, words, pointers))) unreached.push(words);
  }
  return { told: plainFacts.length - lost.length, reached: plainFacts.length - unreached.length, lost };
}

async function canReach({ clew }: Lab, words: string, pointers: readonly string[]): Promise<boolean> {
  for (const pointer of new Set(pointers)) {
    const found = await clew.recall({ session, pointer, find: words });
    if (JSON.stringify(found).includes(words)) return true;
  }
  const hits = await clew.search(words, { session });
  return hits.some(({ line }) => line.text.includes(words));
}

describe("forty plain facts", () => {
  test.each(helpers)("%s are told and can be reached after many compactions", async (_, helper) => {
    const lab = await openLab({ window: 10_000, ...helper });
    for (const [place, [fact]] of plainFacts.entries())
      await lab.clew.observe({ session, id: `f${place}`, text: fact });
    let [number, compacted] = [0, 0];
    while (number < mostFillers && (number < fillers || compacted < compactions)) {
      for (const end = number + 8; number < end; number++)
        await lab.clew.observe({ session, id: `n${number}`, text: tellFiller(number) });
      const { kind } = await lab.clew.compact({ session });
      compacted += Number(kind === "compacted");
    }
    expect(compacted).toBeGreaterThanOrEqual(compactions);
    const { told, reached, lost } = await count(lab);
    expect(told, lost.join("\n")).toBeGreaterThanOrEqual(38);
    expect(reached).toBe(40);
  });
});

test("eight figures in short messages are told in every view, though the model forgets them", async () => {
  const { calls, fastModel } = countCalls(async () => "## Facts\n- Figures were told.\n- K070Q");
  const lab = await openLab({ policy: "rolling", window: 10_000, fastModel });
  const codes = Array.from({ length: 8 }, (_, place) => `K${place}7${place}Q`);
  const views: string[] = [];
  for (const [place, code] of codes.entries()) await exchange(lab, { asked: place % 2 === 0 ? code : `pot ${code}` });
  for (let turn = 0; turn < 24; turn++) {
    views.push(shown(await exchange(lab, { asked: `ok ${turn}`, reply: "Fine." })));
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  expect(views.map((view) => codes.filter((code) => !view.includes(code)))).toEqual(views.map(() => []));
  expect(calls()).toBeGreaterThan(1);
});

function countCalls(answer: TextModel<AbortSignal>) {
  let calls = 0;
  const fastModel: TextModel<AbortSignal> = (request) => {
    calls += 1;
    return answer(request);
  };
  return { fastModel, calls: () => calls };
}

describe("a summary that another program handed over", () => {
  const handed =
    "This session is being continued from a previous conversation. The boiler costs 940 euros. Who repairs the pump?";

  const apart =
    /\[an earlier summary(?:, [^\]]*)?\]\\n- The boiler costs 940 euros\.\\n\[user(?:, [^\]]*)?\]\\n- The shed costs 310 euros/;

  test("is told as such, and not as words of the person in whose place it came", async () => {
    const lab = await openLab({ window: 10_000 });
    await exchange(lab, { asked: handed, reply: "Anna repairs it." });
    await exchange(lab, { asked: "The shed costs 310 euros." });
    for (let turn = 0; turn < 12; turn++) await exchange(lab, { asked: "Go on.", reply: filler(turn, 60) });
    await lab.clew.compact({ session });
    const view = shown(await exchange(lab, { asked: "And now?" }));
    expect(view).toMatch(apart);
    expect(view).toMatch(/\[an earlier summary, [^\]]*\]\\n- Who repairs the pump\?/);
  });

  test("also where only its place among imported lines tells", async () => {
    const lab = await openLab({ window: 10_000 });
    const path = join(freshFolder(), "plot.jsonl");
    const lines = [
      user("u1", null, "Please dig."),
      agent("a1", "u1", "m1", says("I dug bed 7.")),
      link("system", "s1", "a1", { subtype: "compact_boundary", compactMetadata: { preTokens: 5 } }),
      user("u2", "s1", "The boiler costs 940 euros.", { isCompactSummary: true }),
      agent("a2", "u2", "m2", says("Go on.")),
      user("u3", "a2", "The shed costs 310 euros."),
      agent("a3", "u3", "m3", says("Fine.")),
    ];
    writeFileSync(path, jsonl(lines));
    const { sessions } = await lab.clew.import(path);
    const imported = sessions[0] ?? "";
    for (let turn = 0; turn < 12; turn++) {
      const next = await lab.clew.begin({ session: imported, text: "Go on." });
      await next.complete({ text: filler(turn, 60) });
    }
    await lab.clew.compact({ session: imported });
    const last = await lab.clew.begin({ session: imported, text: "And now?" });
    const told = shown(await sound(lab, last));
    expect(told).toMatch(apart);
  });
});

describe.runIf(isLongerCheck)("forty plain facts in a conversation that fills its window", () => {
  const cases = policies.flatMap((policy) => helpers.map(([name, helper]) => ({ policy, name, helper })));
  test.each(cases)("under $policy $name", async ({ policy, helper }) => {
    const lab = await openLab({ policy, window: 10_000, ...helper });
    for (let turn = 0; turn < 900 && (turn < 190 || (await standing(lab)).epoch.number < compactions); turn++) {
      const fact = turn % 4 === 0 ? plainFacts[turn / 4]?.[0] : undefined;
      const asked = fact ?? (turn < 190 ? tellFiller(turn) : filler(turn, 180));
      await exchange(lab, { asked, reply: filler(turn, 120) });
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    const { told, reached, lost } = await count(lab);
    expect((await standing(lab)).epoch.number).toBeGreaterThanOrEqual(compactions);
    expect(told, lost.join("\n")).toBeGreaterThanOrEqual(38);
    expect(reached).toBe(40);
  });
});

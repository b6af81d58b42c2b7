/** Forty plain facts in six languages through twenty compactions and 150 nearly equal messages. */
import { describe, expect, test } from "vitest";
import type { TextModel } from "../../src/core/ports/index.js";
import { isLongerCheck } from "../properties.js";
import { exchange, filler, type Lab, openLab, policies, session, shown, standing } from "./lab.js";
import { plainFacts, tellFiller } from "./plain-facts.js";

const compactions = 20;
const fillers = 150;
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
  test.each(helpers)("%s are told and can be reached after twenty compactions", async (_, helper) => {
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

describe.runIf(isLongerCheck)("forty plain facts in a conversation that fills its window", () => {
  const cases = policies.flatMap((policy) => helpers.map(([name, helper]) => ({ policy, name, helper })));
  test.each(cases)("under $policy $name", async ({ policy, name, helper }) => {
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

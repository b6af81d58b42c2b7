/** What was forgotten, undone or worded anew is told by no summary any more. */
import type { Clew } from "clewline";
import { scriptedModel } from "clewline/testing";
import { describe, expect, test } from "vitest";
import { openFresh } from "./fresh-clew.js";
import { some } from "./some.js";

const session = "terminal:garden";
const words = "The gate to the orchard opens with a brass key.";
async function remembered(clew: Clew, text: string): Promise<string> {
  const model = scriptedModel([{ calls: [{ tool: "remember", input: { text } }] }, { text: "I keep that in mind." }]);
  await clew.generate({ session, from: "ana", text: "Keep this in mind" }, { model });
  await clew.index({ finish: true });
  const [memory] = (await clew.memory.list()).filter((each) => each.text === text);
  if (memory === undefined) throw new Error("It was not remembered");
  return memory.name;
}

async function said(clew: Clew, text: string, reply: string): Promise<void> {
  const turn = await clew.begin({ session, from: "ana", text });
  await turn.view();
  await turn.complete({ text: reply });
  await clew.index({ finish: true });
}

async function passed(clew: Clew, days: number): Promise<{ readonly text: string; readonly compacted: boolean }[]> {
  const sent: { text: string; compacted: boolean }[] = [];
  for (let day = 0; day < days; day++) {
    const text = `Day ${day}: ${`the beds ${day} were dry and the cans of row ${day} were empty. `.repeat(24)}`;
    const turn = await clew.begin({ session, from: "ana", text });
    const view = await turn.view();
    if (view.kind !== "fits") throw new Error("The window is too small for the test");
    sent.push({ text: JSON.stringify(view.messages), compacted: view.receipt.compacted });
    await turn.complete({ text: `Row ${day} has ${day + 2} litres now.` });
    await clew.index({ finish: true });
  }
  return sent;
}

const ways: readonly (readonly [string, (clew: Clew, name: string) => Promise<unknown>])[] = [
  ["forgotten", (clew, name) => clew.memory.forget(name)],
  [
    "undone",
    async (clew, name) => clew.memory.undo((await clew.memory.history()).find((change) => change.name === name)?.id),
  ],
  ["worded anew", (clew, name) => clew.memory.edit(name, { text: "The orchard has no gate any more." })],
];

describe("a memory that does not hold any more", () => {
  test.each(ways)("is not told by the summary once it is %s", async (_, take) => {
    const clew = await openFresh({ window: 2_400 });
    const name = await remembered(clew, words);
    const before = await passed(clew, 4);
    expect(before.at(-1)?.text).toContain(words);
    await take(clew, name);
    expect(JSON.stringify(await clew.summaries(session))).not.toContain(words);
    const after = await passed(clew, 3);
    for (const { text } of some(after)) expect(text).not.toContain(words);
  });

  test("has the view compacted once", async () => {
    const clew = await openFresh({ window: 16_000 });
    const name = await remembered(clew, words);
    await passed(clew, 10);
    await clew.compact({ session });
    await clew.memory.forget(name);
    const [first, ...later] = await passed(clew, 3);
    expect(first?.compacted).toBe(true);
    expect(later.map(({ compacted }) => compacted)).toEqual([false, false]);
    expect(first?.text).not.toContain(words);
  });

  test("leaves alone what else the summary has", async () => {
    const clew = await openFresh({ window: 2_400 });
    const name = await remembered(clew, words);
    await remembered(clew, "The well is dry in August.");
    await passed(clew, 4);
    await clew.memory.forget(name);
    const [next] = await passed(clew, 1);
    expect(next?.text).toContain("The well is dry in August.");
  });

  test.each([
    ["said again in another tone", "ok", "I am allergic to walnuts!"],
    ["repeated by the agent", "Noted: you are allergic to walnuts, so the cake of 12 March 2027 has none.", "Fine."],
  ])("is not told in the words in which it was %s", async (_, reply, next) => {
    const clew = await openFresh({ window: 2_400 });
    await said(clew, "I am allergic to walnuts.", reply);
    await said(clew, next, "The walnuts of 14 March are 12 euros.");
    await passed(clew, 5);
    const told = async () => (await clew.summaries(session)).map(({ text }) => text).join();
    expect(await told()).toContain("allergic");
    for (const { name } of await clew.memory.list()) await clew.memory.forget(name);
    expect(await told()).not.toContain("allergic");
    const [view] = await passed(clew, 1);
    expect(view?.text).not.toContain("allergic");
    expect(view?.text).toContain("The walnuts of 14 March are 12 euros.");
  });

  test.each(["selective", "tiered"] as const)("is not told by %s, which makes every view anew", async (policy) => {
    const clew = await openFresh({ policy });
    const told = /<clew-remembered[\s\S]*?brass key[\s\S]*?<\/clew-remembered>/;
    const name = await remembered(clew, words);
    const [before] = await passed(clew, 1);
    expect(before?.text).toMatch(told);
    await clew.memory.forget(name);
    const [next] = await passed(clew, 1);
    expect(next?.text).not.toMatch(told);
  });
});

test("a compaction that was taken back is told by no summary, and the one before it is told again", async () => {
  const clew = await openFresh({ window: 32_000 });
  await passed(clew, 8);
  await clew.compact({ session });
  const before = await clew.summaries(session);
  expect(before).not.toEqual([]);
  await passed(clew, 8);
  expect((await clew.compact({ session })).kind).toBe("compacted");
  expect(await clew.summaries(session)).not.toEqual(before);
  expect((await clew.compact({ session, undo: true })).kind).toBe("undone");
  expect(await clew.summaries(session)).toEqual(before);
});

test("what was forgotten is told by no summary of another lane, into which a host's list brings it once more", async () => {
  const clew = await openFresh({ window: 2_400 });
  const locker = "Remember that my locker is number 4471.";
  const turn = await clew.begin({ session, text: locker });
  await turn.view();
  await turn.complete({ text: "OK." });
  await clew.index({ finish: true });
  const [memory] = await clew.memory.list();
  await clew.memory.forget(memory?.name ?? "");
  const days = Array.from({ length: 10 }, (_each, day) => [
    { role: "user" as const, content: `Day ${day}: ${`the beds ${day} were dry and the cans empty. `.repeat(24)}` },
    { role: "assistant" as const, content: `Row ${day} has ${day + 2} litres now.` },
  ]).flat();
  const before = [
    { role: "user" as const, content: locker },
    { role: "assistant" as const, content: "OK." },
  ];
  const view = await clew.sync({
    session,
    messages: [...before, ...days, { role: "user", content: "How much is in row 3?" }],
  });
  expect((await clew.summaries(session)).length).toBeGreaterThan(0);
  expect(JSON.stringify([view, await clew.summaries(session)])).not.toMatch(/\b4471\b/);
});

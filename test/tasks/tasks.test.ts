/** The bench of tasks: its agents act on their view alone, and finish with everything in view. */

import type { SeenPart } from "@clewline/store-kit/index.js";
import { expect, it } from "vitest";
import { decide, findInView } from "../../bench/tasks/agent.js";
import { makeBill } from "../../bench/tasks/bill.js";
import { countUncovered, drawCases } from "../../bench/tasks/cases.js";
import { playEndless, playRival, rivals } from "../../bench/tasks/hosts/plain.js";
import { findFit, listBroken } from "../../bench/tasks/judge-case.js";
import { makeTask } from "../../bench/tasks/make-task.js";
import { makePriceTable } from "../../bench/tasks/prices.js";
import { readJob, taskKinds, writeJob } from "../../bench/tasks/task.js";
import { seed } from "../seed.js";
import { some } from "../some.js";

const cases = drawCases({ seed, count: 100, size: 40_000, pieces: 12 });
const prices = makePriceTable(0.1, 1.25, false);

it("covers every pair of kind, agent, window, price and host with a hundred tasks and as many more as it takes, the same for the same seed", () => {
  expect(countUncovered(cases)).toBe(0);
  expect(drawCases({ seed, count: 100, size: 40_000, pieces: 12 })).toEqual(cases);
  expect(new Set(cases.map(({ setting }) => setting.task.kind)).size).toBe(taskKinds.length);
});

it("finishes every task with everything in view, without asking again", () => {
  for (const { name, setting } of some(cases)) {
    const endless = playEndless(setting);
    expect({ name, ...endless }).toMatchObject({ name, finished: true, extra: 0, most: 0, goneAgain: 0 });
    expect(listBroken(endless, endless)).toEqual([]);
  }
});

it("writes jobs that read back as they were", () => {
  for (const { setting } of some(cases))
    for (const [place, job] of setting.task.jobs.entries())
      expect(readJob(writeJob(job, place + 1))).toEqual({ number: place + 1, steps: job.steps });
});

it("asks again for what its view does not hold, and quotes what it holds", () => {
  const ask: SeenPart = { kind: "said", by: "user", text: "Job 1:\n1. read a.txt\n2. tell total/1@a.txt" };
  const call: SeenPart = { kind: "called", id: "1", tool: "read", input: '{"path":"a.txt"}' };
  const result = (text: string): SeenPart => ({ kind: "returned", id: "1", text });
  const reply = (text: string, manner: "read" | "recall") =>
    decide({ parts: [ask, call, result(text)], tools: ["read", "recall"] }, manner);
  expect(reply("total/1 = 4711;\n[job 1: step 1 done]", "read").text).toContain("total/1 = 4711;");
  expect(reply("[cleared]", "read").calls).toEqual([{ tool: "read", input: { path: "a.txt" } }]);
  expect(reply('<clew-cleared open="clew:e97sfsw5hc4"/>', "recall").calls).toEqual([
    { tool: "recall", input: { pointer: "clew:e97sfsw5hc4", find: "total/1 =" } },
  ]);
  // The end of a value may be cut off.
  expect(findInView({ parts: [result("total/1 = 47")], tools: [] }, { key: "total/1", path: "a.txt" })).toBeNull();
});

it("tells an agent that goes in circles from one that finishes, and a price above the bound", () => {
  const task = makeTask({ kind: "aggregate", seed: 3, size: 60_000, count: 16, batch: 1, pause: 0 });
  const setting = { task, manner: "read", window: 64_000, prices, charactersPerToken: 4 } as const;
  const endless = playEndless(setting);
  const sliding = rivals.find(({ name }) => name.startsWith("newest"));
  const starved = playRival(setting, sliding ?? { name: "none" });
  expect(starved).toMatchObject({ finished: false, because: "asked again and again" });
  expect(listBroken(starved, endless).join()).toMatch(/I16 not finished.*I16 \d+ extra requests for one piece/);
  const dear = { ...endless, price: endless.price * 1.5 + endless.compaction + 1 };
  expect(listBroken(dear, endless)).toEqual([expect.stringContaining("I18")]);
});

it("leaves out a task of which a step exceeds the window, and only has those finish of which a turn does", () => {
  const task = makeTask({ kind: "aggregate", seed: 3, size: 60_000, count: 16, batch: 1, pause: 0 });
  expect([16_000, 64_000].map((window) => findFit(task, window))).toEqual(["none", "turns"]);
  const compared = makeTask({ kind: "compare", seed: 3, size: 60_000, count: 16, batch: 1, pause: 0 });
  expect([20_000, 64_000].map((window) => findFit(compared, window))).toEqual(["steps", "turns"]);
  const endless = playEndless({ task, manner: "read", window: 64_000, prices, charactersPerToken: 4 });
  const dear = { ...endless, most: 3, price: endless.price * 9 };
  expect(listBroken(dear, endless, "steps")).toEqual([]);
  expect(listBroken({ ...dear, finished: false }, endless, "steps")).toHaveLength(1);
});

it("counts a full history beyond the window as a full window, and writes what is new of it", () => {
  const bill = makeBill({ read: 0.1, write: 1, minutes: 5 }, { charactersPerToken: 1, most: 1_000 });
  const parts = ["a", "b", "c"].map((letter): SeenPart => ({ kind: "said", by: "user", text: letter.repeat(496) }));
  const added = [1, 2, 3].map((count) => bill.add(parts.slice(0, count), 0));
  expect(added.map(({ read, written }) => [read, written])).toEqual([
    [0, 500],
    [500, 500],
    [500, 500],
  ]);
});

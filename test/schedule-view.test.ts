/** What the schedule takes out of views, through the public loop with a provider that counts its cache. */
import { createAnthropic } from "@ai-sdk/anthropic";
import { tool } from "ai";
import type { Clew } from "clewline";
import { startAnthropic } from "clewline/testing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { openFresh } from "./fresh-clew.js";
import { some } from "./some.js";

const session = "terminal:garden";
const large = 5;
const small = 45;

/** A file of lines that nothing else has, as an agent reads it: about 3,000 tokens. */
function fileOf(index: number): string {
  return Array.from({ length: 110 }, (_none, line) => `const bed_${index}_${line} = plantRow(${line}, "oak-${index}");`)
    .join("\n")
    .concat(`\nthe last word of file ${index} is wheelbarrow${index}`);
}

const tools = {
  read: tool({
    description: "Reads a file, or looks at something small.",
    inputSchema: z.object({ file: z.number().optional(), look: z.number().optional() }),
    execute: ({ file, look }) => (file === undefined ? `fine, ${look}` : fileOf(file)),
  }),
};

/** Large files in the first turn, one small thing in the second, many in the third. */
const calls = [
  ...Array.from({ length: large }, (_none, file) => ({ file })),
  null,
  { look: 1_000 },
  null,
  ...Array.from({ length: small }, (_none, look) => ({ look })),
  null,
];

/** The conversation of each request, as its provider got it. */
async function work(pinned: string | null = null): Promise<{ readonly clew: Clew; readonly sent: readonly string[] }> {
  const upstream = await startAnthropic(({ number, parts }) => {
    const input = calls[number] ?? null;
    if (number === calls.length - 1) {
      const pointers = JSON.stringify(parts).match(/(?<=open=\\")clew:e\w+/g) ?? [];
      return { calls: [{ tool: "recall", input: { pointer: pointers.slice(0, 3).join(" ") } }] };
    }
    return input === null ? { text: "Done." } : { calls: [{ tool: "read", input }] };
  });
  const clew = await openFresh({ window: 200_000, memory: false });
  const model = createAnthropic({ baseURL: upstream.url, apiKey: "key" })("claude-sonnet-5");
  for (const text of ["Read the plans.", "And the gate?", "Now look around."]) {
    await clew.generate({ session, text }, { model, tools, maxSteps: 80 });
    if (pinned !== null) await clew.ranges.pin(pinned, { session });
  }
  await upstream.close();
  return { clew, sent: upstream.requests.map(({ parts }) => JSON.stringify(parts)) };
}

const isWhole = (view: string, file: number) => view.includes(`const bed_${file}_50 `);

function countWhole(view: string): number {
  return Array.from({ length: large }, (_none, file) => file).filter((file) => isWhole(view, file)).length;
}

describe("what a schedule takes out of a view", () => {
  it("is of older turns, leaves together once it was paid for, and leaves its telling lines", async () => {
    const { clew, sent } = await work();
    const whole = sent.map(countWhole);
    expect(sent).toHaveLength(calls.length + 1);
    expect(whole.slice(0, large + 10)).toEqual([0, 1, 2, 3, 4, ...new Array(10).fill(large)]);
    expect(whole.at(-2)).toBe(0);
    expect(some(sent.at(-2)?.match(/clew-cleared what=/g) ?? [])).toHaveLength(large);
    expect((await clew.context({ session })).compactions.count).toBeLessThan(3);
  });

  it("changes nothing of a view's beginning from one call to the next but where something leaves", async () => {
    const { sent } = await work();
    const broken = sent.filter((view, place) => !view.startsWith((sent[place - 1] ?? "[").slice(0, -1)));
    expect(broken.length).toBeGreaterThan(0);
    expect(broken.length).toBeLessThan(3);
    expect(broken.map(countWhole)).toEqual(broken.map(() => 0));
  });

  it("is opened whole, several at once, and then stands in the view", async () => {
    const { sent } = await work();
    const last = sent.at(-1) ?? "";
    expect(Array.from({ length: large }, (_none, file) => isWhole(last, file))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(last).toContain("wheelbarrow2");
  });

  it("comes back with the compaction that it is", async () => {
    const { clew, sent } = await work();
    expect((await clew.compact({ session, undo: true })).kind).toBe("undone");
    const { request } = await clew.context({ session });
    expect(countWhole(JSON.stringify(request.messages))).toBe(large);
    expect(countWhole(sent.at(-2) ?? "")).toBe(0);
  });

  it("is not what somebody pinned", async () => {
    const { sent } = await work("3");
    const last = sent.at(-2) ?? "";
    expect([0, 1, 2].map((file) => isWhole(last, file))).toEqual([true, false, false]);
  });
});

/** What the agent asked to be remembered, through compactions by rule and by a model. */
import { extractItems, type SpokenEntry } from "@clewline/core/summary/extract.js";
import { fitItems } from "@clewline/core/summary/fit-items.js";
import { mergeItems } from "@clewline/core/summary/merge.js";
import { writeSummaryLines } from "@clewline/core/summary/summary-text.js";
import type { Clew } from "clewline";
import { scriptedModel } from "clewline/testing";
import { describe, expect, test } from "vitest";
import { openFresh } from "./fresh-clew.js";
import { letLoopRest } from "./loop-passes.js";
import { some } from "./some.js";
import { entryId } from "./summary/talk.js";

const session = "terminal:garden";
describe("remember", () => {
  const words = "The user is allergic to walnuts; never suggest a cake with them before 18:30.";
  const filler = (day: number) =>
    `Day ${day}: ${`the beds ${day} were dry and the cans of row ${day} were empty. `.repeat(24)}`;

  async function remembered(clew: Clew, text: string): Promise<void> {
    const model = scriptedModel([{ calls: [{ tool: "remember", input: { text } }] }, { text: "I keep that in mind." }]);
    await clew.generate({ session, text: "Keep this in mind" }, { model });
  }

  /** Days that fill the window again and again: what each was sent, and how often it was compacted. */
  async function passed(clew: Clew, days: number, night: () => Promise<void> = async () => undefined) {
    const sent: string[] = [];
    let compactions = 0;
    for (let day = 0; day < days; day++) {
      const turn = await clew.begin({ session, text: filler(day) });
      const view = await turn.view();
      if (view.kind !== "fits") throw new Error("The window is too small for the test");
      sent.push(JSON.stringify(view.messages));
      compactions += Number(view.receipt.compacted);
      await turn.complete({ text: `Row ${day} has ${day + 2} litres now.` });
      await night();
    }
    return { sent, compactions };
  }

  test("what it was called with is told word for word and first, through twenty compactions in a small window", async () => {
    const clew = await openFresh({ window: 2_400 });
    await remembered(clew, words);
    await remembered(clew, words);
    await remembered(clew, "The user now likes walnuts.");
    const { sent, compactions } = await passed(clew, 26);
    expect(compactions).toBeGreaterThanOrEqual(20);
    for (const prompt of some(sent)) expect(prompt).toContain(words);
    const [, first] = /<clew-summary[^>]*>(.*?)Facts/.exec(sent.at(-1) ?? "") ?? [];
    expect(first?.split("\\n").map((line) => line.replace(/, \d{4}-.*/, "]"))).toEqual([
      "",
      "To remember",
      "[agent]",
      `- ${words}`,
      "- The user now likes walnuts.",
      "",
    ]);
  });

  test("also where a model writes the summaries and leaves it out", async () => {
    const fastModel = scriptedModel(() => ({ text: "## Facts\n- The gardener was patient." }));
    const clew = await openFresh({ window: 6_000, fastModel });
    await remembered(clew, words);
    const { sent, compactions } = await passed(clew, 20, letLoopRest);
    expect(compactions).toBeGreaterThanOrEqual(2);
    for (const prompt of some(sent)) expect(prompt).toContain(words);
    expect(sent.some((prompt) => prompt.includes("The gardener was patient."))).toBe(true);
  });

  test("secrets are not among it", async () => {
    const clew = await openFresh({ window: 2_600 });
    const secret = `sk-${"a1B2c3D4".repeat(6)}`;
    await remembered(clew, `The key of the shed is ${secret}`);
    const { sent } = await passed(clew, 8);
    expect(sent.at(-1)).toContain("The key of the shed is");
    expect(sent.at(-1)).not.toContain(secret);
  });

  const memory = (text: string, at: number): SpokenEntry => ({
    id: entryId(`m${at}`),
    at,
    by: "agent",
    kind: "called",
    tool: "remember",
    text: JSON.stringify({ text }),
    memory: text,
  });

  test("it leaves after everything else, the oldest first", () => {
    const said: SpokenEntry = {
      id: entryId("s"),
      at: 9,
      by: "user",
      kind: "said",
      text: "Never deploy src/pump.ts on Fridays.",
    };
    const items = mergeItems([], extractItems([memory("Edit src/pump.ts last.", 1), memory("Call first.", 2), said]));
    const left = (most: number) => fitItems(items, (kept) => kept.length <= most).kept.map(({ text }) => text);
    expect(left(3)).toEqual(["Edit src/pump.ts last.", "Call first.", "Never deploy src/pump.ts on Fridays."]);
    expect(left(2)).toEqual(["Edit src/pump.ts last.", "Call first."]);
    expect(left(1)).toEqual(["Call first."]);
  });

  test("only the same words become one, and a model that gives them back tells them once", () => {
    const texts = ["The pump needs 12 V.", "The pump needs 12 V!", "The pump needs 12 V."];
    const items = texts.reduce<ReturnType<typeof mergeItems>>(
      (before, text, at) => mergeItems(before, extractItems([memory(text, at)])),
      [],
    );
    expect(items.map(({ text }) => text)).toEqual(["The pump needs 12 V!", "The pump needs 12 V."]);
    const prose = { facts: ["The pump needs 12 V. (agent, today)", "The pump needs 12 V, or 24."] };
    expect(
      writeSummaryLines(
        { items, prose },
        () => "agent",
        () => "today",
      ),
    ).toEqual([
      "To remember",
      "[agent, today]",
      "- The pump needs 12 V!",
      "- The pump needs 12 V.",
      "Facts",
      "- The pump needs 12 V, or 24.",
    ]);
  });
});

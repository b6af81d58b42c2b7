/** The marks of a view are explained to the model: once, briefly, the same on every call, and only those that it may meet. */
import { readFileSync } from "node:fs";
import { writeLegend } from "@clewline/core/view/plan/legend.js";
import { balanced, laned, layered, type Policy, rolling, selective, tiered } from "clewline";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, test } from "vitest";
import { openFresh } from "./fresh-clew.js";

const session = "terminal:default";
const all = [balanced, laned, layered, rolling, selective, tiered];
const recall = [{ name: "recall" }];
/** The names before the colons. */
const named = (text: string) =>
  [...text.matchAll(/(?:^|[.;] )([a-z][a-z\-, ]*?)(?: [a-z]+="\d+")?: /g)].flatMap(
    ([, names]) => names?.split(", ") ?? [],
  );

describe("the explanation of a view's marks", () => {
  test.each(all)("takes at most 70 tokens: $name", (policy) => {
    expect(countTokens(writeLegend(policy, recall))).toBeLessThanOrEqual(70);
  });

  test("names marks that the policy may show, and no other", () => {
    expect(named(writeLegend(balanced, recall))).toEqual([
      ...["from", "reply", "cut", "cleared", "left-out", "condensed"],
    ]);
    expect(named(writeLegend(tiered, recall))).toContain("remembered");
    expect(named(writeLegend(selective, recall))).toEqual(expect.not.arrayContaining(["summary", "memory"]));
    const bare: Policy = { ...rolling, withHistory: false };
    expect(named(writeLegend(bare, []))).toEqual(["reply", "cut", "cleared"]);
    expect(writeLegend(balanced, [])).not.toContain("recall");
  });

  test("stands after the instructions, in every call alike, is counted, and is left out of a tiny window", async () => {
    const clew = await openFresh({ instructions: "Be brief.", window: 8_192 });
    const systems: string[] = [];
    for (const text of ["one", "two", "three"]) {
      const turn = await clew.begin({ session, text });
      const view = await turn.view();
      systems.push(view.kind === "fits" ? view.system : "");
      await turn.complete({ text: "Yes." });
    }
    expect(systems[0]).toBe(`Be brief.\n\n${writeLegend(balanced, [])}`);
    expect(new Set(systems).size).toBe(1);
    const { receipt } = await clew.why();
    expect(receipt.layers.marks).toBeGreaterThan(40);
    const small = await clew.context({ window: 2_048 });
    expect(small.request.system.map(({ text }) => text)).toEqual(["Be brief."]);
  });

  test("where views have no time, and no tool opens pointers, no call of a turn brings it", async () => {
    const policy = { ...balanced, layers: balanced.layers.filter((layer) => layer !== "now") };
    const clew = await openFresh({ instructions: "Be brief.", policy, memory: false });
    const turn = await clew.begin({ session, text: "Read it." });
    const views: string[] = [];
    const results = { short: "fine", long: "A line about plants.\n".repeat(4_000), last: "done" };
    const look = async () => {
      const view = await turn.view();
      views.push(view.kind === "fits" ? JSON.stringify([view.system, view.messages]) : "");
    };
    for (const [id, value] of Object.entries(results)) {
      await look();
      const call = { type: "tool-call" as const, toolCallId: id, toolName: "read", input: { at: id } };
      const output = { type: "text" as const, value };
      const result = { type: "tool-result" as const, toolCallId: id, toolName: "read", output };
      await turn.record({
        messages: [
          { role: "assistant", content: [call] },
          { role: "tool", content: [result] },
        ],
      });
    }
    await look();
    expect(views.at(-1)).toContain("<clew-cut");
    expect(views.filter((view) => view.includes("Tags named"))).toEqual([]);
    const grown = views.slice(1).filter((view, place) => view.startsWith(views[place]?.slice(0, -2) ?? "none"));
    expect(grown).toHaveLength(3);
  });

  test("the page for people names every mark that a view may hold", () => {
    const page = readFileSync("docs/guide/marks.md", "utf8");
    const source = readFileSync("packages/text/src/fence.ts", "utf8");
    const names = [...source.matchAll(/^ {2}\| "([a-z-]+)"/gm)].map(([, name]) => name ?? "");
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !page.includes(`clew-${name}`))).toEqual([]);
  });
});

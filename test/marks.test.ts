/** The marks of a view are explained to the model: once, briefly, the same on every call, and only those that it may meet. */
import { readFileSync } from "node:fs";
import { balanced, laned, layered, type Policy, rolling, selective, tiered } from "clewline";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, test } from "vitest";
import { writeLegend } from "../src/core/view/plan/legend.js";
import { openFresh } from "./fresh-clew.js";

const session = "terminal:default";
const all = [balanced, laned, layered, rolling, selective, tiered];
const recall = [{ name: "recall" }];
/** The names before the colons. */
const named = (text: string) =>
  [...text.matchAll(/(?:^|\. )([a-z][a-z\-, ]*?)(?: [a-z]+="\d+")?: /g)].flatMap(
    ([, names]) => names?.split(", ") ?? [],
  );

describe("the explanation of a view's marks", () => {
  test.each(all)("takes at most 140 tokens: $name", (policy) => {
    expect(countTokens(writeLegend(policy, recall))).toBeLessThanOrEqual(140);
  });

  test("names the marks that the policy may show, and no other", () => {
    expect(named(writeLegend(balanced, recall))).toEqual([
      ...["from", "reply", "answers", "edit", "quote", "memory", "cut", "cleared", "left-out", "summary", "background"],
    ]);
    expect(named(writeLegend(tiered, recall))).toContain("past");
    expect(named(writeLegend(selective, recall))).toEqual(expect.not.arrayContaining(["summary", "memory", "past"]));
    const bare: Policy = { ...rolling, withHistory: false };
    expect(named(writeLegend(bare, []))).toEqual(["from", "reply", "answers", "quote", "cut", "cleared"]);
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
    expect(receipt.layers.marks).toBeGreaterThan(50);
    const small = await clew.context({ window: 2_048 });
    expect(small.request.system.map(({ text }) => text)).toEqual(["Be brief."]);
  });

  test("where views have no time, stands beside the first mark, and nowhere before there is one", async () => {
    const policy = { ...balanced, layers: balanced.layers.filter((layer) => layer !== "now") };
    const clew = await openFresh({ instructions: "Be brief.", policy, memory: false });
    const turn = await clew.begin({ session, text: "Read it." });
    const views: string[] = [];
    const look = async () => {
      const view = await turn.view();
      views.push(view.kind === "fits" ? JSON.stringify([view.system, view.messages]) : "");
    };
    for (const [id, value] of Object.entries({
      short: "fine",
      long: "A line about plants.\n".repeat(4_000),
      last: "done",
    })) {
      await look();
      await turn.record({
        messages: [
          { role: "assistant", content: [{ type: "tool-call", toolCallId: id, toolName: "read", input: { at: id } }] },
          {
            role: "tool",
            content: [{ type: "tool-result", toolCallId: id, toolName: "read", output: { type: "text", value } }],
          },
        ],
      });
    }
    await look();
    const [first = "", second = "", third = "", fourth = ""] = views;
    expect([first, second].filter((view) => view.includes("clew-"))).toEqual([]);
    expect(third.split("<clew-marks>")).toHaveLength(2);
    expect(third.indexOf("<clew-marks>")).toBeGreaterThan(third.indexOf("<clew-cut"));
    expect(third.startsWith(second.slice(0, -2))).toBe(true);
    expect(fourth.startsWith(third.slice(0, -2))).toBe(true);
  });

  test("the page for people names every mark that a view may hold", () => {
    const page = readFileSync("docs/guide/marks.md", "utf8");
    const source = readFileSync("src/core/text/fence.ts", "utf8");
    const names = [...source.matchAll(/^ {2}\| "([a-z-]+)"/gm)].map(([, name]) => name ?? "");
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !page.includes(`clew-${name}`))).toEqual([]);
  });
});

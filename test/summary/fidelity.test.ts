import type { SectionName, SummaryProse } from "@clewline/core/log/summary.js";
import { findMissingItems } from "@clewline/core/summary/fidelity.js";
import { describe, expect, it, test } from "vitest";
import { item } from "./talk.js";

function said(text: string, prose: SummaryProse, section: SectionName = "facts"): boolean {
  return findMissingItems(prose, [item(section, text)]).length === 0;
}

describe("said in other words", () => {
  test.each([
    ["The kitchen budget is 1,200 euros including the sink.", "Kitchen budget: 1200 euros, sink included"],
    ["We drove to Bristol on 2026-05-03 with the tools.", "2026-05-03: drove to Bristol (tools)"],
    ["Never water the ferns at noon.", "The ferns must never be watered at noon"],
    ["Don't touch src/app.ts please.", "`src/app.ts`: do not touch"],
    ["Use at most 5 workers in the pool.", "Pool: no more than 5 workers"],
    ["Бюджет на забор 5 000 рублей.", "Бюджет на забор: 5000 рублей"],
    ["不要在中午浇水。", "中午不要浇水"],
    ["The pump runs on 12 V.", "The pump runs on 12 V; the ferns are not to be watered"],
  ])("%s | %s", (text, line) => expect(said(text, { facts: ["Something else.", line] })).toBe(true));

  it("over two neighbouring lines", () => {
    expect(
      said("The shed costs 900 € and the fence 450 €.", { facts: ["Shed costs 900 €", "Fence costs 450 €"] }),
    ).toBe(true);
    expect(
      said("The shed costs 900 € and the fence 450 €.", { facts: ["Shed costs 900 €", "x", "Fence costs 450 €"] }),
    ).toBe(false);
  });
});

describe("missing where in doubt", () => {
  test.each([
    ["The meeting is at 5.", "5 tomatoes were bought"],
    ["The meeting is at 5.", "The meeting is at 15."],
    ["The meeting is at 5.", "The meeting is not at 5."],
    ["Never water the ferns at noon.", "Water the ferns at noon"],
    ["Water the basil, not the fern.", "Water the fern, not the basil"],
    ["Use at most 5 workers.", "Use at least 5 workers"],
    ["Use at most 5 workers.", "Use 5 workers"],
    ["We must back up the disk.", "We back up the disk"],
    ["Buy 3 boxes of screws and 5 boxes of nails.", "Buy 5 boxes of screws and 3 boxes of nails"],
    ["It is in src/app.ts.", "It is in src/app.tsx"],
    ["It is in src/app.ts.", "It is in lib/src/app.ts"],
    ["The fee is 20 %.", "The fee is 20 €"],
    ["It was -5 °C in the shed.", "It was 5 °C in the shed"],
    ["Bristol has sold all nuts.", "The shop has sold all nuts"],
    ["不要在中午浇水。", "中午浇水"],
    ["Nicht am Sonntag mähen.", "Am Sonntag mähen"],
  ])("%s | %s", (text, line) => expect(said(text, { facts: [line] })).toBe(false));

  it("what is open is not said by what is told as done", () => {
    const text = "I'll order 3 bags of soil.";
    expect(said(text, { outcomes: ["I'll order 3 bags of soil"] }, "pending")).toBe(false);
    expect(said(text, { pending: ["Order 3 bags of soil"] }, "pending")).toBe(true);
    expect(said("Ordered 3 bags of soil.", { pending: ["Order 3 bags of soil"] }, "outcomes")).toBe(false);
  });

  it("a question needs most of its words", () => {
    const text = "Which colour should the garden fence get?";
    expect(said(text, { goals: ["Colour of the garden fence that it should get?"] }, "goals")).toBe(true);
    expect(said(text, { goals: ["Something about the garden"] }, "goals")).toBe(false);
  });

  it("a file needs its very path", () => {
    expect(said("edit: src/app.ts", { artifacts: ["src/app.ts was edited"] }, "artifacts")).toBe(true);
    expect(said("edit: src/app.ts", { artifacts: ["src/App.ts was edited"] }, "artifacts")).toBe(false);
  });

  it("everything is missing from nothing", () => {
    expect(findMissingItems({}, [item("facts", "a"), item("goals", "b?")])).toHaveLength(2);
  });
});

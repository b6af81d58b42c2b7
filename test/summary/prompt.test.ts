import { promptVersion, writeSummaryPrompt } from "@clewline/core/summary/prompt.js";
import { arbitraryText, strangeNames } from "@clewline/store-kit/texts.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FenceNode, parseFence } from "../fence-parser.js";
import { checkProperty } from "../properties.js";
import { called, entryId, returned, talk } from "./talk.js";

describe("the prompt", () => {
  it("asks for the six sections and gives notes and conversation as data", () => {
    const { system, text } = writeSummaryPrompt(
      ["Facts", "- 5 beds"],
      talk("101: Water <clew-now> it", "agent: Done"),
      10_000,
    );
    for (const title of ["Goals and open questions", "Decisions", "Facts", "Outcomes", "Pending", "Files"]) {
      expect(system).toContain(`## ${title}`);
    }
    expect(promptVersion).toBe("summary-2");
    expect(parseFence(text)).toEqual([
      { name: "quote", attributes: { what: "notes so far" }, children: ["\nFacts\n- 5 beds\n"] },
      "\n\n",
      {
        name: "quote",
        attributes: { what: "conversation" },
        children: [
          "\n",
          { name: "user", attributes: { who: "101", at: "1970-01-01T00:00Z" }, children: ["Water <clew-now> it"] },
          "\n",
          { name: "assistant", attributes: { at: "1970-01-01T00:01Z" }, children: ["Done"] },
          "\n",
        ],
      },
    ]);
  });

  it("keeps a third from the start and the rest from the end, and says what is left out", () => {
    const lines = Array.from({ length: 100 }, (_, index) => `101: Message ${index} ${"x".repeat(100)}`);
    const { text } = writeSummaryPrompt([], talk(...lines), 6_000);
    expect(text).toContain("Message 0 ");
    expect(text).toContain("Message 99 ");
    expect(text).not.toContain("Message 40 ");
    expect(text).toMatch(/<clew-left-out entries="\d+" characters="\d+"\/>/);
    expect(text.indexOf("left-out")).toBeLessThan(text.length / 2);
  });

  it("shows a long text by its ends", () => {
    const { text } = writeSummaryPrompt([], talk(`101: START ${"x".repeat(9_000)} END`), 100_000);
    expect(text).toContain("START");
    expect(text).toContain("END");
    expect(text).toMatch(/7011 characters left out/);
    expect(text.length).toBeLessThan(2_300);
  });

  it("can't be broken out of, and never takes more than its limit", () => {
    const anyone = fc.constantFrom("user", "agent", ...strangeNames);
    const entry = fc.tuple(fc.constantFrom("said", "called", "returned"), anyone, anyone, arbitraryText(), fc.double());
    const limits = fc.constantFrom(0, 300, 3_000, 100_000);
    checkProperty(
      fc.property(
        fc.array(entry, { maxLength: 12 }),
        fc.array(arbitraryText(), { maxLength: 3 }),
        limits,
        (list, earlier, limit) => {
          const spoken = list.map(([kind, by, tool, text, at], index) => {
            if (kind === "called") return { ...called(`c${index}`, at, tool, 0), text };
            if (kind === "returned") return returned(`r${index}`, at, tool, text, index % 2 === 0);
            return { id: entryId(`e${index}`), at, by, kind: "said" as const, text };
          });
          const { text } = writeSummaryPrompt(earlier, spoken, limit);
          const outer = parseFence(text).filter((node) => typeof node !== "string");
          expect(outer.map((node) => node.name)).toEqual(earlier.length > 0 ? ["quote", "quote"] : ["quote"]);
          const notes = outer.slice(0, -1).map(({ children }) => children);
          expect(notes).toEqual(earlier.length > 0 ? [[`\n${earlier.join("\n")}\n`]] : []);
          const inner = outer.at(-1)?.children ?? [];
          expect(inner.filter(isText).join("").trim()).toBe("");
          expect(inner.filter((node) => !isText(node) && !node.children.every(isText))).toEqual([]);
          const said = writeSummaryPrompt([], spoken, limit).text;
          expect(said.length).toBeLessThanOrEqual(limit + 150);
        },
      ),
      { runs: 300 },
    );
  });
});

function isText(node: FenceNode): node is string {
  return typeof node === "string";
}

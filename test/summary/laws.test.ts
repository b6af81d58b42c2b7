import { type SectionName, type SummaryItem, type SummaryProse, sectionNames } from "@clewline/core/log/summary.js";
import { extractItems, type SpokenEntry } from "@clewline/core/summary/extract.js";
import { findMissingItems } from "@clewline/core/summary/fidelity.js";
import { fitItems } from "@clewline/core/summary/fit-items.js";
import { mergeItems } from "@clewline/core/summary/merge.js";
import { listHardKeys } from "@clewline/core/summary/rules/hard-tokens.js";
import { parseProse, writeSummaryLines } from "@clewline/core/summary/summary-text.js";
import { arbitraryText } from "@clewline/store-kit/texts.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkProperty } from "../properties.js";
import { entryId, talk } from "./talk.js";

/** Sentences that meet, contradict, promise and settle each other. */
const sentence = fc
  .tuple(
    fc.constantFrom(
      "I'll order",
      "Ordered",
      "Never order",
      "Should we order",
      "We decided to order",
      "Bristol sells",
      "不要买",
      "Ich muss",
    ),
    fc.constantFrom(
      "3 bags",
      "5 bags",
      "the bags",
      "1,000 bags",
      "bags from src/a.ts",
      "bags on 2026-05-03",
      "袋子5个",
    ),
    fc.constantFrom("of soil", "of seeds in Bristol", "by Friday", "at most", ""),
    fc.constantFrom(".", "?", "!", "。"),
  )
  .map(([start, middle, end, stop]) => `${start} ${middle} ${end}`.trim() + stop);

const spoken: fc.Arbitrary<readonly SpokenEntry[]> = fc
  .array(
    fc.record({
      by: fc.constantFrom("user", "agent", "101"),
      kind: fc.constantFrom("said" as const, "said" as const, "said" as const, "called" as const, "returned" as const),
      text: fc.oneof(
        fc.array(sentence, { minLength: 1, maxLength: 3 }).map((list) => list.join(" ")),
        arbitraryText(),
      ),
      tool: fc.constantFrom("edit", "bash: x", "<clew-now>"),
      failed: fc.boolean(),
      at: fc.integer({ min: 0, max: 20 }),
    }),
    { maxLength: 8 },
  )
  .map((list) => list.map((entry, index) => ({ ...entry, id: entryId(`e${index}`) })));

describe("laws of the rules", () => {
  it("items are one line, bounded, and from entries that exist; the same talk gives the same items", () => {
    checkProperty(
      fc.property(spoken, (list) => {
        const items = extractItems(list);
        const ids = new Set(list.map(({ id }) => id));
        for (const { text, sources, by } of items) {
          expect(text).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u);
          expect(text.trim()).toBe(text);
          expect(text.length).toBeGreaterThan(0);
          expect(text.length).toBeLessThanOrEqual(240);
          expect(sources.length).toBeGreaterThan(0);
          expect(sources.every((source) => ids.has(source))).toBe(true);
          expect(list.some((entry) => entry.by === by)).toBe(true);
        }
        expect(extractItems(structuredClone(list))).toEqual(items);
      }),
      { runs: 60, longer: 500 },
    );
  });

  it("merging again changes nothing, keeps the order, and loses no hard token", () => {
    checkProperty(
      fc.property(spoken, spoken, (first, second) => {
        const [earlier, fresh] = [
          extractItems(first),
          extractItems(second.map((entry) => ({ ...entry, id: entryId(`f${entry.id}`) }))),
        ];
        const items = mergeItems(earlier, fresh);
        expect(mergeItems(items, [])).toEqual(items);
        expect(mergeItems(items, items)).toEqual(items);
        expect(items.map(({ at }) => at)).toEqual(items.map(({ at }) => at).toSorted((a, b) => a - b));
        const kept = new Set(items.flatMap(({ text }) => [...listHardKeys(text)]));
        const had = [...earlier, ...fresh].filter(({ section }) => section !== "artifacts");
        for (const { text } of had) for (const key of listHardKeys(text)) expect([...kept]).toContain(key);
        const sources = new Set(items.flatMap((item) => item.sources));
        for (const item of had) for (const source of item.sources) expect(sources.has(source)).toBe(true);
      }),
      { runs: 60, longer: 500 },
    );
  });

  it("more room keeps all that less room kept", () => {
    const items = fc.array(
      fc.record({
        section: fc.constantFrom(...sectionNames),
        text: fc.string({ maxLength: 20 }),
        sources: fc.constant([entryId("e")]),
        at: fc.nat({ max: 5 }),
        by: fc.constant("user"),
        pinned: fc.boolean(),
      }),
    );
    checkProperty(
      fc.property(items, fc.nat({ max: 200 }), fc.nat({ max: 200 }), fc.nat({ max: 20 }), (list, a, b, likely) => {
        const within = (room: number, guess?: number) =>
          fitItems(list, (kept) => kept.reduce((sum, { text }) => sum + text.length + 1, 0) <= room, guess);
        const [less, more] = [within(Math.min(a, b)), within(Math.max(a, b))];
        expect(within(a, likely)).toEqual(within(a));
        expect(less.kept.length + less.dropped).toBe(list.length);
        expect(list.filter((item) => less.kept.includes(item))).toEqual(less.kept);
        expect(less.kept.every((item) => more.kept.includes(item))).toBe(true);
      }),
      { runs: 60, longer: 500 },
    );
  });

  it("any answer gives lines within their bounds, or none", () => {
    checkProperty(
      fc.property(fc.array(arbitraryText(), { maxLength: 4 }), (texts) => {
        const prose = parseProse(texts.join("\n"));
        const lines = Object.values(prose ?? { facts: ["x"] }).flat();
        expect(lines.length).toBeGreaterThan(0);
        expect(lines.length).toBeLessThanOrEqual(60);
        for (const line of lines) {
          expect(line.length).toBeLessThanOrEqual(400);
          expect(line).not.toMatch(/[\p{Cc}\p{Cs}]/u);
        }
      }),
      { runs: 60, longer: 500 },
    );
  });
});

/** What is planted, and by what it is known again. */
const planted: readonly string[] = [
  "The greenhouse budget is 1,250 euros.",
  "The config lives in config/garden/pump.toml.",
  "The delivery comes on 2026-05-03 at 17:30.",
  "Never water the ferns at noon.",
  "I'm allergic to peanuts.",
  "We decided to use version 4.2.1 of the controller.",
  "I'll call the plumber about the cellar by Friday.",
  "Use at most 3 workers for the import.",
  "Don't delete the branch fix-12.",
  "Who keeps the spare key of the shed?",
  "Mail the plan to garden@example.org.",
  "Nicht nach 20:00 bohren, die Nachbarn schlafen.",
  "Мой бюджет не более 5 000 рублей.",
  "我对花生过敏。",
  "Ne jamais tailler les rosiers en mai.",
];

describe("twenty rounds with a model that forgets", () => {
  it("every planted fact is in the prose or in the table, each time", () => {
    checkProperty(
      fc.property(fc.infiniteStream(fc.nat({ max: 99 })), (dice) => {
        const roll = () => dice.next().value ?? 0;
        let items: readonly SummaryItem[] = [];
        let prose: SummaryProse | null = null;
        for (let round = 0; round < 20; round += 1) {
          const told = planted[round] === undefined ? [] : [`user: ${planted[round]}`];
          const fresh = extractItems(
            talk(...told, "user: haha ok", `user: Round ${round} took ${round * 7 + 1} minutes.`),
          );
          items = mergeItems(
            items,
            fresh.map((item) => ({
              ...item,
              at: item.at + round * 1e7,
              sources: item.sources.map((id) => entryId(`${round}${id}`)),
            })),
          );
          prose = parseProse(forgetful(items, prose, roll).join("\n"));
          const lines = writeSummaryLines({ items, prose }, (by) => by, String);
          const table = prose === null ? items : findMissingItems(prose, items);
          for (const text of planted.slice(0, round + 1)) {
            const item = items.find((each) => each.text === text);
            expect(item, text).toBeDefined();
            const verbatim = lines.some((line) => line.includes(text));
            expect(verbatim || stillSays(lines, text), `${text}\n${lines.join("\n")}`).toBe(true);
            expect(table.includes(item as SummaryItem) || stillSays(Object.values(prose ?? {}).flat(), text)).toBe(
              true,
            );
          }
        }
      }),
      { runs: 12 },
    );
  });
});

/** Half of the lines go, some lose a word, some their numbers, some the word that denies. */
function forgetful(items: readonly SummaryItem[], prose: SummaryProse | null, roll: () => number): readonly string[] {
  const before = sectionNames.flatMap((section) =>
    (prose?.[section] ?? []).map((line): [SectionName, string] => [section, line]),
  );
  const lines = [...before, ...items.map(({ section, text }): [SectionName, string] => [section, text])];
  return sectionNames.flatMap((section) => [
    `## ${section}`,
    ...lines.filter(([of]) => of === section && roll() % 2 === 0).map(([, line]) => `- ${damaged(line, roll())}`),
  ]);
}

function damaged(line: string, dice: number): string {
  if (dice < 40) return line;
  if (dice < 55) return line.replace(/\d+/g, (figure) => String(Number(figure) + 1));
  if (dice < 70) return line.replace(/\b(?:never|not|don't|nicht|at most|не более|jamais)\s/gi, "");
  if (dice < 85) return line.split(" ").slice(1).join(" ");
  return line.split(" ").slice(0, -2).join(" ");
}

/** An eye of its own: all figures, paths and addresses of the text in one line, and its denial if it has one. */
function stillSays(lines: readonly string[], text: string): boolean {
  const needed =
    text.match(/\S*[\d/@]\S*|peanuts|ferns|spare|花生|rosiers|never|don't|at most|nicht|не более|jamais/gi) ?? [];
  const bare = (part: string) => part.toLowerCase().replace(/[.,。]+$/, "");
  return lines.some((line) => needed.every((part) => line.toLowerCase().includes(bare(part))));
}

/** Changes of mind in everyday words, by rule: what was said later stands beside what was said before, and nothing takes that away. */

import { noMemories } from "@clewline/core/memory/fold-changes.js";
import { describe, expect, test } from "vitest";
import { learnByRule, listCurrent } from "../bench/household/learn-by-rule.js";
import { firstEastern } from "./cases/minds/first-eastern.js";
import { firstWestern } from "./cases/minds/first-western.js";
import { secondEastern } from "./cases/minds/second-eastern.js";
import { secondWestern } from "./cases/minds/second-western.js";
import type { MindTable } from "./cases/minds/wordings.js";

const at = Date.UTC(2026, 2, 4, 9);

/** What is current after the one, and a minute later the other, were said in one chat. */
function tell(said: string, later: string): readonly string[] {
  const hear = (now: typeof noMemories, text: string, minutes: number) =>
    learnByRule(now, { id: `e${minutes}`, text, at: at + minutes * 60_000, person: "ana", session: "chat:ana" });
  const first = hear(noMemories, said, 0);
  return listCurrent(hear(first, later, 2), at + 3_600_000).map(({ text }) => text);
}

/** Pairs of which the first is told no more; and those of which the second is told too. */
function readPairs({ changes, others }: MindTable["en"]) {
  const pairs = [...changes.filter(([, , holds]) => holds !== ""), ...others];
  const told = changes.filter(
    ([said, later, holds]) => holds !== "" && tell(said, later).some((text) => text.includes(holds)),
  );
  return { gone: pairs.filter(([said, later]) => !tell(said, later).includes(said)), told: told.length };
}

const first: MindTable = { ...firstWestern, ...firstEastern };
const second: MindTable = { ...secondWestern, ...secondEastern };

describe("by rule", () => {
  test.each(Object.entries(first))("nothing that was said is taken away by what is said later, in %s", (_, table) => {
    expect(readPairs(table).gone).toEqual([]);
  });

  test.each(Object.entries(second))("it is so in other words too, in %s", (_, table) => {
    expect(readPairs(table).gone).toEqual([]);
  });

  test("four changes of mind in five are told beside what was said before", () => {
    const tables = [...Object.values(first), ...Object.values(second)];
    const all = tables.flatMap(({ changes }) => changes.filter(([, , holds]) => holds !== "")).length;
    const told = tables.reduce((sum, table) => sum + readPairs(table).told, 0);
    expect(told / all).toBeGreaterThan(0.8);
  });
});

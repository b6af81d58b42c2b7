/** I16 and I18: an agent finishes what it would finish with everything in view, seldom asks twice, and pays little more than that. */
import { expect, it } from "vitest";
import { countUncovered, drawCases } from "../../bench/tasks/cases.js";
import { checkCases } from "../../bench/tasks/judge-case.js";
import { seed } from "../seed.js";
import { some } from "../some.js";

const cases = drawCases({ seed, count: 100, size: 30_000, pieces: 8 });
const parts = [0, 1, 2, 3];

it("the tasks cover every pair of kind, agent, window, price and host", () => {
  expect(countUncovered(cases)).toBe(0);
});

it.each(parts)(
  "balanced finishes every task at a bounded price, and asks once at most for a piece in a turn: part %i",
  async (part) => {
    const own = cases.filter((_case, place) => place % parts.length === part);
    const { judged, leftOut } = await checkCases(own, "balanced");
    expect(leftOut).toBeLessThan(own.length / 2);
    for (const { name, broken } of some(judged)) expect({ name, broken }).toEqual({ name, broken: [] });
  },
);

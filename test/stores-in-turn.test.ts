import { expect, test } from "vitest";
import { pairsOf } from "./stores-in-turn.js";

const names = ["first", "second", "third"];
const shown = (day: number | null) => pairsOf(names, day).map(({ kind, policy }) => `${policy} on ${kind}`);

test("the first preset has both stores on every day, and two days in a row have every pair", () => {
  const all = ["first on memory", "first on sqlite", "second on memory", "second on sqlite"].concat([
    "third on memory",
    "third on sqlite",
  ]);
  expect(shown(20_261_115)).toEqual(["first on memory", "first on sqlite", "second on memory", "third on sqlite"]);
  expect([...new Set([...shown(20_261_115), ...shown(20_261_116)])].sort()).toEqual(all);
  expect(shown(null)).toEqual(all);
});

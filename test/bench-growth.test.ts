import { expect, test } from "vitest";
import { measureGrowths } from "../bench/growth/growth.js";

const rowsOfAllSorts = ["terminal", "events", "notes", "edits"];

test("a quick run compares work at two sizes", async () => {
  const said: string[] = [];
  const { tables } = await measureGrowths({ only: rowsOfAllSorts, quick: true, say: (what) => said.push(what) });
  const [targets, ...rows] = tables;
  expect(said).toEqual(rowsOfAllSorts.map((name) => `${name} …`));
  expect(targets?.rows).toHaveLength(rows.length);
  const ratios = rows.flatMap((table) => table.rows.map(([, , ratio]) => Number(ratio)));
  expect(ratios.length).toBeGreaterThan(20);
  expect(ratios.filter((ratio) => !(ratio > 0))).toEqual([]);
});

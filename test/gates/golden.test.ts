import { describe, expect, test } from "vitest";
import { explainDifference, listDifferences } from "../../scripts/golden/compare.js";
import type { Fact, Job } from "../../scripts/golden/facts.js";
import { makeScenario } from "../../scripts/golden/scenario.js";

const job: Job = { preset: "balanced", window: 8_192, seed: 1 };
const view = (key: string, said: string, layers: Readonly<Record<string, number>>): Fact => ({
  what: "view",
  key,
  said,
  layers,
});
const before = [view("0", "a", { recent: 10 }), view("1", "b", { recent: 20, standing: 5 }), view("2", "c", {})];

describe("The golden run", () => {
  test("finds nothing where two builds say the same", () => {
    expect(listDifferences(job, before, [...before])).toEqual([]);
  });

  test("names the layers of a view that differ, and takes later ones for what follows", () => {
    const after = [before[0] as Fact, view("1", "x", { recent: 20, standing: 6 }), view("2", "y", {})];
    expect(listDifferences(job, before, after)).toMatchObject([
      { what: "view", key: "1", layers: ["standing"], isFirst: true },
      { what: "view", key: "2", layers: ["bytes"], isFirst: false },
    ]);
  });

  test("finds a fact that is gone and one that is new", () => {
    const after = [...before.slice(0, 2), view("3", "d", {})];
    expect(listDifferences(job, before, after).map(({ key, layers }) => [key, layers])).toEqual([
      ["2", ["missing"]],
      ["3", ["bytes"]],
    ]);
  });

  test("explains a difference only by a change of its preset, kind and layer", () => {
    const [difference] = listDifferences(job, before, [
      before[0] as Fact,
      view("1", "x", { recent: 20 }),
      before[2] as Fact,
    ]);
    if (difference === undefined) throw new Error("The planted difference was not found");
    const change = { preset: "balanced", what: "view", layer: "standing", why: "planted" } as const;
    expect(explainDifference(difference, [change])).toBe(change);
    expect(explainDifference(difference, [{ ...change, preset: "laned" }])).toBeUndefined();
    expect(explainDifference(difference, [{ ...change, layer: "recent" }])).toBeUndefined();
    expect(explainDifference(difference, [{ ...change, what: "replay" }])).toBeUndefined();
  });

  test("plays conversations with everything that a log can hold", () => {
    const kinds = Array.from({ length: 60 }, (_, seed) => makeScenario(seed)).flatMap(({ happenings }) =>
      happenings.map(({ kind }) => kind),
    );
    expect(new Set(kinds)).toEqual(new Set(["turn", "observe", "edit", "compact", "clear", "remember", "pin", "hide"]));
    expect(makeScenario(7)).toEqual(makeScenario(7));
  });
});

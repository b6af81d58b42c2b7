import { presets } from "@clewline/core/policy/presets/presets.js";
import { assemble } from "@clewline/core/view/assemble.js";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { applyPolicy, arbitraryCase } from "./cases/cases.js";
import { isLongerCheck } from "./properties.js";

const calls = vi.hoisted(() => new Map<string, number>());

/** The stage itself, and a line in the count for each call of it. */
function counted(module: Record<string, unknown>, name: string): Record<string, unknown> {
  const stage = module[name] as (...given: readonly unknown[]) => unknown;
  const counting = (...given: readonly unknown[]) => {
    calls.set(name, (calls.get(name) ?? 0) + 1);
    return stage(...given);
  };
  return { ...module, [name]: counting };
}

vi.mock("@clewline/core/view/settle-log.js", async (original) => counted(await original(), "settleLog"));
vi.mock("@clewline/core/view/select-past.js", async (original) => counted(await original(), "selectPast"));
vi.mock("@clewline/core/view/draw-units.js", async (original) => counted(await original(), "drawUnits"));
vi.mock("@clewline/core/view/plan-view.js", async (original) => counted(await original(), "planView"));
vi.mock("@clewline/core/view/reduce-view.js", async (original) => counted(await original(), "reduceView"));
vi.mock("@clewline/core/view/render-view.js", async (original) => counted(await original(), "renderView"));

const once = { settleLog: 1, selectPast: 1, drawUnits: 1, planView: 1, reduceView: 1 };

describe("each stage of a view", () => {
  it("runs once, whatever is quoted, looked up, attached or compacted, under every preset", () => {
    const seen = new Set<string>();
    let number = 0;
    fc.assert(
      fc.property(arbitraryCase(), (given) => {
        // Every other preset, by turns.
        number += 1;
        const half = Object.values(presets).filter((_, place) => (place + number) % 2 === 0);
        for (const policy of [given.policy, ...half]) {
          const { snapshot, budget, fns } = applyPolicy(given, policy);
          calls.clear();
          const result = assemble({ ...snapshot, attachAt: Math.floor(budget.window / 2) }, policy, budget, fns);
          expect(Object.fromEntries(calls)).toEqual(result.kind === "fits" ? { ...once, renderView: 1 } : once);
          seen.add(result.kind);
          if (result.kind !== "fits") continue;
          for (const { layer } of result.view.asides) seen.add(layer);
          if (result.view.compacted) seen.add("compacted");
          if (result.view.turn !== null && result.view.turn.attachOver !== snapshot.turn?.attachOver)
            seen.add("attached");
        }
      }),
      { numRuns: isLongerCheck ? 300 : 20, seed: 2 },
    );
    expect([...seen].sort()).toEqual(["attached", "compacted", "fits", "memories", "now", "quote", "too-small"]);
  });
});

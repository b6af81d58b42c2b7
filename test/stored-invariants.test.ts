/** The invariants that need an engine and a store. */

import { isStateless, type Policy, readPrefix } from "@clewline/core/policy/policy.js";
import { balanced } from "@clewline/core/policy/presets/balanced.js";
import { presets } from "@clewline/core/policy/presets/presets.js";
import { assemble } from "@clewline/core/view/assemble.js";
import { readSnapshot } from "@clewline/engine/answer/snapshot.js";
import type { Engine } from "@clewline/engine/engine.js";
import { fingerprint } from "@clewline/store-kit/fingerprint.js";
import { arbitraryLane } from "@clewline/store-kit/logs.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryHappenings, callsOf } from "./invariants/calls.js";
import { unreachable } from "./invariants/recoverable.js";
import { houseFor, settle } from "./invariants/walled.js";
import { checkAsyncProperty } from "./properties.js";
import { storeKinds, storesAndPresets, withStore } from "./stores-in-turn.js";
import { storable } from "./walls/lanes.js";

const windows = fc.constantFrom(512, 1_024, 4_096);
const policies = fc.constantFrom(...Object.values(presets));

describe.each(storeKinds)("a view and its store, on %s", (kind) => {
  it("I9 recoverable: what is not shown in full is two calls of recall away", async () => {
    const views = { fitting: 0, tooSmall: 0 };
    await checkAsyncProperty(
      fc.asyncProperty(arbitraryLane({ events: 8 }), windows, policies, (generated, window, policy) =>
        withStore(kind, fingerprint, async (store) => {
          const lane = { ...storable(generated), withheld: new Set<never>() };
          const engine = houseFor(window, store, policy);
          await settle(engine, lane);
          for (const turn of [null, lane.turns.at(-1) ?? null]) {
            const { snapshot } = await readSnapshot(engine, lane.ref, { turn, budget: engine.budget, tools: [] });
            const result = assemble(snapshot, engine.policy, engine.budget, engine.fns);
            views[result.kind === "fits" ? "fitting" : "tooSmall"] += 1;
            // Where nothing fits, nothing is shown, and nobody can be sent to recall.
            const verdicts = result.kind === "fits" ? result.view.verdicts : [];
            expect(await unreachable(engine, lane, verdicts)).toEqual([]);
          }
        }),
      ),
      { runs: 10, longer: 200 },
    );
    expect(views.fitting).toBeGreaterThan(views.tooSmall);
  });

  it("I10 stable: what is looked up for one turn takes no notice out of what stands before it", async () => {
    const turn = (text: string, outputs: readonly string[] = []) =>
      ({ kind: "turn", text, outputs, ending: "completed" }) as const;
    const happenings = [
      turn(`the roses in bed three get water ${"row ".repeat(1_500)}`),
      turn("dry ".repeat(100), ["row ".repeat(1_500)]),
      turn("hello"),
      turn(`when do the roses get water? ${"row ".repeat(1_500)}`),
    ];
    await withStore(kind, fingerprint, async (store) => {
      const calls = await callsOf(ticking(houseFor(2_048, store, presets.balanced)), happenings);
      const [last, call] = calls.slice(-2);
      expect(call?.bytes).toContain("<clew-found>");
      expect(call?.compacted).toBe(false);
      expect(call?.bytes.slice(0, last?.before.length)).toBe(last?.before);
    });
  });
});

describe.each(storesAndPresets)("a view and its store, on $kind with the policy $policy", ({ kind, policy: name }) => {
  const policy = presets[name] ?? balanced;
  const title =
    readPrefix(policy) === "epoch"
      ? "I10 stable: without a compaction a call repeats every byte before the volatile blocks of the last one"
      : "I10 stable: a call repeats the layers that stand before the first volatile one";

  it(title, async () => {
    const windows = fc.constantFrom(2_048, 8_192, 32_768);
    let compared = 0;
    await checkAsyncProperty(
      fc.asyncProperty(arbitraryHappenings, windows, (happenings, window) =>
        withStore(kind, fingerprint, async (store) => {
          const calls = await callsOf(ticking(houseFor(window, store, policy)), happenings);
          const steps = calls.slice(1).flatMap((call, index) => repeatedIn(policy, calls[index] ?? call, call));
          compared += steps.length;
          for (const { expected, found } of steps) expect(found).toEqual(expected);
        }),
      ),
      { runs: 7, longer: 40 },
    );
    expect(compared).toBeGreaterThan(7);
  });
});

type Called = Awaited<ReturnType<typeof callsOf>>[number];

/** What a call has to repeat of the one before it; nothing where a compaction stands between them and there is no head. */
function repeatedIn(policy: Policy, last: Called, call: Called): readonly { expected: unknown; found: unknown }[] {
  const keepsSummary = !isStateless(policy) && !call.compacted;
  if (readPrefix(policy) === "head")
    return [{ expected: headOf(last, keepsSummary), found: headOf(call, keepsSummary) }];
  return call.compacted ? [] : [{ expected: last.before, found: call.bytes.slice(0, last.before.length) }];
}

/**
 * Tools, instructions and persona; and a summary that is kept from view to view, until a compaction makes another. What a
 * policy makes afresh for each view is as volatile as what follows it.
 */
function headOf({ bytes }: Called, withSummary: boolean) {
  const { tools, system, messages } = JSON.parse(bytes) as Readonly<Record<"tools" | "system" | "messages", unknown>>;
  const summaries = JSON.stringify(messages).match(/<clew-summary .*?<\/clew-summary>/g);
  return { tools, system, summary: withSummary ? summaries : null };
}

/** A house whose time goes on, with ids of its own. */
function ticking(engine: Engine): Engine {
  let now = Date.UTC(2026, 0, 1);
  let number = 0;
  const id = () => `01990000-0000-7000-8000-${String(number++).padStart(12, "0")}`;
  return { ...engine, clock: { now: () => (now += 7_000), monotonic: () => now, id } };
}

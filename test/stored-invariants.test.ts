/** The invariants that need an engine and a store, each on both stores. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assemble } from "../src/core/assemble.js";
import { presets } from "../src/core/policies/presets.js";
import { startsAnew } from "../src/core/policy.js";
import type { LogStore } from "../src/core/ports.js";
import type { House } from "../src/engine/house.js";
import { readSnapshot } from "../src/engine/snapshot.js";
import { memoryStore } from "../src/stores/memory/memory-store.js";
import { sqliteStore } from "../src/stores/sqlite/sqlite-store.js";
import { fingerprint } from "../src/testing/fingerprint.js";
import { arbitraryLane } from "../src/testing/logs.js";
import { arbitraryHappenings, callsOf } from "./invariants/calls.js";
import { unreachable } from "./invariants/recoverable.js";
import { houseFor, settle } from "./invariants/walled.js";
import { checkAsyncProperty } from "./properties.js";
import { storable } from "./walls/lanes.js";

const windows = fc.constantFrom(512, 1_024, 4_096);
const policies = fc.constantFrom(...Object.values(presets));

describe.each(["memory", "sqlite"])("a view and its store, on %s", (kind) => {
  async function withStore(work: (store: LogStore) => Promise<void>): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), "clew-stored-"));
    const path = join(folder, "clew.db");
    const store = kind === "memory" ? memoryStore({ hash: fingerprint }) : sqliteStore({ path, hash: fingerprint });
    try {
      await work(store);
    } finally {
      await store.close();
      rmSync(folder, { recursive: true });
    }
  }

  it("I9 recoverable: what is not shown in full is two calls of recall away", { timeout: 120_000 }, async () => {
    await checkAsyncProperty(
      fc.asyncProperty(arbitraryLane({ events: 8 }), windows, policies, (generated, window, policy) =>
        withStore(async (store) => {
          const lane = { ...storable(generated), withheld: new Set<never>() };
          const house = houseFor(window, store, policy);
          await settle(house, lane);
          for (const turn of [null, lane.turns.at(-1) ?? null]) {
            const { snapshot } = await readSnapshot(house, lane.ref, { turn, budget: house.budget, tools: [] });
            const result = assemble(snapshot, house.policy, house.budget, house.kit);
            if (result.kind === "fits") expect(await unreachable(house, lane, result.view.verdicts)).toEqual([]);
          }
        }),
      ),
      { runs: 40, longer: 200 },
    );
  });

  describe.each(Object.values(presets))("with the policy $name", (policy) => {
    const title =
      policy.prefix === "epoch"
        ? "I10 stable: without a compaction a call repeats every byte before the volatile blocks of the last one"
        : "I10 stable: a call repeats the layers that stand before the first volatile one";

    it(title, { timeout: 120_000 }, async () => {
      const windows = fc.constantFrom(2_048, 8_192, 32_768);
      await checkAsyncProperty(
        fc.asyncProperty(arbitraryHappenings, windows, (happenings, window) =>
          withStore(async (store) => {
            const calls = await callsOf(ticking(houseFor(window, store, policy)), happenings);
            for (const [index, call] of calls.slice(1).entries()) {
              const last = calls[index];
              if (last === undefined) continue;
              const keepsSummary = !startsAnew(policy) && !call.compacted;
              if (policy.prefix === "head") expect(headOf(call, keepsSummary)).toEqual(headOf(last, keepsSummary));
              else if (!call.compacted) expect(call.bytes.slice(0, last.before.length)).toBe(last.before);
            }
          }),
        ),
        { runs: 7, longer: 40 },
      );
    });
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
    await withStore(async (store) => {
      const calls = await callsOf(ticking(houseFor(2_048, store, presets.balanced)), happenings);
      const [last, call] = calls.slice(-2);
      expect(call?.bytes).toContain("<clew-memory ");
      expect(call?.compacted).toBe(false);
      expect(call?.bytes.slice(0, last?.before.length)).toBe(last?.before);
    });
  });
});

/**
 * Tools, instructions and persona; and a summary that is kept from view to view, until a compaction makes another. What a
 * policy makes afresh for each view is as volatile as what follows it.
 */
function headOf({ bytes }: Awaited<ReturnType<typeof callsOf>>[number], withSummary: boolean) {
  const { tools, system, messages } = JSON.parse(bytes) as Readonly<Record<"tools" | "system" | "messages", unknown>>;
  const summaries = JSON.stringify(messages).match(/<clew-summary .*?<\/clew-summary>/g);
  return { tools, system, summary: withSummary ? summaries : null };
}

/** A house whose time goes on, with ids of its own. */
function ticking(house: House): House {
  let now = Date.UTC(2026, 0, 1);
  let number = 0;
  const id = () => `01990000-0000-7000-8000-${String(number++).padStart(12, "0")}`;
  return { ...house, clock: { now: () => (now += 7_000), id } };
}

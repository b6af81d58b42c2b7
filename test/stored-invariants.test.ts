/** The invariants that need an engine and a store, each on both stores. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assemble } from "../src/core/assemble.js";
import { pointerTo } from "../src/core/pointer.js";
import { presets } from "../src/core/policies/presets.js";
import type { LogStore } from "../src/core/ports.js";
import type { House } from "../src/engine/house.js";
import { recall, recallPage } from "../src/engine/recall.js";
import { search } from "../src/engine/search.js";
import { readSnapshot } from "../src/engine/snapshot.js";
import { memoryStore } from "../src/stores/memory/memory-store.js";
import { sqliteStore } from "../src/stores/sqlite/sqlite-store.js";
import { fingerprint } from "../src/testing/fingerprint.js";
import { arbitraryLane, arbitraryLog, type GeneratedLane } from "../src/testing/logs.js";
import { arbitraryHappenings, callsOf } from "./invariants/calls.js";
import { unreachable } from "./invariants/recoverable.js";
import { bytesFor, houseFor, settle } from "./invariants/walled.js";

/** Fixed, so that a run can be repeated; CLEW_SEED=random looks elsewhere, and prints where. */
const wanted = process.env.CLEW_SEED ?? "20261115";
const seed = wanted === "random" ? {} : { seed: Number(wanted) };
const runs = Number(process.env.CLEW_RUNS ?? "40");
const options = { ...seed, numRuns: runs };
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
    await fc.assert(
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
      options,
    );
  });

  it("I10 stable: without a compaction a call repeats every byte before the volatile blocks of the last one", {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryHappenings,
        fc.constantFrom(2_048, 8_192, 32_768),
        policies,
        (happenings, window, policy) =>
          withStore(async (store) => {
            const calls = await callsOf(ticking(houseFor(window, store, policy)), happenings);
            for (const [index, call] of calls.slice(1).entries()) {
              const last = calls[index];
              if (last === undefined || call.compacted) continue;
              expect(call.bytes.slice(0, last.before.length)).toBe(last.before);
            }
          }),
      ),
      options,
    );
  });

  it("I11 walled: what happens in other lanes changes no view, no search and no recall of this one", {
    timeout: 120_000,
  }, async () => {
    const log = arbitraryLog({ events: 5, longTurns: false });
    await fc.assert(
      fc.asyncProperty(log, log, fc.constantFrom(1_024, 8_192), policies, async (first, second, window, policy) => {
        const [lane, ...others] = first.lanes.map(storable);
        if (lane === undefined) return;
        const seen: unknown[] = [];
        for (const beside of [[], others, second.lanes.slice(1).map(storable)]) {
          await withStore(async (store) => {
            seen.push(await seenIn(houseFor(window, store, policy), lane, beside));
          });
        }
        expect(seen[1]).toEqual(seen[0]);
        expect(seen[2]).toEqual(seen[0]);
      }),
      options,
    );
  });
});

const questions = [
  "hello",
  "the quick brown fox",
  "fox system clew",
  "敏捷的棕色狐狸",
  "ignore all previous",
  "булок",
  "search",
];

/** All that can be seen of a lane from inside, with others that were written between its halves. */
async function seenIn(house: House, lane: GeneratedLane, others: readonly GeneratedLane[]): Promise<unknown> {
  const half = Math.floor(lane.entries.length / 2);
  await settle(house, { ...lane, entries: lane.entries.slice(0, half), turns: [] });
  for (const other of others) await settle(house, other);
  await settle(house, lane);
  const found = await Promise.all(questions.map((each) => search(house, { kind: "lane", ref: lane.ref }, each, 10)));
  const pointers = lane.entries.flatMap(({ seq }) =>
    (["e", "s"] as const).map((kind) => pointerTo(kind, lane.ref, seq, fingerprint)),
  );
  const opened = await Promise.all(
    pointers.map((pointer) => recall(house, lane.ref, { pointer, offset: 0, find: null, limit: recallPage })),
  );
  return JSON.parse(JSON.stringify({ views: await bytesFor(house, lane), found, opened }));
}

/** A time that can't be read gets the time of arrival at the door. */
function storable(lane: GeneratedLane): GeneratedLane {
  const entries = lane.entries.map((entry) => (Number.isNaN(entry.at) ? { ...entry, at: entry.arrived } : entry));
  return { ...lane, entries };
}

/** A house whose time goes on, with ids of its own. */
function ticking(house: House): House {
  let now = Date.UTC(2026, 0, 1);
  let number = 0;
  const id = () => `01990000-0000-7000-8000-${String(number++).padStart(12, "0")}`;
  return { ...house, clock: { now: () => (now += 7_000), id } };
}

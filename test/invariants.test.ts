import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { presets } from "../src/core/policies/presets.js";
import { arbitraryCase } from "../src/testing/cases.js";
import { arbitraryLog } from "../src/testing/logs.js";
import { accounted, deterministic, fits, identity, immutable, monotone, named } from "./invariants/checks.js";
import { order, pairs } from "./invariants/legal.js";
import { fenced, whole } from "./invariants/meaning.js";
import { ends, grows, settles } from "./invariants/stable.js";
import { bytesFor, houseFor, settle } from "./invariants/walled.js";
import { type Check, glanceAt, type World, worldOf } from "./invariants/world.js";

/** Fixed, so that a run can be repeated; CLEW_SEED=random looks elsewhere, and prints where. */
const wanted = process.env.CLEW_SEED ?? "20261115";
const seed = wanted === "random" ? {} : { seed: Number(wanted) };

/** Each on generated lanes with everything that real ones have, and on windows from the least that fits to plenty. */
const invariants: readonly (readonly [string, Check])[] = [
  ["I1 fits: the tokens of a view, counted again from its bytes, are at most what is available", fits],
  ["I2 whole: the newest message and step, pinned text and the reply target are never cut or dropped", whole],
  ["I3 pairs: a call and its result stand together or not at all", pairs],
  ["I4 order: entries stand by seq and roles in a legal order", order],
  ["I5 deterministic: the same arguments give the same bytes", deterministic],
  ["I6 identity: without limits everything is kept, and every reduction names its limit", identity],
  ["I7 monotone: a larger budget never turns kept into anything else, and the oldest is reduced first", monotone],
  ["I8 accounted: verdicts partition the lane, are what was done, and tokens add up", accounted],
  ["I12 ends: compacting again and again takes less each time and comes to an end", ends],
  ["I13 immutable: assembling changes nothing that it was given", immutable],
  ["I15 fenced: an independent parser recovers the structure and the original texts", fenced],
];

/** Between calls. Not yet the whole of I10, which needs an engine. */
const stability: readonly (readonly [string, Check])[] = [
  ["I10 stable: what a compaction shows is what the next call shows", settles],
  ["I10 stable: a new turn keeps every byte before the volatile blocks of the last one", grows],
];

/** What can be seen of them in one view; the others compare many, or make new ones. */
const comparing: readonly Check[] = [deterministic, identity, immutable, monotone, ends, grows];
const ofOneView: typeof invariants = [
  ...[...invariants, ...stability].filter(([, check]) => !comparing.includes(check)),
  ["I6 identity: every reduction names its limit", named],
];

describe("the invariants of a view", () => {
  for (const [name, check] of [...invariants, ...stability]) {
    it(name, () => {
      fc.assert(
        fc.property(arbitraryCase({ events: 6, longTurns: false }), (given) => {
          holds([[name, check]], worldOf(given));
        }),
        { ...seed, numRuns: 8 },
      );
    });
  }

  it("I11 walled: what happens in another lane, or beside a session, changes no byte of a view", async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryLog({ events: 5, longTurns: false }),
        fc.constantFrom(1_024, 8_192),
        fc.constantFrom(...Object.values(presets)),
        async (log, window, policy) => {
          const [lane, ...others] = log.lanes;
          if (lane === undefined) return;
          const house = houseFor(window, undefined, policy);
          await settle(house, lane);
          const alone = await bytesFor(house, lane);
          // A view of the whole session looks into its other lanes.
          const outside = others.filter(({ ref }) => policy.scope === "lane" || ref.session !== lane.ref.session);
          for (const other of outside) await settle(house, other);
          expect(await bytesFor(house, lane)).toEqual(alone);
        },
      ),
      { ...seed, numRuns: 40 },
    );
  });

  it("all hold on each of 1,000 generated cases, and what one view tells under every preset", {
    timeout: 600_000,
  }, () => {
    fc.assert(
      fc.property(arbitraryCase({ events: 5 }), (given) => {
        const world = holds([...invariants, ...stability], worldOf(given));
        for (const preset of Object.values(presets)) holds(ofOneView, glanceAt(world, preset));
      }),
      { ...seed, numRuns: 1_000 },
    );
  });
});

function holds(checks: typeof invariants, world: World): World {
  const failures = checks.flatMap(([name, check]) =>
    check(world).map((sentence) => `${world.given.policy.name}, ${name.split(":")[0]}: ${sentence}`),
  );
  expect(failures.slice(0, 5)).toEqual([]);
  return world;
}

/**
 * The shared checker of the invariants of a view. A case is drawn and assembled once, and everything that can be said of
 * it is checked then; each invariant has a test of its own, which draws again, and makes the case smaller, only where it
 * failed. Four files check a quarter of the cases each, so that they can run beside one another.
 */

import type { Policy } from "@clewline/core/policy/policy.js";
import { presets } from "@clewline/core/policy/presets/presets.js";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { arbitraryCase, type GeneratedCase } from "../cases/cases.js";
import { checkProperty, isLongerCheck, type Plan } from "../properties.js";
import { accounted, deterministic, fits, identity, immutable, monotone, named } from "./checks.js";
import { order, pairs } from "./legal.js";
import { fenced, whole } from "./meaning.js";
import { ends, grows, settles } from "./stable.js";
import { type Check, glanceAt, type World, worldOf } from "./world.js";

/** Each on generated lanes with everything that real ones have, and on windows from the least that fits to plenty. */
const invariants: readonly (readonly [string, Check])[] = [
  ["I1 fits: the tokens of a view, counted again from its bytes, are at most what is available", fits],
  ["I2 whole: the newest message and step, pinned text and the reply target are never cut or dropped", whole],
  ["I3 pairs: a call and its result stand together or not at all", pairs],
  ["I4 order: entries stand by place and roles in a legal order", order],
  ["I5 deterministic: the same arguments give the same bytes", deterministic],
  ["I6 identity: without limits everything is kept, and every reduction names its limit", identity],
  ["I7 monotone: a larger budget never turns kept into anything else, and the oldest is reduced first", monotone],
  ["I8 accounted: verdicts partition the lane, are what was done, and tokens add up", accounted],
  ["I12 ends: compacting again and again takes less each time and comes to an end", ends],
  ["I13 immutable: assembling changes nothing that it was given", immutable],
  ["I15 fenced: an independent parser recovers the structure and the original texts", fenced],
  // Between calls. Not yet the whole of I10, which needs an engine.
  ["I10 stable: what a compaction shows is what the next call shows", settles],
  ["I10 stable: a new turn keeps every byte before the volatile blocks of the last one", grows],
];

/** What can be seen of them in one view; the others compare many, or make new ones. */
const comparing: readonly Check[] = [deterministic, identity, immutable, monotone, ends, grows];
const ofOneView: typeof invariants = [
  ...invariants.filter(([, check]) => !comparing.includes(check)),
  ["I6 identity: every reduction names its limit", named],
];

/** The sentences that say how a case fails, with the presets under which it is looked at once more. */
type Claim = (world: World, under: readonly Policy[]) => readonly string[];

const claims: readonly (readonly [string, Claim])[] = [
  ...invariants.map(([name, check]): readonly [string, Claim] => [name, (world) => failuresOf([[name, check]], world)]),
  [
    "what one view tells holds under the presets, too",
    (world, under) => under.flatMap((each) => failuresOf(ofOneView, glanceAt(world, each))),
  ],
];

const quarters = 4;
const all = Object.values(presets);

/** With the cases that failed in this quarter on another day. */
export function describeGeneratedViews(quarter: number, fixed: Plan["fixed"] = []): void {
  describe(`the invariants of a view, quarter ${quarter} of ${quarters} of the generated cases`, () => {
    const plan = { runs: 160 / quarters, longer: 1_000 / quarters, stretch: quarter, fixed };
    const given = casesOf(quarter);
    const failed = new Set<string>();
    const tally = { cases: 0, shown: 0, presets: new Set<string>() };

    beforeAll(() => {
      checkProperty(
        fc.property(given, (drawn) => {
          const world = worldOf(drawn);
          // One preset after another; all of them in the longer check, and where a case failed on another day.
          const isThorough = isLongerCheck || tally.cases < fixed.length;
          const under = isThorough ? all : all.filter((_, place) => place === tally.cases % all.length);
          tally.cases += 1;
          tally.shown += world.seen.length;
          for (const { name } of under) tally.presets.add(name);
          for (const [name, claim] of claims) if (claim(world, under).length > 0) failed.add(name);
        }),
        plan,
      );
    });

    it.each(claims)("%s", (name, claim) => {
      const again = fc.property(given, (drawn) => {
        expect(claim(worldOf(drawn), all).slice(0, 5)).toEqual([]);
      });
      if (failed.has(name)) checkProperty(again, plan);
      expect([...failed]).not.toContain(name);
    });

    it("the cases are there, have views, and go through all presets", () => {
      expect(tally.cases).toBeGreaterThanOrEqual(plan.runs);
      expect(tally.shown).toBeGreaterThan(tally.cases);
      expect(tally.presets.size).toBe(all.length);
    });
  });
}

/** Short turns and more of them in one quarter, all kinds in the others. */
function casesOf(quarter: number): fc.Arbitrary<GeneratedCase> {
  return arbitraryCase(quarter === quarters ? { events: 6, longTurns: false } : { events: 5 });
}

function failuresOf(checks: typeof invariants, world: World): readonly string[] {
  return checks.flatMap(([name, check]) =>
    check(world).map((sentence) => `${world.given.policy.name}, ${name.split(":")[0]}: ${sentence}`),
  );
}

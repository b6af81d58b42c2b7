import fc from "fast-check";
import type { LayerName } from "../core/layer.js";
import { balanced } from "../core/policies/balanced.js";
import { laned } from "../core/policies/laned.js";
import { presets } from "../core/policies/presets.js";
import { rolling } from "../core/policies/rolling.js";
import { selective } from "../core/policies/selective.js";
import { tiered } from "../core/policies/tiered.js";
import type { Policy } from "../core/policy.js";
import { weighedNames } from "../core/view/reduce/reductions.js";
import { strangeNames } from "./texts.js";

/** Presets and variations on them; some can't reduce enough to fit, and have to say so. */
export function arbitraryPolicy(): fc.Arbitrary<Policy> {
  return fc.oneof(
    { arbitrary: fc.constantFrom(...Object.values(presets)), weight: 4 },
    { arbitrary: fc.constantFrom(...small), weight: 3 },
    { arbitrary: fc.constant(unlimited), weight: 1 },
    { arbitrary: fc.constantFrom(...Object.values(presets)).chain(variationsOn), weight: 5 },
  );
}

function variationsOn(base: Policy): fc.Arbitrary<Policy> {
  const without = (...names: readonly LayerName[]) => base.layers.filter((layer) => !names.includes(layer));
  const limits = fc.record(arbitraryLimits, { requiredKeys: [] });
  const past = fc.record(ofThePast, { requiredKeys: [] });
  // Where the prefix has to stay as it is, a past turn can't change its looks from view to view.
  const history: readonly Policy["history"][] = base.prefix === "head" ? ["steps", "text", "tagged"] : [];
  return fc
    .record({
      reductions: arbitraryReductions,
      layers: fc.constantFrom(
        base.layers,
        without("quote"),
        without("now"),
        without("memories"),
        without("quote", "now", "summary"),
      ),
      limits,
      past,
      history: fc.constantFrom(base.history, ...history),
    })
    .map(({ limits: own, past: looked, ...rest }) => ({
      ...base,
      ...own,
      ...looked,
      ...rest,
      name: `${base.name}, varied`,
    }));
}

/** Presets with figures that a lane of a few turns reaches. */
const small: readonly Policy[] = [
  {
    ...selective,
    lookback: 4,
    selectAbove: 1,
    alwaysRecent: 1,
    recencyHours: 100,
    recencyLeast: 2,
    replyCharacters: 300,
  },
  { ...selective, selectAbove: 0, alwaysRecent: 0, backgroundTurns: 1 },
  { ...tiered, maxTokens: 2_000, fullHours: 12, backgroundTurns: 1 },
  { ...tiered, threadMinutes: 5, fullHours: 200, tierDays: 3 },
  { ...laned, compactMessages: 4, compactTokens: 300, keepMessages: 2 },
  { ...rolling, maxTurns: 3, maxTokens: 3_000 },
].map((policy) => ({ ...policy, name: `${policy.name}, varied` }));

const weighed = [...weighedNames];

const arbitraryReductions: fc.Arbitrary<Policy["reductions"]> = fc
  .record({
    shares: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: weighed.length, maxLength: weighed.length }),
    names: fc.oneof(
      { arbitrary: fc.constant(weighed), weight: 3 },
      { arbitrary: fc.shuffledSubarray(weighed), weight: 1 },
    ),
  })
  .map(({ shares, names }) =>
    names.map((reduction, index) => ({
      reduction,
      share: shares[index] ?? 1,
      fresh: shares[(index + 1) % shares.length] ?? 1,
    })),
  );

const infinite = Number.POSITIVE_INFINITY;

const arbitraryLimits = {
  makeRoom: fc.constantFrom<Policy["makeRoom"]>("by weight", "by weight", "by halves"),
  runningTurn: fc.constantFrom<Policy["runningTurn"]>("reduce", "reduce", "keep"),
  maxTokens: fc.constantFrom(infinite, infinite, 3_000),
  maxTurns: fc.constantFrom(infinite, infinite, 2, 4),
  capOver: fc.constantFrom(infinite, infinite, 400),
  streamBytes: fc.constantFrom(262_144, infinite, 100),
  spillOver: fc.constantFrom(20_000, 1_000, 10),
  preview: fc.constantFrom(600, 60, 3, 0),
  clearAt: fc.constantFrom(1, 1, 0.6, 0.2),
  clearKeep: fc.constantFrom(6, 1, 0),
  neverClear: fc.constantFrom<readonly string[]>([], [], ["search"], [strangeNames[0] ?? ""]),
  neverSpill: fc.constantFrom<readonly string[]>([], [strangeNames[1] ?? ""]),
  summariseAt: fc.constantFrom(1, 0.9, 0.5),
  summaryTokens: fc.constantFrom(3_000, 120, 0),
  compactTo: fc.constantFrom(0.7, 1, 0.1),
};

/** What a policy makes of past turns, in figures small enough for the lanes that are generated. */
const ofThePast = {
  withHistory: fc.constantFrom(true, true, true, false),
  lookback: fc.constantFrom(infinite, 1, 2, 4),
  recencyHours: fc.constantFrom(0, 0.25, 24, 100),
  recencyLeast: fc.constantFrom(0, 1, 2),
  select: fc.boolean(),
  selectAbove: fc.constantFrom(0, 1, 3),
  alwaysRecent: fc.constantFrom(0, 1, 2),
  replyCharacters: fc.constantFrom(0, 5, 60, 500),
  backgroundTurns: fc.constantFrom(0, 1, 3, infinite),
  threadMinutes: fc.constantFrom(0, 5, 30),
  fullHours: fc.constantFrom(0, 1, 24),
  tierDays: fc.constantFrom(0, 1, 7),
  memoryTokens: fc.constantFrom(0, 60, 2_000),
  compactMessages: fc.constantFrom(infinite, 2, 5),
  compactTokens: fc.constantFrom(infinite, 100, 600),
  compactHours: fc.constantFrom(infinite, 1, 24),
  keepMessages: fc.constantFrom(1, 2, 10),
};

/** The same policy where nothing is reduced unless the window asks for it. */
export function withoutLimits(policy: Policy): Policy {
  return {
    ...policy,
    ...{ maxTokens: infinite, maxTurns: infinite, capOver: infinite, streamBytes: infinite },
    ...{ spillOver: infinite, clearAt: 1, summariseAt: 1 },
    ...{ compactMessages: infinite, compactTokens: infinite, compactHours: infinite },
    ...{ withHistory: true, history: "steps", lookback: infinite, recencyHours: 0, select: false, tierDays: 0 },
    ...{ replyCharacters: 0, backgroundTurns: infinite },
  };
}

/** `balanced` with every limit at infinity. */
const unlimited: Policy = { ...withoutLimits(balanced), name: "unlimited" };

import { listLayerNames, type Policy, readPrefix } from "@clewline/core/policy/policy.js";
import { balanced } from "@clewline/core/policy/presets/balanced.js";
import { laned } from "@clewline/core/policy/presets/laned.js";
import { presets } from "@clewline/core/policy/presets/presets.js";
import { rolling } from "@clewline/core/policy/presets/rolling.js";
import { selective } from "@clewline/core/policy/presets/selective.js";
import { tiered } from "@clewline/core/policy/presets/tiered.js";
import { strangeNames } from "@clewline/store-kit/texts.js";
import fc from "fast-check";
import { arbitraryHistory, arbitraryPast } from "./case-past.js";
import { arbitraryReductions } from "./case-reductions.js";

/** Presets and variations of them; some can't reduce enough to fit, and have to say so. */
export function arbitraryPolicy(): fc.Arbitrary<Policy> {
  return fc.oneof(
    { arbitrary: fc.constantFrom(...Object.values(presets)), weight: 4 },
    { arbitrary: fc.constantFrom(...small), weight: 3 },
    { arbitrary: fc.constant(unlimited), weight: 1 },
    { arbitrary: fc.constantFrom(...Object.values(presets)).chain(generateVariations), weight: 5 },
  );
}

function generateVariations(base: Policy): fc.Arbitrary<Policy> {
  return fc
    .record({
      reductions: arbitraryReductions(base),
      layers: arbitraryLayers(base),
      limits: fc.record(arbitraryLimits, { requiredKeys: [] }),
      past: arbitraryPast(base.past),
      // Where the prefix has to stay, a past turn can't change its form from view to view.
      history: readPrefix(base) === "head" ? arbitraryHistory(base.history) : fc.constant(base.history),
    })
    .map(({ limits, ...rest }) => ({ ...base, ...limits, ...rest, name: `${base.name}, varied` }));
}

/** Some of the layers, and other limits for what is looked up. */
function arbitraryLayers(base: Policy): fc.Arbitrary<Policy["layers"]> {
  const names = listLayerNames(base);
  const without = (...gone: readonly string[]) =>
    base.layers.filter((_layer, index) => !gone.includes(names[index] ?? ""));
  const lists = fc.constantFrom(
    base.layers,
    without("quote"),
    without("now"),
    without("memories"),
    without("quote", "now"),
  );
  const tokens = fc.option(fc.constantFrom(0, 60, 2_000), { nil: null });
  return fc
    .tuple(lists, tokens)
    .map(([list, most]) =>
      list.map((layer) => (typeof layer === "object" && most !== null ? { ...layer, tokens: most } : layer)),
    );
}

const infinite = Number.POSITIVE_INFINITY;

/** Presets with figures that a lane of a few turns reaches. */
const small: readonly Policy[] = [
  {
    ...selective,
    past: {
      kind: "choosing" as const,
      lookback: 4,
      recency: { hours: 100, least: 2 },
      choice: { above: 1, recent: 1, seconds: 30, byWords: true },
    },
    history: { form: "text" as const, replyCharacters: 300 },
  },
  {
    ...selective,
    past: { ...selective.past, choice: { above: 0, recent: 0, seconds: 30, byWords: false } },
    backgroundTurns: 1,
  },
  { ...tiered, maxTokens: 2_000, past: { ...tiered.past, fullHours: 12 }, backgroundTurns: 1 },
  { ...tiered, threadMinutes: 5, past: { ...tiered.past, fullHours: 200, days: 3 } },
  setLeaving(laned, { messages: { most: 4, tokens: 300, hours: 24, keep: 2 } }),
  { ...setLeaving(rolling, { maxTurns: 3 }), maxTokens: 3_000 },
].map((policy) => ({ ...policy, name: `${policy.name}, varied` }));

function setLeaving(policy: Policy, limits: Partial<NonNullable<Policy["reductions"]["leave-out"]>>): Policy {
  const { "leave-out": leaving, ...others } = policy.reductions;
  return leaving === undefined
    ? policy
    : { ...policy, reductions: { ...others, "leave-out": { ...leaving, ...limits } } };
}

const arbitraryLimits = {
  makeRoom: fc.constantFrom<Policy["makeRoom"]>("by weight", "by weight", "by halves"),
  runningTurn: fc.constantFrom<Policy["runningTurn"]>("reduce", "reduce", "keep"),
  actsAhead: fc.constantFrom<Policy["actsAhead"]>("once a turn", "once a turn", "any call"),
  maxTokens: fc.constantFrom(infinite, infinite, 3_000),
  capOver: fc.constantFrom(infinite, infinite, 400),
  streamBytes: fc.constantFrom(262_144, infinite, 100),
  valueCharacters: fc.constantFrom(infinite, infinite, 300),
  spillOver: fc.constantFrom(20_000, 1_000, 10),
  preview: fc.constantFrom(600, 60, 3, 0),
  neverClear: fc.constantFrom<readonly string[]>([], [], ["search"], [strangeNames[0] ?? ""]),
  neverSpill: fc.constantFrom<readonly string[]>([], [strangeNames[1] ?? ""]),
  missCost: fc.constantFrom(infinite, infinite, 1, 0.01, 0),
  outlineOver: fc.constantFrom(infinite, infinite, 4_000, 300),
  summariseAt: fc.constantFrom(1, 0.9, 0.5),
  compactTo: fc.constantFrom(0.7, 1, 0.1),
  withHistory: fc.constantFrom(true, true, true, false),
  backgroundTurns: fc.constantFrom(0, 1, 3, infinite),
  threadMinutes: fc.constantFrom(0, 5, 30),
};

/** The same policy, reducing only for the window, and showing all of the past with its steps. */
export function removeLimits(policy: Policy): Policy {
  const { clear, ...others } = setLeaving(policy, { maxTurns: infinite, messages: null }).reductions;
  return {
    ...policy,
    ...{ maxTokens: infinite, capOver: infinite, streamBytes: infinite, spillOver: infinite, summariseAt: 1 },
    ...{ valueCharacters: infinite, missCost: infinite, outlineOver: infinite },
    ...{ withHistory: true, history: { form: "steps" }, backgroundTurns: infinite },
    past: expandPast(policy.past),
    reductions: { ...others, ...(clear === undefined ? {} : { clear: { ...clear, ahead: null } }) },
  };
}

function expandPast(past: Policy["past"]): Policy["past"] {
  if (past.kind === "compacting") return past;
  if (past.kind === "tiers" && past.summary !== null)
    return { kind: "compacting", prefix: "head", summary: past.summary };
  return { kind: "choosing", lookback: infinite, recency: null, choice: null };
}

/** `balanced` with every limit at infinity. */
const unlimited: Policy = { ...removeLimits(balanced), name: "unlimited" };

/** The reductions of a policy with any weights, some of them missing, and limits that a lane of a few turns reaches. */

import type { ClearAhead, MessageLimits, Policy, Reductions, ReductionWeight } from "@clewline/core/policy/policy.js";
import { weighedNames } from "@clewline/core/view/reduce/reductions.js";
import fc from "fast-check";

const infinite = Number.POSITIVE_INFINITY;

export function arbitraryReductions(base: Policy): fc.Arbitrary<Reductions> {
  return fc
    .record({
      weights: fc.array(fc.record({ share: weight, fresh: weight }), {
        minLength: weighedNames.length,
        maxLength: weighedNames.length,
      }),
      names: fc.oneof(
        { arbitrary: fc.constant([...weighedNames]), weight: 3 },
        { arbitrary: fc.subarray([...weighedNames]), weight: 1 },
      ),
      ahead: fc.oneof(fc.constant(base.reductions.clear?.ahead ?? null), ahead),
      maxTurns: fc.oneof(fc.constant(base.reductions["leave-out"]?.maxTurns ?? infinite), turns),
      messages: fc.oneof(fc.constant(base.reductions["leave-out"]?.messages ?? null), messages),
    })
    .map(
      ({
        weights: [spill = even, clear = even, last = even, text = even, leave = even],
        names,
        ahead: own,
        ...leaving
      }) => {
        const whole: Required<Reductions> = {
          spill,
          clear: { ...clear, ahead: own },
          "clear-last": last,
          "text-only": text,
          "leave-out": { ...leave, ...leaving },
        };
        return pickReductions(whole, names);
      },
    );
}

const even: ReductionWeight = { share: 1, fresh: 1 };

function pickReductions(whole: Required<Reductions>, names: readonly (keyof Reductions)[]): Reductions {
  const left: { -readonly [Name in keyof Reductions]: Reductions[Name] } = { ...whole };
  for (const name of weighedNames) if (!names.includes(name)) delete left[name];
  return left;
}

const weight = fc.integer({ min: 1, max: 9 });
const turns = fc.constantFrom(infinite, infinite, 2, 4);

const ahead: fc.Arbitrary<ClearAhead | null> = fc.option(
  fc.record({ at: fc.constantFrom(0.6, 0.2), keep: fc.constantFrom(6, 1, 0) }),
  { nil: null, freq: 2 },
);

const messages: fc.Arbitrary<MessageLimits | null> = fc.option(
  fc.record({
    most: fc.constantFrom(infinite, 2, 5),
    tokens: fc.constantFrom(infinite, 100, 600),
    hours: fc.constantFrom(infinite, 1, 24),
    keep: fc.constantFrom(1, 2, 10),
  }),
  { nil: null },
);

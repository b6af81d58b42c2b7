/** Past turns of a policy, with figures small enough for generated lanes. */

import type {
  ChoosingPast,
  CompactingPast,
  HistoryPolicy,
  PastPolicy,
  TieredPast,
} from "@clewline/core/policy/past-policy.js";
import fc from "fast-check";

const infinite = Number.POSITIVE_INFINITY;

/** The same kind with other figures; any kind if no prefix has to be kept. */
export function arbitraryPast(base: PastPolicy): fc.Arbitrary<PastPolicy> {
  if (base.kind === "compacting" && base.prefix === "epoch")
    return fc.record({ ...compacting, prefix: fc.constant("epoch" as const) });
  return fc.oneof(
    { arbitrary: fc.constant(base), weight: 2 },
    { arbitrary: fc.record({ ...compacting, prefix: fc.constant("head" as const) }), weight: 2 },
    { arbitrary: choosing, weight: 3 },
    { arbitrary: tiers, weight: 3 },
  );
}

const summary = fc.constantFrom({ tokens: 3_000 }, { tokens: 3_000 }, { tokens: 120 }, { tokens: 0 }, null);

const compacting = {
  kind: fc.constant<CompactingPast["kind"]>("compacting"),
  summary,
};

const window = {
  lookback: fc.constantFrom(infinite, infinite, 1, 2, 4),
  recency: fc.option(fc.record({ hours: fc.constantFrom(0.25, 24, 100), least: fc.constantFrom(0, 1, 2) }), {
    nil: null,
  }),
};

const choosing: fc.Arbitrary<ChoosingPast> = fc.record({
  kind: fc.constant<ChoosingPast["kind"]>("choosing"),
  ...window,
  choice: fc.option(
    fc.record({
      above: fc.constantFrom(0, 1, 3),
      recent: fc.constantFrom(0, 1, 2),
      seconds: fc.constant(30),
      byWords: fc.boolean(),
    }),
    { nil: null, freq: 2 },
  ),
});

const tiers: fc.Arbitrary<TieredPast> = fc.record({
  kind: fc.constant<TieredPast["kind"]>("tiers"),
  scope: fc.constantFrom<TieredPast["scope"]>("lane", "session"),
  ...window,
  fullHours: fc.constantFrom(0, 1, 24),
  days: fc.constantFrom(1, 3, 7),
  summary,
});

export function arbitraryHistory(base: HistoryPolicy): fc.Arbitrary<HistoryPolicy> {
  const replyCharacters = fc.constantFrom(0, 5, 60, 500);
  const asText = fc.record({ form: fc.constantFrom("text" as const, "tagged" as const), replyCharacters });
  return fc.oneof(fc.constant(base), fc.constant<HistoryPolicy>({ form: "steps" }), asText, asText);
}

import { findModelFacts } from "@clewline/core/model/facts/find-facts.js";
import type { ModelFacts } from "@clewline/core/model/facts/model-facts.js";

/** The prices and cache rules of a provider, for every call of a transcript. */
export interface PriceTable {
  readonly name: string;
  readonly long: boolean;
  readonly prices: Partial<ModelFacts>;
}

/** Models by how they treat reasoning and what their cache costs. */
export interface ModelClass {
  readonly name: string;
  readonly long: boolean;
  readonly facts: Partial<ModelFacts> & Pick<ModelFacts, "reasoning">;
}

const [minute, hour] = [60_000, 3_600_000];

export const priceTables: readonly PriceTable[] = [
  ...[0.025, 0.05, 0.1].flatMap((read): readonly PriceTable[] => [
    { name: `read ${read}, 5 minutes`, long: false, prices: { read, write: 1.25, ttlMs: 5 * minute } },
    { name: `read ${read}, 1 hour`, long: true, prices: { read, longWrite: 2, longTtlMs: hour } },
  ]),
  ...[0.25, 0.5].map((read): PriceTable => {
    return {
      name: `read ${read}, found by itself`,
      long: false,
      prices: { read, write: 1, ttlMs: 5 * minute, leastPrefix: 1_024 },
    };
  }),
  { name: "no cache", long: false, prices: { read: 1, write: 1, longWrite: 1 } },
];

const takeBack = (model: string) => findModelFacts(model).reasoning;
const newer = { input: 4, output: 20, read: 0.05, ttlMs: 5 * minute, longTtlMs: hour, write: 1.25, longWrite: 2 };

export const modelClasses: readonly ModelClass[] = [
  { name: "not bound, 5 minutes", long: false, facts: { ...newer, read: 0.1, reasoning: takeBack("claude-opus-5") } },
  { name: "bound, 5 minutes", long: false, facts: { ...newer, reasoning: takeBack("claude-opus-5-5") } },
  { name: "bound, 1 hour", long: true, facts: { ...newer, reasoning: takeBack("claude-opus-5-5") } },
];

/** Cache reads at a tenth, a twentieth and a fortieth, with both lifetimes, bound and not; and dear reads. */
export function listEnoughClasses(): readonly ModelClass[] {
  const bonds = [
    ["not bound", "claude-opus-5"],
    ["bound", "claude-opus-5-5"],
  ] as const;
  const cheap = bonds.flatMap(([bond, model]) =>
    [0.1, 0.05, 0.025].flatMap((read) =>
      [false, true].map((long) => makeClass(`${bond}, ${read}, ${long ? "1h" : "5m"}`, { model, read, long })),
    ),
  );
  return [...cheap, makeClass("not bound, 0.25, 5m", { model: "claude-opus-5", read: 0.25, long: false })];
}

function makeClass(
  name: string,
  { model, read, long }: { readonly model: string; readonly read: number; readonly long: boolean },
): ModelClass {
  return { name, long, facts: { ...newer, read, reasoning: takeBack(model) } };
}

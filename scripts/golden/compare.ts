/** Holds the facts of two builds against each other. */
import type { IntendedChange } from "./changes.js";
import type { Fact, Job } from "./facts.js";

export interface Difference {
  readonly job: Job;
  readonly what: Fact["what"];
  readonly key: string;
  /** The layers whose tokens differ; "bytes" where none does. */
  readonly layers: readonly string[];
  /** True for the first difference of its kind in a conversation; the others may follow from it. */
  readonly isFirst: boolean;
}

export function listDifferences(job: Job, before: readonly Fact[], after: readonly Fact[]): readonly Difference[] {
  const name = ({ what, key }: Fact) => `${what} ${key}`;
  const found = new Map(after.map((fact) => [name(fact), fact]));
  const known = new Set(before.map(name));
  const changed = before.filter((fact) => found.get(name(fact))?.said !== fact.said);
  const added = after.filter((fact) => !known.has(name(fact)));
  const seen = new Set<string>();
  return [...changed, ...added].map((fact) => {
    const isFirst = !seen.has(fact.what);
    seen.add(fact.what);
    const layers = compareLayers(fact, found.get(name(fact)));
    return { job, what: fact.what, key: fact.key, layers, isFirst };
  });
}

function compareLayers({ layers = {} }: Fact, after: Fact | undefined): readonly string[] {
  if (after === undefined) return ["missing"];
  const now = after.layers ?? {};
  const names = new Set([...Object.keys(layers), ...Object.keys(now)]);
  const differing = [...names].filter((layer) => layers[layer] !== now[layer]);
  return differing.length > 0 ? differing : ["bytes"];
}

/** The intended change that explains a difference, if there is one. */
export function explainDifference(
  { job, what, layers }: Difference,
  intended: readonly IntendedChange[],
): IntendedChange | undefined {
  return intended.find(
    (change) =>
      (change.preset === "*" || change.preset === job.preset) &&
      (change.what === "*" || change.what === what) &&
      (change.layer === "*" || change.layer.split("+").every((layer) => layers.includes(layer))),
  );
}

/** What a lane's calls cost: the provider's prices, and whether its cache still has the last view. */
import { type Entry, isFromModel } from "../../core/log/entry.js";
import type { Instant, Tokens } from "../../core/log/keys.js";
import type { ModelFacts } from "../../core/model/facts/model-facts.js";
import type { CallCosts, Snapshot } from "../../core/view/snapshot.js";
import type { CountingBasis } from "./counting.js";

/** Of a model that nobody knows: what most providers ask. */
const usual: Pick<ModelFacts, "read" | "write" | "longWrite" | "ttlMs" | "longTtlMs"> = {
  ...{ read: 0.1, write: 1.25, longWrite: 2 },
  ...{ ttlMs: 300_000, longTtlMs: 3_600_000 },
};

export function describeCallCosts(
  { model, learned: { last } }: Pick<CountingBasis, "model" | "learned">,
  { entries }: Pick<Snapshot, "entries">,
  now: Instant,
): CallCosts {
  const facts = model?.facts.known === true ? model.facts : usual;
  const before = findLastCall(entries);
  const isSwitched = last !== null && last.model !== null && model !== null && last.model !== model.name;
  // A provider that neither read nor wrote anything of a long request keeps none of it.
  const { spent } = last ?? { spent: null };
  const isUncached =
    spent !== null && spent.fresh > leastCached && spent.read + spent.written + spent.writtenLong === 0;
  // The marks of the last call say how long its provider keeps it.
  const isLong = spent !== null && spent.writtenLong > 0;
  const ttlMs = isLong ? facts.longTtlMs : facts.ttlMs;
  const isCold = before === null || now - before > ttlMs || isSwitched || isUncached;
  const prices = { read: facts.read, write: isLong ? facts.longWrite : facts.write };
  const isBound = model !== null && model.facts.reasoning.bound !== "never";
  return { prices, isCold, isBound, beside: 0 };
}

const leastCached: Tokens = 20_000;

function findLastCall(entries: readonly Entry[]): Instant | null {
  return entries.findLast((entry) => isFromModel(entry) && entry.kind !== "returned")?.at ?? null;
}

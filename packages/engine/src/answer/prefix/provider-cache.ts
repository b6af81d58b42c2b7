/** Whether the provider's cache still has the request of a lane's last call. */
import { type Entry, isFromModel } from "@clewline/core/log/entry.js";
import type { Instant } from "@clewline/core/log/keys.js";
import { pickLifetimeMs } from "@clewline/core/model/cache-lifetime.js";
import type { AvailableModel, ModelFacts } from "@clewline/core/model/facts/model-facts.js";
import type { CountingHistory } from "../learned-limits.js";

/** For an unknown model: the cache prices and lifetimes of most providers. */
const usual: Pick<ModelFacts, "read" | "write" | "longWrite" | "ttlMs" | "longTtlMs"> = {
  ...{ read: 0.1, write: 1.25, longWrite: 2 },
  ...{ ttlMs: 300_000, longTtlMs: 3_600_000 },
};

export interface ProviderCache {
  readonly facts: typeof usual;
  readonly isCold: boolean;
  /** Whether it keeps requests for the longer of its times. */
  readonly isLong: boolean;
}

export function readProviderCache(
  model: AvailableModel | null,
  { last }: Pick<CountingHistory, "last">,
  entries: readonly Entry[],
  now: Instant,
): ProviderCache {
  const { usage = null } = last ?? {};
  const facts = model?.facts.known === true ? model.facts : usual;
  const before = findLastCall(entries);
  const isSwitched = usage !== null && usage.model !== null && model !== null && usage.model !== model.name;
  const ttlMs = pickLifetimeMs(facts, usage);
  return { facts, isCold: before === null || now - before > ttlMs || isSwitched, isLong: ttlMs > facts.ttlMs };
}

function findLastCall(entries: readonly Entry[]): Instant | null {
  return entries.findLast((entry) => isFromModel(entry) && entry.kind !== "returned")?.at ?? null;
}

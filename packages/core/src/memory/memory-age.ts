/** How memories age: some fade, some end. */
import type { Instant } from "../log/keys.js";
import type { Memory, MemoryKind } from "../log/memories/memory.js";

const dayMs = 86_400_000;
/** What happened and what came out is asked for less, the longer ago it was. What holds does not fade. */
export const halfLivesMs: Readonly<Partial<Record<MemoryKind, number>>> = { event: 60 * dayMs, outcome: 180 * dayMs };

/** 1 for what is of today, half of it after each half-life. What has no date, or one that is to come, counts in full. */
export function weighAge({ kind, from, saidAt }: Pick<Memory, "kind" | "from" | "saidAt">, now: Instant): number {
  const halfLife = halfLivesMs[kind];
  const age = now - (from ?? saidAt);
  return halfLife === undefined || !(age > 0) ? 1 : 0.5 ** (age / halfLife);
}

/** Whether it is told: it has neither ended nor been replaced. */
export function isCurrent({ until, replacedBy }: Pick<Memory, "until" | "replacedBy">, now: Instant): boolean {
  return replacedBy === undefined && (until === undefined || until > now);
}

/** The status of a lane: how often it was compacted, and the cost of its next call if the cache is cold. */
import type { Instant, LaneRef, Tokens } from "@clewline/core/log/keys.js";
import { pickLifetimeMs } from "@clewline/core/model/cache-lifetime.js";
import { type ColdCall, findColdCall } from "@clewline/core/model/cold-call.js";
import { isObject } from "@clewline/text/json.js";
import { readCountingHistory } from "../answer/learned-limits.js";
import type { Engine } from "../engine.js";
import { compactionEvent } from "../growth/compaction.js";
import type { NextCall } from "./next-call.js";

/** How often a lane was compacted, by itself or on request. */
export interface CompactionCount {
  /** Those that were taken back included. */
  readonly count: number;
  /** When the last one was, in milliseconds since 1970; null before the first. */
  readonly last: Instant | null;
}

/** More than any lane has. */
const most = 100_000;

/** For a past call, up to that time. */
export async function countCompactions(
  { store }: Pick<Engine, "store">,
  ref: LaneRef,
  until: Instant = Number.POSITIVE_INFINITY,
): Promise<CompactionCount> {
  const records = await store.records(ref, "event", compactionEvent, most);
  // A model's failure to write a summary is an event of the same name.
  const made = records.filter(
    (record) =>
      record.kind === "event" && record.at <= until && isObject(record.event) && record.event.kept !== undefined,
  );
  return { count: made.length, last: made[0]?.at ?? null };
}

/** Null before the first call, and for a model that is not known. */
export async function predictColdCall(
  { clock, store }: Pick<Engine, "clock" | "store">,
  { request, last }: NextCall,
  tokens: Tokens,
): Promise<ColdCall | null> {
  if (last === null || request.model === undefined) return null;
  const { last: before } = await readCountingHistory(store, last.ref, request.model);
  const lifetimeMs = pickLifetimeMs(request.model.facts, before?.usage ?? null);
  return findColdCall(request.model, tokens, { idleMs: clock.now() - last.at, lifetimeMs });
}

/** How a lane stands: how often it was compacted, and what its next call costs if the cache has forgotten it. */
import type { Instant, LaneRef, Tokens } from "../../core/log/keys.js";
import { type ColdCall, findColdCall } from "../../core/model/cold-call.js";
import { isObject } from "../../core/text/json.js";
import type { Engine } from "../engine.js";
import { compactionEvent } from "../growth/compaction.js";
import type { NextCall } from "../read/next-call.js";

/** How often a lane was compacted, by itself or on request. */
export interface CompactionCount {
  /** Those that were taken back included. */
  readonly count: number;
  /** When the last one was, in milliseconds since 1970; null before the first. */
  readonly last: Instant | null;
}

/** More than any lane has. */
const most = 100_000;

export async function countCompactions({ store }: Pick<Engine, "store">, ref: LaneRef): Promise<CompactionCount> {
  const records = await store.records(ref, "event", compactionEvent, most);
  // A model's failure to write a summary is an event of the same name.
  const made = records.filter(
    (record) => record.kind === "event" && isObject(record.event) && record.event.kept !== undefined,
  );
  return { count: made.length, last: made[0]?.at ?? null };
}

/** Null before the first call, and for a model that is not known. */
export function predictColdCall(
  { clock }: Pick<Engine, "clock">,
  { request, last }: NextCall,
  tokens: Tokens,
): ColdCall | null {
  if (last === null || request.model === undefined) return null;
  return findColdCall(request.model, tokens, clock.now() - last.at);
}

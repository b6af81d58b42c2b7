import type { Instant, LaneRef } from "@clewline/core/log/keys.js";
import type { Json } from "@clewline/text/json.js";
import type { Engine } from "../engine.js";

/** An event of a lane besides its messages: for people and scorers, never for a model. */
export interface TraceLine {
  /** `model_usage`, `context_compaction`, `model_limit`. */
  readonly name: string;
  /** When, in milliseconds since 1970. */
  readonly at: Instant;
  /** The event's data. */
  readonly event: Json;
}

/** More than a run of weeks has. */
const mostEvents = 100_000;

/** The newest events, oldest first. */
export async function readTrace({ store }: Engine, ref: LaneRef, limit: number): Promise<readonly TraceLine[]> {
  const records = await store.records(ref, "event", null, Math.min(limit, mostEvents));
  return records.flatMap((record) => (record.kind === "event" ? [makeTraceLine(record)] : [])).reverse();
}

function makeTraceLine({ name, at, event }: TraceLine): TraceLine {
  return { name, at, event };
}

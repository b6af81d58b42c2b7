import type { LaneRef } from "@clewline/core/log/keys.js";
import type { Engine } from "@clewline/engine/engine.js";
import { findMark } from "@clewline/engine/intake/sync-mark.js";

/** Sessions that are looked through, the newest first: a chain that goes on was written to lately. */
const mostSessions = 200;

/** The lane of an answer that its provider keeps under this name, as the log has it; null for one that it has not. */
export async function findAnsweredLane({ store, owner }: Engine, name: string): Promise<LaneRef | null> {
  for (const { session } of await store.sessions(owner, { after: null, limit: mostSessions })) {
    const found = await store.bySource({ owner, session }, name);
    // People's messages have ids too, which their channels chose.
    if (found !== null && findMark(found.entry)?.host === name) return found.ref;
  }
  return null;
}

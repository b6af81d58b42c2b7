import { type LaneRef, memorySession } from "@clewline/core/log/keys.js";
import type { Engine } from "../../engine.js";
import { walkSessions } from "../sessions/all-sessions.js";

/** All lanes that have something to compare: those of memories, then those of the sessions, newest first. */
export async function* walkAllLanes({ store, owner }: Pick<Engine, "store" | "owner">): AsyncGenerator<LaneRef> {
  for (const { ref } of await store.lanes({ owner, session: memorySession })) yield ref;
  for await (const { session } of walkSessions({ store, owner })) {
    for (const { ref } of await store.lanes({ owner, session })) yield ref;
  }
}

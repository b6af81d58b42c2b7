import type { Engine } from "../../engine.js";
import { walkSessions } from "../../read/sessions/all-sessions.js";
import { learnLane } from "./learn-lane.js";

/**
 * Learns by rule from everything that was said and not learned from yet, whichever process wrote it: one that only imports learns
 * nothing. Whoever asks for it waits until it is done.
 */
export async function learnAll(engine: Engine, signal: AbortSignal): Promise<void> {
  if (!engine.memory) return;
  const reading = { signal, onRead: () => undefined, onLong: () => undefined };
  for await (const { session } of walkSessions(engine)) {
    for (const { ref } of await engine.store.lanes({ owner: engine.owner, session })) {
      await learnLane(engine, ref, null, reading);
    }
  }
}

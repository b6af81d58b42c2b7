import type { LaneKey, LaneRef } from "@clewline/core/log/keys.js";
import { readAwaitedParent, route } from "@clewline/core/log/route-to-lane.js";
import type { Engine } from "../engine.js";
import type { Incoming } from "./incoming.js";
import { inferLane } from "./inferred-lane.js";

/**
 * Finds a message's lane. If lanes are inferred, one without topic or reply stays with `earlier`, of the same burst.
 */
export async function resolveMessageLane(
  engine: Engine,
  message: Incoming,
  earlier: LaneRef | null = null,
): Promise<LaneRef> {
  const { owner, store, inferReplies } = engine;
  const { session, topic, replyTo, from } = message;
  if (inferReplies && topic === null && replyTo === null && from !== null) {
    if (earlier?.session === session) return earlier;
    return { owner, session, lane: await inferLane(engine, message, from) };
  }
  const parent = replyTo === null || topic !== null ? null : await store.bySource({ owner, session }, replyTo);
  const lane = parent === null ? null : await findStandingLane(engine, parent.ref, message.id);
  return { owner, session, lane: route(message, lane) };
}

/** So many replies to one another may have come before what they reply to. */
const mostAhead = 8;

/**
 * The lane where a thread goes on. A reply that came before its parent opened a lane under the parent's id. Once the
 * parent is there, the thread goes on in the parent's lane.
 */
export async function findStandingLane(engine: Engine, found: LaneRef, message: string | null): Promise<LaneKey> {
  const { owner, session } = found;
  let { lane } = found;
  for (let step = 0; step < mostAhead; step++) {
    const awaited = readAwaitedParent(lane);
    const parent = awaited === null ? null : await engine.store.bySource({ owner, session }, awaited);
    // Where links are inferred, a thread's lane has the id of its own first message.
    if (parent === null || parent.ref.lane === lane || message === awaited) return lane;
    lane = parent.ref.lane;
  }
  return lane;
}

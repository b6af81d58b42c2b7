import type { LaneRef } from "../../core/log/keys.js";
import { route } from "../../core/log/route-to-lane.js";
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
  const parent = replyTo === null ? null : await store.bySource({ owner, session }, replyTo);
  return { owner, session, lane: route(message, parent?.ref.lane ?? null) };
}

import type { LaneRef } from "../core/keys.js";
import { route } from "../core/route.js";
import type { House } from "./house.js";
import type { Incoming } from "./incoming.js";

/** Where a message belongs. */
export async function laneOf({ owner, store }: House, message: Incoming): Promise<LaneRef> {
  const { session, replyTo } = message;
  const parent = replyTo === null ? null : await store.bySource(owner, session, replyTo);
  return { owner, session, lane: route(message, parent?.ref.lane ?? null) };
}

import type { Entry } from "../core/entry.js";
import type { LaneRef } from "../core/keys.js";
import { route } from "../core/route.js";
import type { House } from "./house.js";
import type { Incoming } from "./incoming.js";

export interface Located {
  readonly ref: LaneRef;
  /** The message that is replied to, where the session knows it. */
  readonly parent: { readonly ref: LaneRef; readonly entry: Entry } | null;
}

/** Where a message belongs. */
export async function locate(house: House, message: Incoming): Promise<Located> {
  const { owner, store } = house;
  const parent = message.replyTo === null ? null : await store.bySource(owner, message.session, message.replyTo);
  const lane = message.lane ?? route(message, parent?.ref.lane ?? null);
  return { ref: { owner, session: message.session, lane }, parent };
}

import type { Entry } from "../core/entry.js";
import type { LaneKey, LaneRef, SessionKey } from "../core/keys.js";
import { parsePointer } from "../core/pointer.js";
import type { Scope } from "../core/ports.js";
import type { House } from "../engine/house.js";

/** How far a client may look: everything of the owner, one session, or one lane of it. What is private to a surface is never in reach. */
export type Reach =
  | { readonly kind: "all" }
  | { readonly kind: "session"; readonly session: SessionKey }
  | { readonly kind: "lane"; readonly session: SessionKey; readonly lane: LaneKey };

/** The only surface that a client has: none. */
export const noSurface = null;

export function scopeOf({ owner }: House, reach: Reach): Scope {
  switch (reach.kind) {
    case "all":
      return { kind: "owner", owner };
    case "session":
      return { kind: "session", owner, session: reach.session };
    case "lane":
      return { kind: "lane", ref: { owner, session: reach.session, lane: reach.lane } };
    default:
      return reach satisfies never;
  }
}

/** The entry at a pointer. One that is out of reach looks exactly like one that was never given out. */
export async function placeAt(
  { store, owner }: House,
  reach: Reach,
  pointer: string,
): Promise<{ readonly ref: LaneRef; readonly entry: Entry } | null> {
  const found = await store.byAddress(owner, parsePointer(pointer).address);
  return found === null || found.entry.private !== undefined || !isInReach(reach, found.ref) ? null : found;
}

export function isInReach(reach: Reach, { session, lane }: Pick<LaneRef, "session" | "lane">): boolean {
  if (reach.kind === "all") return true;
  return session === reach.session && (reach.kind === "session" || lane === reach.lane);
}

import type { Entry } from "@clewline/core/log/entry.js";
import type { LaneKey, LaneRef, OwnerKey, SessionKey } from "@clewline/core/log/keys.js";
import { parsePointer } from "@clewline/core/log/pointer.js";
import type { LogStore, SearchScope } from "@clewline/core/ports/index.js";
import type { Engine } from "@clewline/engine/engine.js";

/** The readable part of the log: all of the owner, one session, or one lane, without messages private to a surface. */
export type Reach =
  | { readonly kind: "all" }
  | { readonly kind: "session"; readonly session: SessionKey }
  | { readonly kind: "lane"; readonly session: SessionKey; readonly lane: LaneKey };

/** A client has no surface. */
export const noSurface = null;

export function makeReachScope({ owner }: Engine, reach: Reach): SearchScope {
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

/** The entry at a pointer. One out of reach gets the same answer as one that was never given out. */
export async function findReachableEntry(
  { store, owner }: Engine,
  reach: Reach,
  pointer: string,
): Promise<{ readonly ref: LaneRef; readonly entry: Entry } | null> {
  const { address } = parsePointer(pointer);
  const session = reach.kind === "all" ? await findPointerSession(store, owner, address) : reach.session;
  const found = session === null ? null : await store.byAddress({ owner, session }, address);
  return found === null || found.entry.private !== undefined || !isInReach(reach, found.ref) ? null : found;
}

/** A pointer alone does not name its session. */
async function findPointerSession(store: LogStore, owner: OwnerKey, address: string): Promise<SessionKey | null> {
  const [place] = await store.locate(owner, { kind: "address", address });
  return place?.ref.session ?? null;
}

export function isInReach(reach: Reach, { session, lane }: Pick<LaneRef, "session" | "lane">): boolean {
  if (reach.kind === "all") return true;
  return session === reach.session && (reach.kind === "session" || lane === reach.lane);
}

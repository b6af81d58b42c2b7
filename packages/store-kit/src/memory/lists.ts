import { isChildLane } from "@clewline/core/log/child-lane.js";
import type { SaidEntry } from "@clewline/core/log/entry.js";
import type { LaneRef, OwnerKey, SessionKey, SessionRef } from "@clewline/core/log/keys.js";
import { type LaneSummary, recentLanes, type SessionCursor, type SessionSummary } from "@clewline/core/ports/index.js";
import { compare, type Log, makeLaneKey, readEntry } from "./log.js";

export function listSessions(
  log: Log,
  owner: OwnerKey,
  after: SessionCursor | null,
  limit: number,
): readonly SessionSummary[] {
  const sessions = new Map<SessionKey, SessionSummary>();
  for (const { ref, entries, newest } of filterLanes(log, (each) => each.owner === owner)) {
    const { session } = ref;
    const sum = sessions.get(session) ?? { session, lanes: 0, entries: 0, newest };
    const lanes = sum.lanes + 1;
    sessions.set(session, { session, lanes, entries: sum.entries + entries, newest: Math.max(sum.newest, newest) });
  }
  const listed = [...sessions.values()].sort(compareNewest);
  return listed.filter((each) => after === null || compareNewest(each, after) > 0).slice(0, limit);
}

function compareNewest(a: SessionCursor, b: SessionCursor): number {
  return b.newest - a.newest || compare(a.session, b.session);
}

export function listLanes(log: Log, { owner, session }: SessionRef): readonly LaneSummary[] {
  return filterLanes(log, (ref) => ref.owner === owner && ref.session === session);
}

function filterLanes(log: Log, isWanted: (ref: LaneRef) => boolean): readonly LaneSummary[] {
  const lanes = [...log.lanes.values()].filter(({ ref, entries }) => isWanted(ref) && entries.length > 0);
  return lanes
    .map(({ ref, entries, newest }) => ({ ref, entries: entries.length, newest }))
    .sort((a, b) => b.newest - a.newest || compare(a.ref.lane, b.ref.lane));
}

export function listRecentSaid(
  log: Log,
  session: SessionRef,
  limit: number,
): readonly { ref: LaneRef; entry: SaidEntry }[] {
  const lanes = listLanes(log, session).filter(({ ref }) => !isChildLane(ref.lane));
  const kept = lanes.slice(0, recentLanes).flatMap(({ ref }) => {
    const entries = log.lanes.get(makeLaneKey(ref))?.entries ?? [];
    return entries.slice(Math.max(0, entries.length - limit));
  });
  const newest = kept.sort((a, b) => b.order - a.order).slice(0, limit);
  return newest.reverse().flatMap((each) => {
    const entry = readEntry(each);
    return entry.kind === "said" ? [{ ref: { ...each.ref }, entry }] : [];
  });
}

import { isChildLane } from "../../core/child-lane.js";
import type { Entry } from "../../core/entry.js";
import { ClewError } from "../../core/errors.js";
import type { EntryId, LaneRef, OwnerKey, SessionKey } from "../../core/keys.js";
import type { Hash } from "../../core/pointer.js";
import { type LaneSummary, type LogStore, recentLanes, type SessionSummary } from "../../core/ports.js";
import {
  compare,
  contentsOf,
  count,
  type Derived,
  emptyLog,
  entryOf,
  type Kept,
  keyOf,
  type Log,
  laneKeyOf,
} from "./log.js";
import { listed } from "./queue.js";
import { changesIn, readLane } from "./read-lane.js";
import { chainOf, receiptsOfLane, receiptsOfTurn } from "./receipts.js";
import { recordsOfLane } from "./records.js";
import { searchLog } from "./search.js";
import { newestTurns, turnsAnswering, turnWithId } from "./turns.js";
import { writeChange } from "./write.js";

const rangeLimit = 1_000;

/** The log in this process, gone with it. For tests, examples and sessions that must leave nothing behind. */
export function memoryStore(options: { hash: Hash }): LogStore {
  const { hash } = options;
  const log = emptyLog();
  let open = true;
  const use = async <Result>(work: (log: Log) => Result): Promise<Result> => {
    if (!open) throw new ClewError("store/closed", "The memory store was closed", { hint: "Open a new one" });
    return work(log);
  };
  return {
    location: "memory",
    write: (change) => use(() => writeChange(log, hash, change)),
    read: (ref, limit, forced, key) => use(() => readLane(log, ref, limit, forced, key)),
    range: (ref, from, to) => use(() => readRange(log, ref, from, to)),
    bySource: (owner, session, message) => use(() => placed(findSource(log, keyOf(owner, session, message)))),
    recentSaid: (owner, session, limit) => use(() => recentSaid(log, owner, session, count(limit))),
    byAddress: (owner, address) => use(() => placed(atAddress(log, keyOf(owner, address)))),
    byId: (ref, id) => use(() => found(log.lanes.get(laneKeyOf(ref))?.byId.get(id), entryOf)),
    changesOf: (ref, targets) =>
      use(() => {
        const lane = log.lanes.get(laneKeyOf(ref));
        return lane === undefined ? [] : changesIn(log, lane, targets).map(entryOf);
      }),
    blobs: (owner, ids) => use(() => picked(contentsOf(log, owner).blobs, ids)),
    turn: (owner, id) => use(() => turnWithId(log, owner, id)),
    turns: (ref, limit) => use(() => newestTurns(log, ref, limit)),
    turnsAnswering: (owner, entry) => use(() => turnsAnswering(log, owner, entry)),
    leases: (ref) => use(() => listed(log.lanes.get(laneKeyOf(ref))?.leases ?? [])),
    sessions: (owner) => use(() => sessionsOf(log, owner)),
    lanes: (owner, session) => use(() => lanesOf(log, owner).filter(({ ref }) => ref.session === session)),
    receipt: (owner, id) => use(() => chainOf(log, owner, id)),
    receiptsOf: (owner, turn) => use(() => receiptsOfTurn(log, owner, turn)),
    receipts: (ref, after, limit) => use(() => receiptsOfLane(log, ref, after, limit)),
    records: (ref, kind, name, limit) => use(() => recordsOfLane(log, ref, kind, name, limit)),
    chunks: (owner, hashes) => use(() => picked(contentsOf(log, owner).chunks, hashes)),
    derivedFrom: (owner, source) => use(() => derivedFrom(log, owner, source)),
    search: (scope, words, limit) => use(() => searchLog(log, scope, words, limit)),
    faults: () => use(() => []),
    close: async () => {
      open = false;
    },
  };
}

function readRange(log: Log, ref: LaneRef, from: number, to: number): readonly Entry[] {
  const entries = log.lanes.get(laneKeyOf(ref))?.entries ?? [];
  const start = Math.max(0, from - 1);
  return entries.slice(start, Math.max(0, Math.min(to, start + rangeLimit))).map(entryOf);
}

/** An edit is found where the message itself was said, and an answer by the note that lists its channel ids. */
function findSource(log: Log, key: string): Found | null {
  const revisions = (log.bySource.get(key) ?? []).toSorted((a, b) => revisionOf(a) - revisionOf(b));
  const newest = revisions.at(-1);
  if (newest !== undefined) {
    const first = revisions.find(({ draft }) => draft.kind === "said") ?? newest;
    return { ref: first.ref, kept: newest };
  }
  const note = log.bySent.get(key);
  if (note === undefined) return null;
  const { turn } = note.draft;
  const ofTurn = turn === null ? undefined : log.lanes.get(laneKeyOf(note.ref))?.byTurn.get(turn);
  const answer = ofTurn?.findLast(({ fromAgent }) => fromAgent);
  return { ref: note.ref, kept: answer ?? note };
}

interface Found {
  readonly ref: LaneRef;
  readonly kept: Kept;
}

function revisionOf(kept: Kept): number {
  return kept.source?.revision ?? 0;
}

function recentSaid(log: Log, owner: OwnerKey, session: SessionKey, limit: number) {
  const lanes = lanesOf(log, owner).filter(({ ref }) => ref.session === session && !isChildLane(ref.lane));
  const kept = lanes.slice(0, recentLanes).flatMap(({ ref }) => {
    const entries = log.lanes.get(laneKeyOf(ref))?.entries ?? [];
    return entries.slice(Math.max(0, entries.length - limit));
  });
  const newest = kept.sort((a, b) => b.order - a.order).slice(0, limit);
  return newest.reverse().flatMap((each) => {
    const entry = entryOf(each);
    return entry.kind === "said" ? [{ ref: { ...each.ref }, entry }] : [];
  });
}

function atAddress(log: Log, key: string): Found | null {
  return found(log.byAddress.get(key), (kept) => ({ ref: kept.ref, kept }));
}

function placed(hit: Found | null): { ref: LaneRef; entry: Entry } | null {
  return hit === null ? null : { ref: hit.ref, entry: entryOf(hit.kept) };
}

function sessionsOf(log: Log, owner: OwnerKey): readonly SessionSummary[] {
  const sessions = new Map<SessionKey, SessionSummary>();
  for (const { ref, entries, newest } of lanesOf(log, owner)) {
    const { session } = ref;
    const sum = sessions.get(session) ?? { session, lanes: 0, entries: 0, newest };
    const lanes = sum.lanes + 1;
    sessions.set(session, { session, lanes, entries: sum.entries + entries, newest: Math.max(sum.newest, newest) });
  }
  return [...sessions.values()].sort((a, b) => b.newest - a.newest || compare(a.session, b.session));
}

function lanesOf(log: Log, owner: OwnerKey): readonly LaneSummary[] {
  const lanes = [...log.lanes.values()].filter(({ ref, entries }) => ref.owner === owner && entries.length > 0);
  return lanes
    .map(({ ref, entries, newest }) => ({ ref, entries: entries.length, newest }))
    .sort((a, b) => b.newest - a.newest || compare(a.ref.lane, b.ref.lane));
}

function derivedFrom(log: Log, owner: OwnerKey, source: EntryId): readonly Derived[] {
  return [...(contentsOf(log, owner).derived.get(source)?.values() ?? [])].map((line) => ({ ...line }));
}

function picked<Key, Value>(from: ReadonlyMap<Key, Value>, keys: readonly Key[]): ReadonlyMap<Key, Value> {
  const pairs = keys.map((key) => [key, from.get(key)] as const);
  return new Map(pairs.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])));
}

function found<Kept, Value>(kept: Kept | undefined, parse: (kept: Kept) => Value): Value | null {
  return kept === undefined ? null : parse(kept);
}

import { ClewError } from "../../core/errors.js";
import type { Entry } from "../../core/log/entry.js";
import type { EntryId, LaneRef, SessionRef } from "../../core/log/keys.js";
import type { Hash } from "../../core/log/pointer.js";
import type { LogStore } from "../../core/ports/index.js";
import { laneRequest } from "../../core/ports/lane-request.js";
import { atAddress, findSource, locate, placed } from "./find.js";
import { lanesOf, recentSaid, sessionsOf } from "./lists.js";
import { contentsOf, count, type Derived, emptyLog, entryOf, keyOf, type Log, laneKeyOf, picked } from "./log.js";
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
    read: (ref, request, forced, key) => use(() => readLane(log, ref, laneRequest(request, forced, key))),
    range: (ref, from, to) => use(() => readRange(log, ref, from, to)),
    bySource: ({ owner, session }, message) => use(() => placed(findSource(log, keyOf(owner, session, message)))),
    recentSaid: (session, limit) => use(() => recentSaid(log, session, count(limit))),
    byAddress: ({ owner, session }, address) => use(() => placed(atAddress(log, keyOf(owner, session, address)))),
    byId: (ref, id) => use(() => found(log.lanes.get(laneKeyOf(ref))?.byId.get(id), entryOf)),
    changesOf: (ref, targets) =>
      use(() => {
        const lane = log.lanes.get(laneKeyOf(ref));
        return lane === undefined ? [] : changesIn(log, lane, targets).map(entryOf);
      }),
    blobs: (session, ids) => use(() => picked(contentsOf(log, session).blobs, ids)),
    turn: (session, id) => use(() => turnWithId(log, session, id)),
    turns: (ref, limit) => use(() => newestTurns(log, ref, limit)),
    turnsAnswering: (session, entry) => use(() => turnsAnswering(log, session, entry)),
    leases: (ref) => use(() => listed(log.lanes.get(laneKeyOf(ref))?.leases ?? [])),
    sessions: (owner, { after, limit }) => use(() => sessionsOf(log, owner, after, count(limit))),
    lanes: (session) => use(() => lanesOf(log, session)),
    locate: (owner, name) => use(() => locate(log, owner, name)),
    receipt: (session, id) => use(() => chainOf(log, session, id)),
    receiptsOf: (session, turn) => use(() => receiptsOfTurn(log, session, turn)),
    receipts: (ref, after, limit) => use(() => receiptsOfLane(log, ref, after, limit)),
    records: (ref, kind, name, limit) => use(() => recordsOfLane(log, ref, { kind, name, limit })),
    chunks: (session, hashes) => use(() => picked(contentsOf(log, session).chunks, hashes)),
    derivedFrom: (session, sources) => use(() => derivedFrom(log, session, sources)),
    search: (scope, words, limit, least) => use(() => searchLog(log, scope, words, { limit, least })),
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

function derivedFrom(
  log: Log,
  session: SessionRef,
  sources: readonly EntryId[],
): ReadonlyMap<EntryId, readonly Derived[]> {
  const found = picked(contentsOf(log, session).derived, sources);
  return new Map([...found].map(([source, lines]) => [source, [...lines.values()].map((line) => ({ ...line }))]));
}

function found<Kept, Value>(kept: Kept | undefined, parse: (kept: Kept) => Value): Value | null {
  return kept === undefined ? null : parse(kept);
}

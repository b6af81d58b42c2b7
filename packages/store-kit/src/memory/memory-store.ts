import { ClewError } from "@clewline/core/errors.js";
import type { Entry } from "@clewline/core/log/entry.js";
import type { EntryId, LaneRef, SessionRef } from "@clewline/core/log/keys.js";
import type { Hash } from "@clewline/core/log/pointer.js";
import { type LogStore, mostPlaces } from "@clewline/core/ports/index.js";
import { normaliseLaneRequest } from "@clewline/core/ports/lane-request.js";
import { eraseFrom } from "./erase.js";
import { copyFound, findAddress, findSource, locate } from "./find.js";
import { listLanes, listRecentSaid, listSessions } from "./lists.js";
import {
  type DerivedItem,
  type Log,
  makeKey,
  makeLaneKey,
  makeLog,
  normaliseLimit,
  openContents,
  pickValues,
  readEntry,
} from "./log.js";
import { copyQueue } from "./queue.js";
import { listChanges, readLane } from "./read-lane.js";
import { listLaneReceipts, listTurnReceipts, readChain } from "./receipts.js";
import { listRecords } from "./records.js";
import { searchLog } from "./search.js";
import { listAnsweringTurns, listNewestTurns, listQueuedTurns, listUnsentTurns, readTurn } from "./turns.js";
import { countUnindexed, listUnindexed, listVectorNames, readVectors } from "./vectors.js";
import { writeChange } from "./write.js";

const rangeLimit = 1_000;

/** The log in this process, gone with it. For tests, examples and sessions that must leave nothing behind. */
export function makeMemoryStore(options: { hash: Hash }): LogStore {
  const { hash } = options;
  const log = makeLog();
  let open = true;
  const use = async <Result>(work: (log: Log) => Result): Promise<Result> => {
    if (!open) throw new ClewError("store/closed", "The memory store was closed", { hint: "Open a new one" });
    return work(log);
  };
  return {
    location: "memory",
    write: (change) => use(() => writeChange(log, hash, change)),
    read: (ref, request, forced, key) => use(() => readLane(log, ref, normaliseLaneRequest(request, forced, key))),
    range: (ref, from, to) => use(() => readRange(log, ref, from, to)),
    at: (ref, seqs) => use(() => readPlaces(log, ref, seqs)),
    bySource: ({ owner, session }, message) => use(() => copyFound(findSource(log, makeKey(owner, session, message)))),
    recentSaid: (session, limit) => use(() => listRecentSaid(log, session, normaliseLimit(limit))),
    byAddress: ({ owner, session }, address) =>
      use(() => copyFound(findAddress(log, makeKey(owner, session, address)))),
    byId: (ref, id) => use(() => convertFound(log.lanes.get(makeLaneKey(ref))?.byId.get(id), readEntry)),
    changesOf: (ref, targets) =>
      use(() => {
        const lane = log.lanes.get(makeLaneKey(ref));
        return lane === undefined ? [] : listChanges(log, lane, targets).map(readEntry);
      }),
    blobs: (session, ids) => use(() => pickValues(openContents(log, session).blobs, ids)),
    turn: (session, id) => use(() => readTurn(log, session, id)),
    turns: (ref, limit) => use(() => listNewestTurns(log, ref, limit)),
    turnsAnswering: (session, entry) => use(() => listAnsweringTurns(log, session, entry)),
    unsent: (owner, session, limit) => use(() => listUnsentTurns(log, owner, session, limit)),
    queued: (owner) => use(() => listQueuedTurns(log, owner)),
    leases: (ref) => use(() => copyQueue(log.lanes.get(makeLaneKey(ref))?.leases ?? [])),
    sessions: (owner, { after, limit }) => use(() => listSessions(log, owner, after, normaliseLimit(limit))),
    lanes: (session) => use(() => listLanes(log, session)),
    locate: (owner, name) => use(() => locate(log, owner, name)),
    receipt: (session, id) => use(() => readChain(log, session, id)),
    receiptsOf: (session, turn) => use(() => listTurnReceipts(log, session, turn)),
    receipts: (ref, after, limit) => use(() => listLaneReceipts(log, ref, after, limit)),
    records: (ref, kind, name, limit) => use(() => listRecords(log, ref, { kind, name, limit })),
    chunks: (session, hashes) => use(() => pickValues(openContents(log, session).chunks, hashes)),
    derivedFrom: (session, sources) => use(() => readDerived(log, session, sources)),
    search: (scope, words, limit) => use(() => searchLog(log, scope, words, limit)),
    vectors: (ref, embedder, after, limit) => use(() => readVectors(log, ref, embedder, { after, limit })),
    unindexed: (ref, embedder, before, limit) => use(() => listUnindexed(log, ref, embedder, { before, limit })),
    countUnindexed: (ref, embedder, from, to) => use(() => countUnindexed(log, ref, embedder, { from, to })),
    erase: (erasure) => use(() => eraseFrom(log, hash, erasure)),
    faults: () => use(() => []),
    close: async () => {
      open = false;
    },
  };
}

function readRange(log: Log, ref: LaneRef, from: number, to: number): readonly Entry[] {
  const entries = log.lanes.get(makeLaneKey(ref))?.entries ?? [];
  const start = Math.max(0, from - 1);
  return entries.slice(start, Math.max(0, Math.min(to, start + rangeLimit))).map(readEntry);
}

function readPlaces(log: Log, ref: LaneRef, seqs: readonly number[]): readonly Entry[] {
  const entries = log.lanes.get(makeLaneKey(ref))?.entries ?? [];
  const wanted = [...new Set(seqs)].sort((a, b) => a - b).slice(0, mostPlaces);
  return wanted.flatMap((seq) => entries[seq - 1] ?? []).map(readEntry);
}

function readDerived(
  log: Log,
  session: SessionRef,
  sources: readonly EntryId[],
): ReadonlyMap<EntryId, readonly DerivedItem[]> {
  const { derived } = openContents(log, session);
  const lanes = [...log.lanes.values()].filter(
    ({ ref, vectors }) => vectors.size > 0 && ref.owner === session.owner && ref.session === session.session,
  );
  const found = sources.map((source) => {
    const names = lanes.flatMap((lane) => {
      const seq = lane.byId.get(source)?.seq;
      return seq === undefined ? [] : listVectorNames(lane, seq);
    });
    const vectors = [...new Set(names)].map((key) => ({ kind: "vector", key }) as const);
    const lines = [...(derived.get(source)?.values() ?? [])].map((line) => ({ ...line }));
    return [source, [...lines, ...vectors]] as const;
  });
  return new Map(found.filter(([, lines]) => lines.length > 0));
}

function convertFound<Kept, Value>(kept: Kept | undefined, parse: (kept: Kept) => Value): Value | null {
  return kept === undefined ? null : parse(kept);
}

import { listReadRuns } from "@clewline/core/log/background-runs.js";
import { resolveMessageId } from "@clewline/core/log/entry.js";
import { firstEpoch } from "@clewline/core/log/epoch.js";
import type { EntryId, LaneRef, SessionRef, TurnId } from "@clewline/core/log/keys.js";
import { findRepliedMessage } from "@clewline/core/log/replied-message.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { LaneRequest, LaneState, RepliedMessage } from "@clewline/core/ports/index.js";
import { findLeaveBoundary } from "@clewline/core/view/reduce/reductions.js";
import { copyFound, findSource } from "./find.js";
import {
  copyValue,
  type Lane,
  type Log,
  makeKey,
  makeLaneKey,
  normaliseLimit,
  openContents,
  pickValues,
  readEntry,
} from "./log.js";
import { copyQueue } from "./queue.js";
import { findFurthestSummary, listRecords, readPrepared, readSessionSettings } from "./records.js";
import type { StoredEntry } from "./stored-entry.js";
import { compareTurns, findTurnRecord } from "./turns.js";

export function readLane(log: Log, ref: LaneRef, request: LaneRequest): LaneState {
  const { forced = null, epochKey } = request;
  const lane = log.lanes.get(makeLaneKey(ref));
  const settings = readSessionSettings(log, ref);
  const key = typeof epochKey === "function" ? epochKey(settings) : (epochKey ?? firstEpoch.key);
  if (lane === undefined) return { ...makeEmptyState(request), epoch: { ...firstEpoch, key }, settings };
  const last = lane.entries.length;
  const epoch = lane.epochs.get(key) ?? { ...firstEpoch, key };
  const after = Math.max(findLeaveBoundary(epoch.through), lane.cleared);
  const runs = listReadRuns(request.without?.({ epoch, settings }) ?? [], after, last, normaliseLimit(request.limit));
  const newest = runs.flatMap(({ from, to }) => lane.entries.slice(from - 1, to));
  const held = epoch.held.flatMap((seq) => (seq > lane.cleared ? (lane.entries[seq - 1] ?? []) : []));
  const needed = [...held, ...(forced === null ? [] : listForcedEntries(log, lane, forced))];
  const shown = [...new Set([...needed, ...newest])].sort((a, b) => a.seq - b.seq);
  const entries = shown.map(readEntry);
  const turns = listTurns(log, ref, new Set([forced, ...shown.map(({ draft }) => draft.turn)]));
  const lastReceipt = epochKey === undefined ? lane.lastReceipt : (lane.lastReceiptByKey.get(key) ?? null);
  const replied = request.replied ? findReplied(log, ref, { entries, turns }, forced) : null;
  return {
    last,
    epoch: copyValue(epoch),
    lastReceipt,
    ...readPrepared(lane, epoch),
    cleared: lane.cleared,
    settings,
    entries,
    turns,
    furthest: findFurthestSummary(lane, epoch, request.isOwnSummary),
    records: (request.records ?? []).map((wanted) => listRecords(log, ref, wanted)),
    replied,
    blobs: pickValues(openContents(log, ref).blobs, request.blobsOf?.({ settings, entries, replied }) ?? []),
    leases: request.leases ? copyQueue(lane.leases) : [],
  };
}

function makeEmptyState({ records = [] }: LaneRequest): Omit<LaneState, "epoch" | "settings"> {
  const [entries, turns, leases] = [[], [], []];
  const absent = { lastReceipt: null, summary: null, candidate: null, furthest: null, replied: null };
  return {
    last: 0,
    cleared: 0,
    ...absent,
    entries,
    turns,
    leases,
    records: records.map(() => []),
    blobs: new Map(),
  };
}

/** The first reply among the messages that the forced turn answers, and the message that it replies to. */
function findReplied(
  log: Log,
  ref: LaneRef,
  { entries, turns }: Pick<LaneState, "entries" | "turns">,
  forced: TurnId | null,
): RepliedMessage | null {
  const message = findRepliedMessage(entries, turns.find(({ id }) => id === forced)?.messages ?? []);
  const found = message === null ? null : copyFound(findSource(log, makeKey(ref.owner, ref.session, message)));
  if (found === null) return null;
  const first = log.lanes.get(makeLaneKey(found.ref))?.byId.get(resolveMessageId(found.entry));
  return { ...found, first: first === undefined ? null : readEntry(first) };
}

/** All entries of the turn, its messages, and the edits and withdrawals of any of them, by seq. */
function listForcedEntries(log: Log, lane: Lane, forced: TurnId): readonly StoredEntry[] {
  const messages = findTurnRecord(log, lane.ref, forced)?.messages ?? [];
  const own = [...(lane.byTurn.get(forced) ?? []), ...messages.flatMap((id) => lane.byId.get(id) ?? [])];
  const changes = listChanges(
    log,
    lane,
    own.map(({ draft }) => draft.id),
  );
  return [...new Set([...own, ...changes])].sort((a, b) => a.seq - b.seq);
}

/** Edits and withdrawals of any of these entries, by seq. */
export function listChanges(log: Log, lane: Lane, targets: readonly EntryId[]): readonly StoredEntry[] {
  const { owner, session } = lane.ref;
  const aimed = targets.flatMap((id) => log.byTarget.get(makeKey(owner, session, id)) ?? []);
  return [...new Set(aimed)].filter(({ ref }) => ref === lane.ref).sort((a, b) => a.seq - b.seq);
}

function listTurns(log: Log, session: SessionRef, ids: ReadonlySet<TurnId | null>): readonly TurnRecord[] {
  const turns = [...ids].flatMap((id) => (id === null ? [] : (findTurnRecord(log, session, id) ?? [])));
  return turns.sort(compareTurns).reverse().map(copyValue);
}

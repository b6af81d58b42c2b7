import { type Entry, messageOf } from "../../core/log/entry.js";
import { firstEpoch } from "../../core/log/epoch.js";
import type { EntryId, LaneRef, SessionRef, TurnId } from "../../core/log/keys.js";
import { repliedBy } from "../../core/log/replied-by.js";
import type { TurnRecord } from "../../core/log/turn.js";
import type { LaneRequest, LaneState, Replied } from "../../core/ports/index.js";
import { leftThrough } from "../../core/view/reduce/reductions.js";
import { findSource, placed } from "./find.js";
import { contentsOf, copyOf, count, entryOf, type Kept, keyOf, type Lane, type Log, laneKeyOf, picked } from "./log.js";
import { listed } from "./queue.js";
import { chainOf } from "./receipts.js";
import { furthestOf, preparedFor, recordsOfLane, settingsOf } from "./records.js";
import { newestTurnFirst, recordOf } from "./turns.js";

export function readLane(log: Log, ref: LaneRef, request: LaneRequest): LaneState {
  const { forced = null, epochKey } = request;
  const lane = log.lanes.get(laneKeyOf(ref));
  const settings = settingsOf(log, ref);
  const key = typeof epochKey === "function" ? epochKey(settings) : (epochKey ?? firstEpoch.key);
  if (lane === undefined) return { ...nothingIn(request), epoch: { ...firstEpoch, key }, settings };
  const last = lane.entries.length;
  const epoch = lane.epochs.get(key) ?? { ...firstEpoch, key };
  const from = Math.max(leftThrough(epoch.through), lane.cleared, last - count(request.limit));
  const held = epoch.held.flatMap((seq) => (seq > lane.cleared ? (lane.entries[seq - 1] ?? []) : []));
  const needed = [...held, ...(forced === null ? [] : forcedEntries(log, lane, forced))];
  const before = [...new Set(needed)].filter(({ seq }) => seq <= from).sort((a, b) => a.seq - b.seq);
  const shown = [...before, ...lane.entries.slice(from)];
  const entries = shown.map(entryOf);
  const turns = turnsOf(log, ref, new Set([forced, ...shown.map(({ draft }) => draft.turn)]));
  const lastReceipt = epochKey === undefined ? lane.lastReceipt : (lane.lastReceiptByKey.get(key) ?? null);
  const replied = request.replied ? repliedTo(log, ref, entries, turns, forced) : null;
  const { isKnownReceipt, blobsOf } = request;
  const isChainWanted = lastReceipt !== null && isKnownReceipt !== undefined && !isKnownReceipt(lastReceipt);
  return {
    last,
    epoch: copyOf(epoch),
    lastReceipt,
    ...preparedFor(lane, epoch),
    cleared: lane.cleared,
    settings,
    entries,
    turns,
    furthest: furthestOf(lane, epoch, request.isOwnSummary),
    records: (request.records ?? []).map((wanted) => recordsOfLane(log, ref, wanted)),
    replied,
    blobs: picked(contentsOf(log, ref).blobs, blobsOf?.({ settings, entries, replied }) ?? []),
    chain: isChainWanted ? chainOf(log, ref, lastReceipt) : [],
    leases: request.leases ? listed(lane.leases) : [],
  };
}

function nothingIn({ records = [] }: LaneRequest): Omit<LaneState, "epoch" | "settings"> {
  const [entries, turns, chain, leases] = [[], [], [], []];
  const absent = { lastReceipt: null, summary: null, candidate: null, furthest: null, replied: null };
  return {
    last: 0,
    cleared: 0,
    ...absent,
    entries,
    turns,
    chain,
    leases,
    records: records.map(() => []),
    blobs: new Map(),
  };
}

/** The first reply among the messages that the forced turn answers, and what that replies to. */
function repliedTo(
  log: Log,
  ref: LaneRef,
  entries: readonly Entry[],
  turns: readonly TurnRecord[],
  forced: TurnId | null,
): Replied | null {
  const message = repliedBy(entries, turns.find(({ id }) => id === forced)?.messages ?? []);
  const found = message === null ? null : placed(findSource(log, keyOf(ref.owner, ref.session, message)));
  if (found === null) return null;
  const first = log.lanes.get(laneKeyOf(found.ref))?.byId.get(messageOf(found.entry));
  return { ...found, first: first === undefined ? null : entryOf(first) };
}

/** All of the turn, its messages, and what edits or withdraws any of those, by seq. */
function forcedEntries(log: Log, lane: Lane, forced: TurnId): readonly Kept[] {
  const messages = recordOf(log, lane.ref, forced)?.messages ?? [];
  const own = [...(lane.byTurn.get(forced) ?? []), ...messages.flatMap((id) => lane.byId.get(id) ?? [])];
  const changes = changesIn(
    log,
    lane,
    own.map(({ draft }) => draft.id),
  );
  return [...new Set([...own, ...changes])].sort((a, b) => a.seq - b.seq);
}

/** What edits or withdraws any of these, by seq. */
export function changesIn(log: Log, lane: Lane, targets: readonly EntryId[]): readonly Kept[] {
  const { owner, session } = lane.ref;
  const aimed = targets.flatMap((id) => log.byTarget.get(keyOf(owner, session, id)) ?? []);
  return [...new Set(aimed)].filter(({ ref }) => ref === lane.ref).sort((a, b) => a.seq - b.seq);
}

function turnsOf(log: Log, session: SessionRef, ids: ReadonlySet<TurnId | null>): readonly TurnRecord[] {
  const turns = [...ids].flatMap((id) => (id === null ? [] : (recordOf(log, session, id) ?? [])));
  return turns.sort(newestTurnFirst).reverse().map(copyOf);
}

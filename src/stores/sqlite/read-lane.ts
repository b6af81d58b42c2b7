import { type Entry, messageOf } from "../../core/entry.js";
import { type Epoch, firstEpoch } from "../../core/epoch.js";
import type { BlobId, LaneRef, OwnerKey, TurnId } from "../../core/keys.js";
import { type LaneRequest, type LaneState, type Replied, summariesLookedAt } from "../../core/ports.js";
import { repliedBy } from "../../core/replied-by.js";
import type { TurnRecord } from "../../core/turn.js";
import { leftThrough } from "../../core/view/reduce/reductions.js";
import { queueOf } from "./leases.js";
import { count, findLane, findSource, readBlobs, readChain, readRecords } from "./read.js";
import { preparedFor } from "./records.js";
import {
  entryOf,
  epochOf,
  type LaneRow,
  lastReceiptOf,
  numberIn,
  recordOf,
  settingsIn,
  settingsOf,
  textIn,
  turnOf,
} from "./rows.js";
import type { Statements } from "./statements/prepared.js";
import { keyList, toStored } from "./stored-text.js";

/** Eight statements at most, whatever the size, and one for each further thing that is asked for. The caller's transaction makes them see the same moment. */
export function readLane(statements: Statements, ref: LaneRef, request: LaneRequest): LaneState {
  const { forced = null, epochKey } = request;
  const lane = findLane(statements, ref);
  const settings = lane === null ? settingsAround(statements, ref) : settingsOf(lane.settings);
  const key = typeof epochKey === "function" ? epochKey(settings) : (epochKey ?? firstEpoch.key);
  if (lane === null) return { ...nothingIn(request), epoch: { ...firstEpoch, key }, settings };
  const epochRow = statements.lanes.findEpoch.get({ laneId: lane.id, key: toStored(key) });
  const epoch = epochRow === undefined ? { ...firstEpoch, key } : epochOf(epochRow);
  const entries = entriesFor(statements, ref.owner, lane, epoch, request);
  const lastOfKey = epochRow === undefined ? null : lastReceiptOf(epochRow);
  const lastReceipt = epochKey === undefined ? lane.lastReceipt : lastOfKey;
  const turns = turnsOf(statements, ref.owner, entries, forced);
  const replied = request.replied ? repliedTo(statements, ref, entries, turns, forced) : null;
  const wanted = request.blobsOf?.({ settings, entries, replied }) ?? [];
  const { isKnownReceipt } = request;
  const isChainWanted = lastReceipt !== null && isKnownReceipt !== undefined && !isKnownReceipt(lastReceipt);
  return {
    last: lane.nextSeq - 1,
    epoch,
    lastReceipt,
    ...preparedFor(statements, lane, epoch),
    cleared: lane.cleared,
    settings,
    entries,
    turns,
    furthest: furthestOf(statements, lane, epoch, request.isOwnSummary),
    records: (request.records ?? []).map((each) => readRecords(statements, ref, each)),
    replied,
    blobs: wanted.length === 0 ? new Map<BlobId, string>() : readBlobs(statements, ref, wanted),
    chain: isChainWanted ? readChain(statements, ref, lastReceipt) : [],
    leases: request.leases ? queueOf(statements, lane.id) : [],
  };
}

function nothingIn({ records = [] }: LaneRequest): Omit<LaneState, "epoch" | "settings"> {
  const absent = { lastReceipt: null, summary: null, candidate: null, furthest: null, replied: null };
  const none = { entries: [], turns: [], chain: [], leases: [] };
  return { last: 0, cleared: 0, ...absent, ...none, records: records.map(() => []), blobs: new Map() };
}

/** The session may be older than its lane. */
function settingsAround({ lanes }: Statements, { owner, session }: LaneRef): LaneState["settings"] {
  const row = lanes.findSettings.get({ owner, session: toStored(session) });
  return row === undefined ? {} : settingsIn(row);
}

function entriesFor(
  statements: Statements,
  owner: OwnerKey,
  lane: LaneRow,
  epoch: Epoch,
  { limit, forced = null }: LaneRequest,
): readonly Entry[] {
  const after = Math.max(leftThrough(epoch.through), lane.cleared);
  const newest = statements.entries.newest
    .all({ laneId: lane.id, after, limit: count(limit) })
    .map(entryOf)
    .reverse();
  // The newest are one run up to the end of the lane, so a forced entry that is not among them comes before them.
  const first = newest[0]?.seq ?? lane.nextSeq;
  const held = heldIn(statements, lane, epoch);
  const needed = [...held, ...neededBy(statements, owner, lane.id, forced)];
  return [...onceBefore(needed, first), ...newest];
}

function heldIn({ entries }: Statements, { id: laneId, cleared }: LaneRow, { held }: Epoch): readonly Entry[] {
  const places = held.filter((seq) => seq > cleared);
  return places.length === 0 ? [] : entries.atPlaces.all({ laneId, places: JSON.stringify(places) }).map(entryOf);
}

function onceBefore(needed: readonly Entry[], first: number): readonly Entry[] {
  const bySeq = new Map(needed.map((entry) => [entry.seq, entry]));
  return [...bySeq.values()].filter(({ seq }) => seq < first).sort((a, b) => a.seq - b.seq);
}

/** What the forced turn stands on. */
function neededBy(
  { contents, entries }: Statements,
  owner: OwnerKey,
  laneId: number,
  forced: TurnId | null,
): readonly Entry[] {
  if (forced === null) return [];
  const turn = toStored(forced);
  const record = contents.turn.get({ owner, id: turn });
  const messages = record === undefined ? [] : turnOf(record).messages;
  return entries.ofTurn.all({ laneId, turn, messages: keyList(messages) }).map(entryOf);
}

function turnsOf(statements: Statements, owner: OwnerKey, entries: readonly Entry[], forced: TurnId | null) {
  const ids = new Set(
    [forced, ...entries.map((entry) => entry.turn)].flatMap((id) => (id === null ? [] : toStored(id))),
  );
  return statements.contents.turnsWithIds.all({ owner, ids: JSON.stringify([...ids]) }).map(turnOf);
}

/** A summary of another epoch that reaches further than this one's. Only the one that is wanted is read whole. */
function furthestOf(
  { records }: Statements,
  { id: laneId, cleared }: LaneRow,
  epoch: Epoch,
  isOwn: LaneRequest["isOwnSummary"],
): LaneState["furthest"] {
  if (isOwn === undefined) return null;
  const newest = records.newestSummaries.all({ laneId, limit: summariesLookedAt });
  const own = newest.find((row) => isOwn(textIn(row, "name")));
  if (own === undefined || numberIn(own, "reach") <= Math.max(leftThrough(epoch.through), cleared)) return null;
  const record = recordOf(records.recordNumbered.get({ number: numberIn(own, "number") }));
  return record.kind === "summary" ? record.summary : null;
}

/** The first reply among the messages that the forced turn answers, and what that replies to. */
function repliedTo(
  statements: Statements,
  ref: LaneRef,
  entries: readonly Entry[],
  turns: readonly TurnRecord[],
  forced: TurnId | null,
): Replied | null {
  const message = repliedBy(entries, turns.find(({ id }) => id === forced)?.messages ?? []);
  const found = message === null ? null : findSource(statements, ref, message);
  if (found === null) return null;
  const target = messageOf(found.entry);
  if (target === found.entry.id) return { ...found, first: found.entry };
  const lane = findLane(statements, found.ref);
  const row = lane === null ? undefined : statements.entries.withId.get({ laneId: lane.id, id: toStored(target) });
  return { ...found, first: row === undefined ? null : entryOf(row) };
}

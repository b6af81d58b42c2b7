import { type Entry, messageOf } from "../../core/entry.js";
import { type Epoch, firstEpoch } from "../../core/epoch.js";
import type { BlobId, LaneRef, ReceiptId, TurnId } from "../../core/keys.js";
import { type LaneRequest, type LaneState, type Replied, summariesLookedAt } from "../../core/ports.js";
import { repliedBy } from "../../core/replied-by.js";
import type { TurnRecord } from "../../core/turn.js";
import { leftThrough } from "../../core/view/reduce/reductions.js";
import { fieldsOf } from "./fields.js";
import { queueOf } from "./leases.js";
import { count, findLane, findSource, readBlobs, readChain, readRecords } from "./read.js";
import { preparedFor } from "./records.js";
import { keyOrNullIn, numberIn, textIn } from "./rows/columns.js";
import { entryOf } from "./rows/entry-row.js";
import { type LaneRow, settingsOf } from "./rows/place-row.js";
import { epochOf, recordOf } from "./rows/record-row.js";
import { turnOf } from "./rows/turn-row.js";
import type { Statements } from "./statements/prepared.js";
import { fromKey, toKey } from "./stored-key.js";
import { storedRef, toStored } from "./stored-text.js";

/**
 * Six statements for a view without a forced turn, whatever the size, and one for each further thing that is asked for. The
 * caller's transaction makes them see the same moment.
 */
export function readLane(statements: Statements, ref: LaneRef, request: LaneRequest): LaneState {
  const { forced = null, epochKey } = request;
  const lane = findLane(statements, ref);
  const settings = lane === null ? settingsAround(statements, ref) : settingsOf(lane.settings);
  const key = typeof epochKey === "function" ? epochKey(settings) : (epochKey ?? firstEpoch.key);
  if (lane === null) return { ...nothingIn(request), epoch: { ...firstEpoch, key }, settings };
  const epochRow = statements.lanes.findEpoch.get({ laneId: lane.id, key: toStored(key) });
  const epoch = epochRow === undefined ? { ...firstEpoch, key } : epochOf(epochRow);
  const { entries, turns } = entriesFor(statements, ref, lane, epoch, request);
  const lastOfKey = epochRow === undefined ? null : keyOrNullIn(epochRow, "last_receipt");
  const lastOfLane = lane.lastReceipt === null ? null : fromKey(lane.lastReceipt);
  const lastReceipt = (epochKey === undefined ? lastOfLane : lastOfKey) as ReceiptId | null;
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
function settingsAround({ lanes }: Statements, ref: LaneRef): LaneState["settings"] {
  const { owner, session } = storedRef(ref);
  const row = lanes.findSettings.get({ owner, session });
  const json = row === undefined ? null : fieldsOf(row).settings;
  return settingsOf(typeof json === "string" ? json : null);
}

/** The rows that a view is read from, and the turns that they name. */
function entriesFor(
  statements: Statements,
  ref: LaneRef,
  lane: LaneRow,
  epoch: Epoch,
  { limit, forced = null }: LaneRequest,
): Pick<LaneState, "entries" | "turns"> {
  const after = Math.max(leftThrough(epoch.through), lane.cleared);
  const newest = statements.entries.newest.all({ laneId: lane.id, after, limit: count(limit) }).reverse();
  // The newest are one run up to the end of the lane, so a forced entry that is not among them comes before them.
  const first = newest[0] === undefined ? lane.nextSeq : numberIn(newest[0], "seq");
  const record = forced === null ? null : forcedTurn(statements, ref, forced);
  const forcedRows = forced === null ? [] : neededBy(statements, lane, forced, record);
  const rows = [...onceBefore([...heldIn(statements, lane, epoch), ...forcedRows], first), ...newest];
  const named = new Set(rows.map((row) => fieldsOf(row).turn).filter((turn) => turn !== null));
  const turns = turnsWith(statements, [...named] as number[]);
  const isForcedThere = record === null || turns.some(({ id }) => id === record.id);
  return { entries: rows.map(entryOf), turns: (isForcedThere ? turns : [...turns, record]).toSorted(oldestFirst) };
}

function oldestFirst(a: TurnRecord, b: TurnRecord): number {
  return a.began - b.began || (a.id < b.id ? -1 : 1);
}

function turnsWith({ turns }: Statements, numbers: readonly number[]): readonly TurnRecord[] {
  if (numbers.length === 0) return [];
  return turns.turnsWithNumbers.all({ numbers: JSON.stringify(numbers) }).map((row) => turnOf(row));
}

function heldIn({ entries }: Statements, { id: laneId, cleared }: LaneRow, { held }: Epoch): readonly unknown[] {
  const places = held.filter((seq) => seq > cleared);
  return places.length === 0 ? [] : entries.atPlaces.all({ laneId, places: JSON.stringify(places) });
}

function onceBefore(needed: readonly unknown[], first: number): readonly unknown[] {
  const bySeq = new Map(needed.map((row) => [numberIn(row, "seq"), row]));
  return [...bySeq]
    .flatMap(([seq, row]) => (seq < first ? [{ seq, row }] : []))
    .sort(bySeqOf)
    .map(({ row }) => row);
}

function bySeqOf(a: { readonly seq: number }, b: { readonly seq: number }): number {
  return a.seq - b.seq;
}

function forcedTurn({ turns }: Statements, ref: LaneRef, turn: TurnId): TurnRecord | null {
  const { owner, session } = storedRef(ref);
  const row = turns.turn.get({ owner, session, id: toKey(turn) });
  return row === undefined ? null : turnOf(row);
}

/** What the forced turn stands on: its entries, the messages that it answers, and what is aimed at any of them. */
function neededBy(
  { entries }: Statements,
  { id: laneId, sessionId }: LaneRow,
  forced: TurnId,
  record: TurnRecord | null,
): readonly unknown[] {
  const own = entries.ofTurn.all({ laneId, sessionId, turn: toKey(forced) });
  const known = new Set(own.map((row) => fromKey(fieldsOf(row).id)));
  const strange = (record?.messages ?? []).filter((message) => !known.has(message));
  const messages = strange.flatMap((message) => entries.withId.get({ laneId, id: toKey(message) }) ?? []);
  const targets = new Set([...known, ...(record?.messages ?? [])]);
  const aimed = [...targets].flatMap((target) => entries.aimedAt.all({ laneId, target: toKey(target) }));
  return [...own, ...messages, ...aimed];
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
  const row = lane === null ? undefined : statements.entries.withId.get({ laneId: lane.id, id: toKey(target) });
  return { ...found, first: row === undefined ? null : entryOf(row) };
}

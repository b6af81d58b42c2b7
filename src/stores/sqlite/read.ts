import type { Entry, Said } from "../../core/entry.js";
import { type Epoch, firstEpoch } from "../../core/epoch.js";
import type { EntryId, LaneRef, OwnerKey, ReceiptId, SessionKey, TurnId } from "../../core/keys.js";
import { type KeyOf, type LaneState, recentLanes } from "../../core/ports.js";
import type { KeptReceipt } from "../../core/receipt-delta.js";
import type { LaneRecord, RecordKind } from "../../core/record.js";
import type { TurnRecord } from "../../core/turn.js";
import { leftThrough } from "../../core/view/reduce/reductions.js";
import { preparedFor } from "./records.js";
import {
  entryOf,
  epochOf,
  type LaneRow,
  laneRow,
  lastReceiptOf,
  numberOf,
  placedEntry,
  receiptOf,
  recordOf,
  settingsIn,
  settingsOf,
  turnOf,
} from "./rows.js";
import type { Statements } from "./statements/prepared.js";
import { keyList, storedRef, toStored } from "./stored-text.js";

const most = 2 ** 31 - 1;
const rangeLimit = 1_000;

const nothing = { last: 0, lastReceipt: null, summary: null, candidate: null, cleared: 0, entries: [], turns: [] };

/** Eight statements at most, whatever the size. The caller's transaction makes them see the same moment. */
export function readLane(
  statements: Statements,
  ref: LaneRef,
  limit: number,
  forced: TurnId | null,
  epochKey: string | KeyOf | undefined,
): LaneState {
  const lane = findLane(statements, ref);
  const settings = lane === null ? settingsAround(statements, ref) : settingsOf(lane.settings);
  const key = typeof epochKey === "function" ? epochKey(settings) : (epochKey ?? firstEpoch.key);
  if (lane === null) return { ...nothing, epoch: { ...firstEpoch, key }, settings };
  const epochRow = statements.lanes.findEpoch.get({ laneId: lane.id, key: toStored(key) });
  const epoch = epochRow === undefined ? { ...firstEpoch, key } : epochOf(epochRow);
  const after = Math.max(leftThrough(epoch.through), lane.cleared);
  const newest = statements.entries.newest
    .all({ laneId: lane.id, after, limit: count(limit) })
    .map(entryOf)
    .reverse();
  // The newest are one run up to the end of the lane, so a forced entry that is not among them comes before them.
  const first = newest[0]?.seq ?? lane.nextSeq;
  const held = heldIn(statements, lane, epoch);
  const needed = [...held, ...neededBy(statements, ref.owner, lane.id, forced)];
  const entries = [...onceBefore(needed, first), ...newest];
  const lastOfKey = epochRow === undefined ? null : lastReceiptOf(epochRow);
  const lastReceipt = epochKey === undefined ? lane.lastReceipt : lastOfKey;
  const turns = turnsOf(statements, ref.owner, entries, forced);
  const prepared = preparedFor(statements, lane, epoch);
  return { last: lane.nextSeq - 1, epoch, lastReceipt, ...prepared, cleared: lane.cleared, settings, entries, turns };
}

/** The session may be older than its lane. */
function settingsAround({ lanes }: Statements, { owner, session }: LaneRef): LaneState["settings"] {
  const row = lanes.findSettings.get({ owner, session: toStored(session) });
  return row === undefined ? {} : settingsIn(row);
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

export function readRange(statements: Statements, ref: LaneRef, from: number, to: number): readonly Entry[] {
  const lane = findLane(statements, ref);
  if (lane === null) return [];
  return statements.entries.between.all({ laneId: lane.id, from, to, limit: rangeLimit }).map(entryOf);
}

export function readTurns(statements: Statements, ref: LaneRef, limit: number): readonly TurnRecord[] {
  const lane = findLane(statements, ref);
  if (lane === null) return [];
  return statements.contents.newestTurns.all({ laneId: lane.id, limit: count(limit) }).map(turnOf);
}

/** A message has few turns: one that answered it, and those that failed before. */
export function readAnswers({ contents }: Statements, owner: OwnerKey, entry: EntryId): readonly TurnRecord[] {
  const turns = contents.turnsAnswering.all({ owner, entry: toStored(entry) }).map(turnOf);
  return turns.sort((a, b) => b.began - a.began || (a.id < b.id ? 1 : -1));
}

/** The receipt and those that it builds on, its checkpoint first. */
export function readChain({ receipts }: Statements, owner: OwnerKey, id: ReceiptId): readonly KeptReceipt[] {
  return receipts.chain.all({ owner, id: toStored(id) }).map(receiptOf);
}

export function readReceipts(
  statements: Statements,
  ref: LaneRef,
  after: ReceiptId | null,
  limit: number,
): readonly KeptReceipt[] {
  const lane = findLane(statements, ref);
  if (lane === null) return [];
  const from = { owner: ref.owner, laneId: lane.id, after: after === null ? null : toStored(after) };
  return statements.receipts.receiptsAfter.all({ ...from, limit: count(limit) }).map(receiptOf);
}

export function readRecords(
  statements: Statements,
  ref: LaneRef,
  kind: RecordKind,
  name: string | null,
  limit: number,
): readonly LaneRecord[] {
  const lane = findLane(statements, ref);
  if (lane === null) return [];
  const wanted = { laneId: lane.id, kind, limit: count(limit) };
  const { recordsOfKind, recordsNamed } = statements.records;
  const rows = name === null ? recordsOfKind.all(wanted) : recordsNamed.all({ ...wanted, name: toStored(name) });
  return rows.map(recordOf);
}

export function readRecentSaid(
  { entries }: Statements,
  owner: OwnerKey,
  session: SessionKey,
  limit: number,
): readonly { ref: LaneRef; entry: Said }[] {
  const most = count(limit);
  const rows = entries.recentNumbers.all({ owner, session: toStored(session), lanes: recentLanes, limit: most });
  const numbers = rows.map(numberOf).sort((a, b) => b - a);
  const newest = numbers.slice(0, most).reverse();
  return entries.saidWithNumbers
    .all({ numbers: JSON.stringify(newest) })
    .map((row) => placedEntry(owner, row))
    .flatMap(({ ref, entry }) => (entry.kind === "said" ? [{ ref, entry }] : []));
}

/** An edit is found where the message itself was said, and an answer by the note that lists its channel ids. */
export function findSource(statements: Statements, owner: OwnerKey, session: SessionKey, message: string) {
  const key = { owner, session: toStored(session), message: toStored(message) };
  const newest = statements.entries.newestOfSource.get(key);
  if (newest !== undefined) {
    const first = statements.entries.firstSaidOfSource.get(key) ?? newest;
    return { ref: placedEntry(owner, first).ref, entry: entryOf(newest) };
  }
  const answer = statements.entries.answerOfSent.get(key) ?? statements.entries.noteOfSent.get(key);
  return answer === undefined ? null : placedEntry(owner, answer);
}

export function findLane(statements: Statements, ref: LaneRef): LaneRow | null {
  const row = statements.lanes.findLane.get(storedRef(ref));
  return row === undefined ? null : laneRow(row);
}

function turnsOf(statements: Statements, owner: OwnerKey, entries: readonly Entry[], forced: TurnId | null) {
  const ids = new Set(
    [forced, ...entries.map((entry) => entry.turn)].flatMap((id) => (id === null ? [] : toStored(id))),
  );
  return statements.contents.turnsWithIds.all({ owner, ids: JSON.stringify([...ids]) }).map(turnOf);
}

/** SQLite takes a negative limit for none at all. */
export function count(limit: number): number {
  return Math.min(most, Math.max(0, Math.floor(limit) || 0));
}

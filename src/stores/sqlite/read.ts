import type { Entry } from "../../core/entry.js";
import type { EntryId, LaneRef, OwnerKey, ReceiptId, SessionKey, TurnId } from "../../core/keys.js";
import type { LaneState } from "../../core/ports.js";
import type { KeptReceipt } from "../../core/receipt-delta.js";
import { firstEpoch } from "../../core/snapshot.js";
import type { TurnRecord } from "../../core/turn.js";
import { entryOf, epochOf, type LaneRow, laneRow, lastReceiptOf, placedEntry, receiptOf, turnOf } from "./rows.js";
import type { Statements } from "./statements/prepared.js";
import { keyList, storedRef, toStored } from "./stored-text.js";

const most = 2 ** 31 - 1;
const rangeLimit = 1_000;

/** Six statements at most, whatever the size. The caller's transaction makes them see the same moment. */
export function readLane(
  statements: Statements,
  ref: LaneRef,
  limit: number,
  forced: TurnId | null,
  epochKey: string | undefined,
): LaneState {
  const key = epochKey ?? firstEpoch.key;
  const lane = findLane(statements, ref);
  if (lane === null) return { last: 0, epoch: { ...firstEpoch, key }, lastReceipt: null, entries: [], turns: [] };
  const epochRow = statements.lanes.findEpoch.get({ laneId: lane.id, key: toStored(key) });
  const epoch = epochRow === undefined ? { ...firstEpoch, key } : epochOf(epochRow);
  const after = epoch.through["leave-out"];
  const newest = statements.entries.newest
    .all({ laneId: lane.id, after, limit: count(limit) })
    .map(entryOf)
    .reverse();
  // The newest are one run up to the end of the lane, so a forced entry that is not among them comes before them.
  const first = newest[0]?.seq ?? lane.nextSeq;
  const entries = [...neededBefore(statements, ref.owner, lane.id, forced, first), ...newest];
  const lastOfKey = epochRow === undefined ? null : lastReceiptOf(epochRow);
  const lastReceipt = epochKey === undefined ? lane.lastReceipt : lastOfKey;
  const turns = turnsOf(statements, ref.owner, entries, forced);
  return { last: lane.nextSeq - 1, epoch, lastReceipt, entries, turns };
}

/** What the forced turn stands on, each once, oldest first. */
function neededBefore(
  { contents, entries }: Statements,
  owner: OwnerKey,
  laneId: number,
  forced: TurnId | null,
  first: number,
): readonly Entry[] {
  if (forced === null) return [];
  const turn = toStored(forced);
  const record = contents.turn.get({ owner, id: turn });
  const messages = record === undefined ? [] : turnOf(record).messages;
  const needed = entries.ofTurn.all({ laneId, turn, messages: keyList(messages) }).map(entryOf);
  const bySeq = new Map(needed.map((entry) => [entry.seq, entry]));
  return [...bySeq.values()].filter(({ seq }) => seq < first).sort((a, b) => a.seq - b.seq);
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

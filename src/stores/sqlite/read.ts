import type { Entry, SaidEntry } from "../../core/log/entry.js";
import type {
  BlobId,
  EntryId,
  LaneRef,
  OwnerKey,
  ReceiptId,
  SessionKey,
  SessionRef,
  TurnId,
} from "../../core/log/keys.js";
import type { LaneRecord } from "../../core/log/record.js";
import type { TurnRecord } from "../../core/log/turn.js";
import {
  type LaneSummary,
  type LogStore,
  type RecordRequest,
  recentLanes,
  type SessionSummary,
} from "../../core/ports/index.js";
import type { Derivation } from "../../core/receipt/derivation.js";
import type { KeptReceipt } from "../../core/receipt/receipt-delta.js";
import { readFields } from "./fields.js";
import { readKeyColumn, readNumberColumn, readTextColumn } from "./rows/columns.js";
import { readEntryRow } from "./rows/entry-row.js";
import { type LaneRow, readLaneRow, readLaneSummary, readPlacedEntry, readSessionSummary } from "./rows/place-row.js";
import { completeReceipt, listChunkNumbers, readReceiptRow, type UnreadReceipt } from "./rows/receipt-row.js";
import { encodeRecordKind, readDerivationRow, readRecordRow } from "./rows/record-row.js";
import { readTurnRow } from "./rows/turn-row.js";
import type { Statements } from "./statements/prepared.js";
import { decodeKey, encodeKey, encodeNullableKey } from "./stored-key.js";
import { encodeRef, encodeText } from "./stored-text.js";

const most = 2 ** 31 - 1;
const rangeLimit = 1_000;

export function readRange(statements: Statements, ref: LaneRef, from: number, to: number): readonly Entry[] {
  const lane = findLane(statements, ref);
  if (lane === null) return [];
  return statements.entries.between.all({ laneId: lane.id, from, to, limit: rangeLimit }).map(readEntryRow);
}

/** By seq. */
export function readChanges(statements: Statements, ref: LaneRef, targets: readonly EntryId[]): readonly Entry[] {
  const lane = targets.length === 0 ? null : findLane(statements, ref);
  if (lane === null) return [];
  const { aimedAt } = statements.entries;
  const aimed = [...new Set(targets)].flatMap((target) => aimedAt.all({ laneId: lane.id, target: encodeKey(target) }));
  return aimed.map(readEntryRow).sort((a, b) => a.seq - b.seq);
}

export function readTurns(statements: Statements, ref: LaneRef, limit: number): readonly TurnRecord[] {
  const lane = findLane(statements, ref);
  if (lane === null) return [];
  return statements.turns.newestTurns
    .all({ laneId: lane.id, limit: normaliseLimit(limit) })
    .map((row) => readTurnRow(row, ref));
}

/** A message has few turns: one that answered it, and those that failed before. */
export function readAnswers({ turns }: Statements, session: SessionRef, entry: EntryId): readonly TurnRecord[] {
  const wanted = { ...encodeSession(session), entry: encodeKey(entry) };
  const named = turns.turnsAnswering.all(wanted).map((row) => readTurnRow(row));
  const own = turns.turnsOfEntry.all(wanted).map((row) => readTurnRow(row));
  const answering = [...named, ...own.filter(({ messages }) => messages.includes(entry))];
  const once = [...new Map(answering.map((turn) => [turn.id, turn])).values()];
  return once.sort((a, b) => b.began - a.began || (a.id < b.id ? 1 : -1));
}

/** The last to begin first. */
export function readUnsent(
  { turns }: Statements,
  owner: OwnerKey,
  session: SessionKey | null,
  limit: number,
): readonly TurnRecord[] {
  const wanted = { owner: encodeText(owner), limit: normaliseLimit(limit) };
  const rows =
    session === null
      ? turns.unsentOfOwner.all(wanted)
      : turns.unsentOfSession.all({ ...wanted, session: encodeText(session) });
  return rows.map((row) => readTurnRow(row));
}

/** The receipt and those that it builds on, its checkpoint first. */
export function readChain(statements: Statements, session: SessionRef, id: ReceiptId): readonly KeptReceipt[] {
  const rows = statements.receipts.chain.all({ ...encodeSession(session), id: encodeKey(id) });
  return completeReceipts(statements, rows.map(readReceiptRow));
}

/** By call, then by time, then by id. */
export function readTurnReceipts({ receipts }: Statements, session: SessionRef, turn: TurnId): readonly ReceiptId[] {
  const rows = receipts.receiptsOfTurn.all({ ...encodeSession(session), turn: encodeKey(turn) });
  const made = rows.map((row) => ({
    id: readKeyColumn(row, "id") as ReceiptId,
    call: readNumberColumn(row, "call"),
    at: readNumberColumn(row, "at"),
  }));
  return made.sort((a, b) => a.call - b.call || a.at - b.at || (a.id < b.id ? -1 : 1)).map(({ id }) => id);
}

export function readReceipts(
  statements: Statements,
  ref: LaneRef,
  after: ReceiptId | null,
  limit: number,
): readonly KeptReceipt[] {
  const lane = findLane(statements, ref);
  if (lane === null) return [];
  const from = { laneId: lane.id, sessionId: lane.sessionId, after: encodeNullableKey(after) };
  const rows = statements.receipts.receiptsAfter.all({ ...from, limit: normaliseLimit(limit) });
  return completeReceipts(statements, rows.map(readReceiptRow), ref);
}

/** With the hashes of their chunks. One that is lost gets a name that no chunk has: its bytes are then known to lack. */
export function completeReceipts(
  { contents }: Statements,
  unread: readonly UnreadReceipt[],
  lane?: LaneRef,
): readonly KeptReceipt[] {
  const numbers = [...new Set(unread.flatMap(listChunkNumbers))];
  const rows = numbers.length === 0 ? [] : contents.chunkHashes.all({ numbers: JSON.stringify(numbers) });
  const hashes = new Map(rows.map((row) => [readNumberColumn(row, "number"), decodeKey(readFields(row).hash)]));
  return unread.map((each) => completeReceipt(each, (chunk) => hashes.get(chunk) ?? `lost chunk ${chunk}`, lane));
}

export function readRecords(statements: Statements, ref: LaneRef, wanted: RecordRequest): readonly LaneRecord[] {
  const lane = findLane(statements, ref);
  return lane === null ? [] : readLaneRecords(statements, lane.id, wanted);
}

export function readLaneRecords(
  { records: { recordsOfKind, recordsNamed } }: Statements,
  laneId: number,
  { kind, name, limit }: RecordRequest,
): readonly LaneRecord[] {
  const wanted = { laneId, kind: encodeRecordKind(kind), limit: normaliseLimit(limit) };
  const rows = name === null ? recordsOfKind.all(wanted) : recordsNamed.all({ ...wanted, name: encodeText(name) });
  return rows.map(readRecordRow);
}

export function readBlobs(
  { contents }: Statements,
  session: SessionRef,
  ids: readonly BlobId[],
): ReadonlyMap<BlobId, string> {
  const within = encodeSession(session);
  const found = [...new Set(ids)].map((id) => [id, contents.blob.get({ ...within, id: encodeKey(id) })] as const);
  return new Map(found.flatMap(([id, row]) => (row === undefined ? [] : [[id, readTextColumn(row, "content")]])));
}

export function readChunks(
  { contents }: Statements,
  session: SessionRef,
  hashes: readonly string[],
): ReadonlyMap<string, string> {
  const within = encodeSession(session);
  const found = [...new Set(hashes)].map(
    (hash) => [hash, contents.chunk.get({ ...within, hash: encodeKey(hash) })] as const,
  );
  return new Map(found.flatMap(([hash, row]) => (row === undefined ? [] : [[hash, readTextColumn(row, "content")]])));
}

export function readDerived(
  statements: Statements,
  session: SessionRef,
  sources: readonly EntryId[],
): ReadonlyMap<EntryId, readonly Omit<Derivation, "sources">[]> {
  const sessionId = findSession(statements, session);
  if (sessionId === null) return new Map();
  const found = [...new Set(sources)].map((source) => {
    const lines = statements.records.derivations.all({ sessionId, source: encodeKey(source) }).map(readDerivationRow);
    const once = new Map(lines.map((line) => [`${line.kind} ${line.key}`, line]));
    return [source, [...once.values()]] as const;
  });
  return new Map(found.filter(([, lines]) => lines.length > 0));
}

export function readSessions(
  { lanes }: Statements,
  owner: OwnerKey,
  { after, limit }: Parameters<LogStore["sessions"]>[1],
): readonly SessionSummary[] {
  const page = { owner, limit: normaliseLimit(limit) };
  if (after === null) return lanes.listSessions.all(page).map(readSessionSummary);
  const from = { newest: after.newest, session: encodeText(after.session) };
  return lanes.sessionsAfter.all({ ...page, ...from }).map(readSessionSummary);
}

export function readLanes({ lanes }: Statements, session: SessionRef): readonly LaneSummary[] {
  return lanes.listLanes.all(encodeSession(session)).map(readLaneSummary);
}

export function readRecentSaid(
  { entries }: Statements,
  session: SessionRef,
  limit: number,
): readonly { ref: LaneRef; entry: SaidEntry }[] {
  const most = normaliseLimit(limit);
  const rows = entries.recentNumbers.all({ ...encodeSession(session), lanes: recentLanes, limit: most });
  const numbers = rows.map((row) => readNumberColumn(row, "number")).sort((a, b) => b - a);
  const newest = numbers.slice(0, most).reverse();
  return entries.withNumbers
    .all({ numbers: JSON.stringify(newest) })
    .map(readPlacedEntry)
    .flatMap(({ ref, entry }) => (entry.kind === "said" ? [{ ref, entry }] : []));
}

/** An edit is found where the message itself was said, and an answer by the note that lists its channel ids. */
export function findSource(
  { entries }: Statements,
  session: SessionRef,
  message: string,
): { ref: LaneRef; entry: Entry } | null {
  const key = { ...encodeSession(session), message: encodeKey(message) };
  const newest = entries.newestOfSource.get(key);
  if (newest !== undefined) {
    const first = entries.firstSaidOfSource.get(key) ?? newest;
    return { ref: readPlacedEntry(first).ref, entry: readEntryRow(newest) };
  }
  const answer = entries.answerOfSent.get(key) ?? entries.noteOfSent.get(key);
  return answer === undefined ? null : readPlacedEntry(answer);
}

export function findLane(statements: Statements, ref: LaneRef): LaneRow | null {
  const row = statements.lanes.findLane.get(encodeRef(ref));
  return row === undefined ? null : readLaneRow(row);
}

export function findSession({ lanes }: Statements, session: SessionRef): number | null {
  const { id } = readFields(lanes.findSession.get(encodeSession(session)));
  return typeof id === "number" ? id : null;
}

export function encodeSession({ owner, session }: SessionRef): { readonly owner: string; readonly session: string } {
  return { owner, session: encodeText(session) };
}

/** SQLite takes a negative limit for none at all. */
export function normaliseLimit(limit: number): number {
  return Math.min(most, Math.max(0, Math.floor(limit) || 0));
}

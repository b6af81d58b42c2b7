import type { Entry, Said } from "../../core/log/entry.js";
import type { BlobId, EntryId, LaneRef, OwnerKey, ReceiptId, SessionRef, TurnId } from "../../core/log/keys.js";
import type { LaneRecord } from "../../core/log/record.js";
import type { TurnRecord } from "../../core/log/turn.js";
import {
  type LaneSummary,
  type LogStore,
  type RecordsWanted,
  recentLanes,
  type SessionSummary,
} from "../../core/ports/index.js";
import type { Derivation } from "../../core/receipt/derivation.js";
import type { KeptReceipt } from "../../core/receipt/receipt-delta.js";
import { fieldsOf } from "./fields.js";
import { keyIn, numberIn, textIn } from "./rows/columns.js";
import { entryOf } from "./rows/entry-row.js";
import { type LaneRow, laneRow, laneSummary, placedEntry, sessionSummary } from "./rows/place-row.js";
import { numbersIn, receiptOf, type UnreadReceipt, unreadReceipt } from "./rows/receipt-row.js";
import { derivationOf, recordKind, recordOf } from "./rows/record-row.js";
import { turnOf } from "./rows/turn-row.js";
import type { Statements } from "./statements/prepared.js";
import { fromKey, toKey, toKeyOrNull } from "./stored-key.js";
import { storedRef, toStored } from "./stored-text.js";

const most = 2 ** 31 - 1;
const rangeLimit = 1_000;

export function readRange(statements: Statements, ref: LaneRef, from: number, to: number): readonly Entry[] {
  const lane = findLane(statements, ref);
  if (lane === null) return [];
  return statements.entries.between.all({ laneId: lane.id, from, to, limit: rangeLimit }).map(entryOf);
}

/** By seq. */
export function readChanges(statements: Statements, ref: LaneRef, targets: readonly EntryId[]): readonly Entry[] {
  const lane = targets.length === 0 ? null : findLane(statements, ref);
  if (lane === null) return [];
  const { aimedAt } = statements.entries;
  const aimed = [...new Set(targets)].flatMap((target) => aimedAt.all({ laneId: lane.id, target: toKey(target) }));
  return aimed.map(entryOf).sort((a, b) => a.seq - b.seq);
}

export function readTurns(statements: Statements, ref: LaneRef, limit: number): readonly TurnRecord[] {
  const lane = findLane(statements, ref);
  if (lane === null) return [];
  return statements.turns.newestTurns.all({ laneId: lane.id, limit: count(limit) }).map((row) => turnOf(row, ref));
}

/** A message has few turns: one that answered it, and those that failed before. */
export function readAnswers({ turns }: Statements, session: SessionRef, entry: EntryId): readonly TurnRecord[] {
  const wanted = { ...storedSession(session), entry: toKey(entry) };
  const named = turns.turnsAnswering.all(wanted).map((row) => turnOf(row));
  const own = turns.turnsOfEntry.all(wanted).map((row) => turnOf(row));
  const answering = [...named, ...own.filter(({ messages }) => messages.includes(entry))];
  const once = [...new Map(answering.map((turn) => [turn.id, turn])).values()];
  return once.sort((a, b) => b.began - a.began || (a.id < b.id ? 1 : -1));
}

/** The receipt and those that it builds on, its checkpoint first. */
export function readChain(statements: Statements, session: SessionRef, id: ReceiptId): readonly KeptReceipt[] {
  const rows = statements.receipts.chain.all({ ...storedSession(session), id: toKey(id) });
  return wholeReceipts(statements, rows.map(unreadReceipt));
}

/** By call, then by time, then by id. */
export function readReceiptsOf({ receipts }: Statements, session: SessionRef, turn: TurnId): readonly ReceiptId[] {
  const rows = receipts.receiptsOfTurn.all({ ...storedSession(session), turn: toKey(turn) });
  const made = rows.map((row) => ({
    id: keyIn(row, "id") as ReceiptId,
    call: numberIn(row, "call"),
    at: numberIn(row, "at"),
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
  const from = { laneId: lane.id, sessionId: lane.sessionId, after: toKeyOrNull(after) };
  const rows = statements.receipts.receiptsAfter.all({ ...from, limit: count(limit) });
  return wholeReceipts(statements, rows.map(unreadReceipt), ref);
}

/** With the hashes of their chunks. One that is lost gets a name that no chunk has: its bytes are then known to lack. */
export function wholeReceipts(
  { contents }: Statements,
  unread: readonly UnreadReceipt[],
  lane?: LaneRef,
): readonly KeptReceipt[] {
  const numbers = [...new Set(unread.flatMap(numbersIn))];
  const rows = numbers.length === 0 ? [] : contents.chunkHashes.all({ numbers: JSON.stringify(numbers) });
  const hashes = new Map(rows.map((row) => [numberIn(row, "number"), fromKey(fieldsOf(row).hash)]));
  return unread.map((each) => receiptOf(each, (chunk) => hashes.get(chunk) ?? `lost chunk ${chunk}`, lane));
}

export function readRecords(statements: Statements, ref: LaneRef, wanted: RecordsWanted): readonly LaneRecord[] {
  const lane = findLane(statements, ref);
  return lane === null ? [] : recordsOf(statements, lane.id, wanted);
}

export function recordsOf(
  { records: { recordsOfKind, recordsNamed } }: Statements,
  laneId: number,
  { kind, name, limit }: RecordsWanted,
): readonly LaneRecord[] {
  const wanted = { laneId, kind: recordKind(kind), limit: count(limit) };
  const rows = name === null ? recordsOfKind.all(wanted) : recordsNamed.all({ ...wanted, name: toStored(name) });
  return rows.map(recordOf);
}

export function readBlobs(
  { contents }: Statements,
  session: SessionRef,
  ids: readonly BlobId[],
): ReadonlyMap<BlobId, string> {
  const within = storedSession(session);
  const found = [...new Set(ids)].map((id) => [id, contents.blob.get({ ...within, id: toKey(id) })] as const);
  return new Map(found.flatMap(([id, row]) => (row === undefined ? [] : [[id, textIn(row, "content")]])));
}

export function readChunks(
  { contents }: Statements,
  session: SessionRef,
  hashes: readonly string[],
): ReadonlyMap<string, string> {
  const within = storedSession(session);
  const found = [...new Set(hashes)].map(
    (hash) => [hash, contents.chunk.get({ ...within, hash: toKey(hash) })] as const,
  );
  return new Map(found.flatMap(([hash, row]) => (row === undefined ? [] : [[hash, textIn(row, "content")]])));
}

export function readDerived(
  statements: Statements,
  session: SessionRef,
  sources: readonly EntryId[],
): ReadonlyMap<EntryId, readonly Omit<Derivation, "sources">[]> {
  const sessionId = findSession(statements, session);
  if (sessionId === null) return new Map();
  const found = [...new Set(sources)].map((source) => {
    const lines = statements.records.derivations.all({ sessionId, source: toKey(source) }).map(derivationOf);
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
  const page = { owner, limit: count(limit) };
  if (after === null) return lanes.listSessions.all(page).map(sessionSummary);
  const from = { newest: after.newest, session: toStored(after.session) };
  return lanes.sessionsAfter.all({ ...page, ...from }).map(sessionSummary);
}

export function readLanes({ lanes }: Statements, session: SessionRef): readonly LaneSummary[] {
  return lanes.listLanes.all(storedSession(session)).map(laneSummary);
}

export function readRecentSaid(
  { entries }: Statements,
  session: SessionRef,
  limit: number,
): readonly { ref: LaneRef; entry: Said }[] {
  const most = count(limit);
  const rows = entries.recentNumbers.all({ ...storedSession(session), lanes: recentLanes, limit: most });
  const numbers = rows.map((row) => numberIn(row, "number")).sort((a, b) => b - a);
  const newest = numbers.slice(0, most).reverse();
  return entries.withNumbers
    .all({ numbers: JSON.stringify(newest) })
    .map(placedEntry)
    .flatMap(({ ref, entry }) => (entry.kind === "said" ? [{ ref, entry }] : []));
}

/** An edit is found where the message itself was said, and an answer by the note that lists its channel ids. */
export function findSource(
  { entries }: Statements,
  session: SessionRef,
  message: string,
): { ref: LaneRef; entry: Entry } | null {
  const key = { ...storedSession(session), message: toKey(message) };
  const newest = entries.newestOfSource.get(key);
  if (newest !== undefined) {
    const first = entries.firstSaidOfSource.get(key) ?? newest;
    return { ref: placedEntry(first).ref, entry: entryOf(newest) };
  }
  const answer = entries.answerOfSent.get(key) ?? entries.noteOfSent.get(key);
  return answer === undefined ? null : placedEntry(answer);
}

export function findLane(statements: Statements, ref: LaneRef): LaneRow | null {
  const row = statements.lanes.findLane.get(storedRef(ref));
  return row === undefined ? null : laneRow(row);
}

export function findSession({ lanes }: Statements, session: SessionRef): number | null {
  const { id } = fieldsOf(lanes.findSession.get(storedSession(session)));
  return typeof id === "number" ? id : null;
}

export function storedSession({ owner, session }: SessionRef): { readonly owner: string; readonly session: string } {
  return { owner, session: toStored(session) };
}

/** SQLite takes a negative limit for none at all. */
export function count(limit: number): number {
  return Math.min(most, Math.max(0, Math.floor(limit) || 0));
}

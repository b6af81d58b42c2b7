import type { Entry, SaidEntry } from "@clewline/core/log/entry.js";
import type {
  BlobId,
  EntryId,
  LaneRef,
  OwnerKey,
  ReceiptId,
  SessionKey,
  SessionRef,
  TurnId,
} from "@clewline/core/log/keys.js";
import type { LaneRecord } from "@clewline/core/log/record.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import {
  type LaneSummary,
  type LogStore,
  mostPlaces,
  type QueuedTurn,
  type RecordRequest,
  recentLanes,
  type SessionSummary,
} from "@clewline/core/ports/index.js";
import type { Derivation } from "@clewline/core/receipt/derivation.js";
import { isErasedPiece } from "@clewline/core/receipt/erased-piece.js";
import type { KeptReceipt } from "@clewline/core/receipt/receipt-delta.js";
import {
  makeMissingEntry,
  readStoredEntries,
  readStoredEntry,
  readStoredPlacedEntry,
} from "./damage/stored-entries.js";
import {
  listHoles,
  readRunRows,
  readStoredLane,
  readStoredLanes,
  readStoredLeases,
  readStoredRecord,
  readStoredSessions,
} from "./damage/stored-places.js";
import { readStoredReceipts } from "./damage/stored-receipts.js";
import { readStoredTurns } from "./damage/stored-turns.js";
import { readOrMeet, type UnreadRows } from "./damage/unread-rows.js";
import { type Fields, readFields } from "./fields.js";
import { findKnownEntry, rememberEntry, type StoreCache } from "./known.js";
import { readKeyColumn, readNumberColumn, readTextColumn } from "./rows/columns.js";
import { type LaneRow, readRef } from "./rows/place-row.js";
import { encodeRecordKind, readDerivationRow } from "./rows/record-row.js";
import { targetPlaces } from "./statements/entries.js";
import type { Statements } from "./statements/prepared.js";
import { readContent } from "./stored-contents.js";
import { encodeKey, encodeNullableKey } from "./stored-key.js";
import { encodeRef, encodeText } from "./stored-text.js";

const most = 2 ** 31 - 1;
const rangeLimit = 1_000;

export function readRange(statements: Statements, ref: LaneRef, from: number, to: number): readonly Entry[] {
  const lane = findLane(statements, ref);
  if (lane === null) return [];
  const [first, last] = [Math.max(1, from), Math.min(to, lane.nextSeq - 1, Math.max(1, from) + rangeLimit - 1)];
  const rows = readRunRows(statements, { laneId: lane.id, from: first, to: last });
  const found = readStoredEntries(statements, rows);
  const holes = listHoles(
    found.map(({ seq }) => seq),
    first,
    last,
  );
  if (holes.length === 0) return found;
  const missing = holes.map((seq) => makeMissingEntry(statements, lane.id, seq));
  return [...found, ...missing].sort((a, b) => a.seq - b.seq);
}

/** The entries with these seqs, in their order. */
export function readPlaces(
  statements: Statements,
  known: StoreCache,
  ref: LaneRef,
  seqs: readonly number[],
): readonly Entry[] {
  const lane = seqs.length === 0 ? null : findLane(statements, ref);
  if (lane === null) return [];
  const wanted = [...new Set(seqs)].sort((a, b) => a - b).slice(0, mostPlaces);
  const missing = wanted.filter((seq) => findKnownEntry(known, lane.id, seq) === undefined);
  const found = new Map<number, Entry>();
  if (missing.length > 0) {
    for (const row of statements.entries.atPlaces.all({ laneId: lane.id, places: JSON.stringify(missing) })) {
      const read = rememberEntry(known, lane.id, row, (each) => readStoredEntry(statements, each));
      if (read !== null) found.set(read.entry.seq, read.entry);
    }
  }
  return wanted.flatMap((seq) => found.get(seq) ?? findKnownEntry(known, lane.id, seq)?.entry ?? []);
}

/** By seq. */
export function readChanges(statements: Statements, ref: LaneRef, targets: readonly EntryId[]): readonly Entry[] {
  const lane = targets.length === 0 ? null : findLane(statements, ref);
  if (lane === null || !lane.isEdited) return [];
  const distinct = [...new Set(targets)].map(encodeKey);
  const pages = Array.from({ length: Math.ceil(distinct.length / targetPlaces.length) }, (_, page) =>
    targetPlaces.map((place, index) => [place, distinct[page * targetPlaces.length + index] ?? null]),
  );
  const aimed = pages.flatMap((page) =>
    statements.entries.aimedAtAny.all({ laneId: lane.id, ...Object.fromEntries(page) }),
  );
  return [...readStoredEntries(statements, aimed)].sort((a, b) => a.seq - b.seq);
}

export function readTurns(statements: Statements, ref: LaneRef, limit: number): readonly TurnRecord[] {
  const lane = findLane(statements, ref);
  if (lane === null) return [];
  const rows = statements.turns.newestTurns.all({ laneId: lane.id, limit: normaliseLimit(limit) });
  return readStoredTurns(statements, rows, ref);
}

/** A message has few turns: one that answered it, and those that failed before. */
export function readAnswers(statements: Statements, session: SessionRef, entry: EntryId): readonly TurnRecord[] {
  const { turns } = statements;
  const wanted = { ...encodeSession(session), entry: encodeKey(entry) };
  const named = readStoredTurns(statements, turns.turnsAnswering.all(wanted));
  const own = readStoredTurns(statements, turns.turnsOfEntry.all(wanted));
  const answering = [...named, ...own.filter(({ messages }) => messages.includes(entry))];
  const once = [...new Map(answering.map((turn) => [turn.id, turn])).values()];
  return once.sort((a, b) => b.began - a.began || (a.id < b.id ? 1 : -1));
}

/** The last to begin first. */
export function readUnsent(
  statements: Statements,
  owner: OwnerKey,
  session: SessionKey | null,
  limit: number,
): readonly TurnRecord[] {
  const { turns } = statements;
  const wanted = { owner: encodeText(owner), limit: normaliseLimit(limit) };
  const rows =
    session === null
      ? turns.unsentOfOwner.all(wanted)
      : turns.unsentOfSession.all({ ...wanted, session: encodeText(session) });
  return readStoredTurns(statements, rows);
}

/** Those of one lane in their order. */
export function readQueued(statements: Statements, owner: OwnerKey): readonly QueuedTurn[] {
  const rows = statements.turns.queuedOfOwner.all({ owner: encodeText(owner) });
  return rows.flatMap((row): readonly QueuedTurn[] => {
    const fields = readFields(row);
    const [lease] = readStoredLeases(statements, [{ ...fields, number: fields.place }]);
    if (lease === undefined) return [];
    const [turn = null] = fields.state === null ? [] : readStoredTurns(statements, [row]);
    return [{ ref: turn?.ref ?? readRef(fields), lease, turn }];
  });
}

/** By call, then by time, then by id. */
export function readTurnReceipts(
  { receipts, unread }: Statements,
  session: SessionRef,
  turn: TurnId,
): readonly ReceiptId[] {
  const rows = receipts.receiptsOfTurn.all({ ...encodeSession(session), turn: encodeKey(turn) });
  const made = rows.flatMap((row) => {
    const read = () => ({
      id: readKeyColumn(row, "id") as ReceiptId,
      call: readNumberColumn(row, "call"),
      at: readNumberColumn(row, "at"),
    });
    return (
      readOrMeet(read, (reason) =>
        unread.meet({ table: "receipts", key: { number: readFields(row).number }, reason }),
      ) ?? []
    );
  });
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
  return readStoredReceipts(statements, rows, { lane: ref });
}

export function readRecords(statements: Statements, ref: LaneRef, wanted: RecordRequest): readonly LaneRecord[] {
  const lane = findLane(statements, ref);
  return lane === null ? [] : readLaneRecords(statements, lane.id, wanted);
}

export function readLaneRecords(
  statements: Statements,
  laneId: number,
  { kind, name, limit }: RecordRequest,
): readonly LaneRecord[] {
  const { recordsOfKind, recordsNamed } = statements.records;
  const wanted = { laneId, kind: encodeRecordKind(kind), limit: normaliseLimit(limit) };
  const rows = name === null ? recordsOfKind.all(wanted) : recordsNamed.all({ ...wanted, name: encodeText(name) });
  return rows.flatMap((row) => readStoredRecord(statements, row) ?? []);
}

export function readBlobs(
  statements: Statements,
  session: SessionRef,
  ids: readonly BlobId[],
): ReadonlyMap<BlobId, string> {
  const { contents, unread } = statements;
  const within = encodeSession(session);
  const found = [...new Set(ids)].map((id) => [id, contents.blob.get({ ...within, id: encodeKey(id) })] as const);
  return new Map(found.flatMap((each) => readOrLeaveOut(unread, "blobs", each, (row) => readContent(statements, row))));
}

export function readChunks(
  { contents, unread }: Statements,
  session: SessionRef,
  hashes: readonly string[],
): ReadonlyMap<string, string> {
  const within = encodeSession(session);
  const wanted = [...new Set(hashes)].filter((hash) => !isErasedPiece(hash));
  const found = wanted.map((hash) => [hash, contents.chunk.get({ ...within, hash: encodeKey(hash) })] as const);
  return new Map(
    found.flatMap((each) => readOrLeaveOut(unread, "chunks", each, (row) => readTextColumn(row, "content"))),
  );
}

/** None for a content that is missing or can't be read. */
function readOrLeaveOut<Id>(
  unread: UnreadRows,
  table: "blobs" | "chunks",
  [id, row]: readonly [Id, unknown],
  read: (row: Fields) => string,
): readonly (readonly [Id, string])[] {
  if (row === undefined) return [];
  const meet = (reason: string) => unread.meet({ table, key: { number: readFields(row).number }, reason });
  const content = readOrMeet(() => read(readFields(row)), meet);
  return content === null ? [] : [[id, content]];
}

export function readDerived(
  statements: Statements,
  session: SessionRef,
  sources: readonly EntryId[],
): ReadonlyMap<EntryId, readonly Omit<Derivation, "sources">[]> {
  const sessionId = findSession(statements, session);
  if (sessionId === null) return new Map();
  const found = [...new Set(sources)].map((source) => {
    const lines = statements.records.derivations
      .all({ sessionId, source: encodeKey(source) })
      .flatMap((row) => readDerivation(statements.unread, { session_id: sessionId, source: encodeKey(source) }, row));
    const once = new Map(lines.map((line) => [`${line.kind} ${line.key}`, line]));
    const rows = statements.vectors.namesOf.all({ sessionId, source: encodeKey(source) });
    const names = new Set(rows.map((row) => readTextColumn(row, "embedder")));
    return [source, [...once.values(), ...[...names].map((key) => ({ kind: "vector", key }) as const)]] as const;
  });
  return new Map(found.filter(([, lines]) => lines.length > 0));
}

function readDerivation(
  unread: UnreadRows,
  place: Readonly<Record<string, unknown>>,
  row: unknown,
): readonly Omit<Derivation, "sources">[] {
  const { kind, key } = readFields(row);
  const meet = (reason: string) => unread.meet({ table: "derivations", key: { ...place, kind, key }, reason });
  const line = readOrMeet(() => readDerivationRow(row), meet);
  return line === null ? [] : [line];
}

export function readOwners({ checks }: Statements): readonly OwnerKey[] {
  return checks.allOwners.all().map((row) => readTextColumn(row, "key") as OwnerKey);
}

export function readSessions(
  statements: Statements,
  owner: OwnerKey,
  { after, limit }: Parameters<LogStore["sessions"]>[1],
): readonly SessionSummary[] {
  const { lanes } = statements;
  const page = { owner, limit: normaliseLimit(limit) };
  if (after === null) return readStoredSessions(statements, lanes.listSessions.all(page));
  const from = { newest: after.newest, session: encodeText(after.session) };
  return readStoredSessions(statements, lanes.sessionsAfter.all({ ...page, ...from }));
}

export function readLanes(statements: Statements, session: SessionRef): readonly LaneSummary[] {
  return readStoredLanes(statements, statements.lanes.listLanes.all(encodeSession(session)));
}

export function readRecentSaid(
  statements: Statements,
  session: SessionRef,
  limit: number,
): readonly { ref: LaneRef; entry: SaidEntry }[] {
  const { entries } = statements;
  const most = normaliseLimit(limit);
  const rows = entries.recentNumbers.all({ ...encodeSession(session), lanes: recentLanes, limit: most });
  const numbers = rows.map((row) => readNumberColumn(row, "number")).sort((a, b) => b - a);
  const newest = numbers.slice(0, most).reverse();
  return entries.withNumbers
    .all({ numbers: JSON.stringify(newest) })
    .flatMap((row) => readStoredPlacedEntry(statements, row) ?? [])
    .flatMap(({ ref, entry }) => (entry.kind === "said" ? [{ ref, entry }] : []));
}

/** An answer is found by the note that lists its channel ids, and an edit where the message itself was said. */
export function findSource(
  statements: Statements,
  session: SessionRef,
  message: string,
): { ref: LaneRef; entry: Entry } | null {
  const { entries } = statements;
  const key = { ...encodeSession(session), message: encodeKey(message) };
  const answer = entries.answerOfSent.get(key);
  const newest = answer === undefined ? entries.newestOfSource.get(key) : undefined;
  if (newest !== undefined) {
    const said = entries.saidOfSource.get(key) ?? newest;
    const [place, entry] = [readStoredPlacedEntry(statements, said), readStoredEntry(statements, newest)];
    return place === null || entry === null ? null : { ref: place.ref, entry };
  }
  const sent = answer ?? entries.noteOfSent.get(key);
  return sent === undefined ? null : readStoredPlacedEntry(statements, sent);
}

export function findLane(statements: Statements, ref: LaneRef): LaneRow | null {
  const row = statements.lanes.findLane.get(encodeRef(ref));
  return row === undefined ? null : readStoredLane(statements, row);
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

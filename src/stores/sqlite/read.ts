import type { Derivation } from "../../core/derivation.js";
import type { Said } from "../../core/entry.js";
import type { BlobId, EntryId, LaneRef, OwnerKey, ReceiptId, SessionRef } from "../../core/keys.js";
import {
  type LaneSummary,
  type LogStore,
  mostLocated,
  type Name,
  type RecordsWanted,
  recentLanes,
  type SessionSummary,
} from "../../core/ports.js";
import type { KeptReceipt } from "../../core/receipt-delta.js";
import type { LaneRecord } from "../../core/record.js";
import type { TurnRecord } from "../../core/turn.js";
import {
  contentOf,
  derivationOf,
  entryOf,
  type LaneRow,
  laneRow,
  laneSummary,
  locatedOf,
  numberOf,
  placedEntry,
  receiptOf,
  recordOf,
  sessionSummary,
  turnOf,
} from "./rows.js";
import type { Statements } from "./statements/prepared.js";
import { keyList, storedRef, toStored } from "./stored-text.js";

const most = 2 ** 31 - 1;
const rangeLimit = 1_000;

export function readRange(statements: Statements, ref: LaneRef, from: number, to: number) {
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
export function readAnswers({ contents }: Statements, { owner }: SessionRef, entry: EntryId): readonly TurnRecord[] {
  const turns = contents.turnsAnswering.all({ owner, entry: toStored(entry) }).map(turnOf);
  return turns.sort((a, b) => b.began - a.began || (a.id < b.id ? 1 : -1));
}

/** The receipt and those that it builds on, its checkpoint first. */
export function readChain({ receipts }: Statements, { owner }: SessionRef, id: ReceiptId): readonly KeptReceipt[] {
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
  { kind, name, limit }: RecordsWanted,
): readonly LaneRecord[] {
  const lane = findLane(statements, ref);
  if (lane === null) return [];
  const wanted = { laneId: lane.id, kind, limit: count(limit) };
  const { recordsOfKind, recordsNamed } = statements.records;
  const rows = name === null ? recordsOfKind.all(wanted) : recordsNamed.all({ ...wanted, name: toStored(name) });
  return rows.map(recordOf);
}

export function readBlobs(
  { contents }: Statements,
  { owner }: SessionRef,
  ids: readonly BlobId[],
): ReadonlyMap<BlobId, string> {
  const rows = contents.blobs.all({ owner, keys: keyList(ids) }).map(contentOf);
  return new Map(rows.map(([id, content]) => [id as BlobId, content]));
}

export function readDerived(
  { search }: Statements,
  { owner }: SessionRef,
  sources: readonly EntryId[],
): ReadonlyMap<EntryId, readonly Omit<Derivation, "sources">[]> {
  const found = sources.map((source) => {
    const lines = search.derivations.all({ owner, source: toStored(source) }).map(derivationOf);
    return [source, lines] as const;
  });
  return new Map(found.filter(([, lines]) => lines.length > 0));
}

export function readSessions(
  { lanes }: Statements,
  owner: OwnerKey,
  { after, limit }: Parameters<LogStore["sessions"]>[1],
): readonly SessionSummary[] {
  const rows =
    after === null
      ? lanes.listSessions.all({ owner, limit: count(limit) })
      : lanes.sessionsAfter.all({
          owner,
          newest: after.newest,
          session: toStored(after.session),
          limit: count(limit),
        });
  return rows.map(sessionSummary);
}

export function readLanes({ lanes }: Statements, { owner, session }: SessionRef): readonly LaneSummary[] {
  return lanes.listLanes.all({ owner, session: toStored(session) }).map((row) => laneSummary(owner, session, row));
}

/** One file holds all sessions, so this is no more than another look-up. */
export function locateName(statements: Statements, owner: OwnerKey, name: Name) {
  switch (name.kind) {
    case "turn":
      return locateTurn(statements, owner, name.part);
    case "receipt": {
      const row = statements.receipts.placeOfReceipt.get({ owner, id: toStored(name.id) });
      return row === undefined ? [] : [locatedOf(owner, row)];
    }
    case "address": {
      const row = statements.entries.atAddress.get({ owner, address: name.address });
      return row === undefined ? [] : [locatedOf(owner, row)];
    }
    default:
      return name satisfies never;
  }
}

/** The least that may stand for a whole id. */
const leastOfName = 4;

function locateTurn({ contents, checks }: Statements, owner: OwnerKey, part: string) {
  if (part.length < leastOfName) return [];
  const stored = toStored(part);
  const begun = contents.turnsBetween.all({ owner, from: stored, to: `${stored}\u{10ffff}`, limit: mostLocated });
  const ending = checks.turnsEndingWith.all({ owner, part: stored, limit: mostLocated });
  const located = [...begun, ...ending].map((row) => locatedOf(owner, row));
  const whole = located.find(({ id }) => id === part);
  if (whole !== undefined) return [whole];
  return [...new Map(located.map((each) => [each.id, each])).values()].slice(0, mostLocated);
}

export function readRecentSaid({ entries }: Statements, { owner, session }: SessionRef, limit: number) {
  const most = count(limit);
  const rows = entries.recentNumbers.all({ owner, session: toStored(session), lanes: recentLanes, limit: most });
  const numbers = rows.map(numberOf).sort((a, b) => b - a);
  const newest = numbers.slice(0, most).reverse();
  return entries.saidWithNumbers
    .all({ numbers: JSON.stringify(newest) })
    .map((row) => placedEntry(owner, row))
    .flatMap(({ ref, entry }): readonly { ref: LaneRef; entry: Said }[] =>
      entry.kind === "said" ? [{ ref, entry }] : [],
    );
}

/** An edit is found where the message itself was said, and an answer by the note that lists its channel ids. */
export function findSource(statements: Statements, { owner, session }: SessionRef, message: string) {
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

/** SQLite takes a negative limit for none at all. */
export function count(limit: number): number {
  return Math.min(most, Math.max(0, Math.floor(limit) || 0));
}

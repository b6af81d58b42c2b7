import { isErased } from "@clewline/core/log/entry.js";
import type { LaneRef, SessionRef } from "@clewline/core/log/keys.js";
import type { Hash } from "@clewline/core/log/pointer.js";
import { makeNotIdleError } from "@clewline/core/log/times/not-idle.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { ErasedEntry, Erasure } from "@clewline/core/ports/index.js";
import { renamePieces } from "@clewline/core/receipt/receipt-delta.js";
import { listLanes } from "./lists.js";
import { cloneValue, type Lane, type Log, makeKey, makeLaneKey, openContents } from "./log.js";
import { mergeSettings } from "./records.js";
import { append, makeStoredEntry } from "./write.js";

/** Runs every check that may fail first, so that the erasure is done as a whole or not at all. */
export function eraseFrom(log: Log, hash: Hash, erasure: Erasure): void {
  refuseNewer(log, erasure);
  for (const session of erasure.sessions) dropSession(log, session);
  for (const ref of erasure.lanes) dropLane(log, ref);
  for (const each of erasure.entries) replaceEntry(log, hash, each);
  for (const turn of erasure.turns) replaceTurn(log, turn);
  replaceRecords(log, erasure);
  replaceReceipts(log, erasure);
  for (const { session, kind, key } of erasure.derived)
    for (const lines of openContents(log, session).derived.values()) lines.delete(makeKey(kind, key));
  for (const contents of log.sessions.values()) for (const source of erasure.sources) contents.derived.delete(source);
  if (erasure.settings !== null) mergeSettings(log, erasure.settings.ref, cloneValue(erasure.settings.settings));
  indexAnew(log);
}

function refuseNewer(log: Log, { sessions, ifIdleSince }: Erasure): void {
  if (ifIdleSince === null) return;
  for (const session of sessions)
    if (listLanes(log, session).some(({ newest }) => newest >= ifIdleSince)) throw makeNotIdleError(session);
}

function dropSession(log: Log, { owner, session }: SessionRef): void {
  for (const { ref } of [...log.lanes.values()])
    if (ref.owner === owner && ref.session === session) log.lanes.delete(makeLaneKey(ref));
  log.sessions.delete(makeKey(owner, session));
  log.settings.delete(makeKey(owner, session));
}

function dropLane(log: Log, ref: LaneRef): void {
  const lane = log.lanes.get(makeLaneKey(ref));
  if (lane === undefined) return;
  log.lanes.delete(makeLaneKey(ref));
  const contents = openContents(log, ref);
  for (const id of lane.turns.keys()) {
    contents.turns.delete(id);
    contents.unsent.delete(id);
    contents.receiptsByTurn.delete(id);
  }
  for (const { id } of lane.receipts) contents.receipts.delete(id);
}

function replaceEntry(log: Log, hash: Hash, { ref, entry: { seq, ...draft } }: ErasedEntry): void {
  const lane = log.lanes.get(makeLaneKey(ref));
  const before = lane?.entries[seq - 1];
  if (lane === undefined || before === undefined || before.draft.id !== draft.id) return;
  lane.entries[seq - 1] = makeStoredEntry(draft, lane, before, hash);
  if (isErased(draft)) voidVectors(lane, seq);
}

/** Adds a void vector, so that readers with a copy learn of it, and removes the bytes from the list. */
function voidVectors(lane: Lane, seq: number): void {
  for (const { written, bySeq } of lane.vectors.values()) {
    if ((bySeq.get(seq)?.bytes ?? null) === null) continue;
    for (const [place, vector] of written.entries())
      if (vector.seq === seq) written[place] = { ...vector, bytes: null };
    const last = { number: written.length + 1, seq, bytes: null };
    written.push(last);
    bySeq.set(seq, last);
  }
}

function replaceTurn(log: Log, turn: TurnRecord): void {
  const contents = openContents(log, turn.ref);
  contents.turns.get(turn.id)?.turns.set(turn.id, cloneValue(turn));
  if (!turn.unsent) contents.unsent.delete(turn.id);
}

function replaceRecords(log: Log, { records }: Erasure): void {
  for (const { ref, id, becomes } of records) {
    const lane = log.lanes.get(makeLaneKey(ref));
    if (lane === undefined || !lane.records.has(id)) continue;
    if (becomes === null) lane.records.delete(id);
    // At its old place, because records are in the order of writing.
    else lane.records.set(id, cloneValue(becomes));
  }
}

function replaceReceipts(log: Log, { receipts, pieces }: Erasure): void {
  for (const contents of log.sessions.values()) {
    const { owner, session } = contents.ref;
    const isOwn = (each: { readonly session: SessionRef }) =>
      each.session.owner === owner && each.session.session === session;
    const names = new Map(pieces.filter(isOwn).map(({ hash, name }) => [hash, name]));
    const decisions = new Map(receipts.filter(isOwn).map((each) => [each.id, each.decisions]));
    if (names.size + decisions.size === 0) continue;
    for (const name of names.keys()) {
      contents.chunks.delete(name);
      contents.blobs.delete(name as never);
    }
    for (const [id, kept] of contents.receipts) {
      const decided = decisions.has(id) ? { ...kept, decisions: decisions.get(id) ?? null } : kept;
      contents.receipts.set(id, renamePieces(decided, names));
    }
  }
  // The other lists hold the same values.
  for (const contents of log.sessions.values()) {
    for (const [turn, list] of contents.receiptsByTurn)
      contents.receiptsByTurn.set(
        turn,
        list.flatMap(({ id }) => contents.receipts.get(id) ?? []),
      );
  }
  for (const lane of log.lanes.values()) {
    const { receipts: known } = openContents(log, lane.ref);
    lane.receipts.splice(0, lane.receipts.length, ...lane.receipts.flatMap(({ id }) => known.get(id) ?? []));
  }
}

/** Rebuilds all indexes of entries from the entries. */
function indexAnew(log: Log): void {
  const entries = [...log.lanes.values()].flatMap((lane) => lane.entries.map((kept) => ({ lane, kept })));
  for (const index of [log.byKey, log.bySource, log.byTarget, log.aimedAt, log.bySent, log.byAddress]) index.clear();
  for (const lane of log.lanes.values()) {
    lane.entries.length = 0;
    lane.byId.clear();
    lane.byTurn.clear();
    lane.newest = Number.NEGATIVE_INFINITY;
  }
  const { written } = log;
  for (const { lane, kept } of entries.sort((a, b) => a.kept.order - b.kept.order)) append(log, lane, kept);
  // A place in the whole store is never used twice.
  log.written = written;
}

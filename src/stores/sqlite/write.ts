import type { Entry } from "../../core/entry.js";
import { firstEpoch } from "../../core/epoch.js";
import { ClewError } from "../../core/errors.js";
import { canonical } from "../../core/json.js";
import type { LaneRef } from "../../core/keys.js";
import { type Claim, isAsExpected, isHeldBy, type Lease } from "../../core/lease.js";
import type { Hash } from "../../core/pointer.js";
import type { Change, Written } from "../../core/ports.js";
import { refuseEnded, type TurnRecord } from "../../core/turn.js";
import { claimPlace, queueOf, releasePlace } from "./leases.js";
import { moveCleared, writeRecords, writeSettings } from "./records.js";
import { type LaneRow, laneRow, numberIn, turnOf } from "./rows.js";
import type { Statements } from "./statements/prepared.js";
import { storedRef, toStored } from "./stored-text.js";
import { writeEntries } from "./write-entries.js";

/** One change, inside the caller's transaction: whatever throws here undoes all of it. */
export function writeChange(statements: Statements, hash: Hash, change: Change): Written {
  const known = statements.lanes.findLane.get(storedRef(change.ref));
  const outdated = outdatedQueue(statements, known, change);
  if (outdated !== null) return { done: false, entries: [], leases: outdated };
  const next = known === undefined ? 1 : laneRow(known).nextSeq;
  if (change.expectedSeq !== undefined && change.expectedSeq !== next) throw new OutOfPlace();
  if (!isInEpoch(statements, known, change)) throw new OutOfPlace();
  const lane = known === undefined ? addLane(statements, change.ref) : laneRow(known);
  const { claim } = change;
  // First, so that one change can pass over a turn that is gone and take its place.
  if (change.release !== undefined) releasePlace(statements, lane.id, change.release);
  if (claim !== undefined) claimPlace(statements, lane.id, claim);
  writeContents(statements, change);
  const entries = placedEntries(statements, hash, lane, change);
  writeTurn(statements, lane, change);
  writeHistory(statements, lane, change);
  writeReceipt(statements, lane, change);
  writeRecords(statements, lane, change);
  writeSettings(statements, lane, change);
  moveCleared(statements, lane, change);
  writeEpoch(statements, lane, change);
  writeDerivations(statements, change);
  return { done: true, entries, leases: claim === undefined ? [] : queueOf(statements, lane.id) };
}

/** The lane's queue, if it is not what whoever writes takes it for. */
function outdatedQueue(statements: Statements, known: unknown, { expects, holder }: Change): readonly Lease[] | null {
  if (expects === undefined && holder === undefined) return null;
  const queue = known === undefined ? [] : queueOf(statements, laneRow(known).id);
  const isExpected = expects === undefined || isAsExpected(queue, expects);
  return isExpected && (holder === undefined || isHeldBy(queue, holder)) ? null : queue;
}

/** Undoes the change: whether all entries are new is known for certain once they are written. */
class OutOfPlace extends Error {
  override readonly name = "OutOfPlace";
}

/** What a change that was undone is answered with; all other errors go on. */
export function refusalOf(error: unknown): Written {
  if (error instanceof OutOfPlace) return { done: false, entries: [], leases: [] };
  throw error;
}

function isInEpoch({ lanes }: Statements, known: unknown, { expectedEpoch }: Change): boolean {
  if (expectedEpoch === undefined) return true;
  const { key, number } = expectedEpoch;
  const row = known === undefined ? undefined : lanes.findEpoch.get({ laneId: laneRow(known).id, key: toStored(key) });
  return number === (row === undefined ? 0 : numberIn(row, "number"));
}

function placedEntries(statements: Statements, hash: Hash, lane: LaneRow, change: Change): readonly Entry[] {
  if (change.expectedSeq === undefined) return writeEntries(statements, hash, lane, change);
  try {
    const entries = writeEntries(statements, hash, lane, change);
    const { nextSeq } = laneRow(statements.lanes.findLane.get(storedRef(change.ref)));
    if (nextSeq === change.expectedSeq + entries.length) return entries;
  } catch (error) {
    // Known with other content is not new either.
    if (!(error instanceof ClewError) || error.code !== "log/conflict") throw error;
  }
  throw new OutOfPlace();
}

function addLane(statements: Statements, ref: LaneRef): LaneRow {
  const key = storedRef(ref);
  statements.lanes.addOwner.run(key);
  statements.lanes.addSession.run(key);
  statements.lanes.addLane.run(key);
  return laneRow(statements.lanes.findLane.get(key));
}

function writeContents(statements: Statements, change: Change): void {
  const { owner } = change.ref;
  for (const [id, content] of change.blobs ?? []) {
    statements.contents.putBlob.run({ owner, key: toStored(id), content: toStored(content) });
  }
  for (const [key, content] of change.receipt?.chunks ?? []) {
    statements.contents.putChunk.run({ owner, key: toStored(key), content: toStored(content) });
  }
}

function writeTurn(statements: Statements, lane: LaneRow, { ref, turn, reopen, claim }: Change): void {
  if (turn === undefined) return;
  const stored = statements.contents.turn.get({ owner: ref.owner, id: toStored(turn.id) });
  refuseEnded(stored === undefined ? null : turnOf(stored), reopen === true);
  if (claim !== undefined && !isRunning(statements, lane, claim)) return;
  statements.contents.putTurn.run(turnRow(ref, lane, turn));
  writeAnswers(statements, ref, [turn]);
  if (turn.state !== "running") releasePlace(statements, lane.id, turn.id);
}

function isRunning(statements: Statements, lane: LaneRow, { turn, holder }: Claim): boolean {
  const [first] = queueOf(statements, lane.id);
  return first?.turn === turn && first.holder === holder && first.state === "running";
}

function writeAnswers({ contents }: Statements, { owner }: LaneRef, turns: readonly TurnRecord[]): void {
  const pairs = turns.flatMap(({ id, messages }) => messages.map((message) => [toStored(message), toStored(id)]));
  if (pairs.length > 0) contents.putAnswers.run({ owner, pairs: JSON.stringify(pairs) });
}

function writeHistory(statements: Statements, lane: LaneRow, { ref, history }: Change): void {
  const added = (history ?? []).filter((turn) => statements.contents.addTurn.run(turnRow(ref, lane, turn)).changes > 0);
  writeAnswers(statements, ref, added);
}

function turnRow({ owner }: LaneRef, lane: LaneRow, turn: TurnRecord) {
  return { owner, id: toStored(turn.id), laneId: lane.id, began: turn.began, body: canonical(turn) };
}

function writeReceipt({ receipts }: Statements, { id: laneId }: LaneRow, change: Change): void {
  if (change.receipt === undefined) return;
  const { receipt } = change.receipt;
  const { call, at } = receipt;
  const id = toStored(receipt.id);
  const turn = toStored(receipt.turn);
  const base = "delta" in receipt ? toStored(receipt.delta.base) : null;
  const row = { owner: change.ref.owner, id, laneId, turn, call, at, base, body: canonical(receipt) };
  // A known one, as from an older export, must not become the last one again.
  if (receipts.putReceipt.run(row).changes === 0) return;
  receipts.setLastReceipt.run({ laneId, receipt: id });
  const { key } = receipt.epoch;
  const body = canonical({ ...firstEpoch, key });
  receipts.setEpochReceipt.run({ laneId, key: toStored(key), body, receipt: id });
}

function writeEpoch(statements: Statements, lane: LaneRow, { epoch }: Change): void {
  if (epoch === undefined) return;
  const { key, number } = epoch;
  statements.lanes.swapEpoch.run({ laneId: lane.id, key: toStored(key), number, body: canonical(epoch) });
}

function writeDerivations({ search }: Statements, { ref, derived = [] }: Change): void {
  const lines = derived.flatMap(({ kind, key, sources }) =>
    sources.map((source) => [toStored(source), kind, toStored(key)]),
  );
  if (lines.length > 0) search.putDerivations.run({ owner: ref.owner, lines: JSON.stringify(lines) });
}

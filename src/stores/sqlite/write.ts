import { canonical } from "../../core/json.js";
import type { LaneRef } from "../../core/keys.js";
import type { Hash } from "../../core/pointer.js";
import type { Change, Written } from "../../core/ports.js";
import { firstEpoch } from "../../core/snapshot.js";
import { refuseEnded, type TurnRecord } from "../../core/turn.js";
import { claimPlace, holds, queueOf, releasePlace } from "./leases.js";
import { type LaneRow, laneRow, turnOf } from "./rows.js";
import type { Statements } from "./statements/prepared.js";
import { storedRef, toStored } from "./stored-text.js";
import { writeEntries } from "./write-entries.js";

/** One change, inside the caller's transaction: whatever throws here undoes all of it. */
export function writeChange(statements: Statements, hash: Hash, change: Change): Written {
  const known = statements.lanes.findLane.get(storedRef(change.ref));
  if (change.expects !== undefined) {
    const queue = known === undefined ? [] : queueOf(statements, laneRow(known).id);
    if (!holds(queue, change.expects)) return { done: false, entries: [], leases: queue };
  }
  const lane = known === undefined ? addLane(statements, change.ref) : laneRow(known);
  const { claim } = change;
  // First, so that one change can pass over a turn that is gone and take its place.
  if (change.release !== undefined) releasePlace(statements, lane.id, change.release);
  if (claim !== undefined) claimPlace(statements, lane.id, claim);
  writeContents(statements, change);
  const entries = writeEntries(statements, hash, lane, change);
  writeTurn(statements, lane, change);
  writeHistory(statements, lane, change);
  writeReceipt(statements, lane, change);
  writeEpoch(statements, lane, change);
  writeDerivations(statements, change);
  return { done: true, entries, leases: claim === undefined ? [] : queueOf(statements, lane.id) };
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
  if (claim !== undefined && !isRunning(statements, lane, claim.turn)) return;
  statements.contents.putTurn.run(turnRow(ref, lane, turn));
  if (turn.state !== "running") releasePlace(statements, lane.id, turn.id);
}

function isRunning(statements: Statements, lane: LaneRow, turn: TurnRecord["id"]): boolean {
  const [first] = queueOf(statements, lane.id);
  return first?.turn === turn && first.state === "running";
}

function writeHistory(statements: Statements, lane: LaneRow, { ref, history }: Change): void {
  for (const turn of history ?? []) statements.contents.addTurn.run(turnRow(ref, lane, turn));
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
  receipts.putReceipt.run({ owner: change.ref.owner, id, laneId, turn, call, at, base, body: canonical(receipt) });
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

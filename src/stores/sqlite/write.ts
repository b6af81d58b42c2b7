import { bodyOf, isSameDelivery, sourceOf } from "../../core/delivery.js";
import type { Draft, Entry, Source } from "../../core/entry.js";
import { ClewError } from "../../core/errors.js";
import { canonical } from "../../core/json.js";
import type { LaneRef } from "../../core/keys.js";
import { addressOf, type Hash } from "../../core/pointer.js";
import type { Change } from "../../core/ports.js";
import { refuseEnded } from "../../core/turn.js";
import { entryOf, type LaneRow, laneRow, turnOf } from "./rows.js";
import type { Statements } from "./statements/prepared.js";
import { storedRef, toStored } from "./stored-text.js";

/** One change, inside the caller's transaction: whatever throws here undoes all of it. */
export function writeChange(statements: Statements, hash: Hash, change: Change): readonly Entry[] {
  const lane = laneFor(statements, change.ref);
  const written = writeEntries(statements, hash, lane, change);
  writeContents(statements, change);
  writeTurn(statements, lane, change);
  writeReceipt(statements, lane, change);
  if (change.epoch !== undefined) {
    const { key, number } = change.epoch;
    statements.lanes.swapEpoch.run({ laneId: lane.id, key: toStored(key), number, body: canonical(change.epoch) });
  }
  return written;
}

function laneFor(statements: Statements, ref: LaneRef): LaneRow {
  const key = storedRef(ref);
  const known = statements.lanes.findLane.get(key);
  if (known !== undefined) return laneRow(known);
  statements.lanes.addSession.run(key);
  statements.lanes.addLane.run(key);
  return laneRow(statements.lanes.findLane.get(key));
}

function writeEntries(statements: Statements, hash: Hash, lane: LaneRow, change: Change): readonly Entry[] {
  let seq = lane.nextSeq;
  let newest = Number.NEGATIVE_INFINITY;
  const written: Entry[] = [];
  for (const draft of change.entries ?? []) {
    const known = knownEntry(statements, lane, draft);
    written.push(known ?? append(statements, lane, draft, { seq, ref: change.ref, hash }));
    if (known !== null) continue;
    seq += 1;
    newest = Math.max(newest, draft.at);
  }
  const count = seq - lane.nextSeq;
  if (count === 0) return written;
  // The session first: it asks whether the lane was empty until now.
  statements.lanes.growSession.run({ sessionId: lane.sessionId, laneId: lane.id, count, newest });
  statements.lanes.growLane.run({ laneId: lane.id, count, newest });
  return written;
}

function knownEntry(statements: Statements, lane: LaneRow, draft: Draft): Entry | null {
  const row = rowWithKey(statements, lane, sourceOf(draft)) ?? statements.entries.withId.get(idOf(lane, draft));
  if (row === undefined) return null;
  const known = entryOf(row);
  if (isSameDelivery(known, draft)) return known;
  const source = sourceOf(draft);
  const name =
    source === null ? `Entry ${shown(draft.id)}` : `Message ${shown(source.message)}, revision ${source.revision},`;
  throw new ClewError("log/conflict", `${name} is already in the log with other content`, {
    hint: "The log never changes: give an edit a newer revision, and a new entry an id of its own",
  });
}

function shown(key: string): string {
  return JSON.stringify(key.slice(0, 80));
}

function rowWithKey(statements: Statements, lane: LaneRow, source: Source | null): unknown {
  if (source === null) return undefined;
  const message = toStored(source.message);
  return statements.entries.withKey.get({ sessionId: lane.sessionId, message, revision: source.revision });
}

function idOf(lane: LaneRow, draft: Draft) {
  return { laneId: lane.id, id: toStored(draft.id) };
}

interface Place {
  readonly seq: number;
  readonly ref: LaneRef;
  readonly hash: Hash;
}

function append(statements: Statements, lane: LaneRow, draft: Draft, place: Place): Entry {
  const { seq, ref, hash } = place;
  const source = sourceOf(draft);
  const row = {
    ...idOf(lane, draft),
    owner: ref.owner,
    sessionId: lane.sessionId,
    seq,
    kind: draft.kind,
    turn: draft.turn === null ? null : toStored(draft.turn),
    step: draft.step,
    at: draft.at,
    arrived: draft.arrived,
    message: source === null ? null : toStored(source.message),
    revision: source === null ? null : source.revision,
    address: addressOf(ref, seq, hash),
    body: bodyOf(draft),
  };
  const number = Number(statements.entries.insert.run(row).lastInsertRowid);
  const sent = draft.kind === "noted" && draft.note.kind === "sent" ? draft.note.messages : [];
  for (const message of sent) {
    statements.entries.insertSent.run({ sessionId: lane.sessionId, message: toStored(message), entry: number });
  }
  return entryOf(row);
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

function writeTurn(statements: Statements, lane: LaneRow, { ref, turn, reopen }: Change): void {
  if (turn === undefined) return;
  const { id, began } = turn;
  const stored = statements.contents.turn.get({ owner: ref.owner, id: toStored(id) });
  refuseEnded(stored === undefined ? null : turnOf(stored), reopen === true);
  const row = { owner: ref.owner, id: toStored(id), laneId: lane.id, began, body: canonical(turn) };
  statements.contents.putTurn.run(row);
}

function writeReceipt(statements: Statements, lane: LaneRow, change: Change): void {
  if (change.receipt === undefined) return;
  const { receipt } = change.receipt;
  const { call, at } = receipt;
  const id = toStored(receipt.id);
  const turn = toStored(receipt.turn);
  const row = { owner: change.ref.owner, id, laneId: lane.id, turn, call, at, body: canonical(receipt) };
  statements.contents.putReceipt.run(row);
  statements.lanes.setLastReceipt.run({ laneId: lane.id, receipt: id });
}

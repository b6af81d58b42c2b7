import type { EntryId, LaneRef, OwnerKey, SessionKey, SessionRef, TurnId } from "@clewline/core/log/keys.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import { mostUnsent, type QueuedTurn } from "@clewline/core/ports/index.js";
import {
  compare,
  copyValue,
  type Lane,
  type Log,
  makeLaneKey,
  normaliseLimit,
  openContents,
  pushValue,
  type SessionContents,
} from "./log.js";

export function putTurn(contents: SessionContents, lane: Lane, turn: TurnRecord): void {
  contents.turns.get(turn.id)?.turns.delete(turn.id);
  contents.turns.set(turn.id, lane);
  lane.turns.set(turn.id, turn);
  contents.unsent.delete(turn.id);
  if (turn.unsent) addUnsent(contents, turn.id);
  for (const message of turn.messages) addOnce(contents.answers, message, turn.id);
}

function addUnsent(contents: SessionContents, id: TurnId): void {
  contents.unsent.add(id);
  for (const { id: old } of listUnsent(contents).slice(mostUnsent)) contents.unsent.delete(old);
}

function listUnsent({ unsent, turns }: SessionContents): readonly TurnRecord[] {
  return [...unsent].flatMap((id) => turns.get(id)?.turns.get(id) ?? []).sort(compareTurns);
}

/** Marks the turn's reply as sent. An unknown turn is a no-op. */
export function markSent(contents: SessionContents, id: TurnId | undefined): void {
  const lane = id === undefined ? undefined : contents.turns.get(id);
  const turn = id === undefined ? undefined : lane?.turns.get(id);
  if (lane === undefined || turn === undefined) return;
  const { unsent: _unsent, ...sent } = turn;
  lane.turns.set(turn.id, sent);
  contents.unsent.delete(turn.id);
}

export function listUnsentTurns(
  log: Log,
  owner: OwnerKey,
  session: SessionKey | null,
  limit: number,
): readonly TurnRecord[] {
  const isMeant = ({ ref }: SessionContents) => ref.owner === owner && (session === null || ref.session === session);
  const turns = [...log.sessions.values()].filter(isMeant).flatMap(listUnsent);
  return turns.sort(compareTurns).slice(0, normaliseLimit(limit)).map(copyValue);
}

export function listQueuedTurns(log: Log, owner: OwnerKey): readonly QueuedTurn[] {
  const lanes = [...log.lanes.values()].filter(({ ref }) => ref.owner === owner);
  return lanes.flatMap(({ ref, leases, turns }) =>
    leases.map((lease) => copyValue({ ref, lease, turn: turns.get(lease.turn) ?? null })),
  );
}

function addOnce(answers: Map<EntryId, TurnId[]>, message: EntryId, turn: TurnId): void {
  if (!answers.get(message)?.includes(turn)) pushValue(answers, message, turn);
}

export function listAnsweringTurns(log: Log, session: SessionRef, entry: EntryId): readonly TurnRecord[] {
  const ids = openContents(log, session).answers.get(entry) ?? [];
  const turns = ids.flatMap((id) => findTurnRecord(log, session, id) ?? []);
  return turns.sort(compareTurns).map(copyValue);
}

export function readTurn(log: Log, session: SessionRef, id: TurnId): TurnRecord | null {
  const turn = findTurnRecord(log, session, id);
  return turn === undefined ? null : copyValue(turn);
}

export function findTurnRecord(log: Log, session: SessionRef, id: TurnId): TurnRecord | undefined {
  return openContents(log, session).turns.get(id)?.turns.get(id);
}

export function listNewestTurns(log: Log, ref: LaneRef, limit: number): readonly TurnRecord[] {
  const turns = [...(log.lanes.get(makeLaneKey(ref))?.turns.values() ?? [])];
  return turns.sort(compareTurns).slice(0, normaliseLimit(limit)).map(copyValue);
}

export function compareTurns(a: TurnRecord, b: TurnRecord): number {
  return b.began - a.began || compare(b.id, a.id);
}

import type { EntryId, LaneRef, SessionRef, TurnId } from "../../core/log/keys.js";
import type { TurnRecord } from "../../core/log/turn.js";
import {
  addTo,
  compare,
  contentsOf,
  copyOf,
  count,
  type Lane,
  type Log,
  laneKeyOf,
  type SessionContents,
} from "./log.js";

export function putTurn(contents: SessionContents, lane: Lane, turn: TurnRecord): void {
  contents.turns.get(turn.id)?.turns.delete(turn.id);
  contents.turns.set(turn.id, lane);
  lane.turns.set(turn.id, turn);
  for (const message of turn.messages) addOnce(contents.answers, message, turn.id);
}

function addOnce(answers: Map<EntryId, TurnId[]>, message: EntryId, turn: TurnId): void {
  if (!answers.get(message)?.includes(turn)) addTo(answers, message, turn);
}

export function turnsAnswering(log: Log, session: SessionRef, entry: EntryId): readonly TurnRecord[] {
  const ids = contentsOf(log, session).answers.get(entry) ?? [];
  const turns = ids.flatMap((id) => recordOf(log, session, id) ?? []);
  return turns.sort(newestTurnFirst).map(copyOf);
}

export function turnWithId(log: Log, session: SessionRef, id: TurnId): TurnRecord | null {
  const turn = recordOf(log, session, id);
  return turn === undefined ? null : copyOf(turn);
}

export function recordOf(log: Log, session: SessionRef, id: TurnId): TurnRecord | undefined {
  return contentsOf(log, session).turns.get(id)?.turns.get(id);
}

export function newestTurns(log: Log, ref: LaneRef, limit: number): readonly TurnRecord[] {
  const turns = [...(log.lanes.get(laneKeyOf(ref))?.turns.values() ?? [])];
  return turns.sort(newestTurnFirst).slice(0, count(limit)).map(copyOf);
}

export function newestTurnFirst(a: TurnRecord, b: TurnRecord): number {
  return b.began - a.began || compare(b.id, a.id);
}

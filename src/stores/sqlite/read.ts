import type { Entry } from "../../core/entry.js";
import type { LaneRef, OwnerKey, SessionKey, TurnId } from "../../core/keys.js";
import type { LaneState } from "../../core/ports.js";
import { firstEpoch } from "../../core/snapshot.js";
import type { TurnRecord } from "../../core/turn.js";
import { entryOf, epochOf, type LaneRow, laneRow, placedEntry, turnOf } from "./rows.js";
import type { Statements } from "./statements/prepared.js";
import { storedRef, toStored } from "./stored-text.js";

const most = 2 ** 31 - 1;
const rangeLimit = 1_000;

/** Five statements, whatever the size. The caller's transaction makes them see the same moment. */
export function readLane(
  statements: Statements,
  ref: LaneRef,
  limit: number,
  forced: TurnId | null,
  key: string,
): LaneState {
  const lane = findLane(statements, ref);
  if (lane === null) return { last: 0, epoch: { ...firstEpoch, key }, lastReceipt: null, entries: [], turns: [] };
  const epochRow = statements.lanes.findEpoch.get({ laneId: lane.id, key: toStored(key) });
  const epoch = epochRow === undefined ? { ...firstEpoch, key } : epochOf(epochRow);
  const after = epoch.through["leave-out"];
  const newest = statements.entries.newest
    .all({ laneId: lane.id, after, limit: count(limit) })
    .map(entryOf)
    .reverse();
  const needed = forced === null ? [] : statements.entries.ofTurn.all({ laneId: lane.id, turn: toStored(forced) });
  // The newest are one run up to the end of the lane, so a forced entry that is not among them comes before them.
  const first = newest[0]?.seq ?? lane.nextSeq;
  const entries = [...needed.map(entryOf).filter(({ seq }) => seq < first), ...newest];
  const { lastReceipt } = lane;
  const turns = turnsOf(statements, ref.owner, entries, forced);
  return { last: lane.nextSeq - 1, epoch, lastReceipt, entries, turns };
}

export function readRange(statements: Statements, ref: LaneRef, from: number, to: number): readonly Entry[] {
  const lane = findLane(statements, ref);
  if (lane === null) return [];
  return statements.entries.between.all({ laneId: lane.id, from, to, limit: rangeLimit }).map(entryOf);
}

export function readTurns(statements: Statements, ref: LaneRef, limit: number): readonly TurnRecord[] {
  const lane = findLane(statements, ref);
  if (lane === null) return [];
  return statements.contents.newestTurns.all({ laneId: lane.id, limit: count(limit) }).map(turnOf);
}

/** An edit is found where the message itself was said, and an answer by the note that lists its channel ids. */
export function findSource(statements: Statements, owner: OwnerKey, session: SessionKey, message: string) {
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

function turnsOf(statements: Statements, owner: OwnerKey, entries: readonly Entry[], forced: TurnId | null) {
  const ids = new Set(
    [forced, ...entries.map((entry) => entry.turn)].flatMap((id) => (id === null ? [] : toStored(id))),
  );
  return statements.contents.turnsWithIds.all({ owner, ids: JSON.stringify([...ids]) }).map(turnOf);
}

/** SQLite takes a negative limit for none at all. */
function count(limit: number): number {
  return Math.min(most, Math.max(0, Math.floor(limit) || 0));
}

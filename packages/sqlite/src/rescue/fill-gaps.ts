/** Replaces lost rows that others refer to by names and notes. */
import type { LaneName } from "../damage/lane-names.js";
import type { SqliteDatabase } from "../drivers/driver.js";
import { readFields } from "../fields.js";
import { makeInsert } from "./copy-rows.js";
import { makeLostNote } from "./mend-row.js";
import type { Rescue } from "./rescue-report.js";

export function fillGaps(rescue: Rescue, lanes: ReadonlyMap<number, LaneName>): void {
  rescue.to.transaction("deferred")(() => {
    addLostPlaces(rescue.to);
    for (const [laneId, lane] of lanes) fillLane(rescue, laneId, lane);
  });
}

/** Adds lost lanes, sessions, owners and turns that other rows belong to. Their names say that they were lost. */
function addLostPlaces(to: SqliteDatabase): void {
  to.exec(`
    INSERT INTO lanes (id, session_id, key)
    SELECT lane_id, min(session_id), 'root:lost-' || lane_id FROM (
      SELECT lane_id, session_id FROM entries UNION ALL SELECT lane_id, session_id FROM turns)
    WHERE lane_id NOT IN (SELECT id FROM lanes) GROUP BY lane_id;
    INSERT INTO sessions (id, owner_id, key, edited)
    SELECT DISTINCT session_id, coalesce((SELECT min(id) FROM owners), 1), 'lost:session-' || session_id, 1 FROM lanes
    WHERE session_id NOT IN (SELECT id FROM sessions);
    INSERT INTO owners (id, key)
    SELECT DISTINCT owner_id, CASE WHEN (SELECT count(*) FROM owners) = 0
      AND owner_id = (SELECT min(owner_id) FROM sessions) THEN 'me' ELSE 'lost-owner-' || owner_id END
    FROM sessions WHERE owner_id NOT IN (SELECT id FROM owners);
    INSERT INTO turns (number, session_id, lane_id, id)
    SELECT number, min(session_id), min(lane_id), 'lost-turn-' || number FROM (
      SELECT turn AS number, session_id, lane_id FROM entries WHERE turn IS NOT NULL
      UNION ALL SELECT turn, session_id, lane_id FROM receipts)
    WHERE number NOT IN (SELECT number FROM turns) GROUP BY number;
    DELETE FROM records WHERE lane_id NOT IN (SELECT id FROM lanes);
    UPDATE turns SET message = NULL WHERE message NOT IN (SELECT number FROM entries)`);
}

/** The most notes added to a lane. A counter that promises far more entries than there are rows is damaged. */
const mostAdded = 10_000;

function fillLane({ to, lose }: Rescue, laneId: number, { session, lane, nextSeq }: LaneName): void {
  const sessionId = to.prepareValue("SELECT session_id FROM lanes WHERE id = ?").get([laneId]);
  if (sessionId === undefined) return;
  const held = to.prepare("SELECT number, seq FROM entries WHERE lane_id = ? AND seq >= ? ORDER BY seq LIMIT 1");
  const last = Number(to.prepareValue("SELECT coalesce(max(seq), 0) FROM entries WHERE lane_id = ?").get([laneId]));
  const end = nextSeq - 1 - last > mostAdded ? last : Math.max(last, nextSeq - 1);
  const put = makeInsert(to, "entries");
  const findFree = makeFreeNumberFinder(to);
  for (let [seq, before] = [1, 0]; seq <= end; seq++) {
    const row = held.get([laneId, seq]);
    const { number, seq: next } = row === undefined ? { number: null, seq: end + 1 } : readFields(row);
    for (; seq < Number(next); seq++) {
      before = findFree(before);
      const reason = "its row was not there";
      const note = makeLostNote({ number: before, session_id: sessionId, lane_id: laneId, seq }, reason);
      if (note !== null) put(note.row);
      lose({ table: "entries", session, lane, seq, reason: `${reason} (a note stands in its place)` });
    }
    before = Number(number ?? before);
  }
}

/** Finds the number of a lost row. It is free, and lies between the numbers of its neighbours. */
function makeFreeNumberFinder(to: SqliteDatabase): (after: number) => number {
  const isTaken = to.prepareValue("SELECT 1 FROM entries WHERE number = ?");
  return (after) => {
    for (let number = after + 1; ; number++) if (isTaken.get([number]) === undefined) return number;
  };
}

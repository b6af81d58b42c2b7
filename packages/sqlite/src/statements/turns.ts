import { ofSession, refColumns } from "./places.js";

/** All that `turnOf` reads in a lane that is known. */
const columns = `turns.number, turns.id, turns.state, turns.origin, turns.began, turns.lasted, turns.attach_over, turns.message, turns.rest,
      turns.unsent,
      answered.id AS message_id`;
const withMessage = "LEFT JOIN entries AS answered ON answered.number = turns.message";
const placed = selectPlaced("turns");

/** Turns with the names of their lanes, from this source, and with more columns of it. */
function selectPlaced(source: string, ...more: readonly string[]): string {
  return `
    SELECT ${[columns, refColumns, ...more].join(", ")} FROM ${source} ${withMessage}
    JOIN lanes ON lanes.id = turns.lane_id JOIN sessions ON sessions.id = turns.session_id
    JOIN owners ON owners.id = sessions.owner_id`;
}

const queue = "leases AS places CROSS JOIN turns ON turns.number = places.turn";
const placeColumns = "turns.id AS turn_id, places.number AS place, places.holder, places.until, places.token";

/** Statements on turns and on their answers. A row without a state is only a name. */
export const turnStatements = {
  /** Adds the name, so that other rows can refer to the turn. */
  nameTurn: `
    INSERT INTO turns (session_id, lane_id, id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
  findTurn: `
    SELECT ${columns} FROM turns ${withMessage} WHERE turns.id = @id AND turns.session_id = @sessionId`,
  putTurn: `
    UPDATE turns SET lane_id = ?, state = ?, origin = ?, began = ?, lasted = ?, message = ?, attach_over = ?, rest = ?,
      unsent = ?
    WHERE number = ?`,
  /** Marks all but the newest of a session. */
  dropUnsent: `
    UPDATE turns SET unsent = 2 WHERE number IN (
      SELECT number FROM turns WHERE session_id = @sessionId AND unsent = 1
      ORDER BY began DESC, number DESC LIMIT -1 OFFSET @most)`,
  markSent: `
    UPDATE turns SET unsent = NULL WHERE number = @number`,
  unsentOfSession: `${placed}
    WHERE turns.session_id = ${ofSession} AND turns.unsent = 1 ORDER BY turns.began DESC, turns.number DESC LIMIT @limit`,
  /** Reads only unsent turns, whatever the number of sessions. */
  unsentOfOwner: `${selectPlaced("turns INDEXED BY turns_unsent_anywhere")}
    WHERE turns.unsent = 1 AND owners.key = @owner ORDER BY turns.began DESC, turns.number DESC LIMIT @limit`,
  /** There are as many places as turns in progress. */
  queuedOfOwner: `${selectPlaced(queue, placeColumns)}
    WHERE owners.key = @owner ORDER BY places.number`,
  putAnswer: `
    INSERT INTO answers (session_id, entry, turn) VALUES (@sessionId, @entry, @turn) ON CONFLICT DO NOTHING`,
  /** Includes the entry's own turn; the caller checks whether that one answers the entry. */
  turnsAnswering: `${placed}
    WHERE turns.state IS NOT NULL AND turns.number IN (
      SELECT answers.turn FROM answers WHERE answers.session_id = ${ofSession} AND answers.entry = @entry)`,
  turnsOfEntry: `${placed}
    WHERE turns.state IS NOT NULL AND turns.number IN (
      SELECT entries.turn FROM entries WHERE entries.id = @entry AND entries.session_id = ${ofSession})`,
  turn: `${placed}
    WHERE turns.id = @id AND turns.session_id = ${ofSession} AND turns.state IS NOT NULL`,
  turnsWithNumbers: `
    SELECT turns.lane_id, ${columns}
    FROM json_each(@numbers) AS wanted CROSS JOIN turns ON turns.number = wanted.value ${withMessage}
    WHERE turns.state IS NOT NULL`,
  /** People's messages in a turn. It is read only if the turn's own row is damaged. */
  messagesOfTurn: `
    SELECT id FROM entries WHERE turn = @number AND kind = 0 ORDER BY seq`,
  /** For a turn whose message's row can't be reached. */
  turnAlone: `
    SELECT lane_id, number, id, state, origin, began, lasted, attach_over, message, rest, unsent, NULL AS message_id
    FROM turns WHERE number = @number AND state IS NOT NULL`,
  newestTurns: `
    SELECT ${columns} FROM turns ${withMessage} WHERE turns.lane_id = @laneId AND turns.state IS NOT NULL
    ORDER BY turns.began DESC, turns.number DESC LIMIT @limit`,
  /** Ids between two, both included. */
  turnsBetween: `${placed}
    WHERE turns.id BETWEEN @from AND @to AND turns.state IS NOT NULL AND owners.key = @owner LIMIT @limit`,
  /** The last two bytes of a UUID, or the last two characters of any other name. */
  turnsEndingWith: `${placed}
    WHERE substr(turns.id, -2) = @end AND turns.state IS NOT NULL AND owners.key = @owner LIMIT @limit`,
} as const;

const columns = "entries.seq, entries.id, entries.turn, entries.step, entries.arrived, entries.body";

/** An entry with the key of its lane, for look-ups that do not know the lane. */
const placed = `
    SELECT ${columns}, sessions.key AS session, lanes.key AS lane
    FROM entries JOIN lanes ON lanes.id = entries.lane_id JOIN sessions ON sessions.id = entries.session_id`;

const ofSession = "(SELECT id FROM sessions WHERE owner = @owner AND key = @session)";

/** The log itself. */
export const entryStatements = {
  insert: `
    INSERT INTO entries (owner, session_id, lane_id, seq, id, kind, turn, step, at, arrived,
      source_message, source_revision, address, body)
    VALUES (@owner, @sessionId, @laneId, @seq, @id, @kind, @turn, @step, @at, @arrived,
      @message, @revision, @address, @body)`,
  insertSent: `
    INSERT INTO sent (session_id, message, entry) VALUES (@sessionId, @message, @entry)
    ON CONFLICT DO NOTHING`,
  withKey: `
    SELECT ${columns} FROM entries
    WHERE session_id = @sessionId AND source_message = @message AND source_revision = @revision`,
  withId: `
    SELECT ${columns} FROM entries WHERE lane_id = @laneId AND id = @id`,
  newest: `
    SELECT ${columns} FROM entries WHERE lane_id = @laneId AND seq > @after
    ORDER BY seq DESC LIMIT @limit`,
  ofTurn: `
    SELECT ${columns} FROM entries WHERE lane_id = @laneId AND turn = @turn ORDER BY seq`,
  between: `
    SELECT ${columns} FROM entries WHERE lane_id = @laneId AND seq BETWEEN @from AND @to
    ORDER BY seq LIMIT @limit`,
  newestOfSource: `${placed}
    WHERE entries.session_id = ${ofSession} AND entries.source_message = @message
    ORDER BY entries.source_revision DESC LIMIT 1`,
  firstSaidOfSource: `${placed}
    WHERE entries.session_id = ${ofSession} AND entries.source_message = @message AND entries.kind = 'said'
    ORDER BY entries.source_revision LIMIT 1`,
  noteOfSent: `${placed}
    WHERE entries.number = (
      SELECT max(sent.entry) FROM sent WHERE sent.session_id = ${ofSession} AND sent.message = @message)`,
  /** The same turn and lane as the note; a note without a turn has no answer. */
  answerOfSent: `${placed}
    JOIN entries AS note ON note.lane_id = entries.lane_id AND note.turn = entries.turn
    WHERE note.number = (
      SELECT max(sent.entry) FROM sent WHERE sent.session_id = ${ofSession} AND sent.message = @message)
      AND entries.kind = 'said' AND entries.body ->> '$.by.role' = 'agent'
    ORDER BY entries.seq DESC LIMIT 1`,
  atAddress: `${placed}
    WHERE entries.owner = @owner AND entries.address = @address
    ORDER BY entries.number LIMIT 1`,
} as const;

export const columns = "entries.seq, entries.id, entries.turn, entries.step, entries.arrived, entries.body";

/**
 * What a search must not find: what was withdrawn, with its edits; what was edited; an edit with a newer one beside it;
 * and an older revision of a message, whatever the newer one is.
 */
export const superseded = `(
    EXISTS (
      SELECT 1 FROM entries AS later
      WHERE later.lane_id = entries.lane_id AND later.target IN (entries.id, entries.target)
        AND (later.kind = 'withdrawn' OR entries.target IS NULL
          OR (later.source_revision, later.seq) > (entries.source_revision, entries.seq)))
    OR EXISTS (
      SELECT 1 FROM entries AS later
      WHERE later.session_id = entries.session_id AND later.source_message = entries.source_message
        AND later.source_revision > entries.source_revision))`;

/** An entry with the key of its lane, for look-ups that do not know the lane. */
const placed = `
    SELECT ${columns}, sessions.key AS session, lanes.key AS lane
    FROM entries JOIN lanes ON lanes.id = entries.lane_id JOIN sessions ON sessions.id = entries.session_id`;

const ofSession = "(SELECT id FROM sessions WHERE owner = @owner AND key = @session)";

/** The log itself. */
export const entryStatements = {
  insert: `
    INSERT INTO entries (owner, session_id, lane_id, seq, id, kind, turn, step, at, arrived,
      source_message, source_revision, target, address, body)
    VALUES (@owner, @sessionId, @laneId, @seq, @id, @kind, @turn, @step, @at, @arrived,
      @message, @revision, @target, @address, @body)
    ON CONFLICT DO NOTHING`,
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
  /**
   * The turn's entries and the messages that it answers; then all that is aimed at them. Some come twice: to drop those
   * here, SQLite would walk through the whole lane in the order of its ids.
   */
  atPlaces: `
    SELECT ${columns} FROM json_each(@places) AS wanted
    CROSS JOIN entries ON entries.lane_id = @laneId AND entries.seq = wanted.value`,
  ofTurn: `
    WITH wanted (id) AS (
      SELECT id FROM entries WHERE lane_id = @laneId AND turn = @turn UNION ALL SELECT value FROM json_each(@messages))
    SELECT ${columns} FROM wanted CROSS JOIN entries ON entries.lane_id = @laneId AND entries.id = wanted.id
    UNION ALL
    SELECT ${columns} FROM wanted CROSS JOIN entries ON entries.lane_id = @laneId AND entries.target = wanted.id`,
  aimedAt: `
    SELECT ${columns} FROM json_each(@targets) AS wanted
    CROSS JOIN entries ON entries.lane_id = @laneId AND entries.target = wanted.value`,
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
  /** From the index alone: what was written last in each of the newest lanes. The caller picks the highest. */
  recentNumbers: `
    WITH wanted (id, next_seq) AS (
      SELECT id, next_seq FROM lanes WHERE session_id = ${ofSession} AND newest IS NOT NULL
        AND key NOT LIKE 'child:%'
      ORDER BY newest DESC, key LIMIT @lanes)
    SELECT entries.number FROM wanted
    CROSS JOIN entries ON entries.lane_id = wanted.id AND entries.seq >= wanted.next_seq - @limit`,
  /** In the order of the numbers. */
  saidWithNumbers: `
    SELECT ${columns}, sessions.key AS session, lanes.key AS lane
    FROM json_each(@numbers) AS wanted
    CROSS JOIN entries ON entries.number = wanted.value AND entries.kind = 'said'
    CROSS JOIN lanes ON lanes.id = entries.lane_id CROSS JOIN sessions ON sessions.id = entries.session_id`,
  atAddress: `${placed}
    WHERE entries.owner = @owner AND entries.address = @address
    ORDER BY entries.number LIMIT 1`,
} as const;

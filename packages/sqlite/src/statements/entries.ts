import { ofSession, refColumns } from "./places.js";

/** All that `entryOf` reads, with the turn by its id, and the numbers of the row itself. */
export const columns = `entries.number, entries.turn, entries.seq, entries.id, entries.kind, turns.id AS turn_id, entries.step, entries.at, entries.arrived,
      entries.speaker, entries.source, entries.revision, entries.target, entries.text, entries.rest`;

export const withTurn = "LEFT JOIN turns ON turns.number = entries.turn";

/** The number of a withdrawn entry's kind. */
const withdrawn = 6;

/** Whether a change replaces an entry: the target of the change, or another change of the same target. */
export const isOvertaken = `(later.kind = ${withdrawn} OR entries.target IS NULL
          OR (later.revision, later.seq) > (entries.revision, entries.seq))`;

/** Whether a change that is aimed at the entry itself replaces it. */
export const isAimedAt = `EXISTS (
      SELECT 1 FROM entries AS later
      WHERE later.lane_id = entries.lane_id AND later.target = entries.id AND ${isOvertaken})`;

export const isOfOlderSource = `EXISTS (
      SELECT 1 FROM entries AS later
      WHERE later.session_id = entries.session_id AND later.source = entries.source
        AND later.revision > entries.revision)`;

/**
 * Entries that a search must not find: withdrawn ones with their edits, edited ones, and edits with a newer edit of the
 * same message. Older revisions of a message are left out too, whatever the newer one is.
 */
export const isSuperseded = `(
    EXISTS (
      SELECT 1 FROM entries AS later
      WHERE later.lane_id = entries.lane_id AND later.target IN (entries.id, entries.target) AND ${isOvertaken})
    OR ${isOfOlderSource})`;

/** An entry with the keys of its lane, for look-ups that do not know the lane. */
const placed = `
    SELECT ${columns}, entries.lane_id, ${refColumns}
    FROM entries ${withTurn}
    JOIN lanes ON lanes.id = entries.lane_id JOIN sessions ON sessions.id = entries.session_id
    JOIN owners ON owners.id = sessions.owner_id`;

/** The places for targets in one statement. */
export const targetPlaces: readonly string[] = Array.from({ length: 64 }, (_, index) => `target${index}`);

/** Statements on the log itself. Lists of numbers are passed as one JSON array. */
export const entryStatements = {
  /** Its values are a list in this order. Named values would make an import a third slower. */
  insert: `
    INSERT INTO entries (session_id, lane_id, seq, id, kind, turn, step, at, arrived,
      speaker, source, revision, target, text, rest)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING`,
  insertAddress: `
    INSERT INTO addresses (part, entry) VALUES (?, ?)`,
  insertSent: `
    INSERT INTO sent (session_id, message, entry) VALUES (@sessionId, @message, @entry)
    ON CONFLICT DO NOTHING`,
  withKey: `
    SELECT ${columns} FROM entries ${withTurn}
    WHERE entries.session_id = @sessionId AND entries.source = @message AND entries.revision = @revision`,
  withId: `
    SELECT ${columns} FROM entries ${withTurn} WHERE entries.id = @id AND entries.lane_id = @laneId`,
  placeOfId: `
    SELECT number, turn FROM entries WHERE id = @id AND lane_id = @laneId`,
  /** The first place without a row, in the lane of a row whose own place is damaged. */
  freePlace: `
    SELECT own.lane_id, COALESCE(
      (SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM entries AS first WHERE first.lane_id = own.lane_id AND first.seq = 1)),
      (SELECT before.seq + 1 FROM entries AS before
        WHERE before.lane_id = own.lane_id AND before.seq >= 1 AND typeof(before.seq) = 'integer'
          AND NOT EXISTS (SELECT 1 FROM entries AS next WHERE next.lane_id = own.lane_id AND next.seq = before.seq + 1)
        ORDER BY before.seq LIMIT 1)) AS seq
    FROM entries AS own WHERE own.number = @number`,
  atPlaces: `
    SELECT ${columns} FROM json_each(@places) AS wanted
    CROSS JOIN entries ON entries.lane_id = @laneId AND entries.seq = wanted.value ${withTurn}`,
  ofTurn: `
    SELECT ${columns} FROM turns CROSS JOIN entries ON entries.turn = turns.number
    WHERE turns.id = @turn AND turns.session_id = @sessionId AND entries.lane_id = @laneId AND entries.seq < @before`,
  /** Changes that are aimed at the entries of a turn. */
  aimedAtTurn: `
    SELECT ${columns} FROM turns AS wanted CROSS JOIN entries AS own ON own.turn = wanted.number
    CROSS JOIN entries ON entries.lane_id = own.lane_id AND entries.target = own.id ${withTurn}
    WHERE wanted.id = @turn AND wanted.session_id = @sessionId AND own.lane_id = @laneId AND +entries.seq < @before`,
  aimedAt: `
    SELECT ${columns} FROM entries ${withTurn}
    WHERE entries.lane_id = @laneId AND entries.target = @target`,
  /** Takes as many targets as `targetPlaces`; unused ones are NULL. */
  aimedAtAny: `
    SELECT ${columns} FROM entries ${withTurn}
    WHERE entries.lane_id = @laneId AND entries.target IN (${targetPlaces.map((place) => `@${place}`).join(", ")})`,
  between: `
    SELECT ${columns} FROM entries ${withTurn} WHERE entries.lane_id = @laneId AND entries.seq BETWEEN @from AND @to
    ORDER BY entries.seq LIMIT @limit`,
  newestOfSource: `${placed}
    WHERE entries.session_id = ${ofSession} AND entries.source = @message
    ORDER BY entries.revision DESC LIMIT 1`,
  saidOfSource: `${placed}
    WHERE entries.session_id = ${ofSession} AND entries.source = @message AND entries.kind < 2
    ORDER BY entries.revision DESC LIMIT 1`,
  noteOfSent: `${placed}
    WHERE entries.number = (
      SELECT max(sent.entry) FROM sent WHERE sent.session_id = ${ofSession} AND sent.message = @message)`,
  /** The agent's last message in the same turn and lane as the note. A note without a turn has no answer. */
  answerOfSent: `${placed}
    JOIN entries AS note ON note.lane_id = entries.lane_id AND note.turn = entries.turn
    WHERE note.number = (
      SELECT max(sent.entry) FROM sent WHERE sent.session_id = ${ofSession} AND sent.message = @message)
      AND entries.kind = 1
    ORDER BY entries.seq DESC LIMIT 1`,
  /** Reads the index alone: the last entries of each of the newest lanes. The caller picks the highest numbers. */
  recentNumbers: `
    WITH wanted (id, next_seq) AS (
      SELECT id, next_seq FROM lanes WHERE session_id = ${ofSession} AND newest IS NOT NULL
        AND key NOT LIKE 'child:%'
      ORDER BY newest DESC, key LIMIT @lanes)
    SELECT entries.number FROM wanted
    CROSS JOIN entries ON entries.lane_id = wanted.id AND entries.seq >= wanted.next_seq - @limit`,
  /** In the order of the numbers. */
  withNumbers: `
    SELECT ${columns}, entries.lane_id, ${refColumns}
    FROM json_each(@numbers) AS wanted
    CROSS JOIN entries ON entries.number = wanted.value ${withTurn}
    CROSS JOIN lanes ON lanes.id = entries.lane_id CROSS JOIN sessions ON sessions.id = entries.session_id
    CROSS JOIN owners ON owners.id = sessions.owner_id`,
  /** Finds few entries, mostly one. The caller compares the whole address. */
  atAddressPart: `
    SELECT ${columns}, entries.lane_id, ${refColumns}
    FROM addresses CROSS JOIN entries ON entries.number = addresses.entry ${withTurn}
    CROSS JOIN lanes ON lanes.id = entries.lane_id CROSS JOIN sessions ON sessions.id = entries.session_id
    CROSS JOIN owners ON owners.id = sessions.owner_id
    WHERE addresses.part = @part ORDER BY addresses.entry`,
} as const;

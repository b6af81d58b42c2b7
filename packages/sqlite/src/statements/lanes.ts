import { ofSession, refColumns } from "./places.js";

/** Sessions and lanes: where they are, what they sum up to, and the epoch that a lane is in. */
export const laneStatements = {
  addOwner: `
    INSERT INTO owners (key) VALUES (@owner) ON CONFLICT (key) DO NOTHING`,
  addSession: `
    INSERT INTO sessions (owner_id, key) VALUES ((SELECT id FROM owners WHERE key = @owner), @session)
    ON CONFLICT (owner_id, key) DO NOTHING`,
  addLane: `
    INSERT INTO lanes (session_id, key) VALUES (${ofSession}, @lane) ON CONFLICT (session_id, key) DO NOTHING`,
  findLane: `
    SELECT lanes.id, lanes.session_id, sessions.owner_id, sessions.edited, lanes.next_seq, lanes.cleared, sessions.settings,
      coalesce((SELECT receipts.id FROM receipts WHERE receipts.number = lanes.last_receipt),
        (SELECT receipts.id FROM receipts WHERE receipts.lane_id = lanes.id ORDER BY receipts.number DESC LIMIT 1))
        AS last_receipt
    FROM owners CROSS JOIN sessions ON sessions.owner_id = owners.id CROSS JOIN lanes ON lanes.session_id = sessions.id
    WHERE owners.key = @owner AND sessions.key = @session AND lanes.key = @lane`,
  /** For a lane whose counter is damaged. */
  lastSeq: `
    SELECT seq FROM entries WHERE lane_id = @laneId ORDER BY seq DESC LIMIT 1`,
  recountLane: `
    UPDATE lanes SET next_seq = @nextSeq, cleared = @cleared WHERE id = @laneId`,
  refOfLane: `
    SELECT ${refColumns} FROM lanes CROSS JOIN sessions ON sessions.id = lanes.session_id
    CROSS JOIN owners ON owners.id = sessions.owner_id WHERE lanes.id = @laneId`,
  growSession: `
    UPDATE sessions
    SET entries = entries + @count,
        lanes = lanes + (SELECT next_seq = 1 FROM lanes WHERE id = @laneId),
        newest = max(coalesce(newest, @newest), @newest),
        edited = max(edited, @edited)
    WHERE id = @sessionId`,
  growLane: `
    UPDATE lanes
    SET next_seq = next_seq + @count,
        newest = max(coalesce(newest, @newest), @newest)
    WHERE id = @laneId`,
  findSession: `
    SELECT ${ofSession} AS id`,
  /** Of a session in which the lane is not there yet. */
  findSettings: `
    SELECT id, settings FROM sessions WHERE id = ${ofSession}`,
  setSettings: `
    UPDATE sessions SET settings = @settings WHERE id = @sessionId`,
  moveCleared: `
    UPDATE lanes SET cleared = min(@cleared, next_seq - 1)
    WHERE id = @laneId AND cleared < min(@cleared, next_seq - 1)`,
  findEpoch: `
    SELECT key, number, rest,
      (SELECT receipts.id FROM receipts WHERE receipts.number = epochs.last_receipt) AS last_receipt
    FROM epochs WHERE lane_id = @laneId AND key = @key`,
  swapEpoch: `
    INSERT INTO epochs (lane_id, key, number, rest)
    SELECT @laneId, @key, @number, @rest
    WHERE @number = 1 + coalesce((SELECT number FROM epochs WHERE lane_id = @laneId AND key = @key), 0)
    ON CONFLICT (lane_id, key) DO UPDATE SET number = excluded.number, rest = excluded.rest`,
  listSessions: `
    SELECT id, key AS session, lanes, entries, newest FROM sessions
    WHERE owner_id = (SELECT id FROM owners WHERE key = @owner) AND (newest IS NOT NULL OR entries > 0)
    ORDER BY newest DESC, key LIMIT @limit`,
  sessionsAfter: `
    SELECT id, key AS session, lanes, entries, newest FROM sessions
    WHERE owner_id = (SELECT id FROM owners WHERE key = @owner)
      AND (newest <= @newest AND (newest < @newest OR key > @session)
        OR newest IS NULL AND entries > 0 AND (@newest > 0 OR key > @session))
    ORDER BY newest DESC, key LIMIT @limit`,
  listLanes: `
    SELECT lanes.id, ${refColumns}, lanes.next_seq, lanes.newest, sessions.newest AS newest_of_all
    FROM owners CROSS JOIN sessions ON sessions.owner_id = owners.id CROSS JOIN lanes ON lanes.session_id = sessions.id
    WHERE owners.key = @owner AND sessions.key = @session AND (lanes.newest IS NOT NULL OR lanes.next_seq > 1)
    ORDER BY lanes.newest DESC, lanes.key`,
} as const;

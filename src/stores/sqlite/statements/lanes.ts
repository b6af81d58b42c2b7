/** Sessions and lanes: where they are, what they sum up to, and the epoch that a lane is in. */
export const laneStatements = {
  addOwner: `
    INSERT INTO owners (key) VALUES (@owner) ON CONFLICT (key) DO NOTHING`,
  addSession: `
    INSERT INTO sessions (owner, key) VALUES (@owner, @session)
    ON CONFLICT (owner, key) DO NOTHING`,
  addLane: `
    INSERT INTO lanes (session_id, key)
    VALUES ((SELECT id FROM sessions WHERE owner = @owner AND key = @session), @lane)
    ON CONFLICT (session_id, key) DO NOTHING`,
  findLane: `
    SELECT lanes.id, lanes.session_id, lanes.next_seq, lanes.last_receipt, lanes.cleared, sessions.settings,
      (SELECT owners.id FROM owners WHERE owners.key = sessions.owner) AS owner_id
    FROM sessions JOIN lanes ON lanes.session_id = sessions.id
    WHERE sessions.owner = @owner AND sessions.key = @session AND lanes.key = @lane`,
  growSession: `
    UPDATE sessions
    SET entries = entries + @count,
        lanes = lanes + (SELECT entries = 0 FROM lanes WHERE id = @laneId),
        newest = max(coalesce(newest, @newest), @newest)
    WHERE id = @sessionId`,
  growLane: `
    UPDATE lanes
    SET entries = entries + @count,
        next_seq = next_seq + @count,
        newest = max(coalesce(newest, @newest), @newest)
    WHERE id = @laneId`,
  /** Of a session in which the lane is not there yet. */
  findSettings: `
    SELECT settings FROM sessions WHERE owner = @owner AND key = @session`,
  setSettings: `
    UPDATE sessions SET settings = @settings WHERE id = @sessionId`,
  moveCleared: `
    UPDATE lanes SET cleared = min(@cleared, next_seq - 1)
    WHERE id = @laneId AND cleared < min(@cleared, next_seq - 1)`,
  findEpoch: `
    SELECT number, body, last_receipt FROM epochs WHERE lane_id = @laneId AND key = @key`,
  swapEpoch: `
    INSERT INTO epochs (lane_id, key, number, body)
    SELECT @laneId, @key, @number, @body
    WHERE @number = 1 + coalesce((SELECT number FROM epochs WHERE lane_id = @laneId AND key = @key), 0)
    ON CONFLICT (lane_id, key) DO UPDATE SET number = excluded.number, body = excluded.body`,
  listSessions: `
    SELECT key AS session, lanes, entries, newest FROM sessions
    WHERE owner = @owner AND newest IS NOT NULL
    ORDER BY newest DESC, key LIMIT @limit`,
  /** The cursor's own instant first, which a row value alone would not find by the index. */
  sessionsAfter: `
    SELECT key AS session, lanes, entries, newest FROM sessions
    WHERE owner = @owner AND newest <= @newest AND (newest < @newest OR key > @session)
    ORDER BY newest DESC, key LIMIT @limit`,
  listLanes: `
    SELECT lanes.key AS lane, lanes.entries, lanes.newest
    FROM sessions JOIN lanes ON lanes.session_id = sessions.id
    WHERE sessions.owner = @owner AND sessions.key = @session AND lanes.newest IS NOT NULL
    ORDER BY lanes.newest DESC, lanes.key`,
} as const;

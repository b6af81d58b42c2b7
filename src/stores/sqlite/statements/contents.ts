/**
 * Turns, and the contents that entries and receipts name. Lists of keys come in as one JSON array; CROSS JOIN
 * keeps SQLite from walking all that the owner has and looking into the list for each.
 */
export const contentStatements = {
  putTurn: `
    INSERT INTO turns (owner, id, lane_id, began, body) VALUES (@owner, @id, @laneId, @began, @body)
    ON CONFLICT (owner, id) DO UPDATE SET lane_id = @laneId, began = @began, body = @body`,
  /** For turns that came with a history. */
  addTurn: `
    INSERT INTO turns (owner, id, lane_id, began, body) VALUES (@owner, @id, @laneId, @began, @body)
    ON CONFLICT (owner, id) DO NOTHING`,
  putAnswers: `
    INSERT INTO answers (owner, entry, turn)
    SELECT @owner, wanted.value ->> 0, wanted.value ->> 1 FROM json_each(@pairs) AS wanted WHERE true
    ON CONFLICT DO NOTHING`,
  turnsAnswering: `
    SELECT turns.body FROM answers CROSS JOIN turns ON turns.owner = answers.owner AND turns.id = answers.turn
    WHERE answers.owner = @owner AND answers.entry = @entry`,
  turnsBetween: `
    SELECT turns.id, sessions.key AS session, lanes.key AS lane FROM turns
    JOIN lanes ON lanes.id = turns.lane_id JOIN sessions ON sessions.id = lanes.session_id
    WHERE turns.owner = @owner AND turns.id >= @from AND turns.id < @to LIMIT @limit`,
  turn: `
    SELECT body FROM turns WHERE owner = @owner AND id = @id`,
  turnsWithIds: `
    SELECT turns.body FROM json_each(@ids) AS wanted CROSS JOIN turns ON turns.owner = @owner AND turns.id = wanted.value
    ORDER BY turns.began, turns.id`,
  newestTurns: `
    SELECT body FROM turns WHERE lane_id = @laneId ORDER BY began DESC, id DESC LIMIT @limit`,
  putBlob: `
    INSERT INTO blobs (owner, id, content) VALUES (@owner, @key, @content) ON CONFLICT (owner, id) DO NOTHING`,
  blobs: `
    SELECT blobs.id AS key, blobs.content
    FROM json_each(@keys) AS wanted CROSS JOIN blobs ON blobs.owner = @owner AND blobs.id = wanted.value`,
  putChunk: `
    INSERT INTO chunks (owner, hash, content) VALUES (@owner, @key, @content) ON CONFLICT (owner, hash) DO NOTHING`,
  chunks: `
    SELECT chunks.hash AS key, chunks.content
    FROM json_each(@keys) AS wanted CROSS JOIN chunks ON chunks.owner = @owner AND chunks.hash = wanted.value`,
} as const;

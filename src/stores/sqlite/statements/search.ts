import { columns, superseded } from "./entries.js";

/** Words and the register. */
export const searchStatements = {
  findOwner: `
    SELECT id FROM owners WHERE key = @owner`,
  findSession: `
    SELECT id FROM sessions WHERE owner = @owner AND key = @session`,
  addWords: `
    INSERT INTO search (rowid, scope, words) VALUES (@number, @scope, @words)`,
  /** Of all that is about these messages, what no longer stands. */
  dropSuperseded: `
    DELETE FROM search WHERE rowid IN (
      SELECT entries.number FROM json_each(@messages) AS wanted
      CROSS JOIN entries ON entries.session_id = @sessionId AND entries.source_message = wanted.value
      WHERE ${superseded}
      UNION ALL SELECT entries.number FROM json_each(@targets) AS wanted
      CROSS JOIN entries ON entries.lane_id = @laneId AND entries.id = wanted.value
      WHERE ${superseded}
      UNION ALL SELECT entries.number FROM json_each(@targets) AS wanted
      CROSS JOIN entries ON entries.lane_id = @laneId AND entries.target = wanted.value
      WHERE ${superseded})`,
  matching: `
    SELECT rowid AS number FROM search WHERE search MATCH @query AND rowid < @before ORDER BY rowid DESC LIMIT @limit`,
  numberAt: `
    SELECT number FROM entries WHERE lane_id = @laneId AND seq = @seq`,
  withNumbers: `
    SELECT ${columns}, entries.number, sessions.key AS session, lanes.key AS lane
    FROM json_each(@numbers) AS wanted CROSS JOIN entries ON entries.number = wanted.value
    JOIN lanes ON lanes.id = entries.lane_id JOIN sessions ON sessions.id = entries.session_id`,
  putDerivations: `
    INSERT INTO derivations (owner, source, kind, key)
    SELECT @owner, wanted.value ->> 0, wanted.value ->> 1, wanted.value ->> 2 FROM json_each(@lines) AS wanted WHERE true
    ON CONFLICT DO NOTHING`,
  derivations: `
    SELECT kind, key FROM derivations WHERE owner = @owner AND source = @source`,
} as const;

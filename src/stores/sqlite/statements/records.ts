/** What was made from a lane and stands beside its log, in order of writing. */
export const recordStatements = {
  putRecord: `
    INSERT INTO records (lane_id, id, kind, name, body) VALUES (@laneId, @id, @kind, @name, @body)
    ON CONFLICT (lane_id, id) DO NOTHING`,
  /** The summary that an epoch names, and the newest candidate of its key: what a view may need, two rows at most. */
  recordsForView: `
    SELECT body FROM records WHERE lane_id = @laneId AND id = @summary AND kind = 'summary'
    UNION ALL
    SELECT body FROM records WHERE number = (
      SELECT max(number) FROM records WHERE lane_id = @laneId AND kind = 'candidate' AND name = @key)`,
  newestSummaries: `
    SELECT number, name, body ->> '$.summary.to' AS reach FROM records WHERE lane_id = @laneId AND kind = 'summary'
    ORDER BY number DESC LIMIT @limit`,
  recordNumbered: `
    SELECT body FROM records WHERE number = @number`,
  recordsOfKind: `
    SELECT body FROM records WHERE lane_id = @laneId AND kind = @kind ORDER BY number DESC LIMIT @limit`,
  recordsNamed: `
    SELECT body FROM records WHERE lane_id = @laneId AND kind = @kind AND name = @name
    ORDER BY number DESC LIMIT @limit`,
} as const;

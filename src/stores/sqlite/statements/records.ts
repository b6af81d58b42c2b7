const columns = "number, id, kind, name, at, rest";
/** The numbers of kinds, see `rows/record-row.ts`. */
const [summary, candidate] = [1, 2];

/** What was made from a lane and stands beside its log, in order of writing; and the register of it all. */
export const recordStatements = {
  putRecord: `
    INSERT INTO records (lane_id, id, kind, name, at, reach, rest)
    VALUES (@laneId, @id, @kind, @name, @at, @reach, @rest)
    ON CONFLICT (lane_id, id) DO NOTHING`,
  /** By their numbers: the summary that an epoch names, and the newest candidate of its key. */
  recordsForView: `
    SELECT
      (SELECT number FROM records WHERE lane_id = @laneId AND id = @summary AND kind = ${summary}) AS summary,
      (SELECT max(number) FROM records WHERE lane_id = @laneId AND kind = ${candidate} AND name = @key) AS candidate`,
  newestSummaries: `
    SELECT number, name, reach FROM records WHERE lane_id = @laneId AND kind = ${summary}
    ORDER BY number DESC LIMIT @limit`,
  recordNumbered: `
    SELECT ${columns} FROM records WHERE number = @number`,
  recordsOfKind: `
    SELECT ${columns} FROM records WHERE lane_id = @laneId AND kind = @kind ORDER BY number DESC LIMIT @limit`,
  recordsNamed: `
    SELECT ${columns} FROM records WHERE lane_id = @laneId AND kind = @kind AND name = @name
    ORDER BY number DESC LIMIT @limit`,
  putDerivation: `
    INSERT INTO derivations (session_id, source, kind, key) VALUES (@sessionId, @source, @kind, @key)
    ON CONFLICT DO NOTHING`,
  derivations: `
    SELECT derivations.kind, derivations.key, chunks.hash FROM derivations
    LEFT JOIN chunks ON derivations.kind = 3 AND chunks.number = derivations.key
    WHERE derivations.session_id = @sessionId AND derivations.source = @source`,
} as const;

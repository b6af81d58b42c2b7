import { isSuperseded } from "./entries.js";

/** Words, and which of them are no longer to be found. */
export const searchStatements = {
  findOwner: `
    SELECT id FROM owners WHERE key = @owner`,
  addWords: `
    INSERT INTO search (rowid, words) VALUES (?, ?)`,
  /** Of what was just written, what a newer version in the log stands for. */
  supersedeAdded: `
    INSERT INTO superseded (number)
    SELECT entries.number FROM entries
    WHERE entries.number BETWEEN @first AND @last AND (entries.source IS NOT NULL OR entries.target IS NOT NULL)
      AND ${isSuperseded}
    ON CONFLICT DO NOTHING`,
  supersedeSource: `
    INSERT INTO superseded (number)
    SELECT entries.number FROM entries WHERE entries.session_id = @sessionId AND entries.source = @source
      AND ${isSuperseded}
    ON CONFLICT DO NOTHING`,
  supersedeTarget: `
    INSERT INTO superseded (number)
    SELECT entries.number FROM entries WHERE entries.id = @target AND entries.lane_id = @laneId AND ${isSuperseded}
    UNION ALL
    SELECT entries.number FROM entries WHERE entries.lane_id = @laneId AND entries.target = @target AND ${isSuperseded}
    ON CONFLICT DO NOTHING`,
  numberAt: `
    SELECT number FROM entries WHERE lane_id = @laneId AND seq = @seq`,
  matching: `
    SELECT rowid AS number FROM search
    WHERE search MATCH @query AND rowid < @before
      AND NOT EXISTS (SELECT 1 FROM superseded WHERE superseded.number = search.rowid)
    ORDER BY rowid DESC LIMIT @limit`,
} as const;

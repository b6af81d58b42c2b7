import { mostSought } from "../../../core/log/search-words.js";
import { isSuperseded } from "./entries.js";

/** The bit of a row that holds all the words. */
export const allWords = 2 ** mostSought;

function filterSuperseded(number: string): string {
  return `NOT EXISTS (SELECT 1 FROM superseded WHERE superseded.number = ${number})`;
}

function selectNewest(query: string, bit: number, limit: string, filter = ""): string {
  return `
        SELECT * FROM (
          SELECT rowid AS number, ${bit} AS bit FROM search
          WHERE search MATCH @${query} AND rowid < @before ${filter}
          ORDER BY rowid DESC LIMIT ${limit})`;
}

/**
 * The newest rows of each word and of all together, with how many of the words each holds, as far as that was looked: more
 * first, then newer. Each word has a bit, and all together have one.
 */
function selectHolding(words: number): string {
  const each = Array.from({ length: words }, (_, index) => selectNewest(`word${index}`, 2 ** index, "@perWord"));
  return `
    SELECT found.number, found.held, found.bits, entries.lane_id, entries.seq
    FROM (
      SELECT number, sum(bit) AS bits, CASE WHEN sum(bit) >= ${allWords} THEN @count ELSE count(*) END AS held
      FROM (${selectNewest("all", allWords, "@reach", `AND ${filterSuperseded("search.rowid")}`)}
        UNION ALL ${each.join(" UNION ALL ")}) AS newest
      GROUP BY number HAVING held >= @least AND ${filterSuperseded("newest.number")}
      ORDER BY held DESC, number DESC LIMIT @limit OFFSET @skipped) AS found
    CROSS JOIN entries ON entries.number = found.number`;
}

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
  /** Looking for a word that nobody asked for takes its time too. */
  holding4: selectHolding(4),
  holding8: selectHolding(8),
  holding12: selectHolding(12),
  holding16: selectHolding(mostSought),
} as const;

import { mostSought } from "../../../core/log/search-words.js";
import { isSuperseded } from "./entries.js";

function filterSuperseded(number: string): string {
  return `NOT EXISTS (SELECT 1 FROM superseded WHERE superseded.number = ${number})`;
}

function selectNewest(query: string, limit: string, filter = ""): string {
  return `
      (SELECT group_concat(number) FROM (
        SELECT rowid AS number FROM search
        WHERE search MATCH @${query} AND rowid < @before ${filter}
        ORDER BY rowid DESC LIMIT ${limit}))`;
}

/** The numbers of the newest rows of each word, and of those that hold all of them: a list each, in one row. */
function listsUpTo(words: number): string {
  const each = Array.from(
    { length: words },
    (_, index) => `${selectNewest(`word${index}`, "@perWord")} AS word${index}`,
  );
  return `
    SELECT ${selectNewest("all", "@reach", `AND ${filterSuperseded("search.rowid")}`)} AS every, ${each.join(", ")}`;
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
  newest4: listsUpTo(4),
  newest8: listsUpTo(8),
  newest12: listsUpTo(12),
  newest16: listsUpTo(mostSought),
  /** Where the rows of these numbers stand, in the order of the list. */
  standing: `
    SELECT entries.number, entries.lane_id, entries.seq
    FROM json_each(@numbers) AS wanted CROSS JOIN entries ON entries.number = wanted.value
    WHERE ${filterSuperseded("entries.number")}
    LIMIT @limit OFFSET @skipped`,
} as const;

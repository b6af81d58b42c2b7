import { mostSought } from "@clewline/core/log/search-words.js";
import { saidKinds } from "../rows/entry-row.js";
import { isAimedAt, isOfOlderSource, isOvertaken, isSuperseded } from "./entries.js";

export function filterSuperseded(number: string): string {
  return `NOT EXISTS (SELECT 1 FROM superseded WHERE superseded.number = ${number})`;
}

function selectNewest(query: string, limit: string, filter = ""): string {
  return `
      (SELECT group_concat(number) FROM (
        SELECT rowid AS number FROM search
        WHERE search MATCH @${query} AND rowid < @before ${filter}
        ORDER BY rowid DESC LIMIT ${limit}))`;
}

/** The numbers of the newest rows of each word, and of the rows that hold all words: one list each, in one row. */
function listsUpTo(words: number): string {
  const each = Array.from(
    { length: words },
    (_, index) => `${selectNewest(`word${index}`, "@perWord")} AS word${index}`,
  );
  return `
    SELECT ${selectNewest("all", "@reach", `AND ${filterSuperseded("search.rowid")}`)} AS every, ${each.join(", ")}`;
}

function selectOnly(table: string): string {
  return `
    SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM ${table} WHERE id < @id)
    AND NOT EXISTS (SELECT 1 FROM ${table} WHERE id > @id)`;
}

/** Statements on indexed words, and on entries that a search no longer finds. */
export const searchStatements = {
  findOwner: `
    SELECT id, (SELECT coalesce(sum(entries), 0) FROM sessions WHERE owner_id = owners.id) AS entries
    FROM owners WHERE key = @owner`,
  entriesOfSession: `
    SELECT entries FROM sessions WHERE id = @sessionId`,
  addWords: `
    INSERT INTO search (rowid, words) VALUES (?, ?)`,
  /** Marks the entry just written, if a change that is aimed at it or a newer revision replaces it. */
  supersedeAdded: `
    INSERT INTO superseded (number)
    SELECT entries.number FROM entries WHERE entries.number = @number AND (${isAimedAt} OR ${isOfOlderSource})
    ON CONFLICT DO NOTHING`,
  /** Marks the revision before this one. Older ones are marked already. */
  supersedeSource: `
    INSERT INTO superseded (number)
    SELECT number FROM (
      SELECT number FROM entries WHERE session_id = @sessionId AND source = @source AND revision < @revision
      ORDER BY revision DESC LIMIT 1)
    WHERE true ON CONFLICT DO NOTHING`,
  /** Marks the target of an edit or a withdrawal. */
  supersedeTarget: `
    INSERT INTO superseded (number)
    SELECT entries.number FROM entries
    JOIN entries AS later ON later.number = @number
    WHERE entries.id = @target AND entries.lane_id = @laneId AND ${isOvertaken}
    ON CONFLICT DO NOTHING`,
  /** The only earlier edit of a message that a search still finds; none after a withdrawal. */
  standingChange: `
    SELECT number, revision FROM entries
    WHERE lane_id = @laneId AND target = @target AND number < @before AND ${filterSuperseded("entries.number")}
    ORDER BY number DESC LIMIT 1`,
  supersedeChange: `
    INSERT INTO superseded (number)
    SELECT entries.number FROM entries WHERE entries.number = @number AND ${isSuperseded}
    ON CONFLICT DO NOTHING`,
  supersede: `
    INSERT INTO superseded (number) VALUES (@number) ON CONFLICT DO NOTHING`,
  /** Returns a row if there is no other owner. */
  onlyOwner: selectOnly("owners"),
  onlySession: selectOnly("sessions"),
  onlyLane: selectOnly("lanes"),
  seqOf: `
    SELECT seq FROM entries WHERE number = @number`,
  numberAt: `
    SELECT number FROM entries WHERE lane_id = @laneId AND seq = @seq`,
  /** Several sizes, because each unused word costs time too. */
  newest4: listsUpTo(4),
  newest8: listsUpTo(8),
  newest12: listsUpTo(12),
  newest16: listsUpTo(mostSought),
  /** The places of the rows with these numbers, in the order of the list. */
  standing: `
    SELECT entries.number, entries.lane_id, entries.seq
    FROM json_each(@numbers) AS wanted CROSS JOIN entries ON entries.number = wanted.value
    WHERE ${filterSuperseded("entries.number")}
    LIMIT @limit OFFSET @skipped`,
  /** The same for messages only. */
  standingSaid: `
    SELECT entries.number, entries.lane_id, entries.seq
    FROM json_each(@numbers) AS wanted CROSS JOIN entries ON entries.number = wanted.value
    WHERE entries.kind IN (${saidKinds.join(", ")}) AND ${filterSuperseded("entries.number")}
    LIMIT @limit OFFSET @skipped`,
} as const;

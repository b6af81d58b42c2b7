import { columns, superseded } from "./entries.js";

/** For `faults` alone, which reads all there is: the only statements that may walk through whole tables. */
export const checkStatements = {
  quickCheck: `
    PRAGMA quick_check(20)`,
  fullCheck: `
    PRAGMA integrity_check(20)`,
  foreignKeys: `
    SELECT "table" AS name, parent, count(*) AS count FROM pragma_foreign_key_check GROUP BY 1, 2`,
  laneCounts: `
    SELECT sessions.key AS session, lanes.key AS lane, lanes.next_seq, lanes.entries,
      count(entries.seq) AS count, coalesce(max(entries.seq), 0) AS last
    FROM lanes JOIN sessions ON sessions.id = lanes.session_id LEFT JOIN entries ON entries.lane_id = lanes.id
    GROUP BY lanes.id
    HAVING lanes.next_seq - 1 <> count OR last <> count OR lanes.entries <> count`,
  sessionCounts: `
    SELECT sessions.key AS session, sessions.lanes, sessions.entries,
      count(nullif(lanes.entries, 0)) AS lane_count, coalesce(sum(lanes.entries), 0) AS entry_count
    FROM sessions LEFT JOIN lanes ON lanes.session_id = sessions.id
    GROUP BY sessions.id
    HAVING sessions.lanes <> lane_count OR sessions.entries <> entry_count`,
  turnsEndingWith: `
    SELECT turns.id, sessions.key AS session, lanes.key AS lane FROM turns
    JOIN lanes ON lanes.id = turns.lane_id JOIN sessions ON sessions.id = lanes.session_id
    WHERE turns.owner = @owner AND substr(turns.id, -length(@part)) = @part LIMIT @limit`,
  missingOwners: `
    SELECT DISTINCT owner FROM sessions WHERE owner NOT IN (SELECT key FROM owners)`,
  brokenChains: `
    SELECT receipts.id FROM receipts LEFT JOIN receipts AS base ON base.owner = receipts.owner AND base.id = receipts.base
    WHERE receipts.base IS NOT NULL
      AND (base.id IS NULL OR base.lane_id <> receipts.lane_id OR base.number >= receipts.number)`,
  receiptPage: `
    SELECT rowid AS number, owner, id, base, body FROM receipts WHERE rowid > @after ORDER BY rowid LIMIT 100`,
  recordPage: `
    SELECT number, id, body FROM records WHERE number > @after ORDER BY number LIMIT 500`,
  allEpochs: `
    SELECT epochs.lane_id, epochs.key, epochs.body, lanes.key AS lane
    FROM epochs JOIN lanes ON lanes.id = epochs.lane_id ORDER BY epochs.lane_id, epochs.key`,
  summaryRecord: `
    SELECT number FROM records WHERE lane_id = @laneId AND id = @id AND kind = 'summary'`,
  brokenSettings: `
    SELECT key AS session FROM sessions
    WHERE CASE WHEN settings IS NULL THEN 0 WHEN json_valid(settings) THEN json_type(settings) <> 'object' ELSE 1 END`,
  missingChunks: `
    SELECT wanted.value AS key FROM json_each(@keys) AS wanted
    WHERE NOT EXISTS (SELECT 1 FROM chunks WHERE owner = @owner AND hash = wanted.value)`,
  entryPage: `
    SELECT ${columns}, entries.number, entries.owner, ${superseded} AS superseded FROM entries
    WHERE entries.number > @after ORDER BY entries.number LIMIT 500`,
  missingBlobs: `
    SELECT wanted.value AS key FROM json_each(@keys) AS wanted
    WHERE NOT EXISTS (SELECT 1 FROM blobs WHERE owner = @owner AND id = wanted.value)`,
  searchRows: `
    SELECT rowid AS number FROM search WHERE rowid > @after AND rowid <= @to`,
  strayWords: `
    SELECT rowid AS number FROM search WHERE rowid NOT IN (SELECT number FROM entries)`,
} as const;

import { columns, isSuperseded, withTurn } from "./entries.js";

/** For `faults` alone, which reads all there is: the only statements that may walk through whole tables. */
export const checkStatements = {
  quickCheck: `
    PRAGMA quick_check(20)`,
  fullCheck: `
    PRAGMA integrity_check(20)`,
  foreignKeys: `
    SELECT "table" AS name, parent, count(*) AS count, min(rowid) AS number FROM pragma_foreign_key_check GROUP BY 1, 2`,
  laneCounts: `
    SELECT sessions.key AS session, lanes.key AS lane, lanes.next_seq,
      count(entries.seq) AS count, coalesce(max(entries.seq), 0) AS last
    FROM lanes JOIN sessions ON sessions.id = lanes.session_id LEFT JOIN entries ON entries.lane_id = lanes.id
    GROUP BY lanes.id
    HAVING lanes.next_seq - 1 <> count OR last <> count`,
  sessionCounts: `
    SELECT sessions.key AS session, sessions.lanes, sessions.entries,
      count(nullif(lanes.next_seq, 1)) AS lane_count, coalesce(sum(lanes.next_seq - 1), 0) AS entry_count
    FROM sessions LEFT JOIN lanes ON lanes.session_id = sessions.id
    GROUP BY sessions.id
    HAVING sessions.lanes <> lane_count OR sessions.entries <> entry_count`,
  wrongNewest: `
    SELECT id AS number FROM sessions
    WHERE newest IS NOT (SELECT max(lanes.newest) FROM lanes WHERE lanes.session_id = sessions.id)`,
  /** Those that are named without a promise to be there: each row of which the other one is gone. */
  lostMessages: `
    SELECT number, session_id, lane_id FROM turns
    WHERE message IS NOT NULL AND message NOT IN (SELECT number FROM entries)`,
  lostLastReceipts: `
    SELECT id AS number, id AS lane_id FROM lanes
    WHERE last_receipt IS NOT NULL AND last_receipt NOT IN (SELECT number FROM receipts)`,
  lostEpochReceipts: `
    SELECT lane_id FROM epochs
    WHERE last_receipt IS NOT NULL AND last_receipt NOT IN (SELECT number FROM receipts)`,
  /** A lane whose last receipt is forgotten although it has some. */
  forgottenReceipts: `
    SELECT id AS number, id AS lane_id FROM lanes
    WHERE last_receipt IS NULL AND id IN (SELECT lane_id FROM receipts)`,
  /** Most files have no such table, and then the second of these can't be asked. */
  hasSetAside: `
    SELECT 1 AS found FROM sqlite_schema WHERE type = 'table' AND name = 'set_aside'`,
  setAsideRows: `
    SELECT origin, count(*) AS count, min(number), reason FROM set_aside GROUP BY origin ORDER BY min(number)`,
  hasQuarantine: `
    SELECT 1 AS found FROM sqlite_schema WHERE type = 'table' AND name = 'quarantine'`,
  lostWrites: `
    SELECT reason FROM quarantine WHERE origin = 'wal' ORDER BY number`,
  brokenChains: `
    SELECT receipts.id FROM receipts LEFT JOIN receipts AS base ON base.number = receipts.base
    WHERE receipts.base IS NOT NULL
      AND (base.id IS NULL OR base.lane_id <> receipts.lane_id OR base.number >= receipts.number)`,
  receiptPage: `
    SELECT receipts.number, receipts.session_id, receipts.id, turns.id AS turn_id, receipts.call, receipts.at,
      receipts.base, receipts.rest, base.id AS base_id, owners.key AS owner, sessions.key AS session, lanes.key AS lane
    FROM receipts JOIN turns ON turns.number = receipts.turn LEFT JOIN receipts AS base ON base.number = receipts.base
    JOIN lanes ON lanes.id = receipts.lane_id JOIN sessions ON sessions.id = receipts.session_id
    JOIN owners ON owners.id = sessions.owner_id
    WHERE receipts.number > @after ORDER BY receipts.number LIMIT 100`,
  allEpochs: `
    SELECT epochs.lane_id, epochs.key, epochs.number, epochs.rest, lanes.key AS lane
    FROM epochs JOIN lanes ON lanes.id = epochs.lane_id ORDER BY epochs.lane_id, epochs.key`,
  summaryRecord: `
    SELECT number FROM records WHERE lane_id = @laneId AND id = @id AND kind = 1`,
  entryPage: `
    SELECT ${columns}, entries.session_id, ${isSuperseded} AS is_superseded,
      EXISTS (SELECT 1 FROM superseded WHERE superseded.number = entries.number) AS is_left_out,
      owners.key AS owner, sessions.key AS session, lanes.key AS lane
    FROM entries ${withTurn} JOIN lanes ON lanes.id = entries.lane_id JOIN sessions ON sessions.id = entries.session_id
    JOIN owners ON owners.id = sessions.owner_id
    WHERE entries.number > @after ORDER BY entries.number LIMIT 500`,
  addressed: `
    SELECT 1 AS found FROM addresses WHERE part = @part AND entry = @entry`,
  allOwners: `
    SELECT id, key FROM owners`,
  searchRows: `
    SELECT rowid AS number FROM search WHERE search MATCH @query AND rowid > @after AND rowid <= @to`,
  strayWords: `
    SELECT rowid AS number FROM search WHERE search MATCH @query AND rowid NOT IN (SELECT number FROM entries)`,
} as const;

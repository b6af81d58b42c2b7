import { ofSession, refColumns } from "./places.js";

/** All that `unreadReceipt` reads in a lane that is known. */
const columns = `receipts.number, receipts.id, turns.id AS turn_id, receipts.call, receipts.at, receipts.rest,
      (SELECT base.id FROM receipts AS base WHERE base.number = receipts.base) AS base_id`;
const withTurn = "JOIN turns ON turns.number = receipts.turn";

/** Receipts, in the order in which a lane got them and along the chain that each builds on. */
export const receiptStatements = {
  findReceipt: `
    SELECT number FROM receipts WHERE id = @id AND session_id = @sessionId`,
  putReceipt: `
    INSERT INTO receipts (session_id, lane_id, id, turn, call, at, base, rest)
    VALUES (@sessionId, @laneId, @id, @turn, @call, @at, @base, @rest)
    ON CONFLICT DO NOTHING`,
  setLastReceipt: `
    UPDATE lanes SET last_receipt = @receipt WHERE id = @laneId`,
  setEpochReceipt: `
    INSERT INTO epochs (lane_id, key, number, last_receipt) VALUES (@laneId, @key, 0, @receipt)
    ON CONFLICT (lane_id, key) DO UPDATE SET last_receipt = excluded.last_receipt`,
  /** A chain has at most 64 links. The limit guards against a damaged file whose chain is a circle. */
  chain: `
    WITH RECURSIVE chain (number, base, depth) AS (
      SELECT number, base, 0 FROM receipts WHERE id = @id AND session_id = ${ofSession}
      UNION ALL
      SELECT receipts.number, receipts.base, chain.depth + 1
      FROM chain CROSS JOIN receipts ON receipts.number = chain.base
      LIMIT 200)
    SELECT ${columns}, ${refColumns}
    FROM chain CROSS JOIN receipts ON receipts.number = chain.number ${withTurn}
    JOIN lanes ON lanes.id = receipts.lane_id JOIN sessions ON sessions.id = receipts.session_id
    JOIN owners ON owners.id = sessions.owner_id
    ORDER BY chain.depth DESC`,
  placeOfReceipt: `
    SELECT receipts.id, ${refColumns} FROM receipts
    JOIN lanes ON lanes.id = receipts.lane_id JOIN sessions ON sessions.id = receipts.session_id
    JOIN owners ON owners.id = sessions.owner_id
    WHERE receipts.id = @id AND owners.key = @owner LIMIT @limit`,
  receiptsOfTurn: `
    SELECT receipts.number, receipts.id, receipts.call, receipts.at FROM turns CROSS JOIN receipts ON receipts.turn = turns.number
    WHERE turns.id = @turn AND turns.session_id = ${ofSession}`,
  /** Returns no rows if the lane does not have the receipt `@after`. */
  receiptsAfter: `
    SELECT ${columns} FROM receipts ${withTurn}
    WHERE receipts.lane_id = @laneId AND receipts.number > CASE WHEN @after IS NULL THEN 0 ELSE (
      SELECT last.number FROM receipts AS last
      WHERE last.id = @after AND last.session_id = @sessionId AND last.lane_id = @laneId) END
    ORDER BY receipts.number LIMIT @limit`,
} as const;

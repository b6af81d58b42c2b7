/** Receipts, in the order in which a lane got them and along the chain that each builds on. */
export const receiptStatements = {
  putReceipt: `
    INSERT INTO receipts (owner, id, lane_id, turn, call, at, body, base, number)
    VALUES (@owner, @id, @laneId, @turn, @call, @at, @body, @base, 1 + coalesce(
      (SELECT number FROM receipts WHERE lane_id = @laneId ORDER BY number DESC LIMIT 1), 0))
    ON CONFLICT (owner, id) DO NOTHING`,
  setLastReceipt: `
    UPDATE lanes SET last_receipt = @receipt WHERE id = @laneId`,
  setEpochReceipt: `
    INSERT INTO epochs (lane_id, key, number, body, last_receipt) VALUES (@laneId, @key, 0, @body, @receipt)
    ON CONFLICT (lane_id, key) DO UPDATE SET last_receipt = excluded.last_receipt`,
  /** Chains have 64 links at most; the limit is for a damaged file whose chain bites its tail. */
  chain: `
    WITH RECURSIVE chain (base, body, depth) AS (
      SELECT base, body, 0 FROM receipts WHERE owner = @owner AND id = @id
      UNION ALL
      SELECT receipts.base, receipts.body, chain.depth + 1
      FROM chain CROSS JOIN receipts ON receipts.owner = @owner AND receipts.id = chain.base
      LIMIT 200)
    SELECT body FROM chain ORDER BY depth DESC`,
  placeOfReceipt: `
    SELECT receipts.id, sessions.key AS session, lanes.key AS lane FROM receipts
    JOIN lanes ON lanes.id = receipts.lane_id JOIN sessions ON sessions.id = lanes.session_id
    WHERE receipts.owner = @owner AND receipts.id = @id`,
  receiptsOfTurn: `
    SELECT id FROM receipts WHERE owner = @owner AND turn = @turn ORDER BY call, at, id`,
  /** Nothing comes after a receipt that the lane does not have. */
  receiptsAfter: `
    SELECT body FROM receipts
    WHERE lane_id = @laneId AND number > CASE WHEN @after IS NULL THEN 0 ELSE (
      SELECT number FROM receipts AS last WHERE owner = @owner AND id = @after AND lane_id = @laneId) END
    ORDER BY number LIMIT @limit`,
} as const;

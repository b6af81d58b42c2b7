/** The queue of a lane. A place is never moved: it is taken at the end, and given up. The one with a token runs. */
export const leaseStatements = {
  queue: `
    SELECT leases.number, turns.id AS turn_id, leases.holder, leases.until, leases.token
    FROM leases CROSS JOIN turns ON turns.number = leases.turn
    WHERE leases.lane_id = @laneId ORDER BY leases.number`,
  /** Whoever takes a place over gets a token of his own, if it is one that runs. */
  addLease: `
    INSERT INTO leases (lane_id, turn, holder, until) VALUES (@laneId, @turn, @holder, @until)
    ON CONFLICT (lane_id, turn) DO UPDATE SET holder = excluded.holder, until = excluded.until,
      token = CASE WHEN @takeover THEN NULL ELSE token END
    WHERE holder = excluded.holder OR @takeover`,
  renewLease: `
    UPDATE leases SET until = @until WHERE lane_id = @laneId AND turn = @turn AND holder = @holder`,
  /** The first place, if it is this one and does not run yet. */
  runFirst: `
    UPDATE leases SET token = 1 + (SELECT token FROM lanes WHERE id = @laneId)
    WHERE lane_id = @laneId AND turn = @turn AND holder = @holder AND token IS NULL
      AND number = (SELECT min(number) FROM leases WHERE lane_id = @laneId)`,
  raiseToken: `
    UPDATE lanes SET token = token + 1 WHERE id = @laneId`,
  /** Those before the first place that can be read: nobody holds them, and nothing else ever drops them. */
  placesBefore: `
    SELECT number FROM leases WHERE lane_id = @laneId
      AND number < (SELECT own.number FROM leases AS own WHERE own.lane_id = @laneId AND own.turn = @turn)
    ORDER BY number`,
  dropPlace: `
    DELETE FROM leases WHERE number = @number`,
  /** Whatever else its turn's row says: a place that can't be given up would be waited for without end. */
  dropLease: `
    DELETE FROM leases WHERE lane_id = @laneId AND turn IN (SELECT number FROM turns WHERE id = @turn)`,
} as const;

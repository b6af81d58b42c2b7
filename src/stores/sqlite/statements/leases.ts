/** The queue of a lane. A place is never moved: it is taken at the end, and given up. */
export const leaseStatements = {
  queue: `
    SELECT turn, holder, until, running, token FROM leases WHERE lane_id = @laneId ORDER BY running DESC, number`,
  /** One that runs is not passed over here: whoever ends its turn says so with `expects`. */
  dropExpired: `
    DELETE FROM leases WHERE lane_id = @laneId AND running = 0 AND until <= @now AND turn <> @turn`,
  addLease: `
    INSERT INTO leases (lane_id, turn, holder, until) VALUES (@laneId, @turn, @holder, @until)
    ON CONFLICT (lane_id, turn) DO UPDATE SET holder = excluded.holder, until = excluded.until,
      token = CASE WHEN holder = excluded.holder THEN token END
    WHERE holder = excluded.holder OR until <= @now`,
  renewLease: `
    UPDATE leases SET until = @until WHERE lane_id = @laneId AND turn = @turn AND holder = @holder`,
  runFirst: `
    UPDATE leases SET running = 1
    WHERE lane_id = @laneId AND turn = @turn AND holder = @holder
      AND number = (SELECT min(number) FROM leases WHERE lane_id = @laneId)
      AND NOT EXISTS (SELECT 1 FROM leases WHERE lane_id = @laneId AND running = 1)`,
  /** For a place that begins to run, and for one that another holder took over. */
  raiseToken: `
    UPDATE lanes SET token = token + 1
    WHERE id = @laneId AND EXISTS (SELECT 1 FROM leases WHERE lane_id = @laneId AND running = 1 AND token IS NULL)`,
  giveToken: `
    UPDATE leases SET token = (SELECT token FROM lanes WHERE id = @laneId)
    WHERE lane_id = @laneId AND running = 1 AND token IS NULL`,
  dropLease: `
    DELETE FROM leases WHERE lane_id = @laneId AND turn = @turn`,
} as const;

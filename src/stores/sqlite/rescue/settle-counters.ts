import type { Rescue } from "./rescue-report.js";

/** What lanes and sessions sum up to, and which receipt was their last, by the rows that there are now. */
export function settleCounters({ to }: Rescue): void {
  to.exec(`
    UPDATE lanes SET next_seq = 1 + coalesce((SELECT max(seq) FROM entries WHERE lane_id = lanes.id), 0);
    UPDATE lanes SET cleared = min(cleared, next_seq - 1);
    UPDATE lanes SET last_receipt = (SELECT max(number) FROM receipts WHERE lane_id = lanes.id)
    WHERE last_receipt IS NULL OR last_receipt NOT IN (SELECT number FROM receipts);
    UPDATE epochs SET last_receipt = NULL WHERE last_receipt NOT IN (SELECT number FROM receipts);
    UPDATE sessions SET
      lanes = (SELECT count(*) FROM lanes WHERE session_id = sessions.id AND next_seq > 1),
      entries = (SELECT coalesce(sum(next_seq - 1), 0) FROM lanes WHERE session_id = sessions.id)`);
}

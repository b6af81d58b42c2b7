/**
 * Invariants of the fourth schema, besides those of the three before it.
 * 1. `lanes.token` is the highest token that a place of the lane ever had, and never falls.
 * 2. `leases.token` is that of a place that runs, and NULL while it waits.
 */
import type { Migration } from "./migration.js";

export const tokens: Migration = {
  sql: `
ALTER TABLE lanes ADD COLUMN token INTEGER NOT NULL DEFAULT 0;
ALTER TABLE leases ADD COLUMN token INTEGER;
UPDATE lanes SET token = 1 WHERE id IN (SELECT lane_id FROM leases WHERE running = 1);
UPDATE leases SET token = 1 WHERE running = 1;
`,
};

/**
 * Invariants of the third schema, besides those of the two before it.
 * 1. `records` only grows. `number` is the order of writing in the whole file, so the newest has the highest; `body` is
 *    the whole record as canonical JSON, and id, kind and name are also in the columns.
 * 2. `lanes.cleared` never falls and is below `lanes.next_seq`.
 * 3. `sessions.settings` is a JSON object without nulls at its top, or NULL where nothing is set.
 * 4. Epochs and receipts of the second schema have fewer fields; whoever reads them fills in what was added.
 * 5. No secret that `redacted` knows is among the words of `search`.
 */
import { reindexSecrets } from "./0003-fill.js";
import type { Migration } from "./migration.js";

export const records: Migration = {
  sql: `
CREATE TABLE records (
  number INTEGER PRIMARY KEY,
  lane_id INTEGER NOT NULL REFERENCES lanes (id),
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  body TEXT NOT NULL,
  UNIQUE (lane_id, id)
);
CREATE INDEX records_by_kind ON records (lane_id, kind, number);
CREATE INDEX records_by_name ON records (lane_id, kind, name, number);

ALTER TABLE lanes ADD COLUMN cleared INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN settings TEXT;
`,
  fill: reindexSecrets,
};

/**
 * Invariants of the second schema, besides those of the first.
 * 1. `owners` has a row for everyone who has a session. Its id stands for the owner in `search.scope`.
 * 2. `entries.target` is the target in the body of a revised or withdrawn entry, and NULL for all others.
 * 3. `receipts.number` grows in the order of writing within a lane. `receipts.base` is the receipt that the body builds
 *    on, of the same lane and with a lower number; NULL where the body is whole, as all of the first schema are.
 * 4. `epochs.last_receipt` is the newest receipt of the lane with that key. A row with number 0 is the first epoch,
 *    there for its receipt alone.
 * 5. A lane has at most one running lease, and it has the lowest number: places are taken at the end and never swapped.
 * 6. `answers` has a row for each turn and each message that it ever answered.
 * 7. `search` has one row for each entry with a text that still stands, and its rowid is `entries.number`. That number is
 *    the row's line in the register: whoever erases an entry finds its words by it. All other lines are `derivations`.
 * 8. `search.scope` holds `o`, `s` and `l` with the ids of the entry's owner, session and lane, one word each; a query
 *    names exactly one of them.
 */
import { fillFromRows } from "./0002-fill.js";
import type { Migration } from "./migration.js";

export const leasesAndSearch: Migration = {
  sql: `
CREATE TABLE owners (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE
);
INSERT INTO owners (key) SELECT DISTINCT owner FROM sessions ORDER BY owner;

ALTER TABLE entries ADD COLUMN target TEXT;
CREATE INDEX entries_by_target ON entries (lane_id, target) WHERE target IS NOT NULL;

ALTER TABLE receipts ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
ALTER TABLE receipts ADD COLUMN base TEXT;
UPDATE receipts SET number = rowid;
CREATE UNIQUE INDEX receipts_by_lane ON receipts (lane_id, number);

ALTER TABLE epochs ADD COLUMN last_receipt TEXT;

CREATE TABLE leases (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  lane_id INTEGER NOT NULL REFERENCES lanes (id),
  turn TEXT NOT NULL,
  holder TEXT NOT NULL,
  until INTEGER NOT NULL,
  running INTEGER NOT NULL DEFAULT 0 CHECK (running IN (0, 1)),
  UNIQUE (lane_id, turn)
);
CREATE UNIQUE INDEX leases_running ON leases (lane_id) WHERE running = 1;
CREATE INDEX leases_by_lane ON leases (lane_id, running DESC, number);

CREATE TABLE answers (
  owner TEXT NOT NULL,
  entry TEXT NOT NULL,
  turn TEXT NOT NULL,
  PRIMARY KEY (owner, entry, turn)
) WITHOUT ROWID;
INSERT OR IGNORE INTO answers (owner, entry, turn)
SELECT turns.owner, message.value, turns.id
FROM turns JOIN json_each(CASE WHEN json_valid(turns.body) THEN turns.body ELSE '{}' END, '$.messages') AS message;

CREATE TABLE derivations (
  owner TEXT NOT NULL,
  source TEXT NOT NULL,
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  PRIMARY KEY (owner, source, kind, key)
) WITHOUT ROWID;

CREATE VIRTUAL TABLE search USING fts5 (
  scope, words,
  content = '', contentless_delete = 1,
  tokenize = 'porter unicode61 remove_diacritics 2'
);
`,
  fill: fillFromRows,
};

/**
 * Invariants of the first schema.
 * 1. `entries.body` is the canonical content: all of an entry but its id, seq, turn, step and arrival.
 * 2. Within a lane, seq runs from 1 without gaps, and `lanes.next_seq` is the next one.
 * 3. `lanes.entries`, `sessions.entries`, `sessions.lanes` and `newest` follow the entries in the same transaction;
 *    a lane counts from its first entry on.
 * 4. Addresses have fifty bits and may meet, so their index is not unique; the oldest entry keeps the address.
 */
export const first = `
PRAGMA application_id = 0x636c6577;

CREATE TABLE sessions (
  id INTEGER PRIMARY KEY,
  owner TEXT NOT NULL,
  key TEXT NOT NULL,
  lanes INTEGER NOT NULL DEFAULT 0,
  entries INTEGER NOT NULL DEFAULT 0,
  newest INTEGER,
  UNIQUE (owner, key)
);
CREATE INDEX sessions_by_newest ON sessions (owner, newest DESC, key);

CREATE TABLE lanes (
  id INTEGER PRIMARY KEY,
  session_id INTEGER NOT NULL REFERENCES sessions (id),
  key TEXT NOT NULL,
  next_seq INTEGER NOT NULL DEFAULT 1,
  entries INTEGER NOT NULL DEFAULT 0,
  newest INTEGER,
  last_receipt TEXT,
  UNIQUE (session_id, key)
);
CREATE INDEX lanes_by_newest ON lanes (session_id, newest DESC, key);

CREATE TABLE epochs (
  lane_id INTEGER NOT NULL REFERENCES lanes (id),
  key TEXT NOT NULL,
  number INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (lane_id, key)
) WITHOUT ROWID;

CREATE TABLE entries (
  number INTEGER PRIMARY KEY,
  owner TEXT NOT NULL,
  session_id INTEGER NOT NULL REFERENCES sessions (id),
  lane_id INTEGER NOT NULL REFERENCES lanes (id),
  seq INTEGER NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  turn TEXT,
  step INTEGER,
  at INTEGER NOT NULL,
  arrived INTEGER NOT NULL,
  source_message TEXT,
  source_revision INTEGER,
  address TEXT NOT NULL,
  body TEXT NOT NULL,
  UNIQUE (lane_id, seq),
  UNIQUE (lane_id, id)
);
CREATE UNIQUE INDEX entries_by_source ON entries (session_id, source_message, source_revision)
  WHERE source_message IS NOT NULL;
CREATE INDEX entries_by_turn ON entries (lane_id, turn, seq) WHERE turn IS NOT NULL;
CREATE INDEX entries_by_address ON entries (owner, address);

CREATE TABLE sent (
  session_id INTEGER NOT NULL REFERENCES sessions (id),
  message TEXT NOT NULL,
  entry INTEGER NOT NULL REFERENCES entries (number),
  PRIMARY KEY (session_id, message, entry)
) WITHOUT ROWID;

CREATE TABLE turns (
  owner TEXT NOT NULL,
  id TEXT NOT NULL,
  lane_id INTEGER NOT NULL REFERENCES lanes (id),
  began INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (owner, id)
);
CREATE INDEX turns_by_lane ON turns (lane_id, began DESC, id DESC);

CREATE TABLE receipts (
  owner TEXT NOT NULL,
  id TEXT NOT NULL,
  lane_id INTEGER NOT NULL REFERENCES lanes (id),
  turn TEXT NOT NULL,
  call INTEGER NOT NULL,
  at INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (owner, id)
);
CREATE INDEX receipts_by_turn ON receipts (owner, turn, call, at, id);

CREATE TABLE blobs (
  owner TEXT NOT NULL,
  id TEXT NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (owner, id)
);

CREATE TABLE chunks (
  owner TEXT NOT NULL,
  hash TEXT NOT NULL,
  content TEXT NOT NULL,
  PRIMARY KEY (owner, hash)
);
`;

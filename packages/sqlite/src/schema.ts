/**
 * Invariants of the file.
 * 1. Sessions, lanes, turns, receipts and chunks have numbers of their own in the file, and rows name each other by these.
 *    A number is never given twice while rows name it.
 * 2. Names that others made (ids, hashes, a channel's ids, addresses of people) stand as `toKey` has them: a UUID or a hash
 *    as its bytes, a whole number as such, all else as text. Their columns have no type, so that SQLite changes nothing.
 * 3. A row holds nothing twice, and nothing that follows from its place: `rest` is JSON of all that has no column, NULL
 *    where that is nothing.
 *    The times of an entry are kept as differences from the time that its id begins with.
 * 4. Within a lane, `entries.seq` runs from 1 without gaps, `lanes.next_seq` is the next one, and `entries.number` grows
 *    with it. `sessions.entries`, `sessions.lanes` and both `newest` follow in the same transaction; a lane counts from its
 *    first entry on. `sessions.edited` is 1 from the first edit, withdrawal or message that came edited on.
 * 5. `turns` has a row for each turn that anything names. Its `state` is NULL while it has no record. `message` is the one
 *    entry that it answers, where it answers one that is in its lane; else its messages are in `rest`. `unsent` is 1 if its
 *    reply was never said to be sent, 2 if newer ones of its session have pushed it off the list, else NULL.
 * 6. `answers` names what a turn answers, or ever answered, besides entries that say so themselves: those of its lane that
 *    name it as their turn and are its messages.
 * 7. `addresses` has the first thirty bits of each entry's address. They meet, so whoever looks makes the whole address from
 *    lane and seq again; of two that share even that, the older one has it.
 * 8. A lane has at most one lease with a token, which is the one that runs; its number is the lowest. `lanes.token` is the
 *    highest that the lane ever gave, and never falls.
 * 9. `receipts.number` grows in the order of writing. `base` is the receipt that the body builds on: of the same lane, with a
 *    lower number; NULL where the body is whole. Numbers in the body's lists of pieces are those of chunks.
 * 10. `epochs.last_receipt` is the newest receipt of the lane with that key. A row with number 0 is the first epoch, there
 *    for its receipt alone.
 * 11. `records` only grows, in the order of writing. `reach` is the last place that a summary tells of.
 * 12. `lanes.cleared` never falls and is below `next_seq`. `sessions.settings` is a JSON object without nulls at its top.
 * 13. `search` has a row for each entry with a text that was ever to be found; its rowid is `entries.number`. `superseded`
 *    has those that no search gives any more. The words of a row are told by `searchableText`, which leaves secrets out, and
 *    before them stand the words of its owner, its session and its lane, which no text can hold.
 *    Its pages are small: one is read from its beginning to its end even for the newest few of its rows.
 * 14. `derivations.kind` says how `key` is to be read: see `rows/record-row.ts`.
 * 15. `blobs.content` is the text itself, or bytes: then a list of the rows that it is cut into, see `stored-contents.ts`. A
 *    piece of a receipt that is no chunk is the blob of that hash: a file that one of the entries brought.
 * 16. `set_aside` is there only in a file that had rows of the version before that fit nowhere, such as those of a lane that
 *    is not there: `row` is one of them as JSON, `origin` its table. Nothing but the check reads it.
 * 17. `vectors` can be thrown away at any time and made anew. `bytes` is a number from -127 to 127 for each dimension; NULL
 *    for an entry that has nothing to compare or no longer stands, which the trigger sees to. `number` grows in the order of
 *    writing, so that a copy in memory is kept up by reading on. `vector_lanes.through` is the place up to which none is missing.
 */
/** Added in version 7; all before is as version 6 has it. */
export const vectorTables = `
CREATE TABLE vector_lanes (
  number INTEGER PRIMARY KEY,
  lane_id INTEGER NOT NULL REFERENCES lanes (id),
  embedder TEXT NOT NULL,
  through INTEGER NOT NULL DEFAULT 0,
  UNIQUE (lane_id, embedder)
);

CREATE TABLE vectors (
  number INTEGER PRIMARY KEY,
  lane_index INTEGER NOT NULL REFERENCES vector_lanes (number),
  seq INTEGER NOT NULL,
  bytes BLOB
);
CREATE INDEX vectors_by_place ON vectors (lane_index, seq);
CREATE INDEX vectors_by_lane ON vectors (lane_index, number);

CREATE TRIGGER superseded_vectors AFTER INSERT ON superseded
WHEN EXISTS (SELECT 1 FROM vector_lanes) BEGIN
  INSERT INTO vectors (lane_index, seq)
  SELECT vectors.lane_index, vectors.seq FROM entries
  CROSS JOIN vector_lanes ON vector_lanes.lane_id = entries.lane_id
  CROSS JOIN vectors ON vectors.lane_index = vector_lanes.number AND vectors.seq = entries.seq
  WHERE entries.number = NEW.number AND vectors.bytes IS NOT NULL;
  DELETE FROM vectors WHERE number IN (
    SELECT vectors.number FROM entries
    CROSS JOIN vector_lanes ON vector_lanes.lane_id = entries.lane_id
    CROSS JOIN vectors ON vectors.lane_index = vector_lanes.number AND vectors.seq = entries.seq
    WHERE entries.number = NEW.number AND vectors.bytes IS NOT NULL);
END;
`;

export const schema = `
PRAGMA application_id = 0x636c6577;

CREATE TABLE owners (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE
);

CREATE TABLE sessions (
  id INTEGER PRIMARY KEY,
  owner_id INTEGER NOT NULL REFERENCES owners (id),
  key TEXT NOT NULL,
  lanes INTEGER NOT NULL DEFAULT 0,
  entries INTEGER NOT NULL DEFAULT 0,
  newest INTEGER,
  edited INTEGER NOT NULL DEFAULT 0,
  settings TEXT,
  UNIQUE (owner_id, key)
);
CREATE INDEX sessions_by_newest ON sessions (owner_id, newest DESC, key);

CREATE TABLE lanes (
  id INTEGER PRIMARY KEY,
  session_id INTEGER NOT NULL REFERENCES sessions (id),
  key TEXT NOT NULL,
  next_seq INTEGER NOT NULL DEFAULT 1,
  newest INTEGER,
  cleared INTEGER NOT NULL DEFAULT 0,
  token INTEGER NOT NULL DEFAULT 0,
  last_receipt INTEGER,
  UNIQUE (session_id, key)
);
CREATE INDEX lanes_by_newest ON lanes (session_id, newest DESC, key);

CREATE TABLE turns (
  number INTEGER PRIMARY KEY,
  session_id INTEGER NOT NULL REFERENCES sessions (id),
  lane_id INTEGER NOT NULL REFERENCES lanes (id),
  id NOT NULL,
  state INTEGER,
  origin INTEGER,
  began INTEGER,
  lasted INTEGER,
  message INTEGER,
  attach_over INTEGER,
  rest TEXT,
  unsent INTEGER
);
CREATE UNIQUE INDEX turns_by_id ON turns (id, session_id);
CREATE INDEX turns_by_end ON turns (substr(id, -2));
CREATE INDEX turns_by_lane ON turns (lane_id, began) WHERE state IS NOT NULL;
CREATE INDEX turns_unsent ON turns (session_id, began) WHERE unsent = 1;
CREATE INDEX turns_unsent_anywhere ON turns (unsent, began) WHERE unsent = 1;

CREATE TABLE entries (
  number INTEGER PRIMARY KEY,
  session_id INTEGER NOT NULL REFERENCES sessions (id),
  lane_id INTEGER NOT NULL REFERENCES lanes (id),
  seq INTEGER NOT NULL,
  id NOT NULL,
  kind INTEGER NOT NULL,
  turn INTEGER REFERENCES turns (number),
  step INTEGER,
  at INTEGER NOT NULL,
  arrived INTEGER NOT NULL,
  speaker,
  source,
  revision INTEGER,
  target,
  text TEXT,
  rest TEXT
);
CREATE UNIQUE INDEX entries_by_place ON entries (lane_id, seq);
CREATE UNIQUE INDEX entries_by_id ON entries (id, lane_id);
CREATE UNIQUE INDEX entries_by_source ON entries (session_id, source, revision) WHERE source IS NOT NULL;
CREATE INDEX entries_by_turn ON entries (turn, seq) WHERE turn IS NOT NULL;
CREATE INDEX entries_by_target ON entries (lane_id, target) WHERE target IS NOT NULL;

CREATE TABLE addresses (
  part INTEGER NOT NULL,
  entry INTEGER NOT NULL,
  PRIMARY KEY (part, entry)
) WITHOUT ROWID;

CREATE TABLE sent (
  session_id INTEGER NOT NULL REFERENCES sessions (id),
  message NOT NULL,
  entry INTEGER NOT NULL REFERENCES entries (number),
  PRIMARY KEY (session_id, message, entry)
) WITHOUT ROWID;

CREATE TABLE answers (
  session_id INTEGER NOT NULL REFERENCES sessions (id),
  entry NOT NULL,
  turn INTEGER NOT NULL REFERENCES turns (number),
  PRIMARY KEY (session_id, entry, turn)
) WITHOUT ROWID;

CREATE TABLE epochs (
  lane_id INTEGER NOT NULL REFERENCES lanes (id),
  key TEXT NOT NULL,
  number INTEGER NOT NULL,
  last_receipt INTEGER,
  rest TEXT,
  PRIMARY KEY (lane_id, key)
) WITHOUT ROWID;

CREATE TABLE receipts (
  number INTEGER PRIMARY KEY,
  session_id INTEGER NOT NULL REFERENCES sessions (id),
  lane_id INTEGER NOT NULL REFERENCES lanes (id),
  id NOT NULL,
  turn INTEGER NOT NULL REFERENCES turns (number),
  call INTEGER NOT NULL,
  at INTEGER NOT NULL,
  base INTEGER,
  rest TEXT NOT NULL
);
CREATE UNIQUE INDEX receipts_by_id ON receipts (id, session_id);
CREATE INDEX receipts_by_lane ON receipts (lane_id, number);
CREATE INDEX receipts_by_turn ON receipts (turn);

CREATE TABLE chunks (
  number INTEGER PRIMARY KEY,
  session_id INTEGER NOT NULL REFERENCES sessions (id),
  hash NOT NULL,
  content TEXT NOT NULL
);
CREATE INDEX chunks_by_hash ON chunks (session_id, substr(hash, 1, 8));

CREATE TABLE blobs (
  number INTEGER PRIMARY KEY,
  session_id INTEGER NOT NULL REFERENCES sessions (id),
  id NOT NULL,
  content TEXT NOT NULL
);
CREATE UNIQUE INDEX blobs_by_id ON blobs (session_id, id);

CREATE TABLE records (
  number INTEGER PRIMARY KEY,
  lane_id INTEGER NOT NULL REFERENCES lanes (id),
  id NOT NULL,
  kind INTEGER NOT NULL,
  name TEXT NOT NULL,
  at INTEGER NOT NULL,
  reach INTEGER,
  rest TEXT NOT NULL
);
CREATE UNIQUE INDEX records_by_id ON records (lane_id, id);
CREATE INDEX records_by_kind ON records (lane_id, kind, number);
CREATE INDEX records_by_name ON records (lane_id, kind, name, number);

CREATE TABLE leases (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  lane_id INTEGER NOT NULL REFERENCES lanes (id),
  turn INTEGER NOT NULL REFERENCES turns (number),
  holder TEXT NOT NULL,
  until INTEGER NOT NULL,
  token INTEGER
);
CREATE UNIQUE INDEX leases_by_turn ON leases (lane_id, turn);
CREATE UNIQUE INDEX leases_running ON leases (lane_id) WHERE token IS NOT NULL;
CREATE INDEX leases_by_lane ON leases (lane_id, number);

CREATE TABLE derivations (
  session_id INTEGER NOT NULL REFERENCES sessions (id),
  source NOT NULL,
  kind INTEGER NOT NULL,
  key NOT NULL,
  PRIMARY KEY (session_id, source, kind, key)
) WITHOUT ROWID;

CREATE TABLE superseded (
  number INTEGER PRIMARY KEY
);

CREATE VIRTUAL TABLE search USING fts5 (
  words,
  content = '', columnsize = 0, detail = none,
  tokenize = 'porter ascii'
);
INSERT INTO search (search, rank) VALUES ('pgsz', 1000);
${vectorTables}`;

/** The schema's number in the file's header. Those before it were steps on the way to this one. */
export const schemaVersion = 7;

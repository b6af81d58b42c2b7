/**
 * A file of the version before becomes one of this version, once, when it is opened: all of it in the transaction of the
 * caller, so that a failure leaves the file as it was. Numbers of sessions, lanes and entries stay. A row that can't be made
 * over keeps its body, and goes on being reported as damaged; one that fits nowhere, such as that of a lane that is not
 * there, is set aside. Neither stops the others.
 */
import type { Hash } from "../../../core/log/pointer.js";
import type { SqliteDatabase } from "../drivers/driver.js";
import { schema, vectorTables } from "../schema.js";
import { prepareAll } from "../statements/prepared.js";
import { setAside } from "./keep-row.js";
import { takeEntries } from "./take-entries.js";
import { takeReceipts } from "./take-receipts.js";
import { takeRegister, takeUnnamed } from "./take-register.js";
import { takeTurns } from "./take-turns.js";
import { readOldLanes, type Takeover } from "./upgrade-context.js";

/** The schemas that are taken over. The first is made over from the ground up. */
export const takenOverVersions: readonly number[] = [3, 4, 5, 6];

/** Those that others name come last, so that they can be dropped in this order. */
const tables = [
  "derivations",
  "leases",
  "answers",
  "sent",
  "records",
  "epochs",
  "receipts",
  "chunks",
  "blobs",
  "turns",
  "entries",
  "lanes",
  "sessions",
  "owners",
] as const;

/** Returns whether old tables were dropped. */
export function takeOver(database: SqliteDatabase, version: number, hash: Hash): boolean {
  if (version === 3) makeOver(database, hash);
  // Of version 5 every row is one of this version too, but not the other way round.
  if (version === 4) addUnsent(database);
  // Vectors are made in the background, so that an old file opens as fast as a new one.
  if (version > 3) database.exec(vectorTables);
  return version === 3;
}

/** Version 4 had no word on what was sent: of what it answered nothing counts as owed. */
function addUnsent(database: SqliteDatabase): void {
  database.exec(`
    ALTER TABLE turns ADD COLUMN unsent INTEGER;
    CREATE INDEX turns_unsent ON turns (session_id, began) WHERE unsent = 1;
    CREATE INDEX turns_unsent_anywhere ON turns (unsent, began) WHERE unsent = 1`);
}

function makeOver(database: SqliteDatabase, hash: Hash): void {
  putAside(database);
  database.exec(schema);
  takePlaces(database);
  // Inside of the caller's transaction this is a savepoint.
  const attempt = database.transaction("deferred");
  const takeover: Takeover = {
    database,
    statements: prepareAll(database),
    hash,
    lanes: readOldLanes(database),
    attempt,
  };
  for (const row of database.prepare("SELECT * FROM old_lanes WHERE id NOT IN (SELECT id FROM lanes)").all()) {
    setAside(takeover, { table: "lanes", row }, "A lane names a session that is not there");
  }
  takeEntries(takeover);
  takeTurns(takeover);
  takeReceipts(takeover);
  takeUnnamed(takeover);
  takeRegister(takeover);
  for (const table of tables) database.exec(`DROP TABLE old_${table}`);
}

/** The search is made anew from the entries; indexes would stand in the way of those with the same names. */
function putAside(database: SqliteDatabase): void {
  database.exec("DROP TABLE search");
  const indexes = database.prepareValue("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL");
  for (const name of indexes.all()) database.exec(`DROP INDEX "${name}"`);
  for (const table of tables) database.exec(`ALTER TABLE ${table} RENAME TO old_${table}`);
}

function takePlaces(database: SqliteDatabase): void {
  database.exec(`
    INSERT INTO owners (id, key) SELECT id, key FROM old_owners;
    INSERT OR IGNORE INTO owners (key) SELECT DISTINCT owner FROM old_sessions;
    INSERT INTO sessions (id, owner_id, key, lanes, entries, newest, settings)
    SELECT id, (SELECT owners.id FROM owners WHERE owners.key = owner), key, lanes, entries, newest, settings
    FROM old_sessions;
    INSERT INTO lanes (id, session_id, key, next_seq, newest, cleared)
    SELECT id, session_id, key, next_seq, newest, cleared FROM old_lanes
    WHERE session_id IN (SELECT id FROM sessions)`);
}

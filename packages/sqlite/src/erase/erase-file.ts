/**
 * Erases in a file, and leaves no byte behind.
 * 1. Nobody else has the file open: another process might write again what it has in memory.
 * 2. The rows go in one transaction, in which SQLite overwrites what it frees.
 * 3. The write-ahead log, which has the pages as they were, is emptied; a sweep writes the file anew.
 */
import { ClewError } from "@clewline/core/errors.js";
import { makeIndexedText } from "@clewline/core/log/search-words.js";
import type { Erasure } from "@clewline/core/ports/index.js";
import { isBusy } from "../check/faults.js";
import type { SqliteDatabase } from "../drivers/driver.js";
import { readFields, readNumber } from "../fields.js";
import { busyTimeoutMs } from "../file/wait-for-lock.js";
import { type IndexedPlace, mapIndexedPlaces } from "../indexed-places.js";
import { forgetAll, type StoreCache } from "../known.js";
import { readLongTexts } from "../named-blobs.js";
import { tryRead } from "../rows/columns.js";
import { readEntryRow } from "../rows/entry-row.js";
import { addScopeWords } from "../scope.js";
import type { Statements } from "../statements/prepared.js";
import { eraseRows } from "./erase-rows.js";

/** Makes the search anew. Its rows can't be taken back one by one: what they were made from may have had other rules. */
const page = 500;

function rebuildSearch({ database, statements }: { database: SqliteDatabase; statements: Statements }): void {
  database.exec("INSERT INTO search (search) VALUES ('delete-all')");
  const places = mapIndexedPlaces(database);
  const read = database.prepare(
    "SELECT entries.*, NULL AS turn_id FROM entries WHERE number > ? ORDER BY number LIMIT ?",
  );
  for (let after = 0; ; ) {
    const rows = read.all([after, page]);
    for (const row of rows) indexRow(statements, places, row);
    if (rows.length < page) return;
    after = readNumber(readFields(rows.at(-1)), "number");
  }
}

/** A row that can't be read had words once, and nobody knows which. */
function indexRow(statements: Statements, places: ReadonlyMap<number, IndexedPlace>, row: unknown): void {
  const { number, lane_id: laneId } = readFields(row);
  const place = places.get(Number(laneId));
  const entry = tryRead(readEntryRow, row);
  if (place === undefined || entry === null) return;
  const words = tryRead(() => makeIndexedText(entry, readLongTexts(statements, place.ref, entry)), row) ?? "";
  if (/\S/.test(words)) statements.search.addWords.run([Number(number), addScopeWords(place.scope, words)]);
}

export interface OpenDatabase {
  readonly path: string;
  readonly database: SqliteDatabase;
  readonly statements: Statements;
  readonly known: StoreCache;
  /** Runs work in a transaction that takes the write lock at once. */
  readonly inWrite: <Result>(work: () => Result) => Result;
}

export function eraseInFile(open: OpenDatabase, erasure: Erasure): void {
  const { database, known, inWrite, path } = open;
  const waits = Number(database.pragma("busy_timeout"));
  database.pragma(`busy_timeout = ${erasure.ifIdleSince === null ? busyTimeoutMs : 0}`);
  database.pragma("secure_delete = ON");
  // From the next write on, until it is normal again.
  database.pragma("locking_mode = EXCLUSIVE");
  try {
    inWrite(() => {
      eraseRows(open, erasure);
      if (takesWords(erasure)) rebuildSearch(open);
    });
    forgetAll(known);
    emptyLog(database);
    if (erasure.sweep) {
      database.exec("VACUUM");
      emptyLog(database);
    }
  } catch (error) {
    throw isBusy(error) ? makeInUseError(path, error) : error;
  } finally {
    database.pragma(`busy_timeout = ${waits}`);
    database.pragma("locking_mode = NORMAL");
    // The lock is given up with the next look.
    database.prepareValue("SELECT 1 FROM owners LIMIT 1").get();
  }
}

function takesWords({ sessions, lanes, entries }: Erasure): boolean {
  return sessions.length + lanes.length + entries.length > 0;
}

function emptyLog(database: SqliteDatabase): void {
  database.pragma("wal_checkpoint(TRUNCATE)");
}

function makeInUseError(path: string, cause: unknown): ClewError {
  return new ClewError("store/unavailable", `Nothing is erased: another process has ${path} open`, {
    hint: "End it, or let it finish, and erase again: it may have in memory what is to be erased",
    cause,
  });
}

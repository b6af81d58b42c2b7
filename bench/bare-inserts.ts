import { makeSearchableText } from "@clewline/core/log/search-words.js";
import { chooseDriver } from "@clewline/sqlite/drivers/choose-driver.js";
import type { SqliteDatabase } from "@clewline/sqlite/drivers/driver.js";
import { openFile } from "@clewline/sqlite/file/open-file.js";
import { readNumberColumn } from "@clewline/sqlite/rows/columns.js";
import { readEntryRow } from "@clewline/sqlite/rows/entry-row.js";
import { addScopeWords } from "@clewline/sqlite/scope.js";
import { columns, withTurn } from "@clewline/sqlite/statements/entries.js";

/** Everything that an import wrote, as values for inserts. */
export interface Rows {
  readonly tables: readonly { readonly insert: string; readonly rows: readonly (readonly unknown[])[] }[];
  readonly insertEntry: string;
  /** Each with its words for the search, and its part of the address. */
  readonly entries: readonly BareEntry[];
}

interface BareEntry {
  readonly row: readonly unknown[];
  readonly words: string | null;
  readonly number: number;
  readonly part: number;
}

const insertWords = "INSERT INTO search (rowid, words) VALUES (?, ?)";
const insertAddress = "INSERT INTO addresses (part, entry) VALUES (?, ?)";
const batchSize = 1_000;

/** Reads the rows of a file without blobs. The search index keeps no words, so they are made from the entries again. */
export function readRows(path: string): Rows {
  const database = openFile(chooseDriver(), path).database;
  try {
    const rows = database.prepare("SELECT * FROM entries ORDER BY number").all();
    const read = database.prepare(
      `SELECT ${columns}, entries.number, entries.session_id, entries.lane_id, addresses.part
       FROM entries ${withTurn} JOIN addresses ON addresses.entry = entries.number ORDER BY entries.number`,
    );
    const whole = read.all();
    const entries = rows.map((row, index): BareEntry => {
      const [number, part] = [readNumberColumn(whole[index], "number"), readNumberColumn(whole[index], "part")];
      return { row: Object.values(row as object), words: readSearchWords(whole[index]), number, part };
    });
    const tables = ["owners", "sessions", "lanes", "turns", "answers"].map((name) => {
      const all = database.prepare(`SELECT * FROM ${name}`).all();
      return { insert: buildInsertStatement(database, name), rows: all.map((row) => Object.values(row as object)) };
    });
    return { tables, entries, insertEntry: buildInsertStatement(database, "entries") };
  } finally {
    database.close();
  }
}

function readSearchWords(row: unknown): string | null {
  const text = makeSearchableText(readEntryRow(row), new Map());
  const place = { ownerId: 1, sessionId: readNumberColumn(row, "session_id"), id: readNumberColumn(row, "lane_id") };
  return text.trim() === "" ? null : addScopeWords(place, text);
}

/** Inserts the rows into a new file with the same schema, indexes and pragmas, a thousand entries per transaction. */
export function insertBare(path: string, { tables, entries, insertEntry }: Rows): void {
  const database = openFile(chooseDriver(), path).database;
  try {
    const addEntry = database.prepare(insertEntry);
    const [addWords, addAddress] = [database.prepare(insertWords), database.prepare(insertAddress)];
    for (const { insert, rows } of tables) {
      const statement = database.prepare(insert);
      writeBatches(database, rows, (row) => statement.run(row));
    }
    writeBatches(database, entries, ({ row, words, number, part }) => {
      addEntry.run(row);
      addAddress.run([part, number]);
      if (words !== null) addWords.run([number, words]);
    });
  } finally {
    database.close();
  }
}

function writeBatches<Row>(database: SqliteDatabase, rows: readonly Row[], write: (row: Row) => void): void {
  const transact = database.transaction("immediate");
  for (let from = 0; from < rows.length; from += batchSize) {
    const batch = rows.slice(from, from + batchSize);
    transact(() => {
      for (const row of batch) write(row);
    });
  }
}

function buildInsertStatement(database: SqliteDatabase, table: string): string {
  const names = database.prepareValue(`SELECT name FROM pragma_table_info('${table}') ORDER BY cid`).all();
  return `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`;
}

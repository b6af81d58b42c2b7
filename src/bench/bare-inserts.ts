import type { Database } from "better-sqlite3";
import { searchableText } from "../core/words.js";
import { openFile } from "../stores/sqlite/open-file.js";
import { entryOf, numberIn } from "../stores/sqlite/rows.js";
import { scopeOf } from "../stores/sqlite/scope.js";

/** Everything that an import wrote, as values for inserts. */
export interface Rows {
  readonly tables: readonly { readonly insert: string; readonly rows: readonly (readonly unknown[])[] }[];
  /** One for each entry, in order; null where it has no words. */
  readonly words: readonly (readonly unknown[] | null)[];
  readonly entries: readonly (readonly unknown[])[];
  readonly insertEntry: string;
}

const insertWords = "INSERT INTO search (rowid, scope, words) VALUES (?, ?, ?)";
const batchSize = 1_000;

/** The rows of a file without blobs. The search keeps no words, so they are made from the entries again. */
export function rowsOf(path: string): Rows {
  const database = openFile(path);
  try {
    const [entries, words]: [(readonly unknown[])[], Rows["words"][number][]] = [[], []];
    const whole = database.prepare("SELECT * FROM entries ORDER BY number");
    for (const row of whole.all()) {
      entries.push(Object.values(row as object));
      const text = searchableText(entryOf(row), new Map());
      const scope = scopeOf({ ownerId: 1, sessionId: numberIn(row, "session_id"), laneId: numberIn(row, "lane_id") });
      words.push(text.trim() === "" ? null : [numberIn(row, "number"), scope, text]);
    }
    const tables = ["owners", "sessions", "lanes", "turns", "answers"].map((name) => {
      const rows = database.prepare(`SELECT * FROM ${name}`).all();
      return { insert: insertInto(database, name), rows: rows.map((row) => Object.values(row as object)) };
    });
    return { tables, entries, words, insertEntry: insertInto(database, "entries") };
  } finally {
    database.close();
  }
}

/** The same rows into a new file with the same schema, indexes and pragmas, a thousand entries to a transaction. */
export function insertBare(path: string, { tables, entries, words, insertEntry }: Rows): void {
  const database = openFile(path);
  try {
    const [addEntry, addWords] = [database.prepare(insertEntry), database.prepare(insertWords)];
    for (const { insert, rows } of tables) {
      const statement = database.prepare(insert);
      inBatches(database, rows, (row) => statement.run(row));
    }
    inBatches(database, entries, (entry, index) => {
      addEntry.run(entry);
      const text = words[index];
      if (text !== null && text !== undefined) addWords.run(text);
    });
  } finally {
    database.close();
  }
}

function inBatches<Row>(database: Database, rows: readonly Row[], write: (row: Row, index: number) => void): void {
  for (let from = 0; from < rows.length; from += batchSize) {
    const batch = rows.slice(from, from + batchSize);
    const writeAll = () => {
      for (const [index, row] of batch.entries()) write(row, from + index);
    };
    database.transaction(writeAll).immediate();
  }
}

function insertInto(database: Database, table: string): string {
  const columns = database.prepare(`SELECT name FROM pragma_table_info('${table}') ORDER BY cid`).pluck().all();
  return `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`;
}

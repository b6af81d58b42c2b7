import { loadBetterSqlite3 } from "./better-sqlite3.js";
import type { SqliteDriver } from "./driver.js";
import { loadNodeSqlite } from "./node-sqlite.js";

let chosen: SqliteDriver | undefined;

/** SQLite as this Node has it: its own where there is one, else the package better-sqlite3. Both read and write the same file. */
export function chooseDriver(): SqliteDriver {
  chosen ??= loadNodeSqlite() ?? loadBetterSqlite3();
  return chosen;
}

import type { SqliteDriver } from "./driver.js";
import { loadNodeSqlite } from "./node-sqlite.js";
import { loadPackageSqlite } from "./package-sqlite.js";

let chosen: SqliteDriver | undefined;

/** Node's own SQLite if it has full-text search, else the package's. Both read and write the same file. */
export function chooseDriver(): SqliteDriver {
  chosen ??= loadNodeSqlite() ?? loadPackageSqlite();
  return chosen;
}

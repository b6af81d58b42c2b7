import type { SqliteDriver } from "@clewline/sqlite/drivers/driver.js";
import { loadNodeSqlite } from "@clewline/sqlite/drivers/node-sqlite.js";
import { loadPackageSqlite } from "@clewline/sqlite/drivers/package-sqlite.js";

/** The ways to SQLite that this Node has: the package's, and on a newer Node its own. */
export const drivers: readonly SqliteDriver[] = [loadNodeSqlite(), loadPackageSqlite()].filter(
  (driver) => driver !== null,
);

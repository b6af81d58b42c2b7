import { ClewError } from "../src/core/errors.js";
import { loadBetterSqlite3 } from "../src/stores/sqlite/drivers/better-sqlite3.js";
import type { SqliteDriver } from "../src/stores/sqlite/drivers/driver.js";
import { loadNodeSqlite } from "../src/stores/sqlite/drivers/node-sqlite.js";

/** The ways to SQLite that this Node and this checkout have: at least one, and on a newer Node both. */
export const drivers: readonly SqliteDriver[] = [loadNodeSqlite(), loadBuilt()].filter((driver) => driver !== null);

/** Null where it was built for another Node, as in a checkout that a second Node runs. */
function loadBuilt(): SqliteDriver | null {
  try {
    const driver = loadBetterSqlite3();
    driver.open(":memory:", { timeoutMs: 0 }).close();
    return driver;
  } catch (error) {
    if (error instanceof ClewError && error.code === "store/no-driver") return null;
    throw error;
  }
}

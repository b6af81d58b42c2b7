import type { Database } from "better-sqlite3";
import { ClewError } from "../../core/errors.js";
import { migrations } from "./migrations/in-order.js";

/** "clew" in ASCII, kept in the file's header. */
const applicationId = 0x636c6577;

/** Brings the file to the newest schema in one transaction, or throws and leaves it as it was. */
export function migrate(database: Database, path: string): void {
  if (checkedVersion(database, path) === migrations.length) return;
  database
    .transaction(() => {
      // Another process may have migrated between the look above and the lock.
      const version = checkedVersion(database, path);
      for (const { sql, fill } of migrations.slice(version)) {
        database.exec(sql);
        fill?.(database);
      }
      database.pragma(`user_version = ${migrations.length}`);
    })
    .immediate();
}

function checkedVersion(database: Database, path: string): number {
  const version = Number(database.pragma("user_version", { simple: true }));
  if (version > migrations.length) {
    throw new ClewError(
      "store/newer-schema",
      `${path} has schema ${version}; this version reads up to ${migrations.length}`,
      {
        hint: "Use the version of clewline that wrote the file, or a newer one",
      },
    );
  }
  if (isForeign(database, version)) {
    throw new ClewError("store/unavailable", `${path} is a database of another program`, {
      hint: "Choose another file for the log; this one was not touched",
    });
  }
  return version;
}

/** A new file has no number yet and nothing in it. */
function isForeign(database: Database, version: number): boolean {
  const found = Number(database.pragma("application_id", { simple: true }));
  if (found === applicationId) return false;
  const hasTables = database.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() !== undefined;
  return found !== 0 || version > 0 || hasTables;
}

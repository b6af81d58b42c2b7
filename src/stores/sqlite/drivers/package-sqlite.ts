import { createRequire } from "node:module";
import { join } from "node:path";
import { ClewError } from "../../../core/errors.js";
import { isObject } from "../../../core/text/json.js";
import type { SqliteDriver } from "./driver.js";
import { makeDriver, type NativeDatabase, type NativeModule } from "./native-driver.js";

const library = "@photostructure/sqlite";
const installLine = `npm install ${library}@1`;

/** SQLite of a package, for a Node that has none with full-text search; throws `store/no-driver` if the package can't be loaded. */
export function loadPackageSqlite(load = makeLoad(), node = process.versions.node): SqliteDriver {
  try {
    return makeDriver(library, load(library) as NativeModule, emptyWriteAheadLog);
  } catch (cause) {
    const problem = isMissing(cause)
      ? `Node ${node} needs one more package to keep a log in a file`
      : `${library} can't be loaded on Node ${node} (${process.platform}, ${process.arch})`;
    const hint = "Or use Node 22.16, 24 or newer, which bring SQLite along";
    throw new ClewError("store/no-driver", `${problem}: ${installLine}`, { hint, cause });
  }
}

/**
 * The package can't finalize a statement, so that SQLite closes the file with the last one that is collected as garbage, or
 * when the process ends. Meanwhile the file alone must hold everything, and take no memory.
 */
function emptyWriteAheadLog(database: NativeDatabase): void {
  try {
    database.exec("PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA shrink_memory");
  } catch {
    // Another connection uses the file, or it can't be written. The -wal keeps what is in it.
  }
}

/** Resolves names at run time, so that bundlers don't ask for an optional package. */
function makeLoad(): NodeJS.Require {
  // A bundle in CommonJS has no import.meta.url.
  return createRequire(import.meta.url ?? join(process.cwd(), "package.json"));
}

function isMissing(error: unknown): boolean {
  if (!(error instanceof Error) || !isObject(error)) return false;
  return error.code === "MODULE_NOT_FOUND" && error.message.includes(`'${library}'`);
}

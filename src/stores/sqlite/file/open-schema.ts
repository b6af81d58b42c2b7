import { ClewError } from "../../../core/errors.js";
import type { Hash } from "../../../core/log/pointer.js";
import { RowFault } from "../check/faults.js";
import type { SqliteDatabase } from "../drivers/driver.js";
import { schema, schemaVersion } from "../schema.js";
import { takenOverVersions, takeOver } from "../upgrade/upgrade.js";
import { keepMark } from "./keep-mark.js";
import { type FileHeader, lookOrPass, readHeader } from "./read-header.js";

/** "clew" in ASCII, kept in the file's header. */
const applicationId = 0x636c6577;

/** Makes the tables of a new file, and those of the version before over, in one transaction; or throws and leaves it as it was. A new file gets the mark. */
export function openSchema(database: SqliteDatabase, path: string, hash: Hash, newMark?: () => string | null): void {
  if (checkVersion(database, path) !== schemaVersion) {
    const hasDropped = database.transaction("immediate")(() => {
      // Another process may have been here between the look above and the lock.
      const version = checkVersion(database, path);
      if (version === schemaVersion) return false;
      const dropped = version !== 0 && takeOver(database, version, hash);
      if (version === 0) {
        database.exec(schema);
        const mark = newMark?.() ?? null;
        if (mark !== null) keepMark(database, mark);
      }
      database.pragma(`user_version = ${schemaVersion}`);
      return dropped;
    });
    // What the old tables took is given back; a file that others use at this moment keeps it as free pages.
    if (hasDropped) tryVacuum(database);
  }
  refuseStrange(database);
}

/** For a file that is only read: its tables must be those of today. */
export function checkSchema(database: SqliteDatabase, path: string): void {
  const version = checkVersion(database, path);
  if (version !== schemaVersion) {
    const what = version === 0 ? "is empty" : `has schema ${version}, which has to be made over before it can be read`;
    throw new ClewError("store/unavailable", `${path} ${what}, and can't be written here`, {
      hint: "Copy it to a folder that you may write to, and open the copy",
    });
  }
  refuseStrange(database);
}

/** Before SQLite opens the file at all: a file that is not ours stays as it is, and so does what lies beside it. */
export function refuseForeign(path: string): void {
  const isOurs = ({ applicationId: id, userVersion }: FileHeader) =>
    id === applicationId && userVersion === schemaVersion;
  const header = lookOrPass(() => readHeader(path, isOurs));
  if (header !== null && !isOurs(header)) checkHeader(header, path);
}

/** Reads all of it at one moment: another process may make its tables between two looks. */
function checkVersion(database: SqliteDatabase, path: string): number {
  const hasTables = () => database.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() !== undefined;
  const header = database.transaction("deferred")(() => {
    const [found, userVersion] = [Number(database.pragma("application_id")), Number(database.pragma("user_version"))];
    return { applicationId: found, userVersion, hasTables: found !== applicationId && hasTables() };
  });
  return checkHeader(header, path);
}

/** The version of its schema; 0 for a new file, which has no number yet and nothing in it. */
function checkHeader({ applicationId: found, userVersion: version, hasTables }: FileHeader, path: string): number {
  if (found !== applicationId && (found !== 0 || version > 0 || hasTables)) {
    throw new ClewError("store/unavailable", `${path} is a database of another program`, {
      hint: "Choose another file for the log; this one was not touched",
    });
  }
  if (version > schemaVersion) {
    throw new ClewError(
      "store/newer-schema",
      `${path} has schema ${version}; this version reads up to ${schemaVersion}`,
      {
        hint: "Use the version of clewline that wrote the file, or a newer one",
      },
    );
  }
  if (version === 0 || takenOverVersions.includes(version) || version === schemaVersion) return version;
  throw new ClewError("store/unavailable", `${path} has schema ${version}, which no released version wrote`, {
    hint: "Export it with the checkout that wrote it, and import that here; the file was not touched",
  });
}

function tryVacuum(database: SqliteDatabase): void {
  try {
    database.exec("VACUUM");
  } catch {
    // Somebody reads the file. It is whole as it is, only larger than need be.
  }
}

const tables = [...schema.matchAll(/CREATE (?:VIRTUAL )?TABLE (\w+)/g)].map(([, name]) => name);

/** A file that lacks our tables, whatever its version says, fails here, before anybody holds a store. */
function refuseStrange(database: SqliteDatabase): void {
  const names = database.prepareValue("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const missing = tables.find((name) => !names.includes(name));
  if (missing !== undefined) throw new RowFault(`its tables are not those of a log: ${missing} is missing`);
}

import { ClewError } from "@clewline/core/errors.js";
import { RowFault } from "../check/faults.js";
import type { SqliteDatabase } from "../drivers/driver.js";
import { schema, schemaVersion } from "../schema.js";
import { keepMark } from "./keep-mark.js";
import { type FileHeader, lookOrPass, readHeader } from "./read-header.js";

/** "clew" in ASCII, kept in the file's header. */
const applicationId = 0x636c6577;

/** Makes the tables of a new file in one transaction, or throws and leaves it as it was. A new file gets the mark. */
export function openSchema(database: SqliteDatabase, path: string, newMark?: () => string | null): void {
  if (isNew(database, path)) {
    database.transaction("immediate")(() => {
      // Another process may have been here between the look above and the lock.
      if (!isNew(database, path)) return;
      database.exec(schema);
      const mark = newMark?.() ?? null;
      if (mark !== null) keepMark(database, mark);
      database.pragma(`user_version = ${schemaVersion}`);
    });
  }
  refuseStrange(database);
}

/** For a file that is only read: its tables must be those of today. */
export function checkSchema(database: SqliteDatabase, path: string): void {
  if (isNew(database, path)) {
    throw new ClewError("store/unavailable", `${path} is empty, and can't be written here`, {
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
function isNew(database: SqliteDatabase, path: string): boolean {
  const hasTables = () => database.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() !== undefined;
  const header = database.transaction("deferred")(() => {
    const [found, userVersion] = [Number(database.pragma("application_id")), Number(database.pragma("user_version"))];
    return { applicationId: found, userVersion, hasTables: found !== applicationId && hasTables() };
  });
  return checkHeader(header, path);
}

/** Returns whether the file is new: it has no number yet and nothing in it. */
function checkHeader({ applicationId: found, userVersion: version, hasTables }: FileHeader, path: string): boolean {
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
  refuseOlder(version, path);
  return version === 0;
}

/** No release wrote an older schema, so none is made over: the build that wrote it can export its log. */
export function refuseOlder(version: number, path: string): void {
  if (version === 0 || version >= schemaVersion) return;
  throw new ClewError("store/unavailable", `${path} has schema ${version}, which no released version wrote`, {
    hint: "Export it with the checkout that wrote it (`clew export`), and import that here (`clew import`); the file was not touched",
  });
}

const tables = [...schema.matchAll(/CREATE (?:VIRTUAL )?TABLE (\w+)/g)].map(([, name]) => name);

/** A file that lacks our tables, whatever its version says, fails here, before anybody holds a store. */
function refuseStrange(database: SqliteDatabase): void {
  const names = database.prepareValue("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const missing = tables.find((name) => !names.includes(name));
  if (missing !== undefined) throw new RowFault(`its tables are not those of a log: ${missing} is missing`);
}
